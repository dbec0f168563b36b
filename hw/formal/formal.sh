#!/bin/sh
# All proofs: `formal.sh list` prints a line for each proof and for its mutants, as prove.sh takes them, long ones
# first; `formal.sh streams` fails when a module offers a stream of which held.list does not say where it is proved that it is held.
. hw/rtl.sh
case $1 in
list)
	for f in $(ls -S hw/formal/prove_*.sv); do
		p=$(basename "$f" .sv)
		echo "${p#prove_}"
	done
	awk '/^sumac_/ { m = "held_" substr($1, 7) } /^ Cover:/ { print m }' hw/formal/held.list
	;;
streams)
	bad=0
	for f in $(rtl_modules); do
		m=$(basename "$f" .sv)
		[ -z "$(awk -v names=1 -f hw/formal/held.awk "$f")" ] || grep -qx "$m" hw/formal/held.list ||
			{ echo "FAIL $m offers a stream and is not in held.list"; bad=1; }
	done
	exit $bad
	;;
esac
