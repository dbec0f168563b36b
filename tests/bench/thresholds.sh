#!/bin/sh
# From which size slices and chains pay on NICs: thresholds.sh BUILD. It runs each collective that has them both ways, at all sizes
# and numbers of NICs below, in the rack on the stepped clock, and writes the rows of include/spec/plans.def that need spread
# nodes (plan-rows.awk). It prints the cycles of both.
b=$1
: "${CC:?make thresholds runs this}"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
. tests/bench/points.sh
open_store thresholds /plans.def
sizes="8 64 256 512 1024 2048 4096 8192 16384 32768 65536 131072"
objects=$(ls host/tool/*.c host/launch/*.c host/oracle/*.c | sed "s|^|$b/obj/|; s|c$|o|")

# NAME BYTES: the tool with a planner for which all such plans begin at so many bytes
tool()
{
	cp -r include/spec "$dir/spec" || exit 1
	awk -v bytes="$2" -f tests/bench/plan-rows.awk include/spec/plans.def >"$dir/spec/plans.def"
	$CC -std=gnu11 -O1 -I"$dir" -Iinclude -Ihost -I. $objects host/plan/plan.c "$b/lib/libsumac.a" \
		$(pkg-config --libs pmix) -lpthread -lm -o "$dir/$1" || exit 1
	rm -r "$dir/spec"
}
tool long 0
tool short 1000000000

compare() # COLLECTIVE LEAST NICS: lines of COLLECTIVE LEAST NICS BYTES CYCLES CYCLES, those of the long plan last
{
	for n in 2 3 4 6 8 12 16; do
		[ $n -ge "$2" ] || continue
		for bytes in $sizes; do
			point short "$dir/short" "$1" $n $bytes
			other=$cycles
			point long "$dir/long" "$1" $n $bytes
			echo "$1 $2 $n $bytes $other $cycles"
		done
	done
}
# One alone has no spread nodes; between two, a reduce and a scan are the same either way.
{
	compare allreduce 2
	compare reduce 3
	compare scan 3
	compare reduce_scatter 2
	compare allgather 2
} >"$dir/compared" || exit 1
awk '{ printf "%s, %d NICs, %d bytes: %d cycles, long plan %d\n", $1, $3, $4, $5, $6 }' "$dir/compared"
awk -v compared="$dir/compared" -f tests/bench/plan-rows.awk include/spec/plans.def >"$dir/plans.def" &&
	cp "$dir/plans.def" include/spec/plans.def
