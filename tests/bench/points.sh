# Points: cycles of collectives on simulated NICs, on the stepped clock, for the scripts that source this with $b, the build, and
# $dir, a temporary folder. A point is kept in the file $store as a line PLAN COLLECTIVE NICS BYTES CYCLES, and measured only once
# for each state of what it depends on, so a script that was interrupted goes on where it was.
collectives="allreduce reduce reduce_scatter scan exscan broadcast allgather" # and barrier, which has no bytes
measured_sources="hw/rtl include/spec host/plan host/engine/nic sim/rack sim/nic"
measured_sources="$measured_sources host/tool/perf_call.c host/tool/perf_check.c host/tool/perf_loop.c"
measured_sources="$measured_sources tests/bench/in_progress.c tests/bench/together.c tests/bench/exact_calls.c"

# NAME [SOURCES NOT TO LOOK AT, a pattern]: points in $b/bench-sim/NAME, if they were measured with these sources, else none.
open_store()
{
	store=$b/bench-sim/$1
	state=$(find $measured_sources -type f | grep -v "${2:-^$}" | sort | xargs cksum | cksum)
	mkdir -p "$b/bench-sim" && touch "$store"
	[ "$(head -1 "$store")" = "# $state" ] || echo "# $state" >"$store"
}

compile() # NAME: the program of that name, as $dir/NAME
{
	${CC:-cc} -std=gnu11 -O1 -Iinclude "tests/bench/$1.c" -o "$dir/$1" -L"$b/lib" -lsumac -Wl,-rpath,"$PWD/$b/lib" || exit 1
}

# PROGRAM NICS ARGUMENTS: leaves r.json and s.json, and the milliseconds in ms; by the fault plan in faults and with the switch's
# buffer in buffer, if there is one
run()
{
	program=$1 nics=$2
	shift 2
	begin=$(date +%s%N)
	"$b/bin/sumac" run -n "$nics" --engine nic --require nic --clock stepped --report "$dir/r.json" \
		${faults:+--faults "$faults"} ${buffer:+--set buffer_kib="$buffer"} --set rack_stats="$dir/s.json" \
		"$program" "$@" >"$dir/out" 2>"$dir/err" ||
		{ cat "$dir/err"; exit 1; }
	ms=$((($(date +%s%N) - begin) / 1000000))
}
stat() { awk -F'[:,]' -v name="\"$1\"" '$0 ~ name { print $2 + 0; exit }' "$dir/s.json"; }

# CALL, in the report: the mean of its calls on the rank where that is longest, as the field's benchmarks count.
mean_cycles()
{
	awk -v call="\"call\": \"$1\"" '
		function field(name) {
			return match($0, "\"" name "\": [0-9]+") ? substr($0, RSTART + length(name) + 4, RLENGTH) + 0 : 0
		}
		$0 ~ call && field("calls") > field("failed") {
			mean = field("cycles") / (field("calls") - field("failed"))
			if (mean > most) most = mean
		}
		END { if (most) printf "%.0f\n", most }' "$dir/r.json"
}

# TOOL COLLECTIVE NICS BYTES CALLS [TYPE]: leaves the result of TOOL perf in out, its cycles on the slowest rank in cycles, and the
# bound in least. Where not all ranks wait for all others, a barrier before each call lets them begin together.
collective()
{
	of=$2 sizes="--sizes $4 --type ${6:-I32}" row=--in-a-row
	case $of in
	barrier) sizes= ;;
	reduce | scan | exscan | broadcast) row= ;;
	esac
	run "$1" "$3" perf latency "$of" $sizes $row --warmup 0 --iterations "$5" --json
	cycles=$(member max) least=$(member bound)
	[ -n "$cycles" ] || { echo "there is no result of $of on $3 NICs"; exit 1; }
	cycles=$(printf %.0f "$cycles")
}
member() { sed -n "s/.*\"$1\": \([0-9.]*\),.*/\1/p" "$dir/out"; } # a number in the result

# How many calls of so many bytes make a point.
calls_of() { [ "$1" -gt 1048576 ] && echo 1 || echo 3; }

# PLAN TOOL COLLECTIVE NICS BYTES: leaves the cycles in cycles, from the store if they are there
point()
{
	cycles=$(awk -v at="$1 $3 $4 $5" '$1 " " $2 " " $3 " " $4 == at { print $5 }' "$store")
	[ -z "$cycles" ] || return 0
	collective "$2" "$3" "$4" "$5" "$(calls_of "$5")"
	echo "$1 $3 $4 $5 $cycles" >>"$store"
}

# FILE: writes the bounds of all points, which bound.awk reads, as lines COLLECTIVE NICS BYTES BOUND CYCLES-OF-THE-BYTES.
bounds()
{
	: >"$dir/bounds.json"
	for n in 2 3 4 8 16; do
		for of in barrier $collectives; do
			sizes="--sizes 8:16M --type I32"
			[ $of != barrier ] || sizes=
			"$b/bin/sumac" perf bound "$of" -n $n --engine nic $sizes --json >>"$dir/bounds.json" 2>"$dir/err" ||
				{ cat "$dir/err"; exit 1; }
		done
	done
	sed -E -e 's/.*"collective": "([a-z_]*)".*"bytes": ([0-9]*), "ranks": ([0-9]*)/\1 \3 \2/' \
		-e 's/,.*"bound": ([0-9.]*), "bound_of_bytes": ([0-9.]*),.*/ \1 \2/' \
		-e 's/^(barrier [0-9]*) 0 /\1 8 /' "$dir/bounds.json" >"$1"
}
