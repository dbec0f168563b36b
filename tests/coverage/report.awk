# Verilator's counts in all benches, as a table a module: awk -f report.awk EXPLAINED COUNTS...
# A line of hw/rtl counts as covered if every branch that it has a part in was taken in some bench. A line
# that is not must stand in EXPLAINED ("module: text of the line: reason"), and none that is. A cover property
# must have been met.
function field(name,   at, rest)
{
	at = index($0, "\001" name "\002")
	if (!at) return ""
	rest = substr($0, at + length(name) + 2)
	return substr(rest, 1, match(rest, /[\001']/) - 1)
}

function squeezed(text)
{
	gsub(/[ \t]+/, " ", text)
	sub(/^ /, "", text)
	sub(/ $/, "", text)
	return text
}

FILENAME == ARGV[1] {
	if ($0 ~ /^#/ || !NF) next
	if (!match($0, /.*: /)) next # up to the last, the reason has none
	why[substr($0, 1, RLENGTH - 2)] = substr($0, RLENGTH + 1)
	next
}

/^C / {
	count = $NF
	file = field("f")
	page = field("page")
	if (page ~ /^v_user/) {
		name = field("o")
		sub(/.*\//, "", file)
		met[file ": " name] += count
		next
	}
	if (file !~ /^hw\/rtl\// || file ~ /sumac_pkg/) next
	point = file SUBSEP field("l") SUBSEP field("n") SUBSEP field("o")
	taken[point] += count
	of[point] = file
	lines[point] = field("S")
	if (lines[point] == "") lines[point] = field("l")
}

END {
	for (point in taken) {
		n = split(lines[point], range, ",")
		for (r = 1; r <= n; r++) {
			m = split(range[r], ends, "-")
			for (l = ends[1] + 0; l <= ends[m] + 0; l++) {
				known[of[point], l] = 1
				if (!taken[point]) missed[of[point], l] = 1
			}
		}
	}
	for (key in known) {
		split(key, at, SUBSEP)
		total[at[1]]++
		hit[at[1]] += !(key in missed)
	}
	sort = "sort -V"
	print "covered lines of each module:"
	for (file in total) {
		module = file
		gsub(/.*\/|\.sv$/, "", module)
		text_n = 0
		while ((getline text < file) > 0) {
			text_n++
			if (!((file, text_n) in missed)) continue
			id = module ": " squeezed(text)
			if (id in why) used[id] = 1
			else unexplained[file ":" text_n ": " squeezed(text)] = 1
		}
		printf "  %-24s %4d of %4d  %5.1f %%\n", module, hit[file], total[file],
			100 * hit[file] / total[file] | sort
		all += total[file]
		good += hit[file]
	}
	close(sort)
	bad = 0
	for (line in unexplained) {
		print "not covered, not explained: " line | sort
		bad++
	}
	close(sort)
	for (id in why) if (!(id in used)) {
		print "explained, but covered or gone: " id
		bad++
	}
	for (name in met) {
		covers++
		if (met[name]) continue
		print "never met: " name
		bad++
	}
	printf "coverage: %d of %d lines, %.1f %%; %d explained; %d cover properties\n",
		good, all, all ? 100 * good / all : 0, length(used), covers
	if (100 * good < 97 * all || !all) bad++
	exit bad != 0
}
