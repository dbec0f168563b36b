#!/bin/bash
# One rank writes rubbish where it says to the others of its host how far it is: rubbish.sh BUILD [RUNS [SEED]]; 400 runs take 20
# minutes on 2 cores. Run R has the seed SEED + R, from which follow the number of ranks, which of them, how many words, and which.
# In every third run the next rank is stopped for a while: then the others ask each other why, by messages. The ranks are built
# under ASan and call everything, short and long, with a limit of 3 s. Each job ends in bounded time, with right
# results or with an error that names that rank; none has a wrong result, crashes or gets an ASan report; and another job that runs
# beside it sees nothing.
build=$(realpath "$1") runs=${2:-400} seed=${3:-1}
work=$(mktemp -d) && cd "$work" || exit 1
mkdir -m 700 runtime tmp
trap 'cd / && rm -rf "$work"' EXIT
export XDG_RUNTIME_DIR=$work/runtime TMPDIR=$work/tmp SUMAC_CONFIG=/dev/null ASAN_OPTIONS=detect_leaks=0:log_path=asan
bad=0 right=0 told=0

complain() { echo "run of seed $((seed + run)) ($n ranks, rank $victim, $words words): $*"; is_bad=1; }

# job NAME SECONDS RANKS OPTIONS...: its status is in NAME/status.
job() {
	local name=$1 seconds=$2 n=$3
	shift 3
	rm -rf "$name" && mkdir -p "$name/ranks"
	timeout --foreground -k 5 60 "$build/bin/sumac" run -n "$n" --engine cpu --set grace=3 "$@" \
		"$build/san/bin/busy_with_rubbish" "$seconds" "$name/ranks" \
		>"$name/out" 2>"$name/err" </dev/null
	echo $? >"$name/status"
}

for ((run = 0; run < runs; run++)); do
	RANDOM=$((seed + run)) is_bad=
	n=$((2 + RANDOM % 3)) words=$((1 + RANDOM % 8))
	victim=$((RANDOM % n))
	seconds=2 duration_ms=900
	[ $((run % 3)) != 2 ] || seconds=4 duration_ms=2500
	job other $seconds 2 &
	RUBBISH="$victim $((seed + run)) $words $duration_ms" job it $seconds $n --set timeout=3 &
	if [ $seconds = 4 ]; then
		for ((i = 0; i < 100; i++)); do sleep 0.05; [ ! -s it/ranks/$(((victim + 1) % n)) ] || break; done
		late=$(cat it/ranks/$(((victim + 1) % n)) 2>/dev/null)
		kill -STOP "$late" 2>/dev/null && sleep 1.5 && kill -CONT "$late" 2>/dev/null
	fi
	wait
	status=$(cat it/status)
	if [ "$status" = 0 ]; then
		right=$((right + 1))
	else
		told=$((told + 1))
		grep -qE "rank $victim( |,|:|\$)" <(grep -vE "^(rubbish:|rank $victim was told: )" it/out it/err -h) ||
			complain "status $status, and nobody named it"
	fi
	[ "$status" != 124 ] && [ "$status" != 137 ] || complain "it did not end by itself"
	! grep -q "element" it/out || complain "a wrong result: $(grep -m1 element it/out)"
	! grep -qE "died of|signal|AddressSanitizer|runtime error" it/out it/err && ! ls asan.* >/dev/null 2>&1 ||
		complain "it crashed"
	# On a busy machine the launcher says how far it is.
	[ "$(cat other/status)" = 0 ] && ! grep -qvE '^sumac run: starting: ' other/out other/err -h ||
		complain "another job: status $(cat other/status), $(cat other/out other/err | head -3)"
	[ -z "$is_bad" ] || { bad=$((bad + 1)); head -c 2000 it/out it/err asan.* 2>/dev/null; rm -f asan.*; }
	[ $((run % 50)) != 49 ] || echo "$((run + 1)) of $runs runs, $bad bad"
done
echo "$runs runs from seed $seed: $right went right, $told ended with an error; $bad bad"
[ $bad = 0 ]
