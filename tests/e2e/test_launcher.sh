#!/bin/bash
# The launcher's promises, tried from outside: exit statuses, names of failed ranks, signals, time-outs,
# and that nothing is left running or lying about. Usage: test_launcher.sh SUMAC CLIENT [many PROGRAM]. With
# `many`, what takes hundreds of ranks, of a SHMEM program, too; without, all else.
set -u
sumac=${1:?the sumac tool} client=${2:?the built launcher_client} what=${3-} program=${4-}
sumac=$(realpath "$sumac") client=$(realpath "$client")
[ -z "$program" ] || program=$(realpath "$program")

here=$(realpath "$(dirname "$0")")
seen_folders=("$here" "$(dirname "$(dirname "$sumac")")")
. "$here/own_mounts.sh" # without, /tmp and /dev/shm are others', too, and not looked at
work=$(mktemp -d) && cd "$work" || exit 1
mkdir -m 700 runtime tmp
export XDG_RUNTIME_DIR=$work/runtime XDG_CACHE_HOME=$work/cache TMPDIR=$work/tmp
unset $(env | sed -n "s/^\(SUMAC_[A-Z_]*\)=.*/\1/p") # not what the user has set
export SUMAC_CONFIG=/dev/null
n_failed=0
tmp_before=$(ls -A /tmp)

fail() {
	echo "FAILED: $name: $*"
	sed 's/^/    out: /' out
	sed 's/^/    err: /' err
	n_failed=$((n_failed + 1)) failed_name=$name
}

# run NAME STATUS sumac-arguments...
run() {
	name=$1 wanted=$2
	shift 2
	"$sumac" "$@" >out 2>err </dev/null
	status=$?
	[ $status = "$wanted" ] || fail "status $status, not $wanted"
	clean
}

said() { grep -q -- "$1" err || fail "standard error lacks: $1"; }
silent() { ! grep -v "^sumac run: starting: " err || fail "it is not silent"; } # a start may be slow
printed() { grep -q -- "$1" out || fail "standard output lacks: $1"; }

# Nothing runs, nothing lies about; what was killed may take its time to go.
clean() {
	for _ in $(seq 300); do
		left=$(grep -lsa "SUMAC_JOB_DIR=$work" /proc/[0-9]*/environ | wc -l)
		[ "$left" = 0 ] && [ -z "$(ls -A runtime)" ] && break
		sleep 0.1
	done
	[ "$left" = 0 ] || fail "$left processes still run"
	[ -z "$(ls -A runtime)" ] || fail "left in the runtime folder: $(ls -A runtime)"
	[ -z "$(ls -A tmp)" ] || fail "left in the folder for temporary files: $(ls -A tmp)"
	[ -z "$own_mounts" ] || [ -z "$(ls -A /dev/shm)" ] || fail "left in /dev/shm: $(ls -A /dev/shm)"
}

# The first child of a process. Others come and go in /proc while we read it; a name may hold anything.
child_of() {
	local stat line fields
	for stat in /proc/[0-9]*/stat; do
		{ read -r line <"$stat"; } 2>/dev/null || continue
		read -r -a fields <<<"${line##*) }"
		[ "${fields[1]}" = "$1" ] && echo "${line%% *}" && return
	done
	fail "process $1 has no child"
}

# wait_for FILE TEXT [TIMES]
wait_for() {
	for _ in $(seq 600); do
		count=$(grep -cs -- "$2" "$1") # nothing, if there is no file
		[ "${count:-0}" -ge "${3:-1}" ] && return
		sleep 0.1
	done
	fail "no $2 in $1"
}

# stop PROCESS: it does nothing more.
stop() {
	kill -STOP "$1"
	wait_for "/proc/$1/status" "^State:.*T (stopped)"
}

cpu="run -n 4 --engine cpu"
ok() { [ "${failed_name-}" = "$name" ] || echo "ok: $name"; }

