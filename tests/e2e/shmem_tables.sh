#!/bin/sh
# Rows of OpenSHMEM's own tables as C: shmem_tables.sh TABLES. Table 9 is of active sets, Table 10 of the generic forms and
# (as Table 11, which the page lacks, has the same types) of the typed ones.
awk -F'|' -v OFS='|' '
	/^Table:/ { form = $0 == "Table:9" ? "ACTIVE" : "TEAM"; next }
	NF < 5 || $3 ~ /TYPENAME|---/ { next }
	{
		gsub(/^ +| +$/, "", $2); gsub(/ /, "", $3); gsub(/,/, " ")
		for (i = 4; i <= NF; i++) {
			n = split($i, ops, " ")
			for (j = 1; j <= n; j++) print form "(" $2 ", " $3 ", " tolower(ops[j]) ")"
		}
		if (form == "TEAM") print "SCAN(" $2 ", " $3 ")"
	}' "$1" | sort -u
