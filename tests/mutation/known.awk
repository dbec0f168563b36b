# The mutants of ALL (as mutation.sh makes it) that LIST has as equivalent, "module, number" a line each:
# known.awk LIST ALL.
# An entry that LIST has and ALL has not, since the module is another by now, is an error.
BEGIN { FS = OFS = "\t" }

FILENAME == ARGV[1] {
	if ($0 ~ /^[a-z]/) module = $0
	else if ($0 ~ /^- /) before = substr($0, 3)
	else if ($0 ~ /^\+ /) listed[module, before, substr($0, 3)] = module ": - " before ": + " substr($0, 3)
	next
}

($2, $6, $7) in listed {
	print $2, $4
	found[$2, $6, $7] = 1
}

END {
	for (at in listed) if (!(at in found)) {
		print "mutation: in tests/mutation/equivalent, but no mutant: " listed[at] >"/dev/stderr"
		bad = 1
	}
	exit bad
}
