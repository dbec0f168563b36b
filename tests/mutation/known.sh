#!/bin/sh
# Whether the list has this mutant of the module: known.sh LIST MODULE <(statement, what it becomes: a line each).
awk -v list="$1" -v module="$2" '
	{ line[NR] = $0 }
	END {
		while ((getline row < list) > 0) {
			if (row ~ /^[a-z]/) at = row
			if (at == module && sub(/^- /, "", row)) before = row
			if (at == module && sub(/^\+ /, "", row) && before == line[1] && row == line[2]) exit 0
		}
		exit 1
	}'
