#!/bin/sh
# Simulated cycles of allreduces on the stepped clock, beside their bounds, and how fast this machine simulates: the lanes and the
# engine by themselves, racks of 2 to 16 NICs, the time to build: bench-sim.sh BUILD [PAGE]. With PAGE it writes that page, which
# holds nothing that depends on the speed of this machine; what does is printed.
b=$1 page=$2
: "${VFLAGS:?make bench-sim runs this}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
${CC:-cc} -std=gnu11 -O1 -Iinclude tests/bench/allreduce.c -o "$dir/allreduce" -L"$b/lib" -lsumac -Wl,-rpath,"$PWD/$b/lib" || exit 1

# The rack's defaults, in cycles of 4 ns: 50 bytes a cycle on links and host ports, 150 a hop, 225 to read host memory,
# 125 to write it. A chunk of 4096 bytes takes 4188 on the wire (header 64, CRC 4, gap and the like 20 + 4).
bound() # NICs BYTES: what any plan must take
{
	awk -v n="$1" -v s="$2" 'BEGIN {
		fixed = s > 65536 ? 0 : 225 + 225 + 150 + (s > 16 ? 125 : 0)   # descriptor, operand, hop, result
		printf "%d", fixed + 2 * (n - 1) / n * (s <= 4096 ? s : s * 4188 / 4096) / 50
	}'
}
rate() { awk -F'[:,]' '/"node_cycles_stepped"/ { n = $2 } /"wall_s"/ { t = $2 } END { printf "%d", n / t / 1000 }' "$dir/s.json"; }
run() # NICs BYTES REPEATS [f32]: leaves r.json and s.json, and the milliseconds in ms
{
	n=$1
	shift
	begin=$(date +%s%N)
	"$b/bin/sumac" run -n "$n" --engine nic --require nic --clock stepped --report "$dir/r.json" \
		--set rack_stats="$dir/s.json" "$dir/allreduce" "$@" 2>"$dir/err" ||
		{ cat "$dir/err"; exit 1; }
	ms=$((($(date +%s%N) - begin) / 1000000))
}

rows=
for n in 2 3 4 8 16; do
	for bytes in 8 1024 16384 65536 1048576; do
		run $n $bytes 3
		cycles=$(awk -F'"max_cycles": ' '/"call": "allreduce"/ { split($2, a, ","); if (a[1] + 0 > m) m = a[1] + 0 }
			END { print m }' "$dir/r.json")
		most=$(bound $n $bytes)
		printf '%d NICs, %7d bytes: %7d cycles (bound %6d), on this machine %d ms, %d thousand node-cycles a second\n' \
			$n $bytes "$cycles" $most $ms "$(rate)"
		rows="$rows| $n | $bytes | $cycles | $((cycles * 4 / 1000)).$(printf %03d $((cycles * 4 % 1000))) | $most |"
		rows="$rows 0.$(printf %02d $((100 * most / cycles))) |
"
	done
done
run 8 1048576 1 f32
awk -F'[:,]' -v ms=$ms '/"node_cycles_stepped"/ { stepped = $2 } /"node_cycles_skipped"/ { skipped = $2 }
	END { printf "1 MiB of binary32 sums over 8 NICs: %d ms; %d thousand node-cycles, %d thousand simulated, the others idle\n",
		ms, (stepped + skipped) / 1000, stepped / 1000 }' "$dir/s.json"
nic_rate=$(rate)

# The lanes alone, the engine alone, Verilated and compiled as the NIC is (VFLAGS and VMAKE are make's); and the NIC, from nothing.
alone() # TOP FILES...: builds and times it
{
	top=$1
	shift
	verilator --exe --build $VFLAGS --top-module "$top" "$@" --Mdir "$dir/$top" -CFLAGS "-I$PWD/include -I$PWD/tests" \
		-MAKEFLAGS "$VMAKE" >"$dir/$top.log" 2>&1 &&
		"$dir/$top/V$top" 2000000 || { tail -20 "$dir/$top.log"; exit 1; }
}
alone lanes tests/campaign/lanes.sv "$PWD/tests/campaign/alu.cpp" "$PWD/tests/bench/lanes.cpp"
alone engine tests/bench/engine.sv "$PWD/tests/bench/engine.cpp"
echo "whole NIC: $nic_rate thousand node-cycles a second, in that rack of 8"
begin=$(date +%s)
${MAKE:-make} --no-print-directory -s B="$dir/build" "$dir/build/nic/model.a" >"$dir/build.log" 2>&1 ||
	{ tail -20 "$dir/build.log"; exit 1; }
echo "the NIC's model: $(($(date +%s) - begin)) s to build"
[ -n "$page" ] || exit 0
{
	sed '/^TABLE$/,$d' tests/bench/performance-page.md
	printf '| NICs | bytes | cycles | µs | bound | share of it |\n|---:|---:|---:|---:|---:|---:|\n%s' "$rows"
	sed '1,/^TABLE$/d' tests/bench/performance-page.md
} >"$page"
