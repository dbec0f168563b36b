# Rewrites the rows of plans.def that need spread nodes. With -v bytes=N all of them begin at N bytes. With -v compared=FILE, lines
# COLLECTIVE LEAST NICS BYTES CYCLES CYCLES by ascending bytes, they are made anew; the last column is the cycles of their plan, the
# one before it those of the other. They begin where, over all sizes, the plan taken is least behind the faster one.
#
# A row serves its number of NICs and all above it up to the next measured one. A call takes the first row that fits, so a row of
# fewer NICs never begins below one of more.
function read_compared(  line, f, at) {
	while ((getline line < compared) > 0) {
		split(line, f, " ")
		at = toupper(f[1]) SUBSEP f[3]
		if (!(at in n_sizes)) nics[toupper(f[1]), ++n_nics[toupper(f[1])]] = f[3]
		size[at, ++n_sizes[at]] = f[4]; other[at, n_sizes[at]] = f[5]; long[at, n_sizes[at]] = f[6]
	}
	for (at in n_sizes) from[at] = best_from(at)
}
# How far a plan that begins at the first-th size is behind the faster one.
function behind(at, first,  i, sum, taken, best) {
	for (i = 1; i <= n_sizes[at]; i++) {
		best = other[at, i] < long[at, i] ? other[at, i] : long[at, i]
		taken = i < first ? other[at, i] : long[at, i]
		sum += taken / best - 1
	}
	return sum
}
function best_from(at,  first, best) {
	best = n_sizes[at] + 1
	for (first = n_sizes[at]; first; first--) if (behind(at, first) < behind(at, best)) best = first
	return best > n_sizes[at] ? "never" : best == 1 ? 0 : size[at, best]
}
# The rows of a collective, in the layout of the one that they replace.
function print_rows(coll, row,  i, begin) {
	for (i = n_nics[coll]; i; i--) {
		begin[i] = from[coll, nics[coll, i]]
		if (i < n_nics[coll] && (begin[i + 1] == "never" || begin[i] + 0 < begin[i + 1] + 0)) begin[i] = begin[i + 1]
	}
	for (i = n_nics[coll]; i; i--)
		if (begin[i] != "never" && (i == 1 || begin[i] != begin[i - 1])) print_row(row, nics[coll, i], begin[i])
}
function print_row(row, least, bytes) {
	if (!match(row, /, +[0-9]+, RADIX, [^,]*, */)) { print "plan-rows.awk: " row >"/dev/stderr"; exit 1 }
	print substr(row, 1, RSTART) sprintf("%*s, RADIX, %-10s ", RLENGTH - 21, least, bytes ",") substr(row, RSTART + RLENGTH)
}
BEGIN { if (compared != "") read_compared() }
!/^SUMAC_PLAN\(.*SUMAC_FEATURE_SPREAD/ { print; next }
{
	coll = $0; sub(/^SUMAC_PLAN\(/, "", coll); sub(/,.*/, "", coll)
	if (compared == "") print_row($0, least_of($0), bytes)
	else if (!(coll in n_nics)) print
	else if (!(coll in is_done)) { is_done[coll]; print_rows(coll, $0) }
}
function least_of(row,  f) { split(row, f, / *, */); return f[2] }