end() {
	name="nothing new lies in /tmp"
	: >out; : >err
	[ -z "$own_mounts" ] || [ "$(ls -A /tmp)" = "$tmp_before" ] || fail "$(ls -A /tmp)"; ok
	cd / && rm -rf "$work"
	[ $n_failed = 0 ] && echo "launcher: all well" || echo "launcher: $n_failed failures"
	exit $((n_failed != 0))
}

if [ "$what" = many ]; then
	run "three hundred ranks meet" 0 run -n 300 --engine cpu --timeout 250 "$client" ok; printed "300 ranks met"; ok
	run "three hundred PEs reduce" 0 run -n 300 --engine cpu --timeout 250 "$program"
	printed "^Found [0-9]* maximal random numbers across all PEs"; ok
	run "the timeout ends the start of a job" 124 run -n 300 --engine cpu --timeout 0.5 "$client" ok
	said "rank 299: was not started"; ok
	name="a signal ends the start of a job"
	"$sumac" run -n 300 --engine cpu --set grace=1 "$client" ok >out 2>err </dev/null &
	job=$!
	wait_for "/proc/$job/task/$job/children" .
	sleep 0.5; kill -TERM $job; wait $job; status=$?
	[ $status = 143 ] || fail "status $status"; clean; ok
	end
fi

run "four ranks meet and the job succeeds" 0 $cpu "$client" ok; printed "pmix: 4 ranks met"; silent; ok
run "one rank is a job" 0 run -n 1 --engine cpu "$client" ok; printed "1 ranks met"; ok
run "eleven ranks meet on two cores" 0 run -n 11 --engine cpu "$client" ok; printed "11 ranks met"; ok
run "auto without a card says so once" 0 run -n 2 "$client" ok
[ "$(grep -c 'no NIC found; using the CPU engine' err)" = 1 ] || fail "not said once"; ok
run "a plain program runs under the launcher" 0 $cpu echo hello; [ "$(grep -c hello out)" = 4 ] || fail "not four hellos"; ok

for mode in killed unborn; do
	run "a rank that is $mode is named and the others hear of it" 137 $cpu "$client" $mode
	said "rank 2 was killed by signal 9 (Killed)"
	[ "$(grep -c 'client .*rank 2 has died' err)" = 3 ] || fail "not all three survivors named rank 2"; ok
done
for _ in 1 2 3 4 5; do # the others fail in its wake, at nearly the same time
	run "the first failing rank's status is the job's" 3 $cpu "$client" exit3; said "rank 2 exited with status 3"
done; ok
run "a rank that leaves without finalizing fails the job" 1 $cpu "$client" exit0
said "rank 2 exited with status 0 without finalizing"; ok
run "an abort ends the job with its status and reason" 9 $cpu "$client" abort
said "rank 2 aborted the job with status 9: the test wants it"; ok
run "survivors that do not end are ended after the grace" 137 $cpu --set grace=0.5 "$client" stubborn
said "ending 3 of 4 ranks"; ok
for seconds in 1 4 16 60; do # on a busy machine it takes the ranks a while to get there
	run "the timeout tells where the ranks are" 124 $cpu --timeout $seconds "$client" hang
	grep -q "rank 2: in " err && break
done
said "rank 2: in shmem_int_sum_reduce, sequence number 17 of a team of 4, on engine cpu, waits for ranks 1, 3"
said "rank 0: outside Sumac"; ok
run "a missing program is reported once" 127 $cpu ./no-such-program
[ "$(grep -c 'cannot run ./no-such-program' err)" = 1 ] || fail "not told once"; ok
: >not-a-program
run "a file that cannot be executed is reported" 126 $cpu ./not-a-program; said "cannot run"; ok
run "the program behind a shell that lives on is missed as well" 137 $cpu --set grace=5 sh -c '
	"$0" killed; s=$?; [ $s = 137 ] && kill -9 $$; exit $s' "$client"
