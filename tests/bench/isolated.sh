#!/bin/sh
# Collectives inside this machine as the OSU micro-benchmarks time them, each call by itself (isolated.c): under Sumac's CPU engine,
# beside Open MPI and MPICH, in jobs that run one after the other: isolated.sh BUILD [PAGE DRAWING]. JOBS (5) of each library take
# turns; of these the median counts, and what lies between the second and the last but one is their spread. 2 ranks are judged; 4
# are shown. TYPES ("float char"), FORMS ("blocking nonblocking"), BUFFERS ("same fresh"), COLLECTIVE, SIZES and RANKS ("2 4") pick
# points, MS (20) are a point's milliseconds in a job. FULL=1 takes all five types, and all of it for 4 ranks. With PAGE and
# DRAWING it writes both. The figures hold for this machine, as it was loaded.
b=$1 page=${2:-/dev/stdout} drawing=$3 jobs=${JOBS:-5} ms=${MS:-20} types=${TYPES:-float char} forms=${FORMS:-blocking nonblocking}
buffers=${BUFFERS:-same fresh} collective=${COLLECTIVE:-all} begin=$(date +%s)
sizes=${SIZES:-$(i=4; while [ $i -le 16777216 ]; do echo $i; i=$((2 * i)); done)}
[ -z "$FULL" ] || types="int float double char long_double"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
for mpi in openmpi mpich; do
	mpicc.$mpi -std=gnu11 -O2 -Wall -Wextra tests/bench/isolated.c -o "$dir/$mpi" || exit 1
	mpicc.$mpi -std=gnu11 -O2 -Wall -Wextra tests/bench/communicators.c -o "$dir/communicators.$mpi" || exit 1
done
load=$(cut -d' ' -f1 /proc/loadavg)

run() # LIBRARY RANKS PROGRAM ARGUMENTS...: a job's output; behind PROGRAM comes the MPI's name
{
	library=$1 n=$2 program=$dir/$3
	shift 3
	case $library in
	openmpi) set -- mpirun.openmpi --oversubscribe -n "$n" "${program}openmpi" "$@" ;;
	mpich) set -- mpirun.mpich -n "$n" "${program}mpich" "$@" ;;
	sumac)
		set -- "$b/bin/sumac" mpirun -n "$n" --engine cpu --oversubscribe --set progress=$progress "${program}openmpi" \
			"$@" ;;
	esac
	"$@" >"$dir/out" 2>"$dir/err" </dev/null || { echo "$* failed:" && tail -5 "$dir/err" && exit 1; } >&2
	cat "$dir/out"
}

many() # LIBRARY: how long many communicators take, and jobs that do nothing, in milliseconds
{
	progress=callers
	for calls in 1 10 100; do
		echo "$1 communicators-$calls $(run "$1" 2 communicators. 200 $calls)" || exit 1
	done
	for ranks in 2 64; do
		started=$(date +%s%N)
		run "$1" $ranks communicators. 0 0 >/dev/null || exit 1
		echo "$1 start-$ranks $((($(date +%s%N) - started) / 1000000))"
	done
}

round() # RANKS FORMS BUFFERS SIZES
{
	for type in $types; do
		for form in $2; do
			progress=callers
			[ "$form" = blocking ] || progress=thread
			for kind in $3; do
				for library in sumac openmpi mpich; do
					run $library "$1" "" "$form" "$kind" "$ms" "$type" "$collective" $4 >"$dir/points" || exit 1
					sed "s/^/$library $1 $type $form $kind /" "$dir/points" >>"$dir/all"
				done
			done
		done
	done
}

few=
for size in $sizes; do
	i=$((i + 1))
	[ $((i % 4)) != 1 ] || few="$few $size"
done
for n in ${RANKS:-2 4}; do
	for i in $(seq "$jobs"); do
		if [ "$n" = 2 ] || [ -n "$FULL" ]; then
			round "$n" "$forms" "$buffers" "$sizes"
		else
			round "$n" blocking same "$few"
		fi
		echo "$n ranks, job $i of $jobs: $(($(date +%s) - begin)) s so far" >&2
	done
done

for i in $(seq "$jobs"); do
	for library in sumac openmpi mpich; do
		many $library >>"$dir/many" || exit 1
	done
done

cache() # LEVEL: the processors that share it with the first
{
	for at in /sys/devices/system/cpu/cpu0/cache/index*; do
		[ "$(cat "$at/level")" != "$1" ] || { cat "$at/shared_cpu_list"; break; }
	done
}
processor() { sed -n "s/^$1[^:]*: *//p" /proc/cpuinfo | head -1; }
awk -f tests/bench/isolated-page.awk -v template=tests/bench/isolated-page.md -v points="$dir/drawn" \
	-v many="$dir/many" -v cores="$(nproc)" \
	-v cpu="$(processor 'model name'), family $(processor 'cpu family'), model $(processor 'model	')" \
	-v shared="$(cache 2)/$(cache 3)" -v minutes=$((($(date +%s) - begin) / 60)) \
	-v load="$load before and $(cut -d' ' -f1 /proc/loadavg) at the end" -v jobs="$jobs" \
	-v drawing="$(basename "${drawing:--}")" \
	-v openmpi="$(mpirun.openmpi --version | sed -n '1s/.*) /Open MPI /p')" \
	-v mpich="$(mpirun.mpich --version | sed -n 's/ *Version: */MPICH /p')" "$dir/all" >"$page" || exit 1
[ -z "$drawing" ] || awk -f tests/bench/svg.awk -f tests/bench/cpu-speed.awk -v how="each call by itself" "$dir/drawn" >"$drawing"
