# ScaLAPACK's own tests: of the BLACS below it, called from C and from Fortran, and of an LU factorization. Read by apps.sh.
packages="scalapack-mpi-test"

tests=/usr/lib/x86_64-linux-gnu/scalapack/openmpi-tests

# Combines of all types, in rows, in columns and of all, by the MPI library (' ') and by trees of the BLACS' own ('H').
compared="all that it prints"
prepare() {
	sed -e '4,5s/T/F/' -e "7s/'T'/'F'/" $tests/BLACS/bt.dat >bt.dat
	cp $tests/BLACS/sdrv.dat $tests/BLACS/bsbr.dat .
	printf '%s\n' 3 "'+' '>' '<'" 3 "'R' 'C' 'A'" 0 0 2 "' ' 'H'" \
		2 '3 13' '5 12' '5 13' '9 13' '4 13' 2 '0 -1' '0 -1' 2 '2 1' '2 4' >comb.dat
}
results() { cat out; }
app "BLACS, from C" 4 $tests/BLACS/xCbtest
app "BLACS, from Fortran" 4 $tests/BLACS/xFbtest

compared="cases, sizes and verdicts on residuals; times are left out"
prepare() { sed -e '5s/^4/2/' -e '8s/^3/2/' -e '10s/^3/1/' -e '12s/^3/1/' -e '14s/^4/2/' $tests/LU.dat >LU.dat; }
results() { sed -E 's/^(WALL( +[0-9]+){7}).*(PASSED|FAILED)/\1 \3/' out; }
app "ScaLAPACK: LU" 4 $tests/xdlu
