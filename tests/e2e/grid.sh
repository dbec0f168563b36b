#!/bin/bash
# The grid: grid.sh BUILD [WHICH [DEPTH [SEED]]]. Three APIs, MPI on both of its libraries, both engines, 1 to 8 ranks, the pairs of
# operation and type that NICs do, as far as the API has them, counts 0, 1, 7, 16, 1000 and 100003, to all ranks and to every root,
# of Sumac's own API the other reductions as well, in place and not, 5 alignments.
#
# DEPTH `cover`, the default, takes every combination of API, engine, ranks, pair, count and root, which take turns in
# place and alignment; but of 100003 elements on NICs every combination of API, ranks and pair, which take turns in root,
# place and alignment: without MPICH 158208 reductions, of which the 125208 to all ranks and to roots take 50 minutes on 2 cores
# that do other work as well. `full` takes all combinations of everything, which is many hours.
#
# WHICH picks the runs whose name contains it, as in "nic, 4 ranks". Prints a line a run. Runs that have passed are kept in
# BUILD/grid-passed and not repeated until something is built anew, so a campaign that was ended can go on.
set -u
build=$(realpath "${1:?the build folder}") which=${2-} depth=${3:-cover} seed=${4:-1}
passed=$build/grid-passed
work=$(mktemp -d) && cd "$work" || exit 1
trap 'cd / && rm -rf "$work"' EXIT
mkdir -m 700 runtime
export XDG_RUNTIME_DIR=$work/runtime XDG_CACHE_HOME=$work/cache
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=^tcp
unset SUMAC_OPTIONS SUMAC_ENGINE SUMAC_RACK
n_run=0 n_failed=0 n_kept=0 n_reductions=0 started=$SECONDS

built=$(cat "$build"/bin/sumac* "$build"/lib/*.so.0 "$build"/e2e/grid_* "$build"/e2e/mpich/grid_* | sha256sum)
[ "$(head -1 "$passed" 2>/dev/null)" = "$built" ] || echo "$built" >"$passed"

# run API ENGINE RANKS SIZE: a job for all counts of that size.
run() {
	local api=$1 engine=$2 n=$3 size=$4 launch=run counts="0 1000" how=turns begun=$SECONDS name line program=grid_$api
	name="$api, $engine, $n ranks, $size"
	[[ $name == *"$which"* ]] || return
	if grep -qxF "$name, $depth, seed $seed" "$passed"; then
		n_kept=$((n_kept + 1))
		return
	fi
	[[ $api = mpi* ]] && launch=mpirun
	[ $api = mpich ] && program=mpich/grid_mpi
	[ $size = large ] && counts="100003 100003"
	[ $size = large ] && [ $engine = nic ] && how=once
	[ $depth = full ] && how=full
	n_run=$((n_run + 1))
	if "$build/bin/sumac" $launch -n $n --engine $engine --report report.json "$build/e2e/$program" $how $seed $counts >out &&
		line=$(sed -n 's/^[a-z]*: \([0-9]* reductions over .*\)/\1/p' out) && [ "$line" ] &&
		"$build/e2e/check_report" $engine report.json $n >judged; then
		echo "$name, $depth, seed $seed" >>"$passed"
		echo "ok   $name, $((SECONDS - begun)) s: $line"
		n_reductions=$((n_reductions + ${line%% *}))
	else
		n_failed=$((n_failed + 1))
		echo "FAIL $name, $how, seed $seed, counts $counts"
		cat out judged 2>/dev/null
	fi
	rm -f report.json out judged
}

for size in small large; do
	for n in 1 2 3 4 5 6 7 8; do
		for engine in cpu nic; do
			for api in native shmem mpi mpich; do
				run $api $engine $n $size 2> >(grep -vE 'simulated NICs?$' >&2)
			done
		done
	done
done
echo "grid, $depth, seed $seed: $n_run runs, $n_reductions reductions in $(((SECONDS - started) / 60)) minutes," \
	"$n_failed failed; $n_kept had passed before"
[ $((n_run + n_kept)) = 0 ] && echo "no run matches $which" && exit 1
[ $n_failed = 0 ]
