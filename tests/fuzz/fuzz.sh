#!/bin/sh
# Runs a target of tests/fuzz: fuzz.sh BUILD TARGET corpus, over the committed inputs only; fuzz.sh BUILD TARGET MINUTES, on and on
# from these and from what BUILD/fuzz/found/TARGET has of earlier runs. The last line says rate and coverage. An input that breaks
# a promise is left in BUILD/fuzz, and is run again by giving it to BUILD/fuzz/fuzz_TARGET.
b=$1 target=$2 minutes=$3
dir=$b/fuzz program=$b/fuzz/fuzz_$2 corpus=tests/fuzz/corpus/$2
found=$dir/found/$target log=$dir/$target-$minutes.log
mkdir -p "$found"
options="-close_fd_mask=2 -print_final_stats=1 -artifact_prefix=$dir/$target- -max_len=4096 -timeout=120 -report_slow_units=120"
if [ "$minutes" = corpus ]; then
	set -- -runs=0 "$corpus"
	[ ! -e "$dir/replay_$target" ] || program=$dir/replay_$target
else
	echo "fuzz: $target, $minutes minutes"
	set -- -max_total_time=$((minutes * 60)) "$found" "$corpus"
fi
"$program" $options "$@" >"$log" 2>&1 || { tail -40 "$log"; echo "fuzz: $target: FAILED"; exit 1; }
awk -v target="$target" '
	/ cov: / { for (i = 1; i < NF; i++) { if ($i == "cov:") cov = $(i + 1); if ($i == "corp:") corp = $(i + 1) } }
	/number_of_executed_units/ { n = $2 }
	/average_exec_per_sec/ { rate = $2 }
	END { sub("/.*", "", corp)
		print "fuzz: " target ": " n " inputs, " rate " a second, " cov " edges, " corp " inputs kept" }' \
	"$log"
