#!/bin/bash
# The campaign for bits: bits.sh FOLDER [WHICH [SEED [COUNT]]]. Every operation and type that NICs do, in the Verilated lanes; every
# one that there is, in the CPU engine's kernels as built in several ways, called by a program that flushes subnormals. All corners;
# then of 16-bit floats every pair of operands, of binary32 and binary64 COUNT random pairs (a thousand million by default), of all
# other types a hundredth of that. Two at a time.
#
# WHICH picks those whose name contains it, as "rtl SUM F32", "cpu O3" or "BF16". A line for each in the end, with the counts; a
# difference is printed with its operands. FOLDER/passed keeps what has passed, which is not repeated until something is built
# anew, so a campaign that was ended can go on.
set -u
dir=$1 which=${2-} seed=${3:-1} count=${4:-1000000000}
bits=$dir/sumac-bits passed=$dir/passed
touch "$passed"
started=$SECONDS

kernels() { # NAME FLAGS: builds FOLDER/NAME.so
	gcc -std=gnu11 -w -fPIC -shared -Wl,-Bsymbolic $2 -I. -Ihost -Iinclude host/engine/kernel/kernel*.c -o "$dir/$1.so"
}
builds="cpu-O0 cpu-O2 cpu-O3"
kernels cpu-O0 "-O0 -ffp-contract=off" && kernels cpu-O2 "-O2 -ffp-contract=off" && kernels cpu-O3 "-O3 -ffp-contract=off" || exit 1
if grep -qw fma /proc/cpuinfo; then
	kernels cpu-fma "-O3 -mfma -ffp-contract=fast" || exit 1
	builds="$builds cpu-fma"
else
	echo "not run: kernels with fused multiply-add, which this processor has not"
fi

jobs() { # one a line: ENGINE OP TYPE SEED COUNT HASH
	for engine in rtl $builds; do
		list=rtl what=$bits
		[ $engine = rtl ] || list=cpu what=$dir/$engine.so
		hash=$(cat "$bits" "$what" | sha256sum | cut -c 1-16)
		"$bits" --list $list | while read -r op type; do
			case $type in
			F32 | F64) echo "$engine $op $type $seed $count $hash" ;;
			*) echo "$engine $op $type $seed $((count / 100)) $hash" ;;
			esac
		done
	done
}

one() { # a line of jobs
	set -- $1
	subject=rtl
	[ $1 = rtl ] || subject=$(realpath "$dir")/$1.so
	if line=$("$bits" "$subject" $2 $3 $4 $5); then
		echo "$*" >>"$passed"
		echo "ok   $1${line#ok  }"
	else
		echo "FAIL $1 $2 $3"
		echo "$line"
		exit 1
	fi
}
export -f one
export bits passed dir

all=$(jobs | grep -F -- "$which")
todo=$(echo "$all" | grep -vxF -f "$passed")
n_all=$(echo "$all" | grep -c .) n_todo=$(echo "$todo" | grep -c .)
[ $n_all = 0 ] && echo "nothing matches $which: see $bits --list cpu" && exit 1
# The long ones first, so that neither of the two ends up alone with one.
echo "$todo" | grep . | awk '{ print ($3 ~ /F16$/ ? "4294967296" : $5), $0 }' | sort -s -k1,1nr | cut -d ' ' -f 2- |
	xargs -r -P 2 -d '\n' -n 1 bash -c 'one "$1" || exit 255' -
status=$?
failed=$([ $status = 0 ] && echo none || echo one)
echo "bits, seed $seed: $n_todo runs in $(((SECONDS - started) / 60)) minutes, $failed failed;" \
	"$((n_all - n_todo)) had passed before"
[ $status = 0 ]
