#!/bin/bash
# All tests, a row each: list.sh BUILD. Its columns, with tabs between: SET (test: what `make test` runs; check: what `make
# check` runs besides; long: what `make check-long` runs, and CI too; campaign: what `make campaign-tests` runs), NAME, SHARE of a
# core in percent, LIMIT in seconds, what make must BUILD before, and COMMAND. Long ones come first.
b=$1
. hw/rtl.sh
# The names in long.list would make `make check` twice as long.
mapfile -t long <tests/long.list
declare -A is_long
for name in "${long[@]}"; do is_long[$name]=1; done
row()
{
	[ "$1" != check ] || [ -z "${is_long[$2]}" ] || set -- long "${@:2}"
	printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$@"
}

# Programs wait more than they compute: so their shares are less than a core.
e2e_needs="host sim mpi e2e-bins"
test_needs="host sim mpi e2e-test-bins" # fewer programs
launcher="bash tests/e2e/test_launcher.sh $b/bin/sumac $b/e2e/launcher_client"
row test launcher 15 400 "$test_needs" "$launcher"
row check "launcher, many ranks" 100 400 "$e2e_needs" "$launcher many $b/e2e/seed_example"

# Unit tests that take long, or a part of one, are left to make check.
row check test_cpu_bits 100 300 "$b/san/bin/test_cpu_bits" "$b/san/bin/test_cpu_bits"
slow=a_reduce_to_one_root_drops_nothing
row check "test_rack_reduce, $slow" 100 300 "$b/san/bin/test_rack_reduce $b/bin/sumac-rack" "$b/san/bin/test_rack_reduce only $slow"

# Benches, and their smallest parameters; and the proofs, each with its mutants.
for t in $(ls -S tests/rtl/tb_*.sv); do
	n=$(basename "$t" .sv)
	set=test
	# The longest wait for make check: in make test each of their modules has a bench, and the rack has whole NICs.
	case $n in tb_sumac_nic | tb_sumac_xrt_top | tb_sumac_tx_rx) set=check ;; esac
	needs=$(sed -n "s|^// Archive: *|$b/|p" "$t")
	row $set "$n" 100 300 "$needs" "BENCH_SIZE=full sh tests/run-bench.sh $b $t"
	! grep -q 'parameter bit Small ' "$t" || row check "$n, small" 100 300 "" "BENCH_SIZE=small sh tests/run-bench.sh $b $t"
done
sh hw/formal/formal.sh list | while read -r proof; do
	# The covers of the one whose search for them takes longest tell what changes with its assumptions alone.
	part=proof
	[ "$proof" != combine ] ||
		{ part=assertions; row campaign "prove_$proof, covers" 100 900 "" "sh hw/formal/prove.sh $b $proof covers"; }
	row check "prove_$proof" 100 900 "" "sh hw/formal/prove.sh $b $proof $part"
	# Those of the six longest tell in five minutes what changes with the proof or its module alone: make formal has them.
	set=check
	case $proof in combine | combine_passes | windows | channel | dma_wr) set=campaign ;; esac
	row $set "prove_$proof, mutants" 100 900 "" "sh hw/formal/prove.sh $b $proof mutants"
done
row check prove_all_streams 100 60 "" "sh hw/formal/formal.sh streams"

# End-to-end: in_test.list has what is run by make test.
bash tests/e2e/e2e.sh list >"$b/e2e-cases" || exit 1
gone=$(grep -vxFf "$b/e2e-cases" tests/e2e/in_test.list)
[ -z "$gone" ] || { echo "tests/e2e/in_test.list: no case is called: $gone" >&2; exit 1; }
while read -r name; do
	set=check needs=$e2e_needs
	! grep -qxF "$name" tests/e2e/in_test.list || set=test needs=$test_needs
	case $name in
	"threads race"*) needs="$needs $b/e2e/threads_tsan" ;;
	"a job runs on NICs of another design"*) needs="$needs nic-small-4" ;;
	"threads of a PE race"*) needs="$needs $b/e2e/shmem_threads_tsan" ;;
	"mpich: a killed rank ends the job, nic" | "mpich reduce_scatter"*", 3 ranks, cpu" | "mpich calls that"*", 3 ranks, cpu" | \
		"mpich: more elements"*" 1 ranks" | "mpich: Hydra, which is asked"*) ;;
	waveforms*) needs="$needs sim-wave $b/e2e/wave_highs" ;;
	*mpich*) [ $set = test ] || set=campaign ;;
	"grid of the other collectives"*" 1"[67]" ranks"*) set=campaign ;;
	"fortran "*" all calls"*[14]" ranks"* | "fortran "*" all calls"*nic) set=campaign ;;
	"mpi calls that do not block, "[14]* | "mpi from several threads at once, 3"*) set=campaign ;;
	"mpi and SHMEM"*nic | "mpi: a profiling tool before"*) set=campaign ;;
	esac
	row $set "e2e: $name" 40 400 "$needs" "bash tests/e2e/e2e.sh run $b '${name//\'/\'\\\'\'}'"
