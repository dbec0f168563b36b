#!/bin/bash
# Every collective over wires that lose, double, reorder, damage and cut frames: faults.sh BUILD [MINUTES [SEED [CHUNKS]]]. The
# kinds of faults take turns, 10 % of each and all of them together, with 2 to 16 NICs, the grids of three APIs, and a seed of its
# own for each job. The NICs of a job have the default parameters, or those of BUILD/small-2 or small-4 (campaign.mk), in which
# windows, queues and sequence numbers are as short as they can be. It goes on until on default and on small NICs every kind has
# seen CHUNKS chunks (100,000) and all together ten times as many, or for MINUTES (150). A job must end by itself with the right
# results and leave nothing behind; one that does not is told with the line that runs it again. Every other job has faults for its
# first cycles only, as many as are drawn: then no chunk may be sent again later than a NIC at its longest back-off needs to ask
# (quiet), so all that was owed has ended. CHUNKS=0 ends after one job of each kind.
build=$(realpath "${1:?the build folder}") minutes=${2:-150} seed=${3:-1} most=${4:-100000}
work=$(mktemp -d) && cd "$work" || exit 1
trap 'cd / && rm -rf "$work"' EXIT
mkdir -m 700 runtime tmp
export XDG_RUNTIME_DIR=$work/runtime TMPDIR=$work/tmp SUMAC_CONFIG=/dev/null
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=^tcp
RANDOM=$seed
kinds=(loss=0.1 dup=0.1 reorder=0.1 corrupt=0.1 truncate=0.1 loss=0.05,dup=0.05,reorder=0.05,corrupt=0.05,truncate=0.05)
nics=(default default small-2 small-4) # of which a job draws
declare -A ranks=([default]="2 3 4 5 8 16" [small-2]=2 [small-4]="2 3 4") chunks
for size in default small; do for kind in "${kinds[@]}"; do chunks[$size, $kind]=0; done; done
all=0 jobs=0 bad=0 repeated=0 begun=$SECONDS calm=0 latest=0
quiet=300000 # cycles: 2^18 for a channel that has doubled its time six times, and the answers

count() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" stats.json | head -1; }

# check_calm UNTIL WORDS: what came again after the faults had ended came soon.
check_calm() {
	local late=$(($(count last_repeat) + 0 - $1))
	calm=$((calm + 1))
	[ $late -le $latest ] || latest=$late
	[ $late -gt $quiet ] || return 0
	bad=$((bad + 1))
	echo "FAILED, a chunk was sent again $late cycles after the last fault: $2"
}

# run KIND: a job with faults of that kind.
run() {
	local kind=$1,seed=$RANDOM nic=${nics[RANDOM % 4]} tool=$build/bin/sumac n counts launch=run program how=turns seen
	local programs=(grid_native grid_native grid_shmem grid_mpi) sizes=("0 16" "0 1000" "7 1000") few=(${ranks[$nic]})
	local status until=0
	n=${few[RANDOM % ${#few[@]}]} program=${programs[RANDOM % 4]}
	counts=${sizes[RANDOM % 3]} # of the grid's counts, those from here to there
	[ $nic = default ] || tool=$build/$nic/bin/sumac how=once # a chunk is a beat
	[ $n -le 3 ] || how=once
	[ $program != grid_mpi ] || launch=mpirun
	[ $((jobs % 2)) = 0 ] || { until=$((RANDOM * 16)) kind+=,until=$until; }
	local words=("$tool" "$launch" -n $n --engine nic --clock stepped --require nic --faults "$kind"
		--set rack_stats="$work/stats.json" "$build/e2e/$program" $how $RANDOM $counts)
	rm -f stats.json
	timeout --foreground -k 5 600 "${words[@]}" >out 2>err </dev/null
	status=$?
	jobs=$((jobs + 1))
	if [ $status != 0 ] || [ ! -s stats.json ] || ! grep -q '"errors": 0,' stats.json || [ "$(ls -A runtime)" ]; then
		bad=$((bad + 1))
		echo "FAILED, status $status: ${words[*]}"
		head -c 1500 out err
		rm -rf runtime/*
		return
	fi
	[ $until = 0 ] || check_calm $until "${words[*]}"
	seen="${nic%-*}, $1"
	chunks[$seen]=$((chunks[$seen] + $(count chunks)))
	all=$((all + $(count chunks))) repeated=$((repeated + $(count repeated)))
}

# Whether a kind has not seen enough.
lacks() {
	[ $all -ge $((10 * most)) ] || return 0
	for seen in "${!chunks[@]}"; do [ ${chunks[$seen]} -ge $most ] || return 0; done
	return 1
}

while lacks || [ $jobs -lt ${#kinds[@]} ]; do
	for kind in "${kinds[@]}"; do run "$kind"; done
	[ $most != 0 ] || break
	echo "$(((SECONDS - begun) / 60)) of $minutes minutes: $jobs jobs, $all chunks, $repeated sent again, $bad bad"
	[ $((SECONDS - begun)) -lt $((60 * minutes)) ] || break
done
for seen in "${!chunks[@]}"; do echo "$seen: ${chunks[$seen]} chunks"; done | sort
echo "$jobs jobs of seed $seed, $all chunks, $repeated sent again, $bad bad, $((SECONDS - begun)) s"
echo "$calm jobs whose faults ended before them: the last chunk was sent again $latest cycles after, $quiet at most"
[ $bad = 0 ]
