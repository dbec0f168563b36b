#!/bin/bash
# make-nics.sh: NICs that have a name. Their parameters are judged before anything is built, and kept; a design's identity changes
# with RTL and parameters, and with nothing else.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MAKELEVEL MFLAGS # of a make that runs the tests
b=$work/b
fail() { echo "$*"; cat "$work/out"; exit 1; }
in_tree() { make --no-print-directory NO_GEN=1 B="$b" "$@" >"$work/out" 2>&1; }
design() { in_tree "$b/nics/$1/design" NIC="$@" || fail "no design: $*"; cat "$b/nics/$1/design"; }
refused() # SENTENCE WORDS...
{
	! in_tree "${@:2}" || fail "it is not refused: ${*:2}"
	grep -q "$1" "$work/out" || fail "it is not said: $1"
}
refused "no parameter fann; the nearest is FanIn" sim NIC=x fann=8
refused "Groups is 6, and must be a power of two from 2 to 64" sim NIC=x Groups=6
refused "FanIn is 17, and must be a number from 2 to 16" sim NIC=x FanIn=17
refused "FanIn is a, and" sim NIC=x 'FanIn=a' Nodes=4
refused "do not go together: ChannelSlots is at most" sim NIC=x SeqBits=4 ChannelSlots=8
refused "FanIn is a parameter of NICs that have a name" sim FanIn=8
refused "NIC=../x: a name has" sim NIC=../x
refused "NIC=x goes with" test NIC=x
[ ! -e "$b/nics/x" ] || fail "a refused NIC is begun"

small=$(design small Nodes=16 FanIn=8 Rings=4) # four rings are the default
[ "$(xargs <"$b/nics/small/params")" = "FanIn=8 Nodes=16" ] || fail "kept: $(cat "$b/nics/small/params")"
[ "$(design small)" = "$small" ] || fail "the parameters are not kept"
[ "$(design same FanIn=8 Nodes=16)" = "$small" ] || fail "the same parameters under another name are another design"
[ "$(design plain)" != "$small" ] || fail "other parameters are the same design"
[ "$(design small FanIn=4)" != "$small" ] || fail "new parameters do not count"
grep -q "another one now: FanIn=4 instead of FanIn=8 Nodes=16" "$work/out" || fail "it is not said that the NIC is another one"

in_tree -n sim-wave NIC=small && grep -q -e "--Mdir $b/nics/small/wave.*--trace-fst.*$b/nics/small/params" "$work/out" ||
	fail "waveforms are not those of the named NIC"

text() { (cd "$work/tree" && sh hw/design.sh text); }
change() # EDIT: of a module
{
	rm -rf "$work/tree" && mkdir "$work/tree" && cp -r hw "$work/tree" && sed -i "$1" "$work/tree/hw/rtl/combine/sumac_fadd.sv"
	! cmp -s "$work/tree/hw/rtl/combine/sumac_fadd.sv" hw/rtl/combine/sumac_fadd.sv || fail "no change: $1"
}
before=$(sh hw/design.sh text)
for same in 's|// ---- stages 7 to 9.*|/* 7 // 8 */ // "9"|' 's/ <= / <=   /' '/stage6$/s/$/\n/' \
	's|^  // ---- stage 3|/*\n "a" // b */\n&|'; do
	change "$same"
	[ "$(text)" = "$before" ] || fail "it changes the design: $same"
done
for other in 's/1'"'"'b1/1'"'"'b0/' 's/l - r/l -r - 1/' 's/|| l_exp1/| |l_exp1/'; do
	change "$other"
	[ "$(text)" != "$before" ] || fail "it does not change the design: $other"
done
