# Adds up the results of jobs of a campaign (faults.sh), after the rows of plans.def: awk -v what=now|end|few -f faults.awk PLANS -
# faults.sh says what the three are.
# A line is "failed", or "job NIC KIND CHUNKS REPEATED UNTIL LATE", or "took NIC WAY COLLECTIVE RANKS CALLS BYTES".
BEGIN { n_kinds = split(kinds, kind) }

# The rows that NICs may take: they have SPREAD and no other of these features, and as many inputs as ranks.
/^SUMAC_PLAN\(/ {
	gsub(/^SUMAC_PLAN\(|\)$/, "")
	n = split($0, word, / *, */)
	if (word[6] != "0" && word[6] != "SUMAC_FEATURE_SPREAD")
		next
	sum = 0
	for (i = split(word[4], term, / *\+ */); i > 0; i--)
		sum += term[i]
	coll[++n_rows] = tolower(word[1]); least[n_rows] = word[2]; bytes[n_rows] = sum; equal[n_rows] = word[5] == "EQUAL"
	name[n_rows] = sprintf("%s of %d ranks or more from %d bytes%s: %s", coll[n_rows], word[2], sum,
			       equal[n_rows] ? " in equal parts" : "", word[7])
	next
}

# The row that a call takes, as sumac_plan_choose() has it.
function choose(which, n, len_bytes, has_equal_parts,    row)
{
	for (row = 1; row <= n_rows; row++)
		if (coll[row] == which && n >= least[row] && len_bytes >= bytes[row] && (has_equal_parts || !equal[row]))
			return row
}

$1 == "failed" { bad++; jobs++ }
$1 == "job" {
	jobs++
	chunks[$2, $3] += $4; all += $4; repeated += $5
	if ($6 > 0) {
		calm++
		if ($7 > latest)
			latest = $7
		if ($7 > quiet)
			bad++
	}
}
# For a number of ranks there are two rows at most, a long one and a short one, so some call took that of the calls' mean. `long`
# has parts of both kinds; the others draw them.
$1 == "took" && $2 == "default" {
	calls[$4] += $6
	unequal = choose($4, $5, $7 / $6, 0)
	even = choose($4, $5, $7 / $6, 1)
	if ($3 == "long" || unequal == even)
		taken[unequal] = taken[even] = 1
}

# Rows that 2 to 16 ranks can take.
function demanded(row,    n)
{
	for (n = 2; n <= 16; n++)
		if (choose(coll[row], n, bytes[row], equal[row]) == row)
			return 1
}

END {
	for (i = 1; i <= n_kinds; i++) {
		has_few[i] = chunks["default", kind[i]] < most || chunks["small", kind[i]] < most
		few = few || has_few[i]
		if (what == "end")
			for (size = 1; size <= 2; size++)
				printf "%s NICs, %s: %d chunks\n", size == 1 ? "default" : "small", kind[i],
					chunks[size == 1 ? "default" : "small", kind[i]]
	}
	if (what == "few") {
		for (i = 1; i <= n_kinds; i++)
			if (!few || has_few[i])
				print kind[i]
		exit
	}
	few = few || all < 10 * most
	for (row = 1; row <= n_rows; row++) {
		if (!demanded(row) || taken[row])
			continue
		lacks++
		if (what == "end")
			print "no job took: " name[row]
	}
	if (what == "end") {
		for (row = 1; row <= n_rows; row++)
			if (coll[row] != coll[row - 1])
				printf "%s: %d calls of rank 0 on default NICs\n", coll[row], calls[coll[row]]
		printf "%d jobs whose faults ended before them: the last chunk was sent again %d cycles after, %d at most\n", calm,
			latest, quiet
	}
	printf "%d jobs, each of a seed of its own, %d chunks, %d sent again, %d plans lack, %d bad\n", jobs, all, repeated,
		lacks, bad
	exit what == "end" ? bad > 0 || (lacks > 0 && most > 0) : few || lacks > 0
}
