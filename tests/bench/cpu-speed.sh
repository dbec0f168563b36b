#!/bin/sh
# Collectives inside this machine: Sumac's CPU engine under an MPI program, beside Open MPI and MPICH: cpu-speed.sh BUILD [PAGE DRAWING].
# The three take turns ROUNDS times (3), of a point's times the median counts, and Sumac's is compared with the faster of the two.
# RANKS says with how many ranks ("2 4"). With PAGE and DRAWING it writes both; the figures hold for this machine, as it was loaded.
b=$1 page=$2 drawing=$3
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
for mpi in openmpi mpich; do
	mpicc.$mpi -std=gnu11 -O2 -Wall -Wextra tests/bench/cpu_speed.c -o "$dir/$mpi" || exit 1
done

run() # WHO RANKS COMMAND...: a line a point, with who and ranks before it
{
	who=$1 n=$2
	shift 2
	"$@" >"$dir/out" 2>"$dir/err" || { echo "$who with $n ranks failed:"; tail -5 "$dir/err"; exit 1; }
	sed "s/^/$who $n /" "$dir/out" >>"$dir/all"
}
cores=$(nproc) begin=$(date +%s)
for n in ${RANKS:-2 4}; do
	i=0
	while [ $i -lt "${ROUNDS:-3}" ]; do
		i=$((i + 1))
		run openmpi "$n" mpirun.openmpi --oversubscribe -n "$n" "$dir/openmpi"
		run mpich "$n" mpirun.mpich -n "$n" "$dir/mpich"
		run sumac "$n" "$b/bin/sumac" mpirun -n "$n" --engine cpu --oversubscribe "$dir/openmpi"
		echo "$n ranks, round $i of ${ROUNDS:-3}: $(($(date +%s) - begin)) s so far" >&2
	done
done

# A line a point: RANKS COLLECTIVE TYPE BYTES, seconds of Sumac, Open MPI and MPICH, and Sumac's over the better of them.
awk '
	function median(list, n, parts, i, j, x) {
		n = split(list, parts, " ")
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && parts[j - 1] + 0 > parts[j] + 0; j--) { x = parts[j]; parts[j] = parts[j - 1]; parts[j - 1] = x }
		return parts[int((n + 1) / 2)]
	}
	{ point = $2 " " $3 " " $4 " " $5; times[$1, point] = times[$1, point] " " $6; if (!(point in seen)) { seen[point]; order[++n] = point } }
	END {
		for (i = 1; i <= n; i++) {
			s = median(times["sumac", order[i]]); o = median(times["openmpi", order[i]]); m = median(times["mpich", order[i]])
			best = o + 0 < m + 0 ? o : m
			print order[i], s, o, m, s / best
		}
	}' "$dir/all" | sort -k1n -k2,2 -k3,3 -k4n >"$dir/points"

# A row for each number of ranks and collective, or with them each size.
mean() # AWK-KEY
{
	awk '{ key = '"$1"'; if (!(key in n)) order[++k] = key; n[key]++; sum[key] += log($8); if ($8 > worst[key]) { worst[key] = $8; at[key] = $3 ", " $4 " bytes" } won[key] += $8 < 1 }
		END { for (i = 1; i <= k; i++) { key = order[i]; printf "| %s | %.2f | %d of %d | %.2f | %s |\n", key, exp(sum[key] / n[key]), won[key], n[key], worst[key], at[key] } }' "$dir/points"
}
of_sizes() # RANKS COLLECTIVE TYPE: microseconds
{
	awk -v n="$1" -v c="$2" -v t="$3" '$1 == n && $2 == c && $3 == t { printf "| %d | %.2f | %.2f | %.2f | %.2f |\n", $4, $5 * 1e6, $6 * 1e6, $7 * 1e6, $8 }' "$dir/points"
}
{
	echo "| ranks, collective | Sumac's time over the better peer's, geometric mean | points ahead | worst | where |"
	echo "|---|---:|---:|---:|---|"
	mean '$1 " ranks, " $2'
	mean '$1 " ranks, all"'
} >"$dir/means"
{
	echo "| bytes | Sumac µs | Open MPI µs | MPICH µs | ratio |"
	echo "|---:|---:|---:|---:|---:|"
	of_sizes 2 allreduce MPI_DOUBLE
} >"$dir/sizes"
cat "$dir/means" "$dir/sizes"
[ -n "$page" ] || exit 0
awk -f tests/bench/cpu-speed.awk "$dir/points" >"$drawing" || exit 1
cat >"$page" <<END
# Collectives inside a host

Made by \`make bench-cpu\`, on $cores cores ($(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1)), with a load of $(cut -d' ' -f1 /proc/loadavg) at its end. An MPI program, unmodified, whose
collectives Sumac's CPU engine does (over $(mpirun.openmpi --version | sed -n '1s/.*) /Open MPI /p')), beside the same program with Open MPI alone and with
$(mpirun.mpich --version | sed -n 's/ *Version: */MPICH /p'). SUM of five types, 8 bytes to 16 MiB, the program's own buffers; the three took turns ${ROUNDS:-3} times, and the median counts.
A ratio below 1 means that Sumac is faster than the faster of the two.

![Sumac's time over the better peer's](./$(basename "$drawing"))

$(cat "$dir/means")

Allreduce of double, 2 ranks:

$(cat "$dir/sizes")
END
