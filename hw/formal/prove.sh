#!/bin/sh
# Proves the properties of one module of hw/formal, and shows that they can fail: prove.sh BUILD PROOF proof|mutants.
# The head of prove_X.sv is its recipe:
#   RTL: A B       the modules of hw/rtl that it is about, those inside them included
#   Run: K=V ...   its parameters; once for each of these lines (none: as they stand)
#   Bound: N       bounded: the first N cycles by yosys-smtbmc with z3. Without it unbounded: property directed
#                  reachability (pdr) of yosys-abc
#   Cover: N       every cover statement is reached within N cycles, under the same assumptions and parameters
#   Edit: A s/..   the module is read after this sed: data paths and queues made narrow, nothing else
#   Mutant: A s/.. a break of the RTL for which at least one of the runs must find a counterexample
b=$1 proof=$2 what=$3
here=hw/formal
top=prove_$proof
src=$here/$top.sv
dir=$b/formal/$proof
head() { sed -n "s|^// $1: *||p" "$src"; }
limit=600

# An edited copy: edit MODULE SED IN OUT. One that changes nothing is out of date.
edit() { sed "$2" "$3" >"$4.new" && ! cmp -s "$3" "$4.new" && mv "$4.new" "$4" || { echo "$proof: $1 has no '$2'"; return 1; }; }

rtl() # OUT: copies of the modules, as the proof reads them
{
	mkdir -p "$1"
	for m in $(head RTL); do cp "hw/rtl/$m.sv" "$1/$m.sv" || return 1; done
	head Edit | while read -r m s; do edit "$m" "$s" "$1/$m.sv" "$1/$m.sv" || return 1; done
}

yosys_on() # RTL_DIR PARAMETERS COMMANDS
{
	set_to=
	for p in $2; do set_to="$set_to -set ${p%=*} ${p#*=}"; done
	timeout $limit yosys -q -e 'implicitly declared' -p "
		read_verilog -sv -DSYNTHESIS hw/rtl/sumac_pkg.sv $(head RTL | sed "s|[^ ][^ ]*|$1/&.sv|g")
		read_verilog -sv -formal $(echo $here/formal_*.sv) $src
		${set_to:+chparam $set_to $top;}
		hierarchy -check -top $top; proc; flatten; opt -full; memory_nordff; async2sync; dffunmap; memory_map; opt -full
		$3"
}

smt2() { yosys_on "$1" "$2" "$3 opt_clean; formalff -setundef -clk2ff; opt_clean; write_smt2 -wires $4"; }

# check RTL_DIR PARAMETERS: 0 proved, 1 a counterexample, 2 neither. What it says is in $dir/log.
check()
{
	bound=$(head Bound)
	if [ -n "$bound" ]; then
		smt2 "$1" "$2" "chformal -cover -remove;" "$1/p.smt2" >"$1/log" 2>&1 || return 2
		timeout $limit yosys-smtbmc -s z3 --presat -t "$bound" -m "$top" "$1/p.smt2" >>"$1/log" 2>&1
		grep -q 'Status: PASSED' "$1/log" && return 0
		grep -q 'Assert failed' "$1/log" && return 1
		return 2
	fi
	yosys_on "$1" "$2" "chformal -cover -remove; formalff -setundef -clk2ff; setundef -undriven -anyseq
		techmap; opt -fast; abc -g AND -fast; opt_clean; write_aiger -zinit $1/p.aig" >"$1/log" 2>&1 || return 2
	timeout $limit yosys-abc -c "read_aiger $1/p.aig; fold; strash; pdr" >>"$1/log" 2>&1
	grep -q 'Property proved' "$1/log" && return 0
	grep -q 'was asserted in frame' "$1/log" && return 1
	return 2
}

covers() # RTL_DIR PARAMETERS
{
	smt2 "$1" "$2" "chformal -assert -remove;" "$1/c.smt2" >"$1/cover.log" 2>&1 || return 2
	timeout $limit yosys-smtbmc -s z3 -c -t "$(head Cover)" -m "$top" "$1/c.smt2" >>"$1/cover.log" 2>&1
	grep -q 'Status: PASSED' "$1/cover.log"
}

since() { echo "$(($(date +%s) - t0)) s"; }
runs() { head Run; [ -n "$(head Run)" ] || echo; }
rm -rf "$dir.$what" && dir=$dir.$what && mkdir -p "$dir"
case $what in
proof)
	rtl "$dir" || exit 1
	runs | while read -r with; do
		t0=$(date +%s)
		check "$dir" "$with" || { echo "FAILED $proof $with: not proved"; tail -20 "$dir/log"; exit 1; }
		covers "$dir" "$with" || { echo "FAILED $proof $with: a cover is not reached"; tail -20 "$dir/cover.log"; exit 1; }
		n=$(grep -c 'Reached cover' "$dir/cover.log")
		bound=$(head Bound)
		echo "proved $proof${with:+ $with}: ${bound:+the first $bound cycles, }$n covers reached ($(since))"
	done
	;;
mutants)
	n=0
	head Mutant | { while read -r m s; do
		n=$((n + 1)) t0=$(date +%s)
		rtl "$dir/$n" || exit 1
		edit "$m" "$s" "$dir/$n/$m.sv" "$dir/$n/$m.sv" || exit 1
		runs | { while read -r with; do
			check "$dir/$n" "$with"
			case $? in
			1) echo "caught $proof${with:+ $with}: $m $s ($(since))"; exit 0 ;;
			2) echo "FAILED $proof $with: no answer for the mutant $m $s"; tail -20 "$dir/$n/log"; exit 1 ;;
			esac
		done
		echo "FAILED $proof: proved for the mutant $m $s"; exit 1; } || exit 1
	done
	[ $n != 0 ] || { echo "FAILED $proof has no mutant"; exit 1; }; }
	;;
esac
