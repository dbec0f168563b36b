#!/bin/bash
# Kills and stops ranks of busy jobs at random moments: kills.sh BUILD [RUNS [SEED [ENGINE]]]. By turns a rank gets SIGKILL (its job
# ends with an error), SIGSTOP and some time later SIGCONT (late is not dead: all goes right), or SIGSTOP for good where the setting
# timeout is 3 s (an error that names it). Each job ends in bounded time, never with a wrong result, and leaves nothing behind.
build=$(realpath "$1") runs=${2:-102} seed=${3:-1} engine=${4:-cpu}
RANDOM=$seed
work=$(mktemp -d) && cd "$work" || exit 1
mkdir -m 700 runtime tmp
trap 'cd / && rm -rf "$work"' EXIT
export XDG_RUNTIME_DIR=$work/runtime TMPDIR=$work/tmp SUMAC_CONFIG=/dev/null
shm_before=$(ls -A /dev/shm | sort)
"$build/bin/sumac" cc -O2 -Wall -Wextra -std=gnu11 "$OLDPWD/tests/campaign/busy.c" -o busy || exit 1
bad=0 killed=0 late=0 stopped=0 silent=0

complain() { echo "run $run ($kind, rank $victim of $n, after $after s): $*"; is_bad=1; }

for ((run = 1; run <= runs; run++)); do
	n=$((2 + RANDOM % 4)) is_bad= limit=30
	victim=$((RANDOM % n)) after=0.$((RANDOM % 9))$((RANDOM % 9)) kind=$((run % 3))
	rm -rf ranks && mkdir ranks
	options=() seconds=30
	case $kind in
	0) kind=killed ;;
	1) kind=late seconds=2 ;;
	2) kind=stopped options=(--set timeout=3) ;;
	esac
	begin=$(date +%s)
	timeout --foreground -k 5 60 "$build/bin/sumac" run -n $n --engine "$engine" "${options[@]}" ./busy $seconds \
		ranks >out 2>err </dev/null &
	job=$!
	for ((i = 0; i < 200 && $(ls ranks | wc -l) < n; i++)); do sleep 0.05; done
	sleep $after
	pid=$(cat ranks/$victim 2>/dev/null)
	case $kind in
	killed) kill -KILL "$pid" || complain "it had ended" ;;
	late) kill -STOP "$pid" && sleep 0.$((RANDOM % 9)) && kill -CONT "$pid" ;;
	stopped) kill -STOP "$pid" || complain "it had ended" ;;
	esac
	wait $job
	status=$?
	took=$(($(date +%s) - begin))
	[ $status != 124 ] && [ $took -le $limit ] || complain "it did not end by itself: status $status after $took s"
	[ ! -s out ] || ! grep -q "element" out || complain "a wrong result: $(grep -m1 element out)"
	case $kind in
	late) [ $status = 0 ] || complain "status $status" ;;
	*)
		[ $status != 0 ] || complain "it succeeded"
		# The launcher may end those who are left before they have said anything.
		grep -qE "was told: .*rank $victim( |,)|rank $victim( of the job)? .*(died|signal 9)" out err ||
			silent=$((silent + 1))
		;;
	esac
	((${kind}++))
	for ((i = 0; i < 50; i++)); do
		left=$(grep -lsa "SUMAC_JOB_DIR=$work" /proc/[0-9]*/environ | wc -l)
		[ $left = 0 ] && [ -z "$(ls -A runtime)$(ls -A tmp)" ] && break
		sleep 0.1
	done
	[ $left = 0 ] || complain "$left processes still run"
	[ -z "$(ls -A runtime)$(ls -A tmp)" ] || complain "left: $(ls -A runtime tmp)"
	for entry in $(comm -13 <(echo "$shm_before") <(ls -A /dev/shm | sort)); do
		grep -qsa "$entry" /proc/[0-9]*/maps /proc/[0-9]*/environ || [ ! -e "/dev/shm/$entry" ] ||
			complain "left in /dev/shm: $entry"
	done
	[ -z "$is_bad" ] || { bad=$((bad + 1)); head -c 1500 out err; }
	[ $((run % 10)) != 0 ] || echo "$run of $runs runs, $bad bad"
done
echo "$runs runs of seed $seed on the engine $engine: $killed killed, $late late, $stopped stopped;" \
	"in $silent nobody named the rank; $bad bad"
[ $bad = 0 ]
