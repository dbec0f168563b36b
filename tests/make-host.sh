#!/bin/sh
# `make host` where libfabric's headers are not: one line says what to install, and no compiler complains.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
# A machine without libfabric-dev, and a user who is not root.
printf '#!/bin/sh\nexit 1\n' >"$work/bin/pkg-config"
printf '#!/bin/sh\ncase "$*" in *libfabric-dev) exit 1 ;; *) echo install ok installed ;; esac\n' >"$work/bin/dpkg-query"
printf '#!/bin/sh\necho 1000\n' >"$work/bin/id"
chmod +x "$work"/bin/*
unset MAKEFLAGS MAKELEVEL MFLAGS # of a make that runs the tests
PATH=$work/bin:$PATH make -s host B="$work/build" >"$work/out" 2>&1 && { echo "make host has gone well"; exit 1; }
cat "$work/out"
[ "$(grep -c 'apt-get install -y --no-install-recommends libfabric-dev$' "$work/out")" = 1 ] || { echo "no line that installs it"; exit 1; }
if grep -E 'error:|  CC  ' "$work/out" || [ "$(wc -l <"$work/out")" -gt 4 ]; then
	echo "there is more than the line that installs it"
	exit 1
fi
