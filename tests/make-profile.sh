#!/bin/sh
# make-profile.sh BUILD: the NIC's model is laid out by counts of a job; where there are none, it is told why, and nothing stops.
b=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -s "$b/nic/profile" ] || { echo "the NIC was built without a profile:"; tail -n 20 "$b/nic/profile.log"; exit 1; }
grep -q "fprofile-instr-use=.*nic/profile" "$b/nic/build.log" || { echo "the profile was not used"; exit 1; }

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
