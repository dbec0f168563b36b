#!/bin/sh
# How fast this machine simulates, beside simulated cycles and their bounds: the lanes and the engine by themselves, racks of 2 to
# 16 NICs, the time to build: bench-sim.sh BUILD. It only prints; bench-sim-full.sh writes the page.
b=$1
: "${VFLAGS:?make bench-sim runs this}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
. tests/bench/points.sh

rate() { echo $(($(stat node_cycles_stepped) / (ms + 1) / $(stat threads))); }
show() # COLLECTIVE NICS BYTES
{
	collective "$b/bin/sumac" "$1" "$2" "$3" "$(calls_of "$3")"
	echo "$1 $2 $3 $cycles $least" | awk -v ms=$ms -v rate="$(rate)" '{
		printf "%-14s %2d NICs, %7d bytes: %6d cycles (bound %5d, %.2f), on this machine %d ms, %d thousand node-cycles " \
			"a second and core\n", $1, $2, $3, $4, $5, $5 / $4, ms, rate }'
}
for n in 2 3 4 8 16; do
	for coll in $collectives; do
		for bytes in 8 1024 16384 65536; do
			show $coll $n $bytes
		done
	done
	show barrier $n 8
	show allreduce $n 1048576
done
collective "$b/bin/sumac" allreduce 8 1048576 1 F32
echo "1 MiB of binary32 sums over 8 NICs: $ms ms; $((($(stat node_cycles_stepped) + $(stat node_cycles_skipped)) / 1000))" \
	"thousand node-cycles, $(($(stat node_cycles_stepped) / 1000)) thousand simulated, the others idle"
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
echo "whole NIC: $nic_rate thousand node-cycles a second and core, in that rack of 8"
begin=$(date +%s)
${MAKE:-make} --no-print-directory -s B="$dir/build" PROFILE=no "$dir/build/nic/model.a" >"$dir/build.log" 2>&1 ||
	{ tail -20 "$dir/build.log"; exit 1; }
echo "the NIC's model: $(($(date +%s) - begin)) s to build"
