#!/bin/sh
# Instructions of calls of 8 bytes on the NIC engine, as callgrind counts them: short-path.sh BUILD. Prints a table; fails where a
# call takes more than its limit, which is what it took when the limit was last set, and a little.
b=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
flags=$(pkg-config --cflags --libs libfabric pmix) || exit 1
${CC:-cc} -std=gnu11 -O2 -g -fPIC -fvisibility=hidden -shared -Iinclude -Ihost -I. -Itests tests/bench/short_path.c \
	tests/host/fake_bus.c tests/host/fake_nodes.c "$b/lib/libsumac.a" -o "$dir/libshort.so" $flags -lcmocka -lpthread -lm || exit 1
echo 'int short_path(void); int main(void) { return short_path(); }' |
	${CC:-cc} -x c - -x none "$dir/libshort.so" -Wl,-rpath,"$dir" -o "$dir/short_path" || exit 1
valgrind --tool=callgrind --collect-atstart=no --callgrind-out-file="$dir/out" "$dir/short_path" >"$dir/calls" 2>"$dir/err" ||
	{ cat "$dir/err"; exit 1; }
awk -v n="$(cat "$dir/calls")" '
	BEGIN {
		limit["allreduce"] = 585; limit["reduce"] = 515; limit["barrier"] = 580; limit["core alone"] = 275
		limit["allreduce, buffers in turn"] = 1530
	}
	/^desc: Trigger: Client Request: / { what = $0; sub(/.*: /, "", what) }
	/^totals: / && what != "" { total[what] = $2 / n; what = "" }
	END {
		print "call of 8 bytes             instructions   limit"
		for (what in limit) {
			more = total[what] - total["nothing"]
			printf "%-27s %12d %7d%s\n", what, more, limit[what], (more > limit[what] ? "  too many" : "")
			bad += !(what in total) || more > limit[what]
		}
		exit bad != 0
	}' "$dir"/out.*
