#!/bin/sh
# drift.sh GEN: whether the generated files are what GEN makes of the tables. Since a build writes them, a commit is looked at, too:
# where it has the tables as they are here, it has the generated files as they are here.
"$1" --check . || exit
git diff --quiet HEAD -- include/spec host/gen 2>/dev/null || exit 0
drifted=$(git diff --name-only HEAD -- $("$1" --list))
[ -z "$drifted" ] || { echo "sumac-gen: the last commit has these files as the tables do not give them:" $drifted; exit 1; }
