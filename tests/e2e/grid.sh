#!/bin/sh
# The whole grid, hours of it: grid.sh BUILD [SEED]. Every API, both engines, 1 to 8 ranks, every operation, type, count,
# root, place and alignment. Prints a line a run; make test takes a covering part of it.
build=${1:?the build folder} seed=${2:-1} n_failed=0
for n in 1 2 3 4 5 6 7 8; do
	for engine in cpu nic; do
		for api in native shmem mpi; do
			launch=run
			[ $api = mpi ] && launch=mpirun
			"$build/bin/sumac" $launch -n $n --engine $engine --report grid.json "$build/e2e/grid_$api" full "$seed" &&
				"$build/e2e/check_report" $engine grid.json $n || {
				n_failed=$((n_failed + 1))
				echo "FAIL $api, $n ranks, $engine, seed $seed"
			}
		done
	done
done
rm -f grid.json
echo "grid: $n_failed of 48 runs failed"
[ $n_failed = 0 ]
