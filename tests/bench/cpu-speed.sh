#!/bin/sh
# Collectives inside this machine: Sumac's CPU engine under an MPI program, beside Open MPI and MPICH, and under a SHMEM program on
# the heap, and copies of memory: cpu-speed.sh BUILD [PAGE DRAWING]. All are started together, and take turns point by point, within
# milliseconds, since what two cores share may change within seconds where they are virtual; a program that waits is blocked. So
# they go through all points ROUNDS times (5). In a round Sumac's time is compared with that of the faster of the two; of rounds the
# median counts. Then settings at half and double their defaults. RANKS says with how many ranks ("2 4"), COLLECTIVE, TYPE and SIZES
# pick points; QUICK=1 takes few sizes and one round. With PAGE and DRAWING (x.svg) it writes both: of the points, three panels into
# x.svg, for README, and all of them into x-all.svg, for the page. The figures hold for this machine, as it was loaded.
b=$1 page=$2 drawing=$3 rounds=${ROUNDS:-5} sizes=${SIZES:-8 64 512 4096 32768 262144 1048576 4194304 16777216}
[ -z "$QUICK" ] || rounds=${ROUNDS:-1} sizes=${SIZES:-8 4096 1048576}
bound_bytes=1048576 # what the bound is computed for
tried="cpu_small_bytes cpu_round_bytes"
dir=$(mktemp -d) || exit 1
end_turns() { printf '\1' | dd of="$dir/turns" conv=notrunc 2>"$dir/dd"; } # speed_turns.h
trap 'end_turns; rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
c="-std=gnu11 -O2 -Wall -Wextra tests/bench/cpu_speed.c tests/bench/speed_turns.c tests/bench/cpu_speed"
for mpi in openmpi mpich; do
	mpicc.$mpi ${c}_mpi.c -o "$dir/$mpi" || exit 1
done
"$b/bin/sumac" cc ${c}_shmem.c -o "$dir/shmem" || exit 1
cc ${c}_memory.c -o "$dir/memory" || exit 1

cores=$(nproc) begin=$(date +%s) load=$(cut -d' ' -f1 /proc/loadavg)
# The programs that take part: SETTING,BY=VALUE is Sumac with that setting.
start() # WHO RANKS ARGUMENTS...
{
	who=$1 n=$2
	shift 2
	case $who in
	memory)
		at="$1 $2 $3 $4"
		shift 6
		SPEED_RANKS=$n SPEED_PROCESSES=$((n < cores ? n : cores)) "$dir/memory" $at all double "$@" ;;
	openmpi) mpirun.openmpi --oversubscribe -n "$n" "$dir/openmpi" "$@" ;;
	mpich) mpirun.mpich -n "$n" "$dir/mpich" "$@" ;;
	shmem) "$b/bin/sumac" run -n "$n" --engine cpu "$dir/shmem" "$@" ;;
	*,*) "$b/bin/sumac" mpirun -n "$n" --engine cpu --oversubscribe --set "${who%,*}=${who#*=}" "$dir/openmpi" "$@" ;;
	sumac) "$b/bin/sumac" mpirun -n "$n" --engine cpu --oversubscribe "$dir/openmpi" "$@" ;;
	esac
}

# A line a point and round of each, with who and ranks before it.
in_turns() # RANKS "WHO..." COLLECTIVE TYPE BYTES...
{
	ranks=$1 all=$2 i=0
	shift 2
	: >"$dir/turns"
	for one in $all; do
		{ start "$one" "$ranks" "$dir/turns" $i "$(echo "$all" | wc -w)" "$rounds" \
			"$@" </dev/null >"$dir/out.$i" 2>"$dir/err.$i" ||
			{ echo "$one $i" >>"$dir/failed"; end_turns; }; } &
		i=$((i + 1))
	done
	wait
	if [ -s "$dir/failed" ]; then
		read -r one i <"$dir/failed"
		echo "$one with $ranks ranks failed:"
		tail -5 "$dir/err.$i"
		exit 1
	fi
	i=0
	for one in $all; do
		sed "s/^/${one%=*} $ranks /" "$dir/out.$i" >>"$dir/all"
		i=$((i + 1))
	done
}

for n in ${RANKS:-2 4}; do
	in_turns "$n" "memory openmpi mpich sumac shmem" "${COLLECTIVE:-all}" "${TYPE:-all}" $sizes
	echo "$n ranks, $rounds rounds: $(($(date +%s) - begin)) s so far" >&2
done

# A setting's default, its half and its double, on messages around it.
bytes_of() # SETTING
{
	"$b/bin/sumac" info --settings |
		awk -v s="$1" '$1 == s { n = $2 + 0; print $2 ~ /M$/ ? n * 1048576 : $2 ~ /K$/ ? n * 1024 : n }'
}
for_machine() # SETTING: where its default is to go by the machine
{
	case $1 in
	cpu_round_bytes)
		kib=$("$b/bin/sumac" doctor | sed -n 's/^ok *long messages *in rounds of \([0-9]*\) KiB.*/\1/p')
		echo $((1024 * kib)) ;;
	*) echo 16384 ;;
	esac
}
for setting in $tried; do
	value=$(bytes_of $setting)
	[ "$value" != 0 ] || value=$(for_machine $setting)
	for n in ${RANKS:-2 4}; do
		in_turns "$n" "$setting,half=$((value / 2)) $setting,default=$value $setting,twice=$((value * 2))" \
			allreduce double $((value / 2)) $value $((value * 2)) $((value * 4))
	done
	echo "$setting: $(($(date +%s) - begin)) s so far" >&2
done

# No load changes these.
: >"$dir/counts"
[ -n "$QUICK" ] || sh tests/bench/short-path.sh "$b" >"$dir/counts" || { cat "$dir/counts"; exit 1; }

[ -n "$page" ] || page=/dev/stdout
awk -f tests/bench/cpu-speed-page.awk -v template=tests/bench/cpu-speed-page.md -v points="$dir/points" \
	-v counts="$dir/counts" -v cores="$cores" -v cpu="$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1)" \
	-v load="$load before and $(cut -d' ' -f1 /proc/loadavg) at the end" -v bound_bytes=$bound_bytes -v rounds="$rounds" \
	-v drawing="$(basename "${drawing:--}")" \
	-v openmpi="$(mpirun.openmpi --version | sed -n '1s/.*) /Open MPI /p')" \
	-v mpich="$(mpirun.mpich --version | sed -n 's/ *Version: */MPICH /p')" \
	"$dir/all" >"$page" || exit 1
[ -z "$drawing" ] || awk -f tests/bench/svg.awk -f tests/bench/cpu-speed.awk "$dir/points" >"$drawing"
