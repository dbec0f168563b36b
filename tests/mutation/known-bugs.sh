#!/bin/bash
# Puts the bugs of tests/mutation/known-bugs back, one after the other, each into a copy of the tree, and runs the test that must
# find it: known-bugs.sh run BUILD [NAME]. NAME picks those whose name contains it. Without a bug each of these tests must pass. A
# bug counts as found when its tree builds, its test fails, and what the test prints says so as the row demands.
# known-bugs.sh check BUILD: only whether each edit applies to the tree as it stands, and each test exists.
b=$2 want=$3
list=tests/mutation/known-bugs tab=$'\t'
put_back() { awk -f tests/mutation/put-back.awk "$@"; }

if [ "$1" = check ]; then
	[ -e "$b/test-list" ] || bash tests/list.sh "$b" >"$b/test-list" || exit 1
	rows=$(put_back "$list") || exit 1
	gone=$(echo "$rows" | cut -f2 | grep -vxFf <(cut -f2 "$b/test-list"))
	[ -z "$gone" ] || { echo "known-bugs: tests/list.sh has no test that is called: $gone"; exit 1; }
	echo "known-bugs: $(echo "$rows" | wc -l) rows, each edit applies once"
	exit
fi

d=$b/known-bugs cores=$(nproc)
tree=$d/tree
unset MAKEFLAGS MAKELEVEL MFLAGS
export BENCH_JOBS=$cores BENCH_SECONDS=900 RACK_BINARY=build/bin/sumac-rack
export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0:detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1
rows=$(put_back "$list" | awk -F'\t' -v want="$want" 'index($1, want)'; exit "${PIPESTATUS[0]}") || exit 1
[ -n "$rows" ] || { echo "known-bugs: no bug's name has $want in it"; exit 1; }

# The copy, with what is built of the tree already. Files that have had a bug in them become newer than what was built with it.
mkdir -p "$tree/build" && find "$tree" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf '{}' + &&
	tar -c --exclude=./build --exclude=./.git --exclude="./$b" . | tar -x -C "$tree" || exit 1
touch "$d/edited" && (cd "$tree" && xargs -r touch -c) <"$d/edited"
for part in bin bitstreams flags gen lib nic obj san/obj; do
	[ -e "$tree/build/$part" ] || [ ! -e "$b/$part" ] ||
		{ mkdir -p "$(dirname "$tree/build/$part")" && cp -a "$b/$part" "$tree/build/$part"; } || exit 1
done
(cd "$tree" && bash tests/list.sh build) >"$d/tests" || exit 1

# run TEST LOG: 0 it passes, 1 it fails, 2 what it needs does not build. It may take three times its limit: other work may load the
# machine.
run()
{
	local limit needs command
	IFS=$'\t' read -r limit needs command < <(awk -F'\t' -v OFS='\t' -v t="$1" \
		'$2 == t { print $4, ($5 == "" ? "-" : $5), $6; exit }' "$d/tests")
	[ -n "$command" ] || { echo "tests/list.sh has no test that is called $1" >"$2"; return 2; }
	[ "$needs" = - ] || (cd "$tree" && make --no-print-directory -j "$cores" PROFILE=no $needs) >"$2" 2>&1 || return 2
	(cd "$tree" && timeout -k 10 $((3 * limit)) sh -c "$command") >"$2" 2>&1 && return 0
	[ $? != 124 ] || echo "no end within $((3 * limit)) s" >>"$2"
	return 1
}

bad=0 n=0 found=0
passes=: # tests that pass without a bug
while IFS=$tab read -r name test finds files; do
	log=$d/$name.log
	case $passes in *":$test:"*) ;; *)
		t0=$SECONDS
		run "$test" "$log" </dev/null || { echo "$test: FAILS WITHOUT A BUG"; tail -n 20 "$log"; exit 1; }
		echo "$test: passes without a bug ($((SECONDS - t0)) s)"
		passes=$passes$test: ;;
	esac
	n=$((n + 1)) t0=$SECONDS
	echo "$files" | tr ' ' '\n' | sort -u - "$d/edited" -o "$d/edited"
	put_back -v into="$tree" "$list" "$name" >"$log" || exit 1
	run "$test" "$log" </dev/null
	case $? in
	0) said="NOT FOUND, passes" ;;
	1) said="NOT FOUND, fails without: $finds"
	   ! grep -qE -e "$finds" "$log" || { found=$((found + 1)) said=found; } ;;
	*) said="DOES NOT BUILD" ;;
	esac
	echo "$name: $said by $test ($((SECONDS - t0)) s)"
	[ "$said" = found ] || { tail -n 5 "$log"; bad=1; }
	for file in $files; do cp "$file" "$tree/$file"; done
done < <(echo "$rows")
echo "known bugs: $n put back, $found found"
exit $bad
