#!/bin/sh
# Writes docs/performance.md and its drawing: cycles of all collectives, 8 B to 16 MiB, on 2 to 16 NICs of the RTL, beside their
# bounds: bench-sim-full.sh BUILD PAGE DRAWING. Finished points are kept (points.sh), so it goes on where it was interrupted;
# SIM_MINUTES=M ends it after M minutes, and the page names what is missing. It fails if a point is worse than it may be.
b=$1 page=$2 drawing=$3
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
. tests/bench/points.sh
open_store points
compile in_progress
compile together
compile exact_calls
tool=$b/bin/sumac
bounds "$dir/bounds"
end=$(($(date +%s) + ${SIM_MINUTES:-10000} * 60))

# Lines COLLECTIVE NICS BYTES COST, the most useful ones first. The cost is a guess at thousands of node-cycles to simulate, by
# which the rest of the time is estimated: the root's link has to take n - 1 copies of what a broadcast or an exscan sends.
awk -v bounds="$dir/bounds" -v collectives="$collectives" "$(cat tests/bench/bound.awk)"'
function ask(coll, n, bytes,  calls, times) {
	calls = bytes > 1048576 ? 1 : 3
	times = coll == "exscan" || coll == "broadcast" ? (n + 1) / 3 : 1.3
	print coll, n, bytes, int(1 + n * calls * times * bound(coll, n, bytes) / 1000)
}
function ask_all(coll, least, most,  i, bytes) {
	for (bytes = least; bytes <= most; bytes *= 2)
		for (i = 1; i <= 5; i++) ask(coll, nics[i], bytes)
}
BEGIN {
	split("2 3 4 8 16", nics, " "); n_colls = split(collectives, colls, " ")
	for (i = 1; i <= 5; i++) ask("barrier", nics[i], 8)
	for (c = 1; c <= n_colls; c++) ask_all(colls[c], 8, 65536)
	ask_all("allreduce", 131072, 16777216)
	for (bytes = 131072; bytes <= 16777216; bytes *= 2)
		for (c = 2; c <= n_colls; c++) ask_all(colls[c], bytes, bytes)
}' >"$dir/asked"
awk 'NR == FNR { is_done[$2 " " $3 " " $4]; next } !(($1 " " $2 " " $3) in is_done)' "$store" "$dir/asked" >"$dir/todo"
echo "$(wc -l <"$dir/todo") of $(wc -l <"$dir/asked") points are to be measured; the others are in $store"

# A point's start takes about as long as the simulation of 100,000 node-cycles.
cost_left=$(awk '{ cost += $4 + 100 } END { print cost + 0 }' "$dir/todo")
cost_done=0 begun=$(date +%s) told=$begun
while read -r coll n bytes cost; do
	now=$(date +%s)
	[ "$now" -lt "$end" ] || break
	if [ $((now - told)) -ge 30 ] && [ $cost_done -gt 0 ]; then
		told=$now
		echo "at $coll of $bytes bytes on $n NICs, after $(((now - begun) / 60)) minutes; it will take about" \
			"$(((now - begun) * cost_left / cost_done / 60 + 1)) more"
	fi
	point table "$tool" "$coll" "$n" "$bytes"
	cost_done=$((cost_done + cost + 100)) cost_left=$((cost_left - cost - 100))
done <"$dir/todo"
echo "measured for $((($(date +%s) - begun) / 60)) minutes"

# CALLS: prints the cycle of the last completion; what they differ by is the calls'. How long ranks take to leave is not in it, as
# that does not repeat.
last_of()
{
	run "$dir/in_progress" "$n" "$1"
	stat last_completion
}
checked() { sed -n "s/.*\"checker\".*\"$1\": \([0-9]*\).*/\1/p" "$dir/s.json"; } # a count of the rack's checker
for n in 2 3 4 8 16; do
	grep -q "^table in_progress $n " "$store" && continue
	more=$(last_of 1344) && less=$(last_of 320) || exit 1
	echo "table in_progress $n 8 $((((more - less) * 10 + 512) / 1024))" >>"$store"
done
for n in 2 3 4 8 16; do
	grep -q "^table first_answer $n " "$store" && continue
	collective "$tool" allreduce "$n" 8 64
	awk -F '[:,]' -v n="$n" '/answer_cycles/ { print "table answer", n, 8, $5 + 0; print "table first_answer", n, 8, $3 + 0 }' \
		"$dir/s.json" >>"$store"
done
for n in 2 4 8 16; do
	for accumulators in 0 1 10; do
		grep -q "^table exact_seen_$accumulators $n " "$store" && continue
		run "$dir/exact_calls" "$n" $accumulators 64
		echo "table exact_$accumulators $n 8 $(mean_cycles allreduce)" >>"$store"
		awk -F '[:,]' -v of="exact_seen_$accumulators $n 8" '/answer_cycles/ { print "table", of, $5 + 0 }' "$dir/s.json" \
			>>"$store"
	done
done
for n in 2 3 4 8 16; do
	grep -q "^table acknowledged $n " "$store" && continue
	collective "$tool" allreduce "$n" 4194304 1
	echo "table acknowledged $n 4194304 $(($(checked acknowledgements) * 1000 / $(checked chunks)))" >>"$store"
done
for n in 2 3 4 8 16; do
	grep -q "^table lossy $n " "$store" && continue
	: >"$dir/lossy"
	for seed in $(seq 20); do
		faults=loss=0.001,seed=$seed
		collective "$tool" allreduce "$n" 1048576 1
		echo "$cycles" >>"$dir/lossy"
	done
	awk -v n="$n" '{ sum += $1 } END { print "table lossy", n, 1048576, int(sum / NR + 0.5) }' "$dir/lossy" >>"$store"
	faults=
done
# ARGUMENTS of the program: teams side by side, with the switch's buffer in buffer.
together()
{
	run "$dir/together" "$@"
	buffer=
}
for buffer in 9600 2048; do
	grep -q "^table groups_$buffer " "$store" && continue
	size=$buffer buffer=
	together 16 groups 8 0
	less=$(stat last_completion) buffer=$size
	together 16 groups 8 1048576
	echo "table groups_$size 16 1048576 $(($(stat last_completion) - less)) $(stat drops_full)" >>"$store"
done
for counts in "1 0" "0 8" "1 8"; do
	grep -q "^table incast_${counts% *}_${counts#* } " "$store" && continue
	buffer=64
	together 16 incast "${counts% *}" 1048576 "${counts#* }"
	into=$(mean_cycles reduce_scatter) beside=$(mean_cycles allreduce)
	echo "table incast_${counts% *}_${counts#* } 16 524288 ${into:-0} $(stat drops_full) ${beside:-0}" >>"$store"
done
for what in nothing teams failures; do
	grep -q "^table beside_$what " "$store" && continue
	together 4 beside $what 1048576
	echo "table beside_$what 4 1048576 $(mean_cycles allreduce) $(stat drops_full)" >>"$store"
done
awk -v asked="$dir/asked" -v bounds="$dir/bounds" -v collectives="$collectives" \
	"$(cat tests/bench/bound.awk tests/bench/performance-page.awk)" "$store" tests/bench/performance-page.md >"$page"
judged=$?
drawer=$(cat tests/bench/bound.awk tests/bench/svg.awk tests/bench/performance.awk)
awk -v bounds="$dir/bounds" -v collectives="$collectives" "$drawer" "$store" >"$drawing" && exit $judged
