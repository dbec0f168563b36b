#!/bin/sh
# Breaks the RTL in COUNT small ways and runs the benches against each: mutation.sh BUILD COUNT SEED [MODULE...].
# At least two mutants a module, the rest by SEED from all there are. Two modules at a time. What
# BUILD/mutation has of a module stays as long as neither the module nor its bench changes; who survived is
# asked again. Every mutant must be killed, or stand in tests/mutation/equivalent with the reason; of 200 and
# more, 200 must compile.
b=$1 count=$2 seed=$3
shift 3
. hw/rtl.sh
d=$b/mutation
tab=$(printf '\t')
export BENCH_SECONDS="${BENCH_SECONDS:-1500}" # of the slowest bench, on a machine that does other things too
mkdir -p "$d"
${CC:-cc} -std=gnu11 -O2 -Wall -Wextra -Wno-format-truncation tests/mutation/*.c -o "$d/mutate" || exit 1
modules=$(rtl_modules | sed 's|.*/||; s|\.sv$||')
for m in $modules; do
	"$d/mutate" list "$seed" "$(rtl_file "$m")" >"$d/list" || { echo "mutation: no mutants of $m" >&2; exit 1; }
	sort -u -k4 -t"$tab" "$d/list" | sort | awk -v m="$m" '{ print (NR > 2) "\t" m "\t" $0 }'
done >"$d/unsorted" || exit 1
sort -k1,1n -k3,3 -s "$d/unsorted" >"$d/all"
awk -f tests/mutation/known.awk tests/mutation/equivalent "$d/all" >"$d/known" || exit 1
echo "mutation: seed $seed, $count of $(wc -l <"$d/all") mutants of $(echo "$modules" | wc -l) modules"
[ $# = 0 ] || modules=$*

# The chosen mutants of each module, and what is known of them from before.
for m in $modules; do
	mkdir -p "$d/$m"
	head -n "$count" "$d/all" | awk -F'\t' -v m="$m" 'BEGIN { OFS = FS } $2 == m { print $3, $4, $5, $6, $7 }' \
		>"$d/$m/chosen"
	bench=tests/rtl/tb_$m.sv
	[ -e "$bench" ] || bench=
	touch -a "$d/$m/results"
	if [ ! -e "$d/$m/begun" ] || [ -n "$(find "$(rtl_file "$m")" $bench -newer "$d/$m/begun")" ]; then
		touch "$d/$m/begun"
		: >"$d/$m/results"
	fi
	awk -F'\t' -v m="$m" '
		FILENAME == ARGV[1] { if ($1 == m) known[$2] = 1; next }
		FILENAME == ARGV[2] { chosen[$2] = 1; next }
		!($1 in chosen) || $2 == "survived" || ($2 == "equivalent" && !($1 in known)) { next }
		{ print }' "$d/known" "$d/$m/chosen" "$d/$m/results" >"$d/$m/kept"
	mv "$d/$m/kept" "$d/$m/results"
	[ "$(wc -l <"$d/$m/chosen")" = "$(wc -l <"$d/$m/results")" ] || echo "$m"
done >"$d/open"
xargs -P 2 -I '{}' sh -c 'sh tests/mutation/module.sh "$1" "$2" </dev/null' - "$d" '{}' <"$d/open"
failed=$?

: >"$d/results.new"
for m in $modules; do
	awk -F'\t' -v m="$m" -v all="$d/results.new" 'FILENAME == ARGV[1] { row[$2] = "\n- " $4 "\n+ " $5; next }
		{ print m "\t" $0 >>all }
		$2 == "survived" { print "survived: " m row[$1] }' "$d/$m/chosen" "$d/$m/results"
done
mv "$d/results.new" "$d/results"
awk -F'\t' -v failed="$failed" '
	FILENAME == ARGV[1] { known[$1, $2] = 1; next }
	{ v[$3]++; n++ }
	$3 == "killed" && ($1, $2) in known {
		print "mutation: in tests/mutation/equivalent, but killed: " $1 " " $2 " by " $4
		failed = 1
	}
	END {
		printf "mutation: %d mutants, %d killed, %d equivalent, %d not compiled, %d survived\n",
			n, v["killed"], v["equivalent"], v["uncompilable"], v["survived"]
		judged = v["killed"] + v["equivalent"] + v["survived"]
		if (n >= 200 && judged < 200) {
			print "mutation: only " judged " of them compile, 200 are wanted: choose more"
			failed = 1
		}
		exit failed || v["survived"] != 0
	}' "$d/known" "$d/results"
