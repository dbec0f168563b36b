#!/bin/bash
# The end-to-end programs, on both engines: run.sh BUILD [NAME]. Prints a line a case, the output of those that fail, and
# how many there were. NAME picks the cases whose name contains it.
set -u
here=$(realpath "$(dirname "$0")")
build=$(realpath "${1:?the build folder}") want=${2-}
sumac=$build/bin/sumac programs=$build/e2e
work=$(mktemp -d) && cd "$work" || exit 1
mkdir -m 700 runtime tmp
export XDG_RUNTIME_DIR=$work/runtime TMPDIR=$work/tmp
unset $(env | sed -n "s/^\(SUMAC_[A-Z_]*\)=.*/\1/p") # not what the user has set
export SUMAC_CONFIG=/dev/null
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
n_passed=0 n_failed=0
shm_before=$(ls -A /dev/shm | sort) tmp_before=$(ls -A /tmp | sort)
have_mpi=$([ -e "$build/lib/libsumac_ompi.so" ] && echo 1)

engines="cpu nic"
[ -x "$build/bin/sumac-rack" ] || engines=cpu

. "$here/cases.sh"
for subject in grid shmem wrong setup rack mpi; do
	. "$here/cases_$subject.sh"
done

cd / && rm -rf "$work"
echo "$n_passed passed, $n_failed failed"
[ $((n_passed + n_failed)) = 0 ] && echo "no case is called so" && exit 1
[ $n_failed = 0 ]
