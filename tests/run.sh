#!/bin/sh
# Runs the tests: run.sh BUILD [NAME]. Prints a line a test, the whole output of those that fail, CMocka's closing lines of those
# that pass, and in the end how many there were. NAME picks those whose name contains it.
b=$1 want=$2
pass=0 fail=0 failed=
log=$b/test-logs
rm -rf "$log" && mkdir -p "$log"
start=$(date +%s)

try() # NAME COMMAND...
{
	name=$1
	shift
	case $name in *"$want"*) ;; *) return ;; esac
	t0=$(date +%s)
	if timeout 900 "$@" >"$log/$name" 2>&1 </dev/null; then
		pass=$((pass + 1))
		echo "ok    $name ($(($(date +%s) - t0)) s)"
		grep -hE '^\[  PASSED  \]|^PASS |passed, |^took ' "$log/$name" | sed 's/^/      /'
	else
		fail=$((fail + 1)) failed="$failed $name"
		echo "FAIL  $name ($(($(date +%s) - t0)) s)"
		# First what failed: the rest may be long, and who shows it may cut it.
		grep -nE '^FAILED|^FAIL |\[  FAILED  \]|ERROR|rror:' "$log/$name" | head -20 | sed 's/^/      > /'
		tail -80 "$log/$name" | grep -vE '^ok: |^\[       OK' | sed 's/^/      /'
	fi
}

export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0 UBSAN_OPTIONS=print_stacktrace=1
try gen-check "$b/gen/sumac-gen" --check .
try timing sh tests/host/test_timing.sh
try spec-files sh tests/host/test_spec_files.sh . "$b/gen/sumac-gen"
try docs sh tests/docs.sh
try rooms sh tests/rooms.sh
try make-host sh tests/make-host.sh
try exports sh tests/exports.sh "$b"
for t in tests/host/test_*.c tests/sim/test_*.c; do
	n=$(basename "$t" .c)
	try "$n" "$b/san/bin/$n"
done
try lint-rtl sh tests/lint-rtl.sh
try formal sh hw/formal/formal.sh "$b"
# Benches are built and run two at a time; each leaves its status beside its log.
benches=$(for t in tests/rtl/tb_*.sv; do case $(basename "$t" .sv) in *"$want"*) echo "$t" ;; esac; done)
[ -z "$benches" ] || echo "$benches" | xargs -P 2 -I '{}' sh -c '
	n=$(basename "$2" .sv)
	t0=$(date +%s)
	timeout 900 sh tests/run-bench.sh "$1" "$2" >"$1/test-logs/$n.bench" 2>&1 </dev/null
	echo $? >"$1/test-logs/$n.status"
	echo "took $(($(date +%s) - t0)) s" >>"$1/test-logs/$n.bench"' - "$b" '{}'
for t in $benches; do
	n=$(basename "$t" .sv)
	try "$n" sh -c "cat $log/$n.bench; exit \$(cat $log/$n.status)"
done
try launcher bash tests/e2e/test_launcher.sh "$b/bin/sumac" "$b/e2e/launcher_client"
try e2e bash tests/e2e/run.sh "$b"
# A name that no test has may be that of end-to-end cases.
[ -z "$want" ] || [ $((pass + fail)) != 0 ] || { picked=$want; want=; try "e2e: $picked" bash tests/e2e/run.sh "$b" "$picked"; }

echo "$((($(date +%s) - start) / 60)) minutes"
[ -z "$failed" ] || echo "failed:$failed"
echo "$pass passed, $fail failed"
[ $pass = 0 ] && [ $fail = 0 ] && echo "no test is called so" && exit 1
[ $fail = 0 ]
