#!/bin/sh
# make-profile.sh BUILD: all jobs compile the NIC's model, and plainly, unless counts of a job are asked for (make sim-pgo); where
# there can be none, it is told why, and nothing stops.
b=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
! grep -q "fprofile-instr-use" "$b/nic/build.log" || { echo "a profile was used that nobody asked for"; exit 1; }
! grep -q "jobserver unavailable" "$b/nic/build.log" || { echo "the model is compiled by one job alone"; exit 1; }

# without CXX REASON
without()
{
	rm -f "$work/profile"
	sh sim/profile/profile.sh "$work" "$work/profile" "$1" >"$work/out" && [ -e "$work/profile" ] && [ ! -s "$work/profile" ] &&
		grep -q "without a profile.*: .*$2" "$work/out" || { echo "$1: it is not told: $2"; cat "$work/out"; exit 1; }
}
mkdir "$work/nic"
without gcc "gcc is not clang"
printf '#!/bin/sh\necho clang nowhere/llvm-profdata\n' >"$work/clang" && chmod +x "$work/clang"
without "$work/clang" "clang has no llvm-profdata"