[ "$(grep -c 'client .*rank 2 has died' err)" = 3 ] || fail "not all three survivors named rank 2"; ok
run "background processes and daemons do not outlive the job" 0 $cpu sh -c 'sleep 300 & setsid sleep 300 & exit 0'; ok

run "no number of ranks is refused" 2 run "$client"; said "how many ranks"; ok
run "an unknown option is refused" 2 run -n 2 --enigne cpu "$client"; said "unknown option --enigne"; ok
run "an unknown engine is refused" 2 run -n 2 --engine gpu "$client"; said "engine"; ok
run "an unknown setting is refused" 2 run -n 2 --set speed=9 "$client"; said "no such setting"; ok
name="options reach the ranks as SUMAC_OPTIONS"
"$sumac" run -n 1 --engine cpu --set spin_us=7 sh -c 'echo "$SUMAC_OPTIONS $SUMAC_JOB_DIR"' >out 2>err
printed "engine=cpu;spin_us=7 $work/runtime/sumac-job-"; ok

name="standard input goes to rank 0"
printf 'one\ntwo\n' | "$sumac" run -n 3 --engine cpu cat >out 2>err
[ "$(cat out)" = "$(printf 'one\ntwo')" ] || fail "wrong output"; clean; ok

# start sumac-arguments...: in the background; its number is in $job
# With job control, or the shell has what it starts ignore SIGINT, and `sumac run` leaves that as it is.
start() {
	: >out
	set -m
	"$sumac" "$@" >out 2>err </dev/null &
	set +m
	job=$!
}

for signal in INT TERM; do
	name="SIG$signal goes to the ranks and the status tells it"
	start $cpu "$client" ok 300
	wait_for out "ranks met"
	kill -$signal $job; wait $job; status=$?
	[ $status = $((128 + $(kill -l $signal))) ] || fail "status $status"
	clean; ok
done
name="each rank gets an interrupt once, and may answer it"
start $cpu "$client" interrupt 300
wait_for out "ranks met"
kill -INT $job; wait $job; status=$?
[ $status = 40 ] || fail "status $status"
[ "$(grep -c interrupted out)" = 4 ] || fail "not four answers"; clean; ok

name="a killed keeper takes the job with it"
start $cpu "$client" ok 300
wait_for out "ranks met"
kill -KILL $job; wait $job 2>/dev/null; clean; ok

name="a killed launcher is told, and takes the job with it"
start $cpu "$client" ok 300
wait_for out "ranks met"
kill -KILL "$(child_of $job)"; wait $job; status=$?
[ $status = 137 ] || fail "status $status"; said "launcher was killed by signal 9"; clean; ok

name="what a wholly killed job left is removed by the next"
start $cpu "$client" ok 300
wait_for out "ranks met"
launcher=$(child_of $job)
stop "$launcher"; stop $job # or the one clears up when the other has gone
kill -KILL "$launcher" $job; wait $job 2>/dev/null # in this order: a keeper's end wakes a stopped launcher, with SIGHUP
[ -n "$(ls -A runtime)" ] || fail "nothing was left: the test shows nothing"
flock --timeout 60 runtime/sumac-job-*/lock true # a process that is about to go still holds it
"$sumac" run -n 1 --engine cpu true; clean; ok

# The stranger sends a credential that is longer than its message, which libpmix 4.2 copies and dies of. Then it claims, by a user
# namespace, to be root as the launcher is, and so a rank.
name="another user's processes neither end a job nor become a rank of it"
if [ "$(id -u)" = 0 ] && setpriv --reuid 65534 --clear-groups unshare -r true 2>/dev/null; then
	cp "$client" . && chmod 711 .
	cat >waiting <<'EOF'
env | grep ^PMIX_ >env.$PMIX_RANK && mv env.$PMIX_RANK rank.$PMIX_RANK
until [ -e go ]; do sleep 0.1; done
exec ./launcher_client ok
EOF
	cat >stranger <<'EOF'
