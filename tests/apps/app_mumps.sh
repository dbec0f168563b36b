# MUMPS, a sparse direct solver in Fortran: the example of its package, in four types. Read by apps.sh.
packages="mumps-test"
compared="all that it prints, every digit, but for the lines of times"

prepare() { :; }
results() { grep -viE 'time|elapsed' out; }

for type in s d c z; do
	input=/usr/lib/mumps/input_simpletest_real
	case $type in c | z) input=/usr/lib/mumps/input_simpletest_cmplx ;; esac
	app "MUMPS: ${type}simpletest" 3 /usr/lib/mumps/${type}simpletest
done
