#!/bin/sh
# Style of C, SystemVerilog, shell, awk and make: no line is longer than .editorconfig says, with tabs of 8 columns, or ends with
# blanks; and no sentence of a comment begins with Of, Who, What or Whose (CONTRIBUTING.md). Generated files and include/spec's
# tables are left out.
# style.sh [FILE...]

# Faults in FILES.
faults()
{
	awk -v limit="$(sed -n 's/^max_line_length = \([0-9]\)/\1/p' .editorconfig)" '
	function fault(what) { print FILENAME ":" FNR ": " what ": " $0 }
	function columns(line, parts, n, i, width) {
		n = split(line, parts, "\t")
		for (i = 1; i < n; i++)
			width += length(parts[i]) + 8 - (width + length(parts[i])) % 8
		return width + length(parts[n])
	}
	# The comment of a line; in_block lasts from /* to */.
	function comment(line, at) {
		if (is_hashed) return match(line, /(^|[ \t])#+ /) ? substr(line, RSTART + RLENGTH) : ""
		at = in_block ? 1 : match(line, /\/\*|(^|[ \t])\/\/ /)
		if (!at) return ""
		in_block = !in_block && substr(line, at, 2) != "/*" ? 0 : substr(line, at + (in_block ? 0 : 2)) !~ /\*\//
		line = substr(line, at)
		sub(/^[ \t]*(\/\*|\*|\/\/)?[ \t]*/, "", line)
		return line
	}
	FNR == 1 { in_block = 0; is_hashed = FILENAME !~ /\.(c|h|cpp|inc|sv|v)$/; is_made = 0 }
	FNR <= 3 && /Made by sumac-gen/ { is_made = 1 }
	is_made { next }
	/[ \t]$/ { fault("ends with blanks") }
	columns($0) > limit { fault("longer than " limit " columns") }
	comment($0) ~ /(^|[.?!:;][)"]* +)["(]*(Of|Who|What|Whose)[^A-Za-z_]/ { fault("begins with Of, Who, What or Whose") }' "$@"
}
files=$(find . \( -name .git -o -path ./build \) -prune -o \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.inc' -o -name '*.sv' \
	-o -name '*.v' -o -name '*.sh' -o -name '*.awk' -o -name '*.mk' -o -name Makefile -o -path './.ci/*' \) \
	-type f -print | sort)
bad=$(faults ${*:-$files})
[ -z "$bad" ] || echo "$bad"
echo "style: $(echo "$files" | wc -l) files, $(echo "$bad" | grep -c .) faults"
[ -z "$bad" ]
