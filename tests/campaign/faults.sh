#!/bin/bash
# Every collective and every plan of NICs over wires that lose, double, reorder, damage and cut frames: faults.sh BUILD [MINUTES
# [SEED [CHUNKS]]]. The kinds of faults take turns, 10 % of each and all of them together, as long as they have seen few chunks; a
# job on each core draws 2 to 16 NICs, one of three APIs, a way of its grid (tests/e2e/body_grid.c), and a seed of its own. Brief
# jobs of a second follow it, each collective twice, so that there are thousands of seeds. NICs have the default parameters, or
# those of small-2 or small-4 (campaign.mk), in which windows, queues and sequence numbers are as short as they can be. It
# goes on until on default and on small NICs every kind has seen CHUNKS chunks (100,000) and all together ten times as many, or for
# MINUTES (150). A job must end by itself with the right results and leave nothing behind; one that does not is told with the line
# that runs it again. Half the jobs have faults for their first cycles only, as many as are drawn: then no chunk may be sent again
# later than a NIC at its longest back-off needs to ask (quiet), so all that was owed has ended. At its end the reports of all jobs
# on default NICs must name each row of plans.def that NICs use (faults.awk). CHUNKS=0 ends after one job of each kind and its brief
# ones, whichever plans these took.
build=$(realpath "${1:?the build folder}") minutes=${2:-150} seed=${3:-1} most=${4:-100000}
here=$(realpath "$(dirname "$0")") plans=$(realpath include/spec/plans.def)
work=$(mktemp -d) && cd "$work" || exit 1
trap 'kill $(jobs -p) 2>/dev/null; wait; cd / && rm -rf "$work"' EXIT
export SUMAC_CONFIG=/dev/null OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=^tcp
RANDOM=$seed
kinds=(loss=0.1 dup=0.1 reorder=0.1 corrupt=0.1 truncate=0.1 loss=0.05,dup=0.05,reorder=0.05,corrupt=0.05,truncate=0.05)
nics=(default default small-2 small-4) # of which a job draws
declare -A ranks=([default]="2 3 4 5 8 16" [small-2]=2 [small-4]="2 3 4")
jobs=0 begun=$SECONDS brief=8
quiet=300000 # cycles: 2^18 for a channel that has doubled its time six times, and the answers

count() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" stats.json | head -1; }

# took NIC WAY: the calls that NICs did, a line for each of rank 0's report: collective, ranks, calls, bytes of all.
took() {
	local line='.*"call": "([a-z_]*)".*"team_size": ([0-9]*).*"engine": "nic", "reason".*"calls": ([0-9]*).*"bytes": ([0-9]*).*'
	sed -nE "/\"rank\": 1,/q; s/$line/took $1 $2 \1 \2 \3 \4/p" report.json
}

# run NUMBER NIC KIND WAY UNTIL WORDS...: a job in a folder of its own; NUMBER.result tells what came of it.
run() {
	local number=$1 nic=$2 kind=$3 way=$4 until=$5 status late=-1
	shift 5
	mkdir "$work/$number" && cd "$work/$number" && mkdir -m 700 runtime tmp || exit 1
	export XDG_RUNTIME_DIR=$PWD/runtime TMPDIR=$PWD/tmp
	timeout -k 5 600 "$@" >out 2>err </dev/null &
	trap "kill $!; exit 1" TERM
	wait $!
	status=$?
	if [ $status != 0 ] || [ ! -s stats.json ] || ! grep -q '"errors": 0,' stats.json || [ "$(ls -A runtime)" ]; then
		echo "FAILED, status $status: $*"
		head -c 1500 out err
		echo failed >part
	else
		[ $until = 0 ] || late=$(($(count last_repeat) - until))
		[ $late -le $quiet ] || echo "FAILED, a chunk was sent again $late cycles after the last fault: $*"
		echo "job ${nic%-*} $kind $(count chunks) $(count repeated) $until $late" >part
		took "${nic%-*}" "$way" >>part
	fi
	mv part "../$number.result" && rm -rf "$work/$number"
}

# draw KIND [brief]: begins a job with faults of that kind, as soon as a core is free.
draw() {
	local faults=$1,seed=$RANDOM nic=${nics[RANDOM % 4]} n bytes=80000 launch=run program how counts
	local programs=(grid_native grid_native grid_native grid_shmem grid_mpi) ways=(turns few long)
	local sizes=("0 16" "0 1000" "7 1000") few=(${ranks[$nic]}) until=0 require=nic
	n=${few[RANDOM % ${#few[@]}]} program=${programs[RANDOM % 5]} how=${ways[RANDOM % 3]}
	counts=${sizes[RANDOM % 3]} # of the grid's counts, those from here to there
	[ $nic = default ] || bytes=8000 # a chunk is a beat
	[ $how != few ] || [ $program = grid_native ] || how=turns # other APIs have none of its calls
	[ $how != turns ] || { [ $nic = default ] && [ $n -le 3 ]; } || how=once
	[ $how != few ] || require=none # some of its types are not the NICs'
	[ $how != long ] || counts="0 $bytes"
	[ -z "$2" ] || { how=long require=nic counts="0 $((RANDOM % 3000))"; }
	[ $program != grid_mpi ] || launch=mpirun
	[ $((RANDOM % 2)) = 0 ] || { until=$((RANDOM * 16)) faults+=,until=$until; }
	while [ "$(jobs -pr | wc -l)" -ge "$(nproc)" ]; do wait -n; done
	jobs=$((jobs + 1))
	run $jobs $nic "$1" $how $until "$build/bin/sumac" $launch -n $n --engine nic --nic $nic --clock stepped \
		--require $require --faults "$faults" --set rack_threads=1 --set rack_stats=stats.json \
		--report report.json "$build/e2e/$program" $how $RANDOM $counts &
}

# sum WHAT: of all jobs that have ended, `now` in a line, or the whole at the `end`, or the kinds that have seen too `few` chunks;
# all kinds, if none has. Status 1: chunks lack now, something is bad or lacks at the end.
sum() {
	cat ./*.result 2>/dev/null |
		awk -v what="$1" -v most="$most" -v kinds="${kinds[*]}" -v quiet=$quiet -f "$here/faults.awk" "$plans" -
}

while true; do
	for kind in $(sum few); do
		draw "$kind"
		for ((i = 0; i < brief; i++)); do draw "$kind" brief; done
	done
	[ $most != 0 ] || break
	now=$(sum now) lacks=$?
	echo "$(((SECONDS - begun) / 60)) of $minutes minutes: $now"
	[ $lacks != 0 ] || break
	[ $((SECONDS - begun)) -lt $((60 * minutes)) ] || break
done
wait
echo "seed $seed, $((SECONDS - begun)) s"
sum end
