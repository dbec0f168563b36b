#!/bin/sh
# Launchers of hosts.sh call this in place of ssh: hosts-agent.sh HOST COMMAND... As with ssh, the environment stays behind.
host=$1
shift
exec nsenter -t "$(cat "/run/hosts/$host.pid")" -n -u -i -m env -i PATH="$PATH" HOME="$HOME" sh -c "$*"
