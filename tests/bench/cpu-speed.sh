#!/bin/sh
# Collectives inside this machine: Sumac's CPU engine under an MPI program, beside Open MPI and MPICH, and under a SHMEM program on the
# heap: cpu-speed.sh BUILD [PAGE DRAWING]. They take turns ROUNDS times (3), collective by collective, since what two cores share may
# change within seconds where they are virtual, with a copy of memory by as many processes as another; of a point's times the median
# counts, and Sumac's is compared with the faster of the two. Then settings at half and double their defaults. RANKS says with how many
# ranks ("2 4"); QUICK=1 takes few sizes and one round. With PAGE and DRAWING it writes both; the figures hold for this machine, as it
# was loaded.
b=$1 page=$2 drawing=$3 rounds=${ROUNDS:-3} sizes="8 64 512 4096 32768 262144 1048576 4194304 16777216"
[ -z "$QUICK" ] || rounds=1 sizes="8 4096 1048576"
bound_bytes=1048576 # what the bound is computed for
tried="cpu_small_bytes cpu_round_bytes"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
c="-std=gnu11 -O2 -Wall -Wextra tests/bench/cpu_speed.c tests/bench/cpu_speed"
for mpi in openmpi mpich; do
	mpicc.$mpi ${c}_mpi.c -o "$dir/$mpi" || exit 1
done
"$b/bin/sumac" cc ${c}_shmem.c -o "$dir/shmem" || exit 1
cc -std=gnu11 -O2 -Wall -Wextra tests/bench/memory_speed.c -o "$dir/memory" || exit 1

run() # WHO RANKS COMMAND...: a line a point, with who and ranks before it
{
	who=$1 n=$2
	shift 2
	"$@" >"$dir/out" 2>"$dir/err" || { echo "$who with $n ranks failed:"; tail -5 "$dir/err"; exit 1; }
	sed "s/^/$who $n /" "$dir/out" >>"$dir/all"
}
sumac() { n=$1; shift; "$b/bin/sumac" mpirun -n "$n" --engine cpu --oversubscribe "$@"; }
cores=$(nproc) begin=$(date +%s) load=$(cut -d' ' -f1 /proc/loadavg)
for n in ${RANKS:-2 4}; do
	for i in $(seq "$rounds"); do
		for collective in barrier allreduce reduce scan reduce_scatter; do
			run memory "$n" "$dir/memory" $((n < cores ? n : cores)) $bound_bytes
			run openmpi "$n" mpirun.openmpi --oversubscribe -n "$n" "$dir/openmpi" $collective all $sizes
			run mpich "$n" mpirun.mpich -n "$n" "$dir/mpich" $collective all $sizes
			run sumac "$n" sumac "$n" "$dir/openmpi" $collective all $sizes
			run shmem "$n" "$b/bin/sumac" run -n "$n" --engine cpu "$dir/shmem" $collective all $sizes
		done
		echo "$n ranks, round $i of $rounds: $(($(date +%s) - begin)) s so far" >&2
	done
done

# A setting's default, its half and its double, on messages around it.
bytes_of() # SETTING
{
	"$b/bin/sumac" info --settings | awk -v s="$1" '$1 == s { n = $2 + 0; print $2 ~ /M$/ ? n * 1048576 : $2 ~ /K$/ ? n * 1024 : n }'
}
for setting in $tried; do
	value=$(bytes_of $setting)
	for i in $(seq "$rounds"); do
		for n in ${RANKS:-2 4}; do
			for by in half:$((value / 2)) default:$value twice:$((value * 2)); do
				run "$setting,${by%:*}" "$n" sumac "$n" --set $setting=${by#*:} "$dir/openmpi" allreduce double \
					$((value / 2)) $value $((value * 2)) $((value * 4))
			done
		done
	done
	echo "$setting: $(($(date +%s) - begin)) s so far" >&2
done

# No load changes these.
: >"$dir/counts"
[ -n "$QUICK" ] || sh tests/bench/short-path.sh "$b" >"$dir/counts" || { cat "$dir/counts"; exit 1; }

[ -n "$page" ] || page=/dev/stdout
awk -f tests/bench/cpu-speed-page.awk -v points="$dir/points" -v counts="$dir/counts" -v cores="$cores" -v cpu="$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1)" \
	-v load="$load before and $(cut -d' ' -f1 /proc/loadavg) at the end" -v bound_bytes=$bound_bytes -v rounds="$rounds" -v drawing="$(basename "${drawing:--}")" \
	-v openmpi="$(mpirun.openmpi --version | sed -n '1s/.*) /Open MPI /p')" -v mpich="$(mpirun.mpich --version | sed -n 's/ *Version: */MPICH /p')" \
	"$dir/all" >"$page" || exit 1
[ -z "$drawing" ] || awk -f tests/bench/cpu-speed.awk "$dir/points" >"$drawing"
