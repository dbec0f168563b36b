#!/bin/bash
# The end-to-end cases, on both engines: `e2e.sh list` prints their names, `e2e.sh run BUILD NAME` runs one, with what it does
# and what fails. Each run has a folder of its own, so that many go side by side.
set -u
here=$(realpath "$(dirname "$0")")
what=$1 build=$(realpath "${2:-.}") want=${3-}
engines="cpu nic" have_mpi=1
cases() {
	. "$here/cases.sh"
	for subject in grid shmem wrong setup rack mpi; do
		. "$here/cases_$subject.sh"
	done
}
[ "$what" = run ] || { sumac=true programs=. work=/nowhere; cases </dev/null; exit 0; }
[ -n "$want" ] || { echo "usage: e2e.sh list | e2e.sh run BUILD NAME"; exit 2; }

# With a /tmp and a /dev/shm of its own, where it may have them, so that what others leave there is not taken for the case's.
# The project and the build are still seen where they lie, be that in /tmp.
for how in "" "--user --map-current-user --keep-caps"; do # as root, or as somebody who may be one among mounts
	[ -z "${has_own_mounts-}" ] && unshare $how --mount mount -t tmpfs tmpfs /dev/shm 2>/dev/null || continue
	has_own_mounts=1 exec unshare $how --mount --propagation private bash "$0" "$@"
done
if [ -n "${has_own_mounts-}" ]; then
	top=$(realpath "$here/../..")
	exec {top_fd}<"$top" {build_fd}<"$build"
	mount -t tmpfs tmpfs /dev/shm && mount -t tmpfs -o mode=1777 tmpfs /tmp || exit 1
	for folder in "$top $top_fd" "$build $build_fd"; do
		[ -e "${folder% *}" ] || { mkdir -p "${folder% *}" && mount --no-canonicalize --bind "/proc/$$/fd/${folder##* }" "${folder% *}"; } || exit 1
	done
	exec {top_fd}<&- {build_fd}<&-
fi
unset has_own_mounts TMPDIR

sumac=$build/bin/sumac programs=$build/e2e
work=$(mktemp -d) && cd "$work" || exit 1
mkdir -m 700 runtime tmp
export XDG_RUNTIME_DIR=$work/runtime TMPDIR=$work/tmp
unset $(env | sed -n "s/^\(SUMAC_[A-Z_]*\)=.*/\1/p") # not what the user has set
export SUMAC_CONFIG=/dev/null
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
shm_before=$(ls -A /dev/shm | sort) tmp_before=$(ls -A /tmp | sort)
cases
verdict=$(cat verdict 2>/dev/null)
cd / && rm -rf "$work"
[ -n "$verdict" ] || echo "no case is called $want"
[ "$verdict" = passed ]
