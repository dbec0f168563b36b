#!/bin/sh
# make-build.sh: what a build hangs on: flags, tables, and not the folder. In copies of the tree, of which little is built.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MAKELEVEL MFLAGS WERROR # of a make that runs the tests
fail() { echo "$*"; cat "$work/out"; exit 1; }
object=build/obj/host/base/clock.o
in_copy() { copy=$work/$1; shift; make --no-print-directory -C "$copy" "$@" >"$work/out" 2>&1; }
for copy in a elsewhere/b; do
	mkdir -p "$work/$copy"
	tar -c --exclude=./build --exclude=./.git . | tar -x -C "$work/$copy"
	in_copy $copy $object || fail "make $object fails"
done
cmp "$work/a/$object" "$work/elsewhere/b/$object" || fail "an object depends on the folder that the tree is in"

compiles() { in_copy a "$@" $object || fail "make $* fails"; grep -q '^  CC' "$work/out"; }
! compiles || fail "the same flags build it again"
! compiles WERROR=1 || fail "WERROR=1 builds it again"
compiles OPT=-O1 || fail "other flags do not build it again"
compiles V=1 WERROR=1 && grep -q -- '-Werror.* -O2 .*-c host/base/clock.c' "$work/out" || fail "V=1 does not show the command"
echo 'static int nobody;' >>"$work/a/host/base/clock.c"
rm "$work/a/$object" # a clock may not have moved since it was written
in_copy a $object && grep -q 'warning:' "$work/out" || fail "a warning stops a user's build, or there is none"
rm "$work/a/$object"
! in_copy a WERROR=1 $object || fail "a warning does not stop WERROR=1"

# A table is edited: its generated files follow, whatever is built next; a drift in a commit is reported.
git() { command git -C "$work/a" -c user.name=nobody -c user.email=nobody@localhost "$@" >"$work/out" 2>&1; }
git init && git add include host docs hw && git commit -m before || fail "no git"
sed -i 's/seconds/moments/' "$work/a/include/spec/settings.def"
touch -d '-1 minute' "$work/a/build/gen/sumac-gen"
in_copy a build/flags/cc || fail "make fails"
grep -q moments "$work/a/docs/reference/settings.md" || fail "an edit of include/spec is not followed"
in_copy a gen-check || fail "what a build has written is told as drifted"
git add include && git commit -m drifted
! in_copy a gen-check || fail "what has drifted in a commit is not told"
grep -q 'as the tables do not give them:.*docs/reference/settings.md' "$work/out" || fail "it is not told what has drifted"
