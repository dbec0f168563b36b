#!/bin/sh
# All proofs and all their mutants, two at a time: formal.sh BUILD [NAME]. NAME picks the proofs whose name contains it.
b=$1 want=$2
log=$b/formal/said
mkdir -p "$b/formal"
# Every module that offers a stream says in held.list where it is proved that it holds it.
for f in hw/rtl/*.sv; do
	m=$(basename "$f" .sv)
	[ -z "$(awk -v names=1 -f hw/formal/held.awk "$f")" ] || grep -qx "$m" hw/formal/held.list ||
		{ echo "FAIL formal: $m offers a stream and is not in held.list"; exit 1; }
done
# The long ones first, so that two at a time end together.
for f in $(ls -S hw/formal/prove_*.sv); do
	p=$(basename "$f" .sv) p=${p#prove_}
	case $p in *"$want"*) echo "$p proof"; echo "$p mutants" ;; esac
done >"$b/formal/todo"
for p in $(awk '/^sumac_/ { m = "held_" substr($1, 7) } /^ Cover:/ { print m }' hw/formal/held.list); do
	case $p in *"$want"*) echo "$p proof"; echo "$p mutants" ;; esac
done >>"$b/formal/todo"
[ -s "$b/formal/todo" ] || { echo "formal: no proof is called so"; exit 1; }
{ xargs -P 2 -L 1 sh hw/formal/prove.sh "$b" <"$b/formal/todo" || echo "FAILED"; } 2>&1 | tee "$log"
proved=$(grep -c '^proved' "$log") caught=$(grep -c '^caught' "$log")
grep -q '^FAILED' "$log" && { echo "FAIL formal: see FAILED above"; exit 1; }
echo "PASS formal: $proved runs proved, each with its covers reached; $caught mutants caught"
