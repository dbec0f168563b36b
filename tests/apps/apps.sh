#!/bin/bash
# Programs that users have, as Debian packages them: each plain under Open MPI, on the CPU engine, on the NIC engine (simulated),
# and on it with 1 % of every fault on the wire. Their output must be the same, and the script tells how many of their reductions
# Sumac took.
# `apps.sh packages` prints which packages they are in; `apps.sh BUILD [WORDS] [PAGE]` runs those whose name contains WORDS. A
# run of all of them in which none went wrong writes the table into PAGE.
set -u
here=$(realpath "$(dirname "$0")")
[ "$1" != packages ] || { sed -n 's/^packages="\(.*\)"/\1/p' "$here"/app_*.sh; exit; }
build=$(realpath "$1") want=${2-} page=${3:+$(realpath "$3")}
work=$(mktemp -d) && cd "$work" || exit 1
trap 'cd / && rm -rf "$work"' EXIT
unset $(env | sed -n "s/^\(SUMAC_[A-Z_]*\)=.*/\1/p") # not what the user has set
export SUMAC_CONFIG=/dev/null OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
limit_s=120 n_bad=0 faults=loss=0.01,dup=0.01,reorder=0.01,corrupt=0.01,truncate=0.01
: >table

# app NAME RANKS COMMAND...: runs it in a folder of its own for each way. Its file has defined prepare, which makes its input
# there; results, which prints of the file out, its standard output, and of others there what must be the same; and compared,
# the same in words. input, if it is set, is its standard input.
app() {
	local name=$1 ranks=$2 verdicts= way
	shift 2
	case $name in *"$want"*) ;; *) return ;; esac
	echo "== $name: $*, $ranks ranks; compared: $compared"
	mkdir counts && export APPS_COUNTS=$work/counts
	for way in plain cpu nic lossy; do
		run $way "$ranks" "$@"
		[ $way = plain ] || verdicts="$verdicts $verdict |"
	done
	row "$name" "$ranks" "$verdicts"
	tail -1 table
	rm -rf plain cpu nic lossy counts
}

run() { # WAY RANKS COMMAND...
	local way=$1 ranks=$2 status began=$SECONDS
	local -A said=([plain]="without Sumac" [cpu]="on the CPU engine" [nic]="on simulated NICs"
		[lossy]="... lossy wire")
	shift 2
	printf '   %-18s ' "${said[$way]}"
	mkdir $way && cd $way && prepare || exit 1
	case $way in
	plain) set -- /usr/bin/mpirun.openmpi --oversubscribe -n "$ranks" -x LD_PRELOAD="$build/apps/count.so" "$@" ;;
	lossy) set -- "$build/bin/sumac" mpirun --engine nic --faults "$faults" -n "$ranks" "$@" ;;
	*) set -- "$build/bin/sumac" mpirun --engine $way --report "$work/$way/report.json" -n "$ranks" "$@" ;;
	esac
	timeout --foreground $limit_s "$@" >out 2>err <"${input:-/dev/null}"
	status=$?
	results >results
	verdict=same
	if [ $status != 0 ]; then
		verdict="status $status"
	elif [ ! -s results ]; then
		verdict="no results"
	elif ! diff "$work/plain/results" results >differences; then
		verdict="other results"
	fi
	echo "$((SECONDS - began)) s, $(wc -l <results) lines of results: $verdict"
	cd ..
	[ "$verdict" = same ] && return
	n_bad=$((n_bad + 1))
	tail -n 20 $way/err $way/differences 2>/dev/null | sed 's/^/     /'
}

# A rank's call is a reduction; a barrier is none. The calls under names that Sumac does not take are the difference
# of what was counted and what is in the report. A program that repeats by time may make more in the run that is reported.
row() { # NAME RANKS VERDICTS
	local made seen taken nics why
	made=$(cat counts/* | awk '{ n += $1 } END { print n + 0 }')
	awk -F'"' '
		function calls() { match($0, /"calls": [0-9]+/); return substr($0, RSTART + 9, RLENGTH - 9) + 0 }
		function reason() { match($0, /"reason": "[^"]*"/); return substr($0, RSTART + 11, RLENGTH - 12) }
		/\{"call": / && !/"op": ""/ {
			if (/"engine": "nic"/) nics += calls(); else why[reason()] += calls()
			if (!/"engine": "none"/) taken += calls()
			seen += calls()
		}
		/\{"name": / && !/Barrier/ { why[reason()] += calls(); seen += calls() }
		END { print seen + 0, taken + 0, nics + 0; for (r in why) print why[r], r }' nic/report.json >told
	read -r seen taken nics <told
	sed -i 1d told
	[ "$made" -ge "$seen" ] || made=$seen
	if grep -q '"missing"' nic/report.json; then
		echo "$made Sumac did not begin: the program begins MPI by a name that it does not take" >>told
	elif [ "$made" -gt "$seen" ]; then
		echo "$((made - seen)) calls that it does not take: $(unseen_names)" >>told
	fi
	why=$(sort -rn told | sed -n '1s/ /: /p')
	echo "| $1 | $2 |$3 $made | $taken | $nics | ${why:-} |" >>table
}

unseen_names() {
	cat counts/* | awk '{ n[$2] += $1 } END { for (name in n) print n[name], name }' | sort -rn |
		grep -vE ' MPI_(Reduce|Allreduce|Reduce_scatter|Reduce_scatter_block|Scan|Exscan)$' | awk '{ print $2 }' |
		paste -sd, | sed 's/,/, /g'
}

began=$SECONDS
for file in "$here"/app_*.sh; do
	input=
	. "$file"
done
head="| program | ranks | CPU engine | NICs (simulated) | lossy wire | reductions made | taken by Sumac | NICs | why not all |
|---|---:|---|---|---|---:|---:|---:|---|"
{ echo "$head"; cat table; } >whole
echo; cat whole
if [ -z "$want" ] && [ -n "$page" ] && [ $n_bad = 0 ]; then
	awk -v table=whole '
		/^<!-- end/ { within = 0 }
		!within
		/^<!-- table/ { within = 1; while ((getline line < table) > 0) print line }' "$page" >page
	cmp -s page "$page" || { cp page "$page"; echo "written: $3"; }
fi
echo "apps: $(wc -l <table) programs, $n_bad runs went wrong, $((SECONDS - began)) s"
[ $n_bad = 0 ] && [ -s table ]
