# Writes cpu-speed.sh's page from its template and lines WHO RANKS COLLECTIVE TYPE BYTES SECONDS, round by round; and into the file
# `points`, for the drawing, lines RANKS COLLECTIVE TYPE BYTES, seconds of Sumac, of Open MPI and of MPICH, and Sumac's over the
# better of the two. A collective of SHMEM on the heap is a point of its own, beside the MPIs' of the same name. The other WHOs are
# memory, and SETTING,half and so on.
{
	point = $2 " " $3 " " $4 " " $5
	if (!(($1, point) in times)) { who[++n_all] = $1; at[n_all] = point }
	times[$1, point] = times[$1, point] " " $6
	if (!($2 in has_ranks)) { has_ranks[$2]; ranks[++n_ranks] = $2 }
}
function median(list, parts, n, i, j, x) {
	n = split(list, parts, " ")
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && parts[j - 1] + 0 > parts[j] + 0; j--) {
			x = parts[j]; parts[j] = parts[j - 1]; parts[j - 1] = x
		}
	return parts[int((n + 1) / 2)]
}
# The median over rounds, in each of which all took their turns within milliseconds.
function ratio_to_better(who, point, mine, ompi, mpch, list, n, i) {
	n = split(times[who, point], mine, " ")
	split(times["openmpi", point], ompi, " "); split(times["mpich", point], mpch, " ")
	for (i = 1; i <= n; i++) list = list " " mine[i] / (ompi[i] + 0 < mpch[i] + 0 ? ompi[i] : mpch[i])
	return median(list)
}
function us(who, point) { return times[who, point] == "" ? "-" : sprintf("%.2f", 1e6 * median(times[who, point])) }
function type_of(type) { sub(/^complex/, "double complex", type); sub(/_/, " ", type); return type }
function name_of(collective) { return sub(/^shmem_/, "", collective) ? collective " on the heap, by SHMEM" : collective }
function target(what, wanted, is, met) { printf "| %s | %s | %s | %s |\n", what, wanted, is, met ? "yes" : "no" }

# A collective's points together: geometric mean, points ahead, the worst.
function group_add(group, i) {
	if (!(group in n_of) && group != "all") groups[++n_groups] = group
	n_of[group]++; logs[group] += log(ratio[i]); n_ahead[group] += ratio[i] < 1
	if (!(group in worst) || ratio[i] > ratio[worst[group]]) worst[group] = i
}
function mean(group) { return exp(logs[group] / n_of[group]) }
function find_points(i, f, ompi, mpch, mine) {
	for (i = 1; i <= n_all; i++) {
		if (who[i] != "sumac" && who[i] != "shmem") continue
		split(at[i], f, " ")
		ompi = median(times["openmpi", at[i]]); mpch = median(times["mpich", at[i]])
		mine = median(times[who[i], at[i]])
		place[++n_points] = at[i]; by[n_points] = who[i]
		collective[n_points] = (who[i] == "shmem" ? "shmem_" : "") f[2]; ratio[n_points] = ratio_to_better(who[i], at[i])
		print f[1], collective[n_points], f[3], f[4], mine, ompi, mpch, ratio[n_points] >points
		group_add(f[1] " ranks, " name_of(collective[n_points]), n_points)
		group_add("all", n_points)
	}
	close(points)
}
function print_groups(i, g, f) {
	print "| ranks, collective | Sumac's time over the better peer's, geometric mean | points ahead | worst | where |"
	print "|---|---:|---:|---:|---|"
	groups[n_groups + 1] = "all"
	for (i = 1; i <= n_groups + 1; i++) {
		g = groups[i]; split(place[worst[g]], f, " ")
		printf "| %s | %.2f | %d of %d | %.2f | %s |\n", g, mean(g), n_ahead[g], n_of[g], ratio[worst[g]],
			f[3] == "-" ? "" : type_of(f[3]) ", " f[4] " bytes"
	}
}
function print_worst(i, k, next_one, f, shown) {
	print "| ranks, collective | type | bytes | Sumac µs | Open MPI µs | MPICH µs | ratio |"
	print "|---|---|---:|---:|---:|---:|---:|"
	for (k = 1; k <= 10 && k <= n_points; k++) {
		next_one = 0
		for (i = 1; i <= n_points; i++)
			if (!(i in shown) && (!next_one || ratio[i] > ratio[next_one])) next_one = i
		shown[next_one]; split(place[next_one], f, " ")
		printf "| %d, %s | %s | %d | %s | %s | %s | %.2f |\n", f[1], name_of(collective[next_one]), type_of(f[3]), f[4],
			us(by[next_one], place[next_one]), us("openmpi", place[next_one]), us("mpich", place[next_one]),
			ratio[next_one]
	}
}
function print_sizes(i, f) {
	print "| bytes | Sumac µs | on the heap, by SHMEM, µs | Open MPI µs | MPICH µs | ratio, of the program's own buffers |"
	print "|---:|---:|---:|---:|---:|---:|"
	for (i = 1; i <= n_points; i++) {
		split(place[i], f, " ")
		if (by[i] == "sumac" && f[1] == ranks[1] && f[2] == "allreduce" && f[3] == "double")
			printf "| %d | %s | %s | %s | %s | %.2f |\n", f[4], us("sumac", place[i]), us("shmem", place[i]),
				us("openmpi", place[i]), us("mpich", place[i]), ratio[i]
	}
}

