#!/bin/bash
# Measures a NIC that has a name beside another one, its baseline: what-if.sh BUILD NIC BASE (`make what-if`, docs/first-change.md).
# Builds its rack and has its area and longest path from Yosys, runs the benches of the modules that are not those of the baseline,
# and simulates sim/what-if.study on both. All is kept: the rack and silicon of each NIC in BUILD/nics, simulated points in
# BUILD/what-if/results, so only what has changed is made again. With the same name twice it makes the baseline.
set -o pipefail
b=$1 nic=$2 base=$3 dir=$1/what-if named=$1/nics/$2 old=$1/nics/$3
. hw/rtl.sh
make() { command "${MAKE:-make}" --no-print-directory "$@"; }
fail() { echo "what-if: $*" >&2; exit 1; }
mkdir -p "$dir" || exit 1

# Texts of the modules of each design, by its identity.
sums() { echo "$dir/$(cat "$1/design").sums"; }
if [ "$nic" != "$base" ]; then
	[ -x "$old/sumac-rack" ] && grep -qs "0x$(cat "$old/design")," "$old/silicon" && [ -e "$(sums "$old")" ] ||
		fail "there is no baseline $base yet: with the RTL as it was" \
			"(git stash), make what-if NIC=$base; BASE=name takes another"
fi
make "$named/design" && sh hw/design.sh sums >"$(sums "$named").new" && mv "$(sums "$named")"{.new,} || exit 1

# Modules whose text is not the baseline's, and benches: a module's own, and those of the nearest modules around it; the whole NIC's
# takes minutes, and the programs run on it anyway.
changed=$(sort "$(sums "$named")" "$(sums "$old")" | uniq -u | sed 's|.*/||; s|\.sv$||' | sort -u)
bench() { [ -e "tests/rtl/tb_$1.sv" ]; }
around() # MODULE
{
	for user in $(grep -lE "^ *$1 (#\(|u_)" $(rtl_modules) | sed 's|.*/||; s|\.sv$||'); do
		if bench "$user"; then echo "$user"; else around "$user"; fi
	done
}
benches=$(for m in $changed; do ! bench "$m" || echo "$m"; around "$m"; done | sort -u | grep -vx sumac_nic)
run_benches()
{
	for m in $benches; do
		sh tests/run-bench.sh "$b" "tests/rtl/tb_$m.sv" >"$dir/tb_$m.log" 2>&1 ||
			{ tail -20 "$dir/tb_$m.log"; fail "the bench of $m fails, so nothing else is measured; $dir/tb_$m.log"; }
		grep '^PASS' "$dir/tb_$m.log"
	done
}

echo "what-if: $nic, beside $base: $([ -z "$changed" ] && echo the same RTL || echo "other modules are" $changed)"
# Taking the NIC apart takes one core for half a minute, while the other builds the rack; then come gates, and benches beside them.
make -j2 "$named/synth/parts" "$named/sumac-rack" || exit 1
run_benches &
make -s synth NIC="$nic" >"$dir/synth.log" 2>&1 || { tail -20 "$dir/synth.log"; wait; fail "no gates, see $dir/synth.log"; }
wait $! || exit 1
grep -v '^  LINK' "$dir/synth.log"

lammps="left out: LAMMPS, which is Debian's package lammps"
command -v lmp >/dev/null && lammps= && (
	app() { :; }
	. tests/apps/app_lammps.sh && cd "$dir" && prepare
)
mpicc docs/examples/solve.c -o "$dir/solve" || exit 1
{
	sed "${lammps:+/ lmp /d;}" sim/what-if.study
	for name in $(printf '%s\n' "$base" "$nic" | uniq); do printf '\ndesign %s\nnic = %s\n' "$name" "$name"; done
} >"$dir/$nic.study"
"$b/bin/sumac" study "$dir/$nic.study" --out "$dir/results" --timeout 300 2>"$dir/study.log" || { cat "$dir/study.log"; exit 1; }
results=$dir/results/results.jsonl
echo
awk -v base="$base" -v nic="$nic" -v benches="$(echo $benches | sed 's/ /, /g')" -f sim/what-if.awk "$results" || exit 1
[ -z "$lammps" ] || echo "$lammps"
grep "^{\"design\": \"$base\"," "$results" >"$dir/$base.jsonl"
"$b/bin/sumac" page "$results" -o "$dir/$nic.html" --baseline "$dir/$base.jsonl" >/dev/null &&
	echo "the page: $dir/$nic.html" || echo "left out: the page"
