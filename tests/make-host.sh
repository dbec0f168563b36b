#!/bin/sh
# make-host.sh BUILD: what make says where something is missing: one line says what to install, and no compiler complains.
# Without MPI's headers all the rest is built. (`make -n` says what would be.) Where MPI's headers do not compile, all the rest
# is built and installed, from a copy of BUILD.
b=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
unset MAKEFLAGS MAKELEVEL MFLAGS # of a make that runs the tests

# lacks PACKAGE LIBRARY: a machine without them, and a user who is not root.
lacks()
{
	printf '#!/bin/sh\ncase "$*" in *%s*) exit 1 ;; *) exec %s "$@" ;; esac\n' "$2" \
		"$(command -v pkg-config)" >"$work/bin/pkg-config.new"
	printf '#!/bin/sh\ncase "$*" in *%s) exit 1 ;; *) echo install ok installed ;; esac\n' "$1" >"$work/bin/dpkg-query"
	printf '#!/bin/sh\necho 1000\n' >"$work/bin/id"
	mv "$work/bin/pkg-config.new" "$work/bin/pkg-config"
	chmod +x "$work"/bin/*
}
# refused PACKAGE GOAL...: one line that installs it
refused()
{
	package=$1
	shift
	PATH=$work/bin:$PATH make -s "$@" B="$work/build" >"$work/out" 2>&1 &&
		{ echo "make $* has gone well without $package"; exit 1; }
	cat "$work/out"
	[ "$(grep -c "apt-get install -y --no-install-recommends $package\$" "$work/out")" = 1 ] ||
		{ echo "no line that installs it"; exit 1; }
	if grep -E 'error:|  CC  ' "$work/out" || [ "$(wc -l <"$work/out")" -gt 4 ]; then
		echo "there is more than the line that installs it"
		exit 1
	fi
}
lacks libfabric-dev libfabric
refused libfabric-dev host
refused libfabric-dev all
rm "$work/bin/pkg-config"
lacks verilator no-library
refused verilator all VERILATOR=no-verilator
refused verilator sim VERILATOR=no-verilator
rm "$work/bin/pkg-config"
lacks libopenmpi-dev ompi-c
refused libopenmpi-dev mpi
# leaves PACKAGE MPI OTHER: without MPI's headers the rest is built, and the front end for the other one.
leaves()
{
	PATH=$work/bin:$PATH make -n all B="$work/build" >"$work/out" 2>&1 || { tail "$work/out"; exit 1; }
	[ "$(grep -c "left out: .*$1" "$work/out")" = 1 ] || { echo "it does not say that it leaves $2 out"; exit 1; }
	for part in frontend/shmem bin/sumac-rack lib/libsumac_$3.so; do
		grep -q "$part" "$work/out" || { echo "$part is not built"; exit 1; }
	done
	! grep "obj/$2" "$work/out" || { echo "the front end for $2 is built"; exit 1; }
}
leaves libopenmpi-dev ompi mpich
rm "$work/bin/pkg-config"
lacks libmpich-dev mpich
refused libmpich-dev mpi
leaves libmpich-dev mpich ompi
rm "$work/bin/pkg-config"

mkdir -p "$work/build" "$work/broken"
cp -a "$b/bin" "$b/bitstreams" "$b/flags" "$b/gen" "$b/lib" "$b/nic" "$b/obj" "$work/build"
rm -r "$work/build/obj/mpich"
echo '#error "these headers fit nobody"' >"$work/broken/mpi.h"
printf '#!/bin/sh\n[ "$*" = "--cflags mpich" ] && exec echo "-I%s"\nexec %s "$@"\n' "$work/broken" \
	"$(command -v pkg-config)" >"$work/bin/pkg-config"
chmod +x "$work/bin/pkg-config"
PATH=$work/bin:$PATH make install B="$work/build" DESTDIR="$work/root" PREFIX=/usr >"$work/out" 2>&1 ||
	{ cat "$work/out"; echo "a front end that does not compile stops make install"; exit 1; }
grep -q "left out: libsumac_mpich.so for MPICH [0-9].*these headers fit nobody.*$work/build/mpich.*log" "$work/out" ||
	{ cat "$work/out"; echo "it does not say which, why, and where the log is"; exit 1; }
for lib in sumac sumac_shmem sumac_ompi; do
	[ -e "$work/root/usr/lib/lib$lib.so" ] || { echo "lib$lib.so is not installed"; exit 1; }
done
[ -e "$work/root/usr/lib/sumac_xrt_emulation.so" ] || { echo "what XRT's emulation needs is not installed"; exit 1; }
[ ! -e "$work/root/usr/lib/libsumac_mpich.so" ] || { echo "a front end from an earlier build is installed"; exit 1; }
