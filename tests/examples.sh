#!/bin/sh
# Runs the commands that README shows under "Use it", as they stand there, in a folder with the tree's docs and BUILD's tool
# and libraries: examples.sh BUILD. Each example runs on NICs alone and on the CPU engine alone, and prints the same on both.
# Exact sums do so on every number of ranks, too, and plain ones do not.
top=$PWD b=$(cd "$1" && pwd) n=0 bad=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir build && ln -s "$b/bin" "$b/lib" build/ && ln -s "$top/docs" docs || exit 1
unset $(env | sed -n "s/^\(SUMAC_[A-Z_]*\)=.*/\1/p") # not what the user has set
export SUMAC_CONFIG=/dev/null SUMAC_SUMMARY=text PATH="/usr/bin:$PATH" # of several pythons, the one that has python3-mpi4py
complain() { echo "README: $line: $*"; bad=$((bad + 1)); }

sed -n '/^## Use it/,/^## [^U]/s/^    //p' "$top/README.md" >commands
while read -r line; do
	case $line in
	'') continue ;;
	*.py*) python3 -c 'import mpi4py' 2>python || { echo "no mpi4py here: not tried: $line"; continue; } ;;
	esac
	n=$((n + 1))
	sh -c "$line" >out 2>err </dev/null || { complain "ends with $?: $(tail -3 err)"; continue; }
	case $line in *" run -n "* | *" mpirun -n "*) ;; *) continue ;; esac
	engine=cpu
	case $line in *"--engine nic"*) engine=nic ;; esac
	# The summary has a line for each kind of calls: their number, bytes and engine.
	awk -v engine=$engine '/^sumac: +[0-9]+ +[0-9]+ / { n++; bad += $4 != engine } END { exit !n || bad }' err ||
		complain "not all is done by the engine $engine: $(cat err)"
	program=$(echo "${line%%#*}" | sed 's/.*\///; s/[. ].*//')
	cp out "$program.$engine"
	[ ! -e "$program.cpu" ] || [ ! -e "$program.nic" ] || cmp "$program.cpu" "$program.nic" ||
		complain "not the same on both engines"
done <commands
line=docs/examples/exact_cg.c
for sums in exact plain; do
	for ranks in 1 2 4 8; do
		build/bin/sumac run -n $ranks --engine cpu build/exact_cg $sums 300 2>err | cksum
	done | sort -u >$sums
done
[ "$(wc -l <exact)" = 1 ] || complain "with exact sums the steps depend on the ranks: $(tail -3 err)"
[ "$(wc -l <plain)" -gt 1 ] || complain "with plain sums the steps do not depend on the ranks: $(tail -3 err)"
line=docs/examples
for file in docs/examples/*; do
	program=$(basename "${file%.*}")
	case $file in *.study) continue ;; esac # a case of e2e.sh
	case $file in *.py) [ ! -s python ] || continue ;; esac
	{ [ -s "$program.cpu" ] && [ -s "$program.nic" ]; } || complain "$program is not shown on both engines"
done
echo "examples: $n commands of README, $bad wrong"
[ $bad = 0 ] && [ $n -gt 10 ]
