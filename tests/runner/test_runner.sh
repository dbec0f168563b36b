#!/bin/bash
# The runner of the tests: test_runner.sh RUNNER. Each case gives it a list of small tests and looks at what it says and leaves.
set -u
runner=$(realpath "${1:?the runner}")
work=$(mktemp -d) && cd "$work" || exit 1
trap 'rm -rf "$work"' EXIT
n_failed=0

# begin NAME; then rows by `row NAME COMMAND [SHARE [LIMIT]]`; then go STATUS
begin() {
	name=$1
	rm -rf logs rows times; mkdir logs; : >rows
}
row() { printf '%s\t%s\t%s\t%s\n' "$1" "${3:-100}" "${4:-30}" "$2" >>rows; }
complain() { echo "FAILED $name: $*"; sed 's/^/    /' out; n_failed=$((n_failed + 1)); }
go() {
	timeout 60 "$runner" -j 2 logs times <rows >out 2>&1
	status=$?
	[ $status = "$1" ] || complain "status $status, not $1"
}
said() { grep -qE -- "$1" out || complain "it does not say: $1"; }
closes() { [ "$(tail -1 out)" = "$1" ] || complain "the closing line is not: $1"; }
gone() { # COMMAND: nothing of that command line runs
	for _ in $(seq 100); do pgrep -f "$1" >/dev/null || return; sleep 0.1; done
	complain "$1 still runs"
}

begin "what passes and what fails is counted, named and shown"
row good 'echo fine'; row "bad one" 'echo before; echo "ERROR: it is broken"; exit 3'; row killed 'kill -9 $$'
go 1; closes "1 passed, 2 failed"
said '^ok    good '; said '^FAIL  bad one .*status 3'; said '> 2: ERROR: it is broken'; said '^FAIL  killed .*signal 9'
said '^failed: bad one$'; said '^failed: killed$'
[ "$(cat logs/good)" = fine ] || complain "no log of a test that passes"
[ "$(tail -1 logs/closing)" = "1 passed, 2 failed" ] || complain "no closing line in the logs"

begin "all pass"
row a true; row b true
go 0; closes "2 passed, 0 failed"

begin "none is no success"
go 1; closes "0 passed, 0 failed"

begin "two of one name are refused"
row same true; row same true
go 2; said "two tests are called same"

begin "a row that lacks a column is refused"
printf 'name\t100\ttrue\n' >rows
go 2

begin "a test whose time is up is ended with all that it started, and fails"
row slow 'sleep 300.0625 & sleep 300.0625' 100 1; row good true
go 1; closes "1 passed, 1 failed"; said 'FAIL  slow .*no end within 1 s'; gone 'sleep 300\.0625'

begin "what does not heed an end is killed"
row deaf 'trap "" TERM; for i in $(seq 300); do sleep 1; done' 100 1
go 1; said 'FAIL  deaf .*no end within 1 s'

begin "what a test leaves running is ended"
row leaver 'sleep 300.125 & true'
go 0; gone 'sleep 300\.125'

begin "two run at a time on two cores, never three"
for i in 1 2 3 4; do row "$i" 'touch up-$$; sleep 0.4; ls up-* | wc -l >>most; rm up-$$'; done
rm -f most; go 0
[ "$(sort -n most | tail -1)" = 2 ] || complain "so many at a time: $(sort -n most | tail -1)"

begin "four halves of a core run on two cores"
for i in 1 2 3 4; do row "$i" 'touch up-$$; sleep 1; ls up-* | wc -l >>most; sleep 0.3; rm up-$$' 50; done
rm -f most; go 0
[ "$(sort -n most | tail -1)" = 4 ] || complain "so many at a time: $(sort -n most | tail -1)"

begin "a test ignores no signal, whatever its caller does"
row signals 'grep -q "^SigIgn:.*0$" /proc/self/status' # SIGHUP, SIGINT, SIGQUIT
(trap "" INT HUP QUIT; exec "$runner" -j 2 logs times <rows >out 2>&1) || complain "it does" # timeout(1) would have them default

begin "the longest of the last time begins first, after what is not known; times are kept"
for i in a b c new; do row $i "echo $i >>order" 200; done
printf '1\ta\n3\tb\n2\tc\n7\tabsent\n' >times
rm -f order; go 0
[ "$(echo $(cat order))" = "new b c a" ] || complain "the order is $(echo $(cat order))"
grep -q "^7.*absent" times && [ "$(wc -l <times)" = 5 ] || complain "times: $(cat times)"

for signal in INT TERM KILL; do
	begin "SIG$signal ends what runs"
	row one "echo > begun; sleep 300.25 & sleep 300.25"
	rm -f begun
	"$runner" -j 2 logs times <rows >out 2>&1 &
	until [ -e begun ]; do sleep 0.1; done
	# A shell's background processes ignore SIGINT unless they say otherwise: the runner does.
	kill -$signal $!; wait $!; status=$?
	[ $status = $((128 + $(kill -l $signal))) ] || complain "status $status"
	gone 'sleep 300\.25'
done 2>/dev/null

[ $n_failed = 0 ] && echo "runner: all well"
[ $n_failed = 0 ]
