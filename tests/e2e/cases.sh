# The words of the cases: begin, go, said, printed, silent, ran, end. Read by e2e.sh, which sets $work, the folder
# that they run in, $sumac, $programs and $want; no case finds what another one has left there.

# begin NAME: whether the case is wanted. Without any wanted, the name is listed.
begin() {
	[ -n "$want" ] || echo "$1"
	[ "$want" = "$1" ] || return
	name=$1 is_bad= hosts_own='^$'
	: >out; : >err
}

complain() {
	[ -n "$is_bad" ] || echo "FAIL $name"
	is_bad=1
	echo "     $*"
}

end() {
	clean
	if [ -z "$is_bad" ]; then
		echo "ok   $name"
		echo passed >>verdict # in a file: the case may be a subshell's
	else
		head -c 4000 out | sed 's/^/     out: /'
		head -c 4000 err | sed 's/^/     err: /'
		echo failed >>verdict
	fi
}

# Nothing of the job runs or lies about. A case may name files that are the host MPI's own (hosts_own, a pattern); they are not held
# against us.
of_ours() { ls -A tmp | grep -vE "$hosts_own"; }
clean() {
	for _ in $(seq 100); do
		left=$(grep -lsa "SUMAC_JOB_DIR=$work" /proc/[0-9]*/environ | wc -l)
		[ "$left" = 0 ] && [ -z "$(ls -A runtime)$(of_ours)" ] && break
		sleep 0.1
	done
	[ "$left" = 0 ] || complain "$left processes still run"
	[ -z "$(ls -A runtime)" ] || complain "left in the runtime folder: $(ls -A runtime)"
	[ -z "$(of_ours)" ] || complain "left in the folder for temporary files: $(of_ours)"
	for _ in $(seq 20); do
		left=$(orphans)
		[ -n "$left" ] || break
		sleep 0.5
	done
	[ -z "$left" ] || complain "left: $left"
}

# Leftovers: new files in /dev/shm, and those in /tmp that might be ours, which belong to no job that is running. MPI programs have
# their folders in $work/tmp.
orphans() {
	for entry in $(comm -13 <(echo "$shm_before") <(ls -A /dev/shm | sort) | sed 's|^|/dev/shm/|') \
		$(comm -13 <(echo "$tmp_before") <(ls -A /tmp | sort) | grep -v '^sumac-test-' | grep -iE '^(sumac|pmix|ofi|fi_)' |
		sed 's|^|/tmp/|'); do
		! basename "$entry" | grep -qE "$hosts_own" || continue
		grep -qsa "$entry" /proc/[0-9]*/maps /proc/[0-9]*/environ || [ ! -e "$entry" ] || echo "$entry"
	done
}

# go STATUS COMMAND...; the status "bad" is any but 0.
go() {
	local wanted=$1 status
	shift
	timeout --foreground 300 "$@" >out 2>err </dev/null
	status=$?
	[ $wanted = bad ] && [ $status != 0 ] && return
	[ $status = "$wanted" ] || complain "status $status, not $wanted, of: ${*/#$build\//}"
}
said() { grep -qE -- "$1" err || complain "standard error lacks: $1"; }
printed() { grep -qE -- "$1" out || complain "standard output lacks: $1"; }
# But for the line that says how many NICs there are, the one that says that most calls went elsewhere, and those of a slow start.
silent()
{
	usual=': ([0-9]+ (simulated NIC|emulated card)|(NICs )?took [0-9]+ of)| (run|mpirun): starting: '
	! grep -vE "^sumac($usual)|^  \.\.\. [0-9]+ reductions\$" err >unwanted || complain "it is not silent: $(head -2 unwanted)"
}

# ran ENGINE N: judges report.json by what the NICs counted.
ran()
{
	"$programs/check_report" "$1" report.json "$2" >report.log 2>&1 && return
	complain "the report:"; sed 's/^/     /' report.log | head -20
}
