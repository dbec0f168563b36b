# Writes cpu-speed.sh's page from lines WHO RANKS COLLECTIVE TYPE BYTES SECONDS, round by round; and into the file `points`, for the
# drawing, lines RANKS COLLECTIVE TYPE BYTES, seconds of Sumac, of Open MPI and of MPICH, and Sumac's over the better of the two.
# What SHMEM does on the heap is a point of its own, beside what the MPIs do of the same name. The other WHOs are memory, and
# SETTING,half and so on.
{
	point = $2 " " $3 " " $4 " " $5
	if (!(($1, point) in times)) { who[++n_all] = $1; at[n_all] = point }
	times[$1, point] = times[$1, point] " " $6
	if (!($2 in has_ranks)) { has_ranks[$2]; ranks[++n_ranks] = $2 }
}
function median(list, parts, n, i, j, x) {
	n = split(list, parts, " ")
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && parts[j - 1] + 0 > parts[j] + 0; j--) { x = parts[j]; parts[j] = parts[j - 1]; parts[j - 1] = x }
	return parts[int((n + 1) / 2)]
}
# Of rounds, in each of which all took their turns within milliseconds.
function ratio_to_better(who, point, mine, ompi, mpch, list, n, i) {
	n = split(times[who, point], mine, " "); split(times["openmpi", point], ompi, " "); split(times["mpich", point], mpch, " ")
	for (i = 1; i <= n; i++) list = list " " mine[i] / (ompi[i] + 0 < mpch[i] + 0 ? ompi[i] : mpch[i])
	return median(list)
}
function us(who, point) { return times[who, point] == "" ? "-" : sprintf("%.2f", 1e6 * median(times[who, point])) }
function type_of(type) { sub(/^complex/, "double complex", type); sub(/_/, " ", type); return type }
function name_of(collective) { return sub(/^shmem_/, "", collective) ? collective " on the heap, by SHMEM" : collective }
function target(what, wanted, is, met) { printf "| %s | %s | %s | %s |\n", what, wanted, is, met ? "yes" : "no" }

# What a collective's points say together: geometric mean, points ahead, the worst.
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
		printf "| %s | %.2f | %d of %d | %.2f | %s |\n", g, mean(g), n_ahead[g], n_of[g], ratio[worst[g]], f[3] == "-" ? "" : type_of(f[3]) ", " f[4] " bytes"
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
		printf "| %d, %s | %s | %d | %s | %s | %s | %.2f |\n", f[1], name_of(collective[next_one]), type_of(f[3]), f[4], us(by[next_one], place[next_one]),
			us("openmpi", place[next_one]), us("mpich", place[next_one]), ratio[next_one]
	}
}
function print_sizes(i, f) {
	print "| bytes | Sumac µs | on the heap, by SHMEM, µs | Open MPI µs | MPICH µs | ratio, of the program's own buffers |"
	print "|---:|---:|---:|---:|---:|---:|"
	for (i = 1; i <= n_points; i++) {
		split(place[i], f, " ")
		if (by[i] == "sumac" && f[1] == ranks[1] && f[2] == "allreduce" && f[3] == "double")
			printf "| %d | %s | %s | %s | %s | %.2f |\n", f[4], us("sumac", place[i]), us("shmem", place[i]), us("openmpi", place[i]), us("mpich", place[i]), ratio[i]
	}
}

# The tables of short-path.sh: a line of headings, whose first words say what is counted, then the calls.
function print_counts(  line, n, words, what)
{
	while ((getline line < counts) > 0) {
		n = split(line, words)
		if (what == "") {
			print "## Instructions of a short call\n"
			print "Of a call of 8 bytes, as callgrind counts them, and the limit to which `make check` holds each (`tests/bench/short-path.sh` says what is what):\n"
			print "| what | call | instructions | limit |"
			print "|---|---|---:|---:|"
		}
		if (words[n] == "limit") {
			what = line
			sub(/ +instructions +limit$/, "", what)
		} else {
			print "| " what " | " words[1] " | " words[2] " | " words[3] " |"
		}
	}
	if (what != "") print ""
}

