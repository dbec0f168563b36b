#!/bin/sh
# Coverage of hw/rtl by all benches: coverage.sh BUILD. Benches are built with Verilator's counters, with the cover
# properties of tests/coverage/cover_MODULE.sv bound to the module of the same name, and run two at a time;
# what they counted is added up and judged by report.awk. BUILD/coverage/annotated gets the RTL with counts
# beside its lines.
b=$1/coverage
mkdir -p "$b/logs"
ls -S tests/rtl/tb_*.sv | xargs -P 2 -I '{}' sh -c '
	b=$1
	n=$(basename "$2" .sv)
	cover=tests/coverage/cover_${n#tb_}.sv
	[ -e "$cover" ] || cover=
	BENCH_MAIN="--coverage-line --coverage-user --prefix Vbench -o V$n $PWD/tests/coverage/main.cpp $cover" \
		BENCH_ARGS=+counts=@/counts.dat BENCH_SECONDS=1500 \
		sh tests/run-bench.sh "$b" "$2" >"$b/logs/$n" 2>&1 </dev/null && exit 0
	echo "FAIL  $n"
	tail -20 "$b/logs/$n"
	exit 1' - "$b" '{}' || exit 1
verilator_coverage --annotate "$b/annotated" --annotate-min 1 "$b"/rtl/*/counts.dat \
	>"$b/logs/annotate" || exit 1
awk -f tests/coverage/report.awk tests/coverage/explained "$b"/rtl/*/counts.dat || exit 1
