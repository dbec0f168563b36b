# The HPC Challenge benchmarks, in C. Read by apps.sh.
packages="hpcc"
compared="sizes, residuals, errors and verdicts of hpccoutf.txt, every digit; times and rates are left out"

# The example that comes with it, on a smaller matrix and a grid of 1 x 2.
prepare() {
	sed -e '6s/^1000/64/' -e '8s/^80/8/' -e '11s/^2/1/' -e '12s/^2/2/' /usr/share/doc/hpcc/examples/_hpccinf.txt >hpccinf.txt
}

# PTRANS' lines lose time and rate, and there are lines of processor time only if it took any; DGEMM's residuals are of
# matrices that it makes anew each time.
results() {
	grep -E '^\|\||PASSED|FAILED|rror|[rR]esid|^[A-Za-z]+_(N|n|Procs|maxErr|VectorSize)=' hpccoutf.txt |
		grep -vE 'Scaled residual:|Current time|^CPU' |
		sed -E 's/^WALL(( +[0-9]+){6}) +[0-9.]+ (PASSED|FAILED) +[0-9.]+/WALL\1 \3/'
}

app "HPC Challenge" 2 hpcc
