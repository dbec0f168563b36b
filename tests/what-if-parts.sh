#!/bin/bash
# what-if-parts.sh BUILD: a part of the NIC is mapped to gates once for all designs, and again when it changes; a rack tells the
# silicon that lies beside it; `make what-if` has workloads that are a study, and a table of both designs.
b=$1 bad=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
fail() { echo "$*"; bad=$((bad + 1)); }
. hw/rtl.sh

# part FOLDER FILE BEFORE: sumac_sleep as elaborate.sh leaves it, from that file, read after so much else
part()
{
	mkdir -p "$work/$1/part"
	echo "autoidx 10000000" >"$work/numbers.il"
	yosys -Q -q -p "read_ilang $work/numbers.il; read_verilog -sv $(rtl_pkg); $3 read_verilog -sv $2
		hierarchy -top sumac_sleep; proc; opt_clean; select sumac_sleep
		write_ilang -selected $work/$1/part/sumac_sleep.il.new" 2>/dev/null || exit 1
	sh hw/synth/keep.sh "$work/$1" && sh hw/synth/map.sh "$work/$1" sumac_sleep "$work/store" >"$work/out"
}
says() { cat "$work/out"; ls "$work/store" | wc -l; }
module=$(rtl_file sumac_sleep)
part one "$module" ""
[ "$(says | xargs)" = "YOSYS sumac_sleep 1" ] || fail "the first design has its part mapped: $(says)"
part two "$module" "read_verilog -sv $(rtl_file sumac_header);"
! cmp -s "$work"/{one,two}/part/sumac_sleep.il || fail "the running numbers of the second design are the first one's"
[ "$(says)" = 1 ] && cmp "$work"/{one,two}/part/sumac_sleep.net || fail "a part that is there is mapped again: $(says)"
sed "s/QuietCycles = 16/QuietCycles = 20/" "$module" >"$work/sumac_sleep.sv"
! cmp -s "$module" "$work/sumac_sleep.sv" || fail "nothing is changed in sumac_sleep"
part two "$work/sumac_sleep.sv" ""
[ "$(says | xargs)" = "YOSYS sumac_sleep 2" ] || fail "a part that has changed is not mapped again: $(says)"
printf 'wire \\%s\nconnect $%s $%s\n' a 12 7 a 7 12 >"$work/swapped"
[ "$(awk -f hw/synth/numbers.awk "$work/swapped" | grep -c 'connect $1 $2')" = 1 ] || fail "two names are taken for each other"
echo nonsense >"$work/one/part/sumac_sleep.il" && echo nonsense >"$work/one/part/sumac_sleep.key"
! sh hw/synth/map.sh "$work/one" sumac_sleep "$work/store" >"$work/out" || fail "a part that cannot be mapped is no error"
[ "$(ls "$work/store" | wc -l)" = 2 ] || fail "a part that could not be mapped is in the store"

# rows NAME: what results say of a rack beside which there is the row NAME
rows()
{
	"$b/bin/sumac" perf -n 2 --engine nic --sizes 8 --iterations 1 --json --nic "$work/sumac-rack" 2>"$work/err" |
		grep -c "$1"
}
cp "$b/bin/sumac-rack" "$work" || exit 1
design=$("$b/bin/sumac" info --parameters --nic "$work/sumac-rack" | sed -n 's/^design *//p')
echo "SUMAC_SILICON($design, 3210, 1234, 5, 6, 7, 8)" >"$work/silicon"
[ "$(rows '"lut": 1234, "ff": 5, "dsp": 6, "bram36": 3.5, "uram": 8, "path_ns": 3.210}')" = 1 ] || fail "its silicon is not told"
echo "SUMAC_SILICON(0x1, 3210, 1234, 5, 6, 7, 8)" >"$work/silicon"
[ "$(rows '"lut": 1234')" = 0 ] || fail "another design's silicon is told"

printf 'nic = %s\nperf --sizes 8 --iterations 1 -n 2\n' "$work/sumac-rack" >"$work/s"
"$b/bin/sumac" study "$work/s" 2>"$work/err" || fail "a study fails: $(cat "$work/err")"
kept() { "$b/bin/sumac" study "$work/s" --dry-run | grep -c "1 of them finished"; }
[ "$(kept)" = 1 ] || fail "a study keeps no result"
rm "$work/silicon"
[ "$(kept)" = 0 ] || fail "a study keeps the area and path that a design had before"

"$b/bin/sumac" study sim/what-if.study --dry-run --out "$work/results" >"$work/out" 2>&1 ||
	fail "sim/what-if.study: $(cat "$work/out")"
row='"simulated": true, "ranks": 4, "engine": "nic", "clock_mhz": 250, "hypothetical": "x"'
cat >"$work/rows" <<END
{"design": "a", "workload": "l", $row, "call": "x", "calls": 10, "mean_cycles": 254.5, "lut": 2000, "path_ns": 6.780}
{"design": "a", "workload": "l", $row, "call": "y", "calls": 1, "mean_cycles": 55.0}
{"design": "b", "workload": "l", $row, "call": "x", "calls": 10, "mean_cycles": 264.5, "lut": 1900, "path_ns": 6.780}
{"design": "b", "workload": "l", $row, "call": "y", "calls": 1, "mean_cycles": 55.0}
{"design": "b", "workload": "l", "engine": "host", "call": "y", "calls": 1, "mean_cycles": 55.0}
END
awk -v base=a -v nic=b -f sim/what-if.awk "$work/rows" | tr -s ' ' >"$work/out"
for line in "l: calls of a rank, 4 NICs, cycles 2,600 2,700 +100 +3.8 %" \
	"LUT 2,000 1,900 -100 -5.0 %" "longest path, ns 6.78 6.78 0 +0.0 %"; do
	grep -qxF "$line" "$work/out" || fail "no line \"$line\": $(cat "$work/out")"
done
echo "what-if: $bad wrong"
[ $bad = 0 ]
