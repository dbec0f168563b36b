#!/bin/sh
# Proves the properties of one module of hw/formal, and shows that they can fail: prove.sh BUILD PROOF
# proof|assertions|covers|mutants; proof is assertions and covers. Unbounded, by induction: 4 steps where they suffice; else
# yosys-abc's pdr (property directed reachability) finds the invariant itself and verifies it. The head of prove_X.sv is its recipe:
#   RTL: A B       the modules of hw/rtl that it is about, those inside them included
#   Run: K=V ...   its parameters; once for each of these lines (none: as they stand)
#   Bound: N       the first N cycles only, by bmc3, where pdr finds no invariant in the time
#   Cover: N       every cover statement is reached within N cycles, under the same assumptions and parameters
#   Edit: A s/..   the module is read after this sed: data paths and queues made narrow, memories replaced by a
#                  formal_*.sv, a look inside added, nothing else
#   Also, Assume, Keep   of held.list: what surrounds the module: code, what is true, "SIGNALS while CONDITION" hold
#   Invariant: A   of held.list: what is asserted besides, to make it inductive; in these four, \\ stands for one \
#   Mutant: A s/.. a break of the RTL for which at least one of the runs must find a counterexample
b=$1 proof=$2 what=$3
. hw/rtl.sh
here=hw/formal
dir=$b/formal/$proof.$what
limit=600
# A proof that streams are held has its recipe in held.list, and its properties in its copy of the module itself.
case $proof in
held_*) top=sumac_${proof#held_} src='' ;;
*)      top=prove_$proof src=$here/prove_$proof.sv ;;
esac
head()
{
	if [ -n "$src" ]; then sed -n "s|^// $1: *||p" "$src"; return; fi
	sed -n "/^$top\$/,/^\$/s|^ $1: *||p" $here/held.list
}
modules() { [ -n "$src" ] || echo "$top"; head RTL; }
since() { echo "$(($(date +%s) - t0)) s"; }
bound=$(head Bound)
runs() { head Run; [ -n "$(head Run)" ] || echo; }

# In place: edit MODULE SED FILE. An edit that changes nothing is out of date.
edit()
{
	sed "$2" "$3" >"$3.new" && ! cmp -s "$3" "$3.new" && mv "$3.new" "$3" || { echo "FAILED $proof: $1 has no '$2'"; return 1; }
}

rtl() # DIR: copies of the modules, as the proof reads them
{
	mkdir -p "$1"
	for file in $(modules); do cp "$(rtl_file "$file")" "$1/$file.sv" || return 1; done
	[ -n "$src" ] || awk -v also="$(head Also)" -v assume="$(head Assume | paste -sd ';')" \
		-v invariant="$(head Invariant | paste -sd ';')" -v keep="$(head Keep | paste -sd ';')" -f $here/held.awk \
		"$(rtl_file "$top")" >"$1/$top.sv" || return 1
	head Edit | while read -r file s; do edit "$file" "$s" "$1/$file.sv" || return 1; done
}

aiger() # DIR PARAMETERS COMMAND OUT: what is asserted, as gates
{
	set_to=
	for p in $2; do set_to="$set_to -set ${p%=*} ${p#*=}"; done
	timeout --foreground $limit yosys -q -e 'implicitly declared' -p "
		read_verilog -sv -DSYNTHESIS $(rtl_pkg) $(modules | xargs | sed "s|[^ ][^ ]*|$1/&.sv|g")
		read_verilog -sv -formal $(echo $here/formal_*.sv) $src
		${set_to:+chparam $set_to $top;}
		hierarchy -check -top $top; proc; flatten; delete -output o:*; opt -full; memory_nordff
		async2sync; dffunmap; memory_map; opt -full
		$3; formalff -setundef -clk2ff; setundef -undriven -anyseq
		techmap; opt -fast; abc -g AND -fast; opt_clean; write_aiger -zinit $4"
}

# check DIR PARAMETERS: 0 proved, 1 a counterexample, 2 neither. DIR/log has the output.
check()
{
	aiger "$1" "$2" "chformal -cover -remove" "$1/p.aig" >"$1/log" 2>&1 || return 2
	# A mutant's counterexample is mostly a short one, which bounded search finds sooner.
	if [ "$what" = mutants ]; then
		timeout --foreground $limit yosys-abc \
			-c "read_aiger $1/p.aig; fold; strash; scorr; bmc3 -F ${bound:-$(head Cover)}" >>"$1/log" 2>&1
		grep -q 'was asserted in frame' "$1/log" && return 1
	fi
	# A proof that is inductive as it stands needs no search for an invariant: the base case, then the step.
	if [ -z "$bound" ]; then
		timeout --foreground $limit yosys-abc -c "read_aiger $1/p.aig; fold; strash; bmc3 -F 4; orpos; ind -F 4" \
			>>"$1/log" 2>&1
		grep -q 'was asserted in frame' "$1/log" && return 1
		grep -q 'No output asserted in 4 frames' "$1/log" && grep -q 'Networks are equivalent' "$1/log" && return 0
	fi
	timeout --foreground $limit yosys-abc \
		-c "read_aiger $1/p.aig; fold; strash; scorr; ${bound:+bmc3 -F }${bound:-pdr}" >>"$1/log" 2>&1
	grep -qE "Property proved|No output asserted in ${bound:-no} frames" "$1/log" && return 0
	grep -q 'was asserted in frame' "$1/log" && return 1
	return 2
}

# covers DIR PARAMETERS: all are reached; each is the counterexample to its never being so. Their number is in $reached.
# (-x keeps the counterexamples; abc crashes on some models without.)
covers()
{
	aiger "$1" "$2" "chformal -assert -remove; techmap -map $here/cover_map.v" "$1/c.aig" >"$1/cover.log" 2>&1 || return 1
	timeout --foreground $limit yosys-abc \
		-c "read_aiger $1/c.aig; fold; strash; bmc3 -a -x -F $(head Cover)" >>"$1/cover.log" 2>&1
	reached=$(sed -n 's/^All \([0-9]*\) outputs are found to be SAT.*/\1/p' "$1/cover.log")
	[ -n "$reached" ]
}

rm -rf "$dir" && mkdir -p "$dir" && rtl "$dir" || exit 1
case $what in
proof | assertions | covers)
	runs | while read -r with; do
		t0=$(date +%s)
		[ "$what" = covers ] || check "$dir" "$with" ||
			{ echo "FAILED $proof $with: not proved"; tail -20 "$dir/log"; exit 1; }
		[ "$what" = assertions ] || covers "$dir" "$with" ||
			{ echo "FAILED $proof $with: a cover is not reached"; tail -20 "$dir/cover.log"; exit 1; }
		said="${bound:+the first $bound cycles, }${reached:+$reached covers reached }"
		echo "proved $proof${with:+ $with}: $said($(since))"
	done
	;;
mutants)
	[ -n "$(head Mutant)" ] || { echo "FAILED $proof has no mutant"; exit 1; }
	head Mutant | while read -r m s; do
		t0=$(date +%s)
		rm -rf "$dir/m" && rtl "$dir/m" && edit "$m" "$s" "$dir/m/$m.sv" || exit 1
		runs | { while read -r with; do
			check "$dir/m" "$with"
			case $? in
			1) echo "caught $proof${with:+ $with}: $m $s ($(since))"; exit 0 ;;
			2) echo "FAILED $proof $with: no answer for the mutant $m $s"; tail -20 "$dir/m/log"; exit 1 ;;
			esac
		done
		echo "FAILED $proof: proved in spite of the mutant $m $s"; exit 1; } || exit 1
	done
	;;
esac
