# shown.awk PRINTED SHOWN: prints each line of SHOWN that does not come in PRINTED, in that order. Blanks count once, and "..." is
# anything, in a line or as one.
function plain(line) {
	gsub(/[ \t]+/, " ", line)
	sub(/^ /, "", line)
	sub(/ $/, "", line)
	return line
}
function fits(line, shown, parts, n, i, at, from) {
	n = split(shown, parts, / *\.\.\. */)
	if (n == 1) return line == shown
	if (substr(line, 1, length(parts[1])) != parts[1]) return 0
	from = length(parts[1]) + 1
	for (i = 2; i < n; i++) {
		at = index(substr(line, from), parts[i])
		if (!at) return 0
		from += at - 1 + length(parts[i])
	}
	at = length(line) - length(parts[n]) + 1
	return at >= from && substr(line, at) == parts[n]
}
FILENAME == ARGV[1] { printed[++n_printed] = plain($0); next }
{
	shown = plain($0)
	if (shown == "" || shown == "...") next
	for (i = last + 1; i <= n_printed && !fits(printed[i], shown); i++)
		;
	if (i <= n_printed) last = i; else print
}