function least(a, b) { return a + 0 < b + 0 ? a + 0 : b + 0 }
# The bound: see the page, which says the same in words. Of n ranks on p cores, in bytes of a rank's operand; round by round.
function find_bounds(i, n, p, handed, is_heap, bytes, point, copy, hand, past, steps, steps_past, is, k, r, bound, list, overs, alone, beyond) {
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
			over[n, is_heap] = median(overs); steps_over[n, is_heap] = median(alone) / median(list); over_steps[n, is_heap] = median(beyond)
			bounds = bounds sprintf("| %d | %s | %.2f | %.2f | %s | %s | %s | %.1f | %.1f | %s | %.2f | %.2f |\n", n,
				is_heap ? "the heap, by SHMEM" : "the program's own, by MPI", bytes, handed, us("memory", n " copy" point),
				us("memory", n " handed" point), us("memory", n " past" point), 1e6 * median(list), 1e6 * median(alone),
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
	if (first != "-") target("allreduce of a double, 2 ranks, µs", "0.20", first " (Open MPI " us("openmpi", "2 allreduce double 8") ")", first + 0 <= 0.2)
	for (i = 1; i <= n_ranks; i++)
		for (h = 0; h < 2; h++)
			if ((ranks[i], h) in over) target("allreduce of 1 MiB over the bound of memory traffic, " ranks[i] " ranks, " (h ? "the heap" : "own buffers"),
				"1.30", sprintf("%.2f", over[ranks[i], h]), over[ranks[i], h] <= 1.3)
}
# What is behind, by what holds it up.
function reason_of(i, f) { split(place[i], f, " "); return f[3] == "long_double" ? "wide" : f[4] <= 4096 ? "short" : "long" }
function print_reason(reason, title, why, i, n, worst_of, f) {
	for (i = 1; i <= n_points; i++)
		if (ratio[i] >= 1 && reason_of(i) == reason) { n++; if (!worst_of || ratio[i] > ratio[worst_of]) worst_of = i }
	if (!n) { print "- **" title "**: no point is behind."; return }
	split(place[worst_of], f, " ")
	printf "- **%s**: %d point%s behind, the worst by %.2f (%s, %d ranks, %s, %d bytes).\n%s\n", title, n, n == 1 ? " is" : "s are", ratio[worst_of],
		name_of(collective[worst_of]), f[1], type_of(f[3]), f[4], why
}
function print_missed(i, h, list) {
	print_reason("short", "Up to 4096 bytes", \
		"  Each rank needs the other's cache line, so an allreduce lasts at least as long as two cores need to hand one over, 50 ns where they\n" \
		"  share a cache and 240 where they do not. In the first place one of 8 bytes was measured at 0.13 to 0.15 µs, and Open MPI's at 0.19 to\n" \
		"  0.21; in the second it is 0.4 µs with either.")
	print_reason("wide", "Long doubles", \
		"  The x87 unit loads, adds and stores one in some 5 ns, whoever asks it: what differs is who shares the sums, and the rest.")
	print_reason("long", "Longer messages of other types", \
		"  Most of such a call is moving bytes between cores, which is the same for all; and where ranks share a core, each waits until it runs.")
	for (i = 1; i <= n_ranks; i++)
		for (h = 0; h < 2; h++)
			if (over[ranks[i], h] > 1.3) list = list (list == "" ? "" : "; ") sprintf("%.2f (%d ranks, %s; the steps alone: %.2f)", over[ranks[i], h],
				ranks[i], h ? "heap" : "own buffers", steps_over[ranks[i], h])
	if (list == "") { print "- **1 MiB over the bound**: no target is missed."; return }
	print "- **1 MiB over the bound**: " list ". The bound takes all bytes to move as fast as a copy of 1 MiB, of"
	print "  which a core's own cache holds half; where several ranks share a core, their buffers are many times as much. That"
	print "  much is in the steps alone, in which nobody waits. Then ranks which share a core are switched between: about once in a call on the"
	print "  heap, twice and more with buffers of their own. While the cores share no cache (`handed` is hundreds of µs then) ranks with buffers of"
	print "  their own take longer than that explains; why is not found. Tried, and no faster by a tenth: blocks of 4 and 8 KiB, one pass that"
	print "  writes both results, smaller rings, a round a call, and copies by plain loads and stores."
}
function print_settings(i, f, s) {
	print "| setting | ranks | bytes | half the default, µs | the default, µs | twice the default, µs |"
	print "|---|---:|---:|---:|---:|---:|"
	for (i = 1; i <= n_all; i++)
		if (split(who[i], s, ",") == 2 && s[2] == "default") {
			split(at[i], f, " ")
			printf "| %s | %d | %d | %s | %s | %s |\n", s[1], f[1], f[4], us(s[1] ",half", at[i]), us(who[i], at[i]), us(s[1] ",twice", at[i])
		}
}
END {
	find_points()
	find_bounds()
	print "# Collectives inside a host\n"
	print "Made by `make bench-cpu`, on " cores " cores (" cpu "), with a load of " load ". An MPI program, unmodified, whose collectives Sumac's CPU"
	print "engine does (over " openmpi "), beside the same program with Open MPI alone and with " mpich ": SUM of five types, the program's own"
	print "buffers. And a SHMEM program with the same operands on Sumac's symmetric heap: there is no other SHMEM on this machine, so its times stand"
	print "beside the MPIs' for the same collective; a reduction of SHMEM's gives the result to all, and is the allreduce; the reduce to a root is a"
	print "call of Sumac's own. All took " rounds (rounds == 1 ? " turn" : " turns") " a point; its times are the median turns', and its ratio the median of the"
	print "turns' ratios to the faster of the two: below 1 Sumac is faster.\n"
	print "All of them run at the same time, each rank on its core (rank modulo cores), and take turns point by point, within milliseconds; who waits for"
	print "its turn is blocked. For where cores are virtual, two of them may share a cache at one time and none at another, as their host places them,"
	print "and it changes within seconds: a line is then handed over in 50 ns or in 240, `handed`, below, was seen between 40 µs and 500, and all libraries"
	print "take several times as long. What ranks hand over is written past the caches while none is shared (`host/engine/leaf/leaf_hand.c`).\n"
	if (drawing != "-") print "![Sumac's time over the better peer's](./" drawing ")\n"
	print_targets()
	print ""
	print_groups()
	print "\nThe ten worst points:\n"
	print_worst()
	print "\nAllreduce of double, " ranks[1] " ranks:\n"
	print_sizes()
	print "\n## What is missed, and why\n"
	print_missed()
	print "\n## The bound of memory traffic\n"
	print "What an allreduce of S = 1 MiB must move, of n ranks on p = min(n, " cores ") cores. On memory that all ranks reach, each rank reads its slice"
	print "of all n operands and writes the slice's result for all n ranks: S read and S written, 2 S. Buffers that are the program's own cost more: each rank"
	print "copies (n-1)/n S of its operand to where others reach it, reads S and writes S/n of the result twice, for itself and for the others, and"
	print "copies (n-1)/n S of theirs: (5 - 2/n) S. Of that, what one core writes and another reads, (1 - 1/p) S of the operand and as much of the"
	print "results, is moved twice: 4 (1 - 1/p) S. How fast it goes is measured in the same turns: p processes at once copy 1 MiB each, from own"
	print "memory to own memory (2 S moved: copy), and from what another core has just written to what that core reads next, through the caches (handed) and"
	print "past them (past). The lesser of the two counts, turn by turn; the columns are medians, so what is computed of them differs a little. Beside"
	print "the bound stand the steps alone: about what Sumac does to such buffers, done by p processes for all ranks in turn, which only meet between the"
	print "steps (`tests/bench/cpu_speed_memory.c`); the better of through and past the caches, too.\n"
	print "    bound = n/p ((moved - between cores) / 2S * copy + between cores / 2S * min(handed, past))\n"
	print "| ranks | memory | a rank moves, in S | of which between cores, in S | copy µs | handed µs | past µs | bound µs | the steps alone µs | measured µs | measured / bound | measured / steps |"
	print "|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
	print bounds
	print_counts()
	print "## Settings tried\n"
	print "Allreduce of double with a setting at half and at twice its default:\n"
	print_settings()
}
