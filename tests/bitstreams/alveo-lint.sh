#!/bin/sh
# The recipe for cards, as far as it can be judged without Vivado and Vitis: alveo-lint.sh BUILD. Its scripts run through, the XML
# is well formed, make knows each step's file, and what a user is told to run is v++'s.
b=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset MAKEFLAGS MAKELEVEL MFLAGS # of a make that runs the tests
"$b/bin/sumac-xclbin" kernel-xml >"$work/kernel.xml" && xmllint --noout "$work/kernel.xml" || exit 1
for card in u55c u280; do
	tclsh tests/bitstreams/alveo-lint.tcl $card "$work/kernel.xml" "$work" || exit 1
	make -n -f bitstreams/alveo/alveo.mk CARD=$card TOP="$PWD" WORK="$work/$card" GIT_ID=0123abc >"$work/steps" || exit 1
	for step in 'sumac-xclbin kernel-xml' 'vivado -mode batch' "v++ --link --target hw --platform xilinx_$card" \
		'key-value USER:sumac_spec_hash:0x[0-9A-F]* --key-value USER:sumac_git:0123abc' 'sumac-xclbin show'; do
		grep -q -- "$step" "$work/steps" || { echo "alveo-lint: $card: no step $step"; exit 1; }
	done
	grep '[a-z] -source' "$work/steps" | grep -o 'bitstreams/alveo/[a-z_]*.tcl' | xargs ls >/dev/null || exit 1
done
! tclsh tests/bitstreams/alveo-lint.tcl u250 "$work/kernel.xml" "$work" >"$work/out" 2>&1 ||
	{ echo "alveo-lint: a card that is not there"; exit 1; }
grep -q 'SUMAC_CARD is to be u55c or u280' "$work/out" || { cat "$work/out"; exit 1; }