for _ in $(seq 50); do
	exec 3<>/dev/tcp/127.0.0.1/${PMIX_SERVER_URI2##*:} || exit 99
	printf '\0\0\0\0\0\0\0\0\100\0\0\0\0\0\0\0native\0\177\0\0\0%053d' 0 >&3
	timeout 60 cat <&3 # until the launcher closes it
done
timeout 60 unshare -r ./launcher_client ok
EOF
	start run -n 2 --engine cpu sh waiting
	for rank in 0 1; do wait_for rank.$rank PMIX_SERVER_URI2; done
	env $(cat rank.1) setpriv --reuid 65534 --clear-groups bash stranger >told 2>&1
	[ $? = 5 ] || fail "the stranger is a rank: $(cat told)"
	touch go; wait $job; status=$?
	[ $status = 0 ] || fail "status $status"
	printed "2 ranks met"; said "refused 51 connections .*user 65534"; clean; ok
	chmod 700 .; rm go rank.*
else
	echo "skipped: $name (only root can become another user)"
fi

name="Ctrl-C on a terminal interrupts each rank once, and a terminal's input reaches rank 0"
if SHELL=/bin/sh script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
	cat >typist <<'EOF'
trap "echo caught; sleep 0.5; exit 40" INT
read x && echo "got $x"
sleep 300 &
echo ready
wait
EOF
	: >out
	(printf 'typed\n'; wait_for out ready 2; printf '\003'; wait_for out caught 2; sleep 1) |
		SHELL=/bin/sh script -qec "exec '$sumac' run -n 2 --engine cpu sh typist" /dev/null >out 2>err
	status=$?
	[ $status = 40 ] || fail "status $status"
	printed "got typed"; [ "$(grep -c caught out)" = 2 ] || fail "not each rank once"; clean; ok
else
	echo "skipped: $name (no script(1), or no terminal to be had)"
fi

# A rank's report, half a report, and none.
cat >reporter <<'EOF'
case $PMIX_RANK in
0) echo '{"rank": 0, "calls": [{"bytes": 4}]}' >"$SUMAC_JOB_DIR/rank-0.report.json" ;;
1) echo '{"rank": 1, "calls": [{"byt' >"$SUMAC_JOB_DIR/rank-1.report.json.new" ;; # as it is named until it is whole
esac
EOF
run "reports are merged, and a missing one is reported" 0 run -n 3 --engine cpu --report report.json sh reporter
grep -q '"calls": \[{"bytes": 4}\]' report.json && [ "$(grep -c '"missing"' report.json)" = 2 ] || fail "the report is not complete"
command -v python3 >/dev/null && ! python3 - report.json <<'EOF' 2>err && fail "the report is not what it should be"
import json, sys
report = json.load(open(sys.argv[1]))
assert set(report) == {"version", "spec_hash", "engine", "exit_status", "ranks"}, report
assert report["engine"] == "cpu" and report["exit_status"] == 0
assert report["ranks"][0] == {"rank": 0, "calls": [{"bytes": 4}]}
assert all("missing" in rank for rank in report["ranks"][1:])
assert [rank["rank"] for rank in report["ranks"]] == [0, 1, 2]
EOF
ok
run "a report that cannot be written is reported before the job" 2 run -n 1 --engine cpu --report /no/such/folder/r.json true
said "the report cannot be written"; ok

name="a program under a PMI-1 launcher alone is refused with the remedy"
PMI_RANK=0 "$client" >out 2>err; status=$?
[ $status = 5 ] || fail "status $status"; said "sumac run"; ok
name="a program by itself is a job of one"
"$client" >out 2>err || fail "status $?"; printed "single: 1 ranks met"; ok

