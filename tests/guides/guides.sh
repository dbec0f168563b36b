#!/bin/bash
# The pages that can be followed by hand: docs/guides, and docs/first-change.md. sessions.awk finds their commands.
# guides.sh run BUILD [WORD]: each page, or those whose name has WORD, in a fresh clone of HEAD: every command must end with 0, and
# print what the page shows. guides.sh check BUILD: whether what the pages name exists, and patches apply, in a second.
top=$PWD b=$2 word=$3 bad=0 n=0
pages=$(ls docs/first-change.md docs/guides/*"$word"*.md 2>/dev/null | grep -F "$word")
sessions() { awk -f "$top/tests/guides/sessions.awk" "$1"; }
[ -n "$pages" ] || { echo "guides: no page has $word in its name"; exit 1; }

# ---- check
wrong() { echo "$page: $command: $*"; bad=$((bad + 1)); }
check_make() # WORDS...
{
	local goal=
	for word in "$@"; do
		case $word in
		-* | [A-Z]*=*) ;;
		*) goal=$word; grep -qsE "^$word:" Makefile ./*/*.mk tests/*/*.mk || wrong "make has no goal $word" ;;
		esac
	done
	for word in "$@"; do
		case $word in
		T=*) [ "$goal" != test ] || cut -f2 "$b/test-list" | grep -qF "${word#T=}" || wrong "no test has that name" ;;
		esac
	done
}
check_sumac() # WORDS...
{
	grep -qF "{ \"$1\"," host/tool/tool_main.c || wrong "sumac has no $1"
	for word in "$@"; do
		case $word in
		--*) grep -qrwF -- "${word%%=*}" docs/manual host/tool/*.c || wrong "nothing tells about $word" ;;
		[a-z]*=*)
			grep -qE "^SUMAC_SETTING\(${word%%=*}," include/spec/settings.def || wrong "no setting ${word%%=*}" ;;
		esac
	done
}
check()
{
	local words=() word program
	while IFS= read -r word; do
		case $word in "|" | ">"* | "&&" | "#"*) break ;; esac
		words+=("${word%;}")
		[[ $word != *";" ]] || break
	done < <(xargs printf "%s\n" <<<"$command")
	while [[ ${words[0]} == *=* ]]; do words=("${words[@]:1}"); done
	program=${words[0]}
	case $program in
	make) check_make "${words[@]:1}" ;;
	*/bin/sumac) check_sumac "${words[@]:1}" ;;
	*) command -v "$program" >/dev/null || wrong "there is no $program" ;;
	esac
	for word in "${words[@]}"; do
		case $word in
		build/* | *=* | -*) ;;
		*/*.*) [ -e "$word" ] || wrong "there is no $word" ;;
		esac
	done
	[[ $command != "git apply "* ]] || git apply --check "${words[2]}" || wrong "it does not apply"
}
if [ "$1" = check ]; then
	for page in $pages; do
		sessions "$page" | grep -q ^C || { echo "$page: it has no command, a line that begins with \$"; bad=$((bad + 1)); }
		while IFS= read -r command; do
			n=$((n + 1))
			check
		done < <(sessions "$page" | sed -n 's/^C\t//p')
	done
	page=docs/guides/ci/nics.yml steps=$(mktemp -d)
	sh tests/guides/workflow.sh steps "$steps" || bad=$((bad + 1))
	while IFS= read -r command; do
		n=$((n + 1))
		check
	done < <(grep -h bin/sumac "$steps"/step*)
	rm -r "$steps"
	for patch in docs/guides/*.patch; do
		grep -qF "git apply $patch" docs/guides/*.md || { echo "guides: no page applies $patch"; bad=$((bad + 1)); }
	done
	echo "guides: $n commands, $bad faults"
	[ $bad = 0 ] && [ $n -gt 10 ]
	exit
fi

# ---- run
unset MAKEFLAGS MAKELEVEL MFLAGS $(env | sed -n "s/^\(SUMAC_[A-Z_]*\)=.*/\1/p") # not what the user has set
export SUMAC_CONFIG=/dev/null
command="" begin=$SECONDS
fail() { echo "FAILED: $page: \$ $command: $*"; bad=$((bad + 1)); }
finish() # the command before: what it should have printed
{
	local missing
	[ -n "$command" ] || return 0
	missing=$(awk -f "$top/tests/guides/shown.awk" "$work.printed" "$work.shown")
	[ -z "$missing" ] || fail "the page shows what it does not print:"$'\n'"$missing"
	command=
}
run_page()
{
	local kind text
	work=$(realpath "$b")/guides/$(basename "$page" .md)
	rm -rf "$work" && mkdir -p "$b/guides" && git clone -q "$top" "$work" || { fail "no clone"; return; }
	while IFS=$'\t' read -r kind text; do
		if [ "$kind" = O ]; then
			echo "$text" >>"$work.shown"
			continue
		fi
		finish
		command=$text command_begin=$SECONDS n=$((n + 1))
		: >"$work.shown"
		echo "$(date +%T) $page: \$ $command"
		(cd "$work" && exec bash -c "$command") >"$work.printed" 2>&1 </dev/null
		case $? in
		0) ;;
		77) echo "not tried: $(tail -n 1 "$work.printed")"; command=; return ;;
		*) tail -n 30 "$work.printed"; fail "ends with another status than 0"; command=; return ;;
		esac
		cat "$work.printed" >>"$work.log"
	done < <(sessions "$page")
	finish
	rm -rf "$work"
}
[ -z "$(git status --porcelain)" ] || echo "guides: the tree has changes that are not committed; clones have HEAD alone"
echo "guides: $(echo "$pages" | wc -l) pages; each builds a clone of its own, which takes some minutes"
for page in $pages; do
	run_page
done
echo "guides: $n commands in $(((SECONDS - begin + 59) / 60)) min, $bad failed"
[ $bad = 0 ] && [ $n -gt 0 ]
