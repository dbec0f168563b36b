#!/bin/sh
# The mutants of one module that DIR/MODULE/chosen lists and of which DIR/MODULE/results says nothing yet:
# module.sh DIR MODULE. They run against the bench of the module until one fails, first with the smallest
# parameters; those that survive against other benches with the module in them, and against those of the
# modules around it. The results get a line each: number, verdict, bench. NEAR=1 asks the own bench alone. Of
# mutants that DIR/known has as equivalent only that the module's own bench does not tell them.
d=$1/$2 m=$2 mutate=$1/mutate known=$1/known
. hw/rtl.sh
left=$(cut -f2 "$d/chosen" | grep -vxF "$(cut -f1 "$d/results")")
exec 2>"$d/stderr" # shells tell of each program that aborts
verdict() { printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>"$d/results"; }

instantiate() # MODULE FILES...: those in which it is an instance
{
	name=$1
	shift
	grep -lE "^ *$name +(#\(|[a-z_0-9]+ +\()" "$@"
}

write() { [ -n "$1" ] && mkdir -p "$d/rtl" && "$mutate" write "$(rtl_file "$m")" $1 >"$d/rtl/$m.sv"; }

build() # BENCH SIZE: its executable, run once without a mutant
{
	BENCH_MAIN="--main tests/mutation/sumac_mutant.sv -y $d/rtl" BENCH_ARGS=+mutant=0 BENCH_SIZE=$2 \
		sh tests/run-bench.sh "$d" "tests/rtl/$1.sv" >"$d/$1-$2.log" 2>&1
}

# Mutants that Verilator does not take, found one by one.
drop_uncompilable()
{
	kept=
	for n in $left; do
		write "$n"
		if verilator --lint-only -Wno-lint -Wno-style --top-module "$m" tests/mutation/sumac_mutant.sv \
			"$(rtl_pkg)" -y "$d/rtl" $(rtl_find) "$d/rtl/$m.sv" >"$d/lint.log" 2>&1; then kept="$kept $n"
		else verdict "$n" uncompilable ""; fi
	done
	left=$kept
	write "$left" || true
}

runs_for() # SECONDS PROGRAM MUTANT: whether it ends well, within these seconds of the processor
{
	(ulimit -t "$1"; exec "$2" $(sed "s/+mutant=0/+mutant=$3/" "$(dirname "$2")/args")) >"$d/run.log" 2>&1
}

try() # BENCH: who survives it is left
{
	sizes=full
	grep -q 'parameter bit Small ' "tests/rtl/$1.sv" && sizes="small full"
	for size in $sizes; do
		[ -n "$left" ] || return 0
		program=$d/rtl/$1/V$1
		[ $size = full ] || program=$d/rtl/$1-small/V$1
		if ! build "$1" $size; then
			drop_uncompilable
			[ -n "$left" ] || return 0
			build "$1" $size ||
				{ echo "mutation: $m: $1 fails without a mutant, see $d/$1-$size.log"; exit 1; }
		fi
		# Ten times the processor time of the run without a mutant: who takes more hangs.
		limit=$( (runs_for "$BENCH_SECONDS" "$program" 0; times) |
			awk 'END { split($1, t, /[ms]/); print int(10 * (t[1] * 60 + t[2]) + 20) }')
		kept=
		for n in $left; do
			if runs_for "$limit" "$program" "$n"; then kept="$kept $n"
			else verdict "$n" killed "$1 ($size): $( (grep -m1 -oE 'rror:.*' "$d/run.log" ||
				tail -n 1 "$d/run.log") | cut -c1-90)"; fi
		done
		left=$kept
	done
}

write "$left"
tried=
[ ! -e "tests/rtl/tb_$m.sv" ] || { try "tb_$m"; tried=" tb_$m "; }
kept=
for n in $left; do
	if grep -qx "$m	$n" "$known"; then verdict "$n" equivalent ""
	else kept="$kept $n"; fi
done
left=$(cut -f2 "$d/chosen" | grep -vxF "$(cut -f1 "$d/results")")
if [ -z "$NEAR" ] && [ -n "$left" ]; then
	for tb in $(instantiate "$m" tests/rtl/tb_*.sv) \
		$(instantiate "$m" $(rtl_modules) | sed "s,.*/,tests/rtl/tb_,"); do
		tb=$(basename "$tb" .sv)
		[ -e "tests/rtl/$tb.sv" ] || tb=tb_sumac_nic # rooms have no bench of their own
		case $tried in *" $tb "*) continue ;; esac
		tried="$tried $tb "
		[ -z "$left" ] || try "$tb"
	done
fi
for n in $left; do verdict "$n" survived ""; done
awk -F'\t' -v m="$m" '{ v[$2]++ } END { printf "%-24s %3d killed", m, v["killed"]
	for (w in v) if (w != "killed") printf ", %d %s", v[w], w; print "" }' "$d/results"