# A rack that only keeps its promises to the launcher: it tells that it is ready, and ends with its parent's pipe.
mkdir bin && cp "$sumac" bin/sumac
cat >bin/sumac-rack <<'EOF'
#!/bin/bash
while [ $# -gt 1 ]; do case $1 in --parent-fd) parent=$2 ;; --ready-fd) ready=$2 ;; esac; shift; done
[ -e ../rack-fails ] && exit 4
echo ready >&$ready
exec {ready}>&-
echo "rack began" >rack.log
read -u $parent
echo "rack ended" >>rack.log
EOF
chmod +x bin/sumac-rack
sumac=$work/bin/sumac
run "a rack is started when NICs are asked for, said, and ended with the job" 0 run -n 3 --engine nic sh -c 'echo $SUMAC_RACK'
said "sumac: 3 simulated NICs"; printed "/rack.sock"
[ "$(cat rack.log)" = "$(printf 'rack began\nrack ended')" ] || fail "rack: $(cat rack.log)"; ok
sed -i 's/^\[ -e.*/exit 4/' bin/sumac-rack
run "a rack that does not start fails the job" 1 run -n 2 --engine nic true; said "did not start"; ok
rm bin/sumac-rack
PATH=/usr/bin:/bin run "a missing rack is reported with the remedy" 1 run -n 2 --engine nic true; said "make. builds it"; ok

# Open MPI, with a front end that does nothing: what is preloaded, and which settings arrive.
if command -v mpirun.openmpi >/dev/null && command -v cc >/dev/null; then
	mkdir lib && echo 'int sumac_test_nothing;' | cc -shared -fPIC -xc - -o lib/libsumac_ompi.so
	run "mpirun's ranks have the front end and the settings" 0 mpirun -n 2 --engine cpu --set spin_us=7 --mca orte_tag_output \
		0 \
		sh -c 'echo "$LD_PRELOAD $SUMAC_OPTIONS ${SUMAC_JOB_DIR:+folder} $OMPI_COMM_WORLD_RANK" -n 5'
	for rank in 0 1; do printed "$work/lib/libsumac_ompi.so engine=cpu;spin_us=7 folder $rank -n 5"; done; ok
	run "mpirun's exit status is passed on" 3 mpirun -n 2 --engine cpu sh -c 'exit 3'; ok
	run "mpirun's ranks are ended by the timeout" 124 mpirun -n 2 --engine cpu --timeout 1 sleep 300
	said "rank 1: has not entered Sumac"; ok
	name="a killed keeper takes mpirun and its ranks with it"
	start mpirun -n 2 --engine cpu sh -c 'echo met; sleep 300'
	wait_for out met
	kill -KILL $job; wait $job 2>/dev/null; clean; ok
	rm lib/libsumac_ompi.so
	run "an MPI front end that is not built is reported" 1 mpirun -n 2 --engine cpu true; said "make. builds it"; ok
else
	echo "skipped: mpirun (no Open MPI, or no cc)"
fi

# The flags of an installed prefix.
mkdir -p lib include && touch include/sumac.h
run "cc finds headers and libraries beside itself" 0 cc --show a.c -o a
printed "^cc -I$work/include a.c -o a -L$work/lib -Wl,-rpath,$work/lib -lsumac_shmem -lsumac\$"; ok
run "cc links nothing when it only compiles, and takes C++ for C++" 0 cc --show -c a.cpp
printed "^c++ -I$work/include -c a.cpp\$"; ok
CC="gcc -m64" run "cc takes the user's compiler" 0 cc --show a.c; printed "^gcc -m64 -I"; ok

SUMAC_ENGINE=nic run "doctor names what is missing and the cure" 1 doctor
printed "^ok *PMIx *two ranks found each other"; printed "^FAILED *simulated NICs"
printed "cure: only needed for --engine nic: .make. in Sumac"; ok
run "info tells where a setting comes from" 0 info --settings; printed "^engine *auto *default"; ok
SUMAC_ENGINE=nic run "info tells the environment" 0 info --settings; printed "^engine *nic *environment *SUMAC_ENGINE"; ok
run "info tells who computes and why not the NIC" 0 info --ops; printed "^SUM *I32 *NIC"; printed "^SUM *X80 *CPU .*by design"; ok
end
