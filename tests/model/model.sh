#!/bin/sh
# Searches the protocols of shared memory, as models with store buffers, for torn reads and lost wake-ups: model.sh [NAME]. Each is
# searched whole; then each of its mutants, whose fault the search must find.
cd "$(dirname "$0")" || exit 1
here=$PWD bad=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# search MODEL DEFINES...: 0: nothing was found, 1: a fault; 2: the search was not whole
search()
{
	model=$1
	shift
	rm -rf "$dir/pan" && mkdir "$dir/pan" && cd "$dir/pan" || exit 1
	cp "$here"/*.pml . && spin -a "$@" "$model.pml" >spin.log 2>&1 &&
		${CC:-cc} -O2 -w -DSAFETY -DCOLLAPSE -DVECTORSZ=2048 pan.c -o pan >cc.log 2>&1 ||
		{ cat spin.log cc.log 2>/dev/null; return 2; }
	./pan -m3000000 >out 2>&1
	! grep -q "Search not completed\|max search depth too small\|out of memory" out || grep -q "errors: [1-9]" out ||
		{ tail -5 out; return 2; }
	grep -q "errors: 0" out
}

right() # MODEL DEFINES...
{
	begin=$(date +%s)
	if search "$@"; then
		echo "ok    $*: $(sed -n 's/ *\([0-9]*\) states, stored.*/\1/p' out) states, $(($(date +%s) - begin)) s"
	else
		echo "FAIL  $*"
		grep -E "assert|invalid" out
		bad=1
	fi
}

wrong() # MODEL DEFINES...
{
	search "$@"
	if [ $? = 1 ]; then
		echo "ok    $*: the fault is found"
	else
		echo "FAIL  $*: the fault is not found"
		bad=1
	fi
}

right segment_sleep
wrong segment_sleep -DNO_FENCE
wrong segment_sleep -DAT_ONCE
right leaf_slots -DN_SLOTS=1 -DN_CALLS=4
right leaf_slots -DN_SLOTS=2 -DN_CALLS=${CALLS:-3}
wrong leaf_slots -DNO_RELEASE
wrong leaf_slots -DNO_WAIT
right leaf_lend
wrong leaf_lend -DNO_RELEASE
wrong leaf_lend -DEARLY
wrong leaf_lend -DLATE_WORD
wrong leaf_lend -DSTALE
right leaf_pass
wrong leaf_pass -DNO_RELEASE
wrong leaf_pass -DNOT_WITHHELD
wrong leaf_pass -DTOLD_EARLY
right leaf_share
wrong leaf_share -DNO_RELEASE
wrong leaf_share -DLATE_RESULT
wrong leaf_share -DNO_EXCHANGE
wrong leaf_share -DSAME_NUMBER
wrong leaf_share -DLEAVES_EARLY
wrong leaf_share -DEARLY
wrong leaf_share -DNO_LOOK
wrong leaf_share -DTELLS_LATE
exit $bad
