#!/bin/sh
# Builds what the picked tests need, and runs them on all cores: run.sh BUILD WHAT [NAME]. WHAT is `test`, `check` (those of test,
# then its own), `long`, `campaign`, `proofs` or `lint`. NAME picks those whose name contains it; where no test of `make test` has
# it in its name, those of `make check`, and then of `make check-long`. list.sh prints all tests. With TIMES each test runs that
# often; with LOAD that many busy processes run beside them.
b=$1 what=$2 want=$3
cores=$(nproc)
make=${MAKE:-make}
# The variables of the make that runs this, not the number of jobs that it was given.
MAKEFLAGS=$(echo " $MAKEFLAGS" | sed -E 's/ (-j[0-9]*|--jobserver-[a-z]+=[^ ]*)//g; s/^ //')
export MAKEFLAGS
mkdir -p "$b"
bash tests/list.sh "$b" >"$b/test-list" || exit 1
gone=$(cut -f2 "$b/test-list" | grep -vxFf - tests/long.list)
[ -z "$gone" ] || { echo "tests/long.list: no test is called: $gone" >&2; exit 1; }

pick() # SETS: the rows of these that are wanted
{
	awk -F'\t' -v sets="$1" -v want="$want" -v what="$what" '
		index(sets, $1) && index($2, want) && (what == "proofs" ? $2 ~ /^prove_/ : what != "lint" ||
			$2 ~ /^lint/)' "$b/test-list"
}
first_of() # SETS: what is wanted of the first of these that has any; of the first alone where all is wanted
{
	for set; do
		pick "$set" >"$b/test-picked.of"
		[ ! -s "$b/test-picked.of" ] && [ -n "$want" ] || break
	done
	cat "$b/test-picked.of"
}
case $what in
test) first_of test check long >"$b/test-picked" ;;
long | campaign) pick $what >"$b/test-picked" ;;
proofs) { pick test; pick check; pick long; pick campaign; } >"$b/test-picked" ;;
*)    { pick test; pick check; } >"$b/test-picked" ;;
esac
n=$(wc -l <"$b/test-picked")
[ "$n" != 0 ] || { echo "no test matches $want"; exit 1; }
[ "$what" != test ] || [ -z "$want" ] || {
	more=$(pick check | wc -l)
	[ "$more" = 0 ] || [ "$(head -c 5 "$b/test-picked")" = check ] || echo "make check T='$want' runs $more more"
}

# The rack's model first (`sim`, by the alphabet): it is the longest of all to make, and nobody should wait for it in the end.
$make --no-print-directory -j "$cores" "$b/runner" $(cut -f5 "$b/test-picked" | tr ' ' '\n' | sort -ru) || exit 1

rm -rf "$b/test-logs" && mkdir -p "$b/test-logs"
unset MAKEFLAGS MAKELEVEL MFLAGS
export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0:detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1
export RACK_BINARY="$b/bin/sumac-rack"
[ -z "$want" ] || export BENCH_JOBS="$cores" # of a few tests one is often the longest by far; in long lists each bench has a core
burners=
trap '[ -z "$burners" ] || kill $burners 2>/dev/null' EXIT
trap 'exit 130' INT TERM
for _ in $(seq "${LOAD:-0}"); do
	sh -c 'while kill -0 $PPID 2>/dev/null; do for i in 0 1 2 3 4 5 6 7 8 9; do :; done; done' &
	burners="$burners $!"
done
for set in test check long campaign; do
	for time in $(seq "${TIMES:-1}"); do
		awk -F'\t' -v OFS='\t' -v set=$set -v again="${TIMES:+, time $time}" '$1 == set { print $2 again, $3, $4,
			$6 }' "$b/test-picked"
	done >"$b/test-rows"
	[ -s "$b/test-rows" ] || continue
	"$b/runner" "$b/test-logs" "$b/test-times${TIMES:+-again}" <"$b/test-rows"
	status=$?
	[ $status -lt 2 ] || exit $status
done
# Two lists get a line for both.
awk '/^failed: / { failed = failed $0 "\n" } / passed, / { n++; passed += $1; bad += $3 }
	END {
		if (n > 1) printf "both lists:\n%s%d passed, %d failed\n", failed, passed, bad
		exit bad != 0
	}' "$b/test-logs/closing"
