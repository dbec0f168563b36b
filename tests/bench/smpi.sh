#!/bin/sh
# A second opinion on the rack's figures: smpi.sh BUILD PAGE. The same program makes allreduces on simulated NICs and under SMPI,
# on platforms of the same numbers, by each algorithm that SMPI has; the page has the figures side by side. Finished points are
# kept (points.sh), so it goes on where it was interrupted.
b=$1 page=$2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
. tests/bench/points.sh
measured_sources="hw/rtl include/spec host/plan host/engine/nic sim/rack sim/nic"
measured_sources="$measured_sources tests/bench/mpi_allreduce.c tests/bench/smpi.sh tests/bench/smpi-platform.awk"
open_store smpi
mpicc -std=gnu11 -O1 tests/bench/mpi_allreduce.c -o "$dir/on_rack" || exit 1
smpicc -std=gnu11 -O1 tests/bench/mpi_allreduce.c -o "$dir/in_smpi" || exit 1

on_rack() # RANKS BYTES: leaves the report in r.json
{
	"$b/bin/sumac" mpirun -n "$1" --engine nic --require nic --clock stepped --report "$dir/r.json" "$dir/on_rack" "$2" 3 \
		>"$dir/out" 2>"$dir/err" || { cat "$dir/err" >&2; exit 1; }
}
# PLATFORM RANKS BYTES ALGORITHM: prints microseconds. Computing takes no time there, since SMPI would take this machine's. Its
# barrier is one that all ranks leave together, as they leave the NICs'.
in_smpi()
{
	# shellcheck disable=SC2046 # options are words
	TMPDIR=$dir timeout 60 smpirun -np "$2" -platform "$dir/$1.xml" $(cat "$dir/$1.cfg") --log=root.thres:critical \
		--cfg=smpi/simulate-computation:no --cfg=smpi/wtime:0 --cfg=smpi/barrier:mvapich2_pair --cfg=smpi/allreduce:"$4" \
		"$dir/in_smpi" "$3" 3 2>"$dir/err"
}

# SMPI's platforms are made of the rack's clock and of the settings that are its surroundings.
on_rack 2 8
{
	echo "commit $(git log -1 --format=%h --abbrev=12 -- hw host sim include)"
	echo "clean $(git diff --quiet HEAD -- hw host sim include && echo true)"
	smpirun -version | sed -n 's/.*version */simgrid /p'
	sed -n 's/.*"\(clock_hz\|spec_hash\)": *"*\([0-9a-fx]*\).*/\1 \2/p' "$dir/r.json"
	"$b/bin/sumac" info --settings
} >"$dir/known"
bounds "$dir/bounds"
awk -v dir="$dir" -v bounds="$dir/bounds" "$(cat tests/bench/bound.awk tests/bench/smpi-platform.awk)" "$dir/known" \
	>"$dir/facts" || exit 1
in_smpi links 2 8 rdb >"$dir/out" || { cat "$dir/out" "$dir/err" >&2; exit 1; }
# Asked for an algorithm that it has not, SMPI lists those that it has. Selectors, which choose among these, are left out.
in_smpi links 2 8 none >"$dir/out"
algorithms=$(sed -n 's/.*Valid algorithms: \(.*\)\.$/\1/p' "$dir/err" | tr -d ',' |
	sed -E 's/\<(automatic|ompi|mpich|mvapich2|impi)\>//g')
[ -n "$algorithms" ] || { cat "$dir/err"; echo "smpi.sh: SMPI does not list its algorithms for allreduces"; exit 1; } >&2

for n in 2 4 8 16; do
	for bytes in 8 64 512 4096 32768 262144 1048576; do
		if ! grep -q "^rack $n $bytes " "$store"; then
			on_rack $n $bytes
			echo "rack $n $bytes $(mean_cycles allreduce)" >>"$store"
		fi
		for platform in links ports own; do
			grep -q "^$platform $n $bytes " "$store" && continue
			for algorithm in $algorithms; do
				if us=$(in_smpi $platform $n $bytes "$algorithm"); then
					echo "$us $algorithm"
				else
					echo "failed $algorithm $n $bytes" >>"$store"
				fi
			done | sort -k1,1g -k2,2 >"$dir/times"
			[ -s "$dir/times" ] || { cat "$dir/err"; echo "smpi.sh: no algorithm of SMPI has ended well"; exit 1; } >&2
			echo "$platform $n $bytes $(head -1 "$dir/times")" >>"$store"
		done
		echo "$n ranks, $bytes bytes: done"
	done
done
awk -v bounds="$dir/bounds" "$(cat tests/bench/bound.awk tests/bench/smpi-page.awk)" "$dir/facts" "$store" \
	tests/bench/smpi-page.md >"$dir/page" &&
	cp "$dir/page" "$page"