done <"$b/e2e-cases"

# Unit tests. Some of them start the rack as it is built.
for t in tests/host/test_*.c tests/sim/test_*.c; do
	n=$(basename "$t" .c) rack=
	! grep -q 'rack_child_start(.*, NULL, ' "$t" || rack=" $b/bin/sumac-rack"
	[ "$n" != test_cpu_bits ] || continue
	part=
	[ "$n" != test_rack_reduce ] || part=" without $slow"
	row test "$n" 30 300 "$b/san/bin/$n$rack" "$b/san/bin/$n$part"
done

for t in attach xclbin frames host; do
	program=$b/fuzz/fuzz_$t
	case $t in frames | host) program=$b/fuzz/replay_$t ;; esac
	row check "fuzz $t, its corpus" 50 300 "$program" "sh tests/fuzz/fuzz.sh $b $t corpus"
done

row check "models of shared memory" 100 300 "" "sh tests/model/model.sh"

# The campaign has hundreds.
row check "rubbish in a rank's part of the segment, 3 runs" 50 300 "host $b/san/bin/busy_with_rubbish" \
	"bash tests/campaign/rubbish.sh $b 3 2"

# A call takes no more instructions than its limit.
row check "short path" 100 100 "$b/lib/libsumac.a host mpi" "sh tests/bench/short-path.sh $b"
# Each register access and each doorbell comes back, by both buses, and can be counted.
row check "bench-bus" 100 100 "host sim" "sh tests/bench/bench-bus.sh $b"

# Work that NICs do side by side, and ranks of a host; a race ends the test, or its rack.
tsan=TSAN_OPTIONS=halt_on_error=1:exitcode=66
for n in test_step_threads test_rack_step test_rack test_segment_sleep test_segment_gather test_ring test_fabric_host; do
	row check "$n, TSan" 60 300 "$b/tsan/bin/$n" "$tsan $b/tsan/bin/$n"
done
n=test_cpu_collectives
row check "$n, TSan" 100 300 "$b/tsan/bin/$n" "$tsan $b/tsan/bin/$n"
# The rack uses all cores.
n=test_rack_reduce
row campaign "$n, TSan" 200 300 "$b/san/bin/$n $b/tsan/rack/bin/sumac-rack" \
	"$tsan RACK_BINARY=$b/tsan/rack/bin/sumac-rack $b/san/bin/$n without $slow"

for t in $(ls -S $(rtl_modules) hw/ice40/*.sv hw/xrt/*.sv); do
	n=$(basename "$t" .sv)
	row test "lint $n" 100 120 "" "sh tests/lint-rtl.sh $n"
done
row check lint-yosys 100 120 "" "sh tests/lint-rtl.sh yosys"
row check lint-params 100 120 "" "sh tests/lint-rtl.sh params"
gen=$b/gen/sumac-gen
row test gen-check 100 60 "$gen" "sh host/gen/drift.sh $gen"
row test spec-files 100 120 "$gen" "sh tests/host/test_spec_files.sh . $gen"
row test timing 100 60 "" "sh tests/host/test_timing.sh"
row test docs 100 60 "" "sh tests/docs.sh"
row test guides 100 60 "" "bash tests/guides/guides.sh check $b"
row test rules 100 60 "" "sh tests/rules.sh"
row test style 100 60 "" "sh tests/style.sh"
row test known-bugs 100 60 "" "bash tests/mutation/known-bugs.sh check $b"
row test demo 100 60 "host sim" "sh tests/demo/demo.sh $b"
row test examples 100 120 "host sim mpi" "sh tests/examples.sh $b"
row test rooms 100 60 "host sim mpi" "sh tests/rooms.sh $b"
row test circles 100 60 "host" "sh tests/circles.sh $b"
row test make-host 100 60 "host sim mpi" "sh tests/make-host.sh $b"
row test make-profile 100 60 "host sim" "sh tests/make-profile.sh $b"
row test make-build 100 60 "" "sh tests/make-build.sh"
row test make-nics 100 60 "$gen" "bash tests/make-nics.sh"
row check what-if 100 120 "host sim" "bash tests/what-if-parts.sh $b"
row test bare-check 100 60 "" "sh tests/bare-check.sh"
row test exports 100 60 "host sim mpi" "sh tests/exports.sh $b"
row test runner 10 60 "$b/runner" "bash tests/runner/test_runner.sh $b/runner"
row test xrt-reads 100 60 "$b/bin/sumac-xclbin" "sh tests/bitstreams/xrt-reads.sh $b"
row test alveo-lint 100 60 "$b/bin/sumac-xclbin" "sh tests/bitstreams/alveo-lint.sh $b"
