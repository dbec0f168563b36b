#!/bin/bash
# The end-to-end cases, on both engines: `e2e.sh list` prints their names, `e2e.sh run BUILD NAME` runs one, with what it does
# and what fails. Each run has a folder of its own, so that many go side by side.
set -u
here=$(realpath "$(dirname "$0")")
what=$1 build=$(realpath "${2:-.}") want=${3-}
engines="cpu nic" have_mpi=1
cases() {
	. "$here/cases.sh"
	for subject in grid shmem wrong setup rack trace sharing xrt mpi mpich bindings threads exact; do
		. "$here/cases_$subject.sh"
	done
}
[ "$what" = run ] || { sumac=true programs=. work=/nowhere; cases </dev/null; exit 0; }
[ -n "$want" ] || { echo "usage: e2e.sh list | e2e.sh run BUILD NAME"; exit 2; }

seen_folders=("$(realpath "$here/../..")" "$build")
. "$here/own_mounts.sh"

sumac=$build/bin/sumac programs=$build/e2e
work=$(mktemp -d) && cd "$work" || exit 1
mkdir -m 700 runtime tmp
export XDG_RUNTIME_DIR=$work/runtime XDG_CACHE_HOME=$work/cache TMPDIR=$work/tmp
unset $(env | sed -n "s/^\(SUMAC_[A-Z_]*\)=.*/\1/p") # not what the user has set
export SUMAC_CONFIG=/dev/null
export SUMAC_RACK_THREADS=1 # cases run side by side, one a core; those about threads say so themselves
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# The ranks of a host need no network, and Open MPI 5 complains where it cannot pair the host's interfaces.
export OMPI_MCA_btl=^tcp
shm_before=$(ls -A /dev/shm | sort) tmp_before=$(ls -A /tmp | sort)
cases
verdict=$(cat verdict 2>/dev/null)
cd / && rm -rf "$work"
[ -n "$verdict" ] || echo "no case is called $want"
[ "$verdict" = passed ]
