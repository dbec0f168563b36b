#!/bin/sh
# Runs the steps of docs/guides/ci/nics.yml as its runner would, one shell each, in a folder with a program: what stands in the file
# is what is tried. Only FETCH_URL is this tree. Meant for a bare Debian: sh .ci/bare-check tests/guides/workflow.sh
# workflow.sh steps FOLDER: only writes the steps there, a file each.
top=$(cd "$(dirname "$0")/../.." && pwd)
work=${2:-$(mktemp -d)} && mkdir -p "$work" && cd "$work" || exit 1

# A step begins with "- "; its "run:" has one command, or, with "|", the lines below that are further in.
awk -v work="$work" '
	function indent(line) { match(line, /^ */); return RLENGTH }
	taken && /[^ ]/ && indent($0) <= taken { taken = 0 }
	taken { print substr($0, taken + 3) >file; next }
	/^ +- / { name = "" }
	/^ +(- )?name: / { name = $0; sub(/.*name: /, "", name) }
	/^ +(- )?run: / {
		file = sprintf("%s/step%d", work, ++n)
		print "# " name >file
		text = $0
		sub(/.*run: /, "", text)
		if (text == "|") taken = indent($0); else print text >file
	}
	END { exit n == 0 }' "$top/docs/guides/ci/nics.yml" || { echo "workflow: no steps"; exit 1; }
[ "$1" != steps ] || exit 0

cp "$top/docs/examples/solve.c" . && export FETCH_URL="file://$top"
for step in step*; do
	begin=$(date +%s)
	echo "== $(sed -n 's/^# //p' "$step")"
	sh -e "$step" >"$step.log" 2>&1 || { tail -n 30 "$step.log"; echo "workflow: $step fails"; exit 1; }
	tail -n 3 "$step.log"
	echo "   took $(($(date +%s) - begin)) s"
done
