#!/bin/sh
# Breaks the RTL in COUNT small ways and runs the benches against each: run.sh BUILD COUNT SEED [MODULE...]. At least two mutants a
# module, the rest by SEED from all there are. Two modules at a time. What BUILD/mutation has of a module stays as long as
# neither the module nor its bench changes. Every mutant must be killed, or stand in tests/mutation/equivalent with the reason.
b=$1 count=$2 seed=$3
shift 3
d=$b/mutation
mkdir -p "$d"
${CC:-cc} -std=gnu11 -O2 -Wall -Wextra -Wno-format-truncation tests/mutation/*.c -o "$d/mutate" || exit 1
modules=$(ls hw/rtl/*.sv | sed 's|.*/||; s|\.sv$||' | grep -v sumac_pkg)
for m in $modules; do "$d/mutate" list "$seed" "hw/rtl/$m.sv" | sort -u -k4 -t"$(printf '\t')" | sort | awk -v m="$m" '{ print (NR > 2) "\t" m "\t" $0 }' || exit 1; done |
	sort -k1,1n -k3,3 -s >"$d/all"
echo "mutation: seed $seed, $count of $(wc -l <"$d/all") mutants of $(echo "$modules" | wc -l) modules"
[ $# = 0 ] || modules=$*
for m in $modules; do
	mkdir -p "$d/$m"
	head -n "$count" "$d/all" | awk -F'\t' -v m="$m" 'BEGIN { OFS = FS } $2 == m { print $3, $4, $5, $6, $7 }' >"$d/$m/chosen.new"
	cmp -s "$d/$m/chosen" "$d/$m/chosen.new" || rm -f "$d/$m/done"
	mv "$d/$m/chosen.new" "$d/$m/chosen"
	bench=
	[ ! -e "tests/rtl/tb_$m.sv" ] || bench=tests/rtl/tb_$m.sv
	[ -z "$(find "hw/rtl/$m.sv" $bench tests/mutation/equivalent -newer "$d/$m/done" 2>&1)" ] || echo "$m"
done | xargs -P 2 -I '{}' sh -c 'sh tests/mutation/module.sh "$1/$2" "$2" tests/mutation/equivalent </dev/null' - "$d" '{}' || exit 1
for m in $modules; do awk -v m="$m" '{ print m "\t" $0 }' "$d/$m/results"; done >"$d/results"
for m in $modules; do
	awk -F'\t' -v m="$m" '$3 == "survived" && $1 == m { print $2 }' "$d/results" | while read -r n; do
		awk -F'\t' -v n="$n" -v m="$m" '$2 == n { print "survived: " m "\n- " $4 "\n+ " $5 }' "$d/$m/chosen"
	done
done
awk -F'\t' '{ v[$3]++; n++ } END {
	printf "mutation: %d mutants, %d killed, %d equivalent, %d not compiled, %d survived\n", n, v["killed"], v["equivalent"], v["uncompilable"], v["survived"]
	exit v["survived"] || v["killed"] + v["equivalent"] < 200 * (n >= 200) }' "$d/results"
