#!/bin/sh
# The cost of reaching a NIC, on the rack and through XRT's emulation of a card: bench-bus.sh BUILD [PAGE]. Prints, and writes the
# page.
b=$1 page=$2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
flags=$(pkg-config --cflags --libs libfabric pmix) || exit 1
${CC:-cc} -std=gnu11 -O2 -g -Iinclude -Ihost -I. tests/bench/bus_path.c "$b/lib/libsumac.a" -o "$dir/bus" $flags -lpthread -lm ||
	exit 1
ln -s "$(realpath "$b/lib/sumac_xrt_emulation.so")" "$dir/" || exit 1 # where a program that has libsumac in itself looks for it
${CC:-cc} -shared -fPIC tests/e2e/short_sleep.c -o "$dir/short_sleep.so" || exit 1
cat >"$dir/quick" <<'END'
LD_PRELOAD=$SHORT_SLEEP exec "$@"
END
export SHORT_SLEEP="$dir/short_sleep.so" SUMAC_CONFIG=/dev/null
run() # BUS COMMAND...
{
	bus=$1
	shift
	"$b/bin/sumac" run -n 1 --engine nic --bus $bus --timeout 60 sh "$dir/quick" "$@" 2>"$dir/err" ||
		{ cat "$dir/err" >&2; exit 1; }
}
for bus in rack xrt; do
	run $bus "$dir/bus" >"$dir/$bus.times" || exit 1
	run $bus valgrind --tool=callgrind --collect-atstart=no --callgrind-out-file="$dir/$bus.out" "$dir/bus" \
		counted >/dev/null || exit 1
	for name in write read doorbell_to_completion; do
		cat "$dir/$bus".out.* | awk -v name=$name '/^desc: Trigger: Client Request: / { is_it = $NF == name }
			/^totals: / && is_it { print $2; is_it = 0 }' | sort -n >"$dir/counts"
		awk -v name=$name -v bus=$bus 'NR == FNR { counts[++n] = $1; next }
			$1 == name { print name, bus, $2, $3, counts[1], counts[int((n + 1) / 2)], $4 ? $4 : "-"; found = n > 0 }
			END { exit !found }' "$dir/counts" "$dir/$bus.times" ||
			{ cat "$dir/err" >&2; echo "bench-bus: nothing was counted of $name on $bus" >&2; exit 1; }
	done
done >"$dir/rows" || exit 1
table()
{
	awk 'BEGIN {
		print "| what | rack: µs, least | median | XRT: µs, least | median | rack: instructions, least | median " \
			"| XRT: instructions, least | median | cycles: rack | XRT |"
		print "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
	}
	$2 == "rack" { us[$1] = sprintf("%.2f | %.2f", $3 / 1000, $4 / 1000); n[$1] = $5 " | " $6; cycles[$1] = $7; next }
	{ what = $1; gsub("_", " ", what); printf "| %s | %s | %.2f | %.2f | %s | %d | %d | %s | %s |\n", what, us[$1],
		$3 / 1000, $4 / 1000, n[$1], $5, $6, cycles[$1], $7 }' "$dir/rows"
}
table
[ -z "$page" ] || { sed '/^TABLE$/,$d' tests/bench/bus-page.md; table; sed '1,/^TABLE$/d' tests/bench/bus-page.md; } >"$page"