# The tables of short-path.sh as one: a line of headings, whose first words say what is counted, then the calls.
function table_of_counts(  line, n, words, what, table)
{
	while ((getline line < counts) > 0) {
		n = split(line, words)
		if (words[n] == "limit") {
			what = line
			sub(/ +instructions +limit$/, "", what)
		} else {
			table = table "\n| " what " | " words[1] " | " words[2] " | " words[3] " |"
		}
	}
	return table == "" ? "" : "| what | call | instructions | limit |\n|---|---|---:|---:|" table
}

function least(a, b) { return a + 0 < b + 0 ? a + 0 : b + 0 }
# The bound, which the page explains: with n ranks on p cores, in bytes of a rank's operand; round by round.
function find_bounds(i, n, p, handed, is_heap, bytes, point, copy, hand, past, steps, steps_past, is, k, r, bound, list, overs,
		alone, beyond) {
	for (i = 1; i <= n_ranks; i++) {
		n = ranks[i]; p = n < cores ? n : cores; point = " double " bound_bytes
		split(times["memory", n " copy" point], copy, " ")
		k = split(times["memory", n " handed" point], hand, " "); split(times["memory", n " past" point], past, " ")
		split(times["memory", n " steps_past" point], steps_past, " ")
		for (is_heap = 0; is_heap < 2; is_heap++) {
			bytes = is_heap ? 2 : 5 - 2 / n
			handed = is_heap ? 0 : 4 * (1 - 1 / p)
			split(times[is_heap ? "shmem" : "sumac", n " allreduce" point], is, " ")
			split(times["memory", n (is_heap ? " lent" : " steps") point], steps, " ")
			list = overs = alone = beyond = ""
			for (r = 1; r <= k && is[r] > 0; r++) {
				bound = n / p * ((bytes - handed) / 2 * copy[r] + handed / 2 * least(hand[r], past[r]))
				if (!is_heap) steps[r] = least(steps[r], steps_past[r])
				list = list " " bound; overs = overs " " is[r] / bound
				alone = alone " " steps[r]; beyond = beyond " " is[r] / steps[r]
			}
			if (list == "") continue
			over[n, is_heap] = median(overs); over_steps[n, is_heap] = median(beyond)
			steps_over[n, is_heap] = median(alone) / median(list)
			bounds = bounds sprintf("\n| %d | %s | %.2f | %.2f | %s | %s | %s | %.1f | %.1f | %s | %.2f | %.2f |", n,
				is_heap ? "the heap, by SHMEM" : "the program's own, by MPI", bytes, handed,
				us("memory", n " copy" point), us("memory", n " handed" point), us("memory", n " past" point),
				1e6 * median(list), 1e6 * median(alone),
				us(is_heap ? "shmem" : "sumac", n " allreduce" point), over[n, is_heap], over_steps[n, is_heap])
		}
	}
}
function print_targets(first, i, h) {
	print "| target | wanted | measured | met |"
	print "|---|---:|---:|---|"
	target("ahead of the better peer, points", "all " n_of["all"], n_ahead["all"], n_ahead["all"] == n_of["all"])
	target("Sumac's time over the better peer's, geometric mean", "0.50", sprintf("%.2f", mean("all")), mean("all") <= 0.5)
	first = us("sumac", "2 allreduce double 8")
	if (first != "-")
		target("allreduce of a double, 2 ranks, µs", "0.20", first " (Open MPI " us("openmpi", "2 allreduce double 8") ")",
			first + 0 <= 0.2)
	for (i = 1; i <= n_ranks; i++)
		for (h = 0; h < 2; h++)
			if ((ranks[i], h) in over)
				target("allreduce of 1 MiB over the bound of memory traffic, " ranks[i] " ranks, " \
					(h ? "the heap" : "own buffers"), "1.30", sprintf("%.2f", over[ranks[i], h]),
					over[ranks[i], h] <= 1.3)
}
# The points that are behind, by what holds them up: WIDE, SHORT or LONG.
function reason_of(i, f) {
	split(place[i], f, " ")
	return f[3] == "long_double" ? "WIDE" : f[4] <= 4096 ? "SHORT" : "LONG"
}
function behind(reason, i, n, worst_of, f) {
	for (i = 1; i <= n_points; i++)
		if (ratio[i] >= 1 && reason_of(i) == reason) { n++; if (!worst_of || ratio[i] > ratio[worst_of]) worst_of = i }
	if (!n) return ""
	split(place[worst_of], f, " ")
	return sprintf("%d point%s behind, the worst by %.2f (%s, %d ranks, %s, %d bytes)", n, n == 1 ? " is" : "s are",
		ratio[worst_of], name_of(collective[worst_of]), f[1], type_of(f[3]), f[4])
}
function over_the_bound(i, h, list) {
	for (i = 1; i <= n_ranks; i++)
		for (h = 0; h < 2; h++)
			if (over[ranks[i], h] > 1.3)
				list = list (list == "" ? "" : "; ") sprintf("%.2f (%d ranks, %s; the steps alone: %.2f)",
				over[ranks[i], h], ranks[i], h ? "heap" : "own buffers", steps_over[ranks[i], h])
	return list
}
function print_settings(i, f, s) {
	print "| setting | ranks | bytes | half the default, µs | the default, µs | twice the default, µs |"
	print "|---|---:|---:|---:|---:|---:|"
	for (i = 1; i <= n_all; i++)
		if (split(who[i], s, ",") == 2 && s[2] == "default") {
			split(at[i], f, " ")
			printf "| %s | %d | %d | %s | %s | %s |\n", s[1], f[1], f[4], us(s[1] ",half", at[i]), us(who[i], at[i]),
				us(s[1] ",twice", at[i])
		}
}
# Prints a line of the template: a table in place of its name, and values in place of theirs. It leaves out the reasons that stand
# behind a line which misses nothing, the drawing where there is none, and the section of instructions if they were not counted.
function print_line(line, name, missed) {
	if (line ~ /^## /) in_empty = line ~ /^## Instructions/ && instructions == ""
	if (in_empty || is_met && line ~ /^  / || line ~ /@DRAWING@/ && drawing == "-") return
	is_met = 0
	for (name in value)
		gsub("@" name "@", value[name], line)
	for (name in is_reason)
		if (line ~ "@" name "@") {
			missed = name == "BOUND" ? over_the_bound() : behind(name)
			is_met = missed == ""
			sub("@" name "@", is_met ? (name == "BOUND" ? "no target is missed" : "no point is behind") : missed, line)
		}
	if (line == "TARGETS") print_targets()
	else if (line == "GROUPS") print_groups()
	else if (line == "WORST") print_worst()
	else if (line == "SIZES") print_sizes()
	else if (line == "SETTINGS") print_settings()
	else if (line == "COUNTS") print instructions
	else if (line == "BOUNDS") {
		print "| ranks | memory | a rank moves, in S | of which between cores, in S | copy µs | handed µs | past µs " \
			"| bound µs | the steps alone µs | measured µs | measured / bound | measured / steps |"
		print "|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|" bounds
	} else print line
}
END {
	find_points()
	find_bounds()
	instructions = table_of_counts()
	split("SHORT WIDE LONG BOUND", words, " ")
	for (i in words) is_reason[words[i]]
	value["CORES"] = cores; value["CPU"] = cpu; value["LOAD"] = load; value["OPENMPI"] = openmpi; value["MPICH"] = mpich
	value["ROUNDS"] = rounds (rounds == 1 ? " turn" : " turns"); value["RANKS"] = ranks[1]; value["DRAWING"] = drawing
	while ((getline line < template) > 0) print_line(line)
}
