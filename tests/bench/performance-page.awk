# Writes the page from bench-sim-full.sh's points and a template. A line of the template that is one of the words below becomes a
# table, or a sentence. Ends with 1 if twice the bytes take more than they may, or a long allreduce does.
BEGIN {
	n_nics = split("2 3 4 8 16", nics, " ")
	n_colls = split(collectives, colls, " ")
	while ((getline line < asked) > 0) {
		split(line, f, " ")
		wanted[++n_wanted] = f[1] SUBSEP f[2] SUBSEP f[3]
	}
	split("allreduce reduce_scatter allgather", sliced_list, " ")
	for (i in sliced_list) is_sliced[sliced_list[i]]
}
NR == FNR { if ($1 == "table") { cycles[$2, $3, $4] = $5; dropped[$2] = $6; also[$2] = $7 } next }

function thousands(n,  text) {
	for (text = sprintf("%d", n); match(text, /[0-9][0-9][0-9][0-9]($|,)/); )
		text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
	return text
}
function bytes_name(bytes) {
	return bytes < 1024 ? bytes " B" : bytes < 1048576 ? bytes / 1024 " KiB" : bytes / 1048576 " MiB"
}
function head(first,  i, line, rule) {
	line = "| " first " |"; rule = "|---:|"
	for (i = 1; i <= n_nics; i++) { line = line " " nics[i] " NICs |"; rule = rule "---:|" }
	print line "\n" rule
}
# The share is cut off, not rounded, so that 1.00 would mean it.
function cell(coll, n, bytes,  is) {
	if (!((coll, n, bytes) in cycles)) return " - |"
	is = cycles[coll, n, bytes]
	return sprintf(" %s of %s: %.2f |", thousands(is), thousands(bound(coll, n, bytes)),
		int(100 * bound(coll, n, bytes) / is) / 100)
}
function print_table(coll, first, last,  bytes, i, line) {
	head("bytes")
	for (bytes = first; bytes <= last; bytes *= 2) {
		line = "| " bytes_name(bytes) " |"
		for (i = 1; i <= n_nics; i++) line = line cell(coll, nics[i], bytes)
		print line
	}
}
# Long allreduces: the cycles that are asked for, and beside them the bound without its fixed part.
function print_asked(  i, n, bare, limit) {
	print "| NICs | 1 MiB: cycles | at most | bound without fixed part | 16 MiB: cycles | share of that bound |"
	print "|---:|---:|---:|---:|---:|---:|"
	split("22930 30250 34210 39290 42320", limit, " ")
	for (i = 1; i <= n_nics; i++) {
		n = nics[i]
		bare = is_of("allreduce", n, 16777216) ? bare_bound("allreduce", n, 16777216) / is_of("allreduce", n, 16777216) : 0
		printf "| %d | %s | %s | %s | %s | %s |\n", n, figure("allreduce", n, 1048576),
			thousands(limit[i]), thousands(bare_bound("allreduce", n, 1048576)),
			figure("allreduce", n, 16777216), bare ? sprintf("%.3f", bare) : "-"
		if (is_of("allreduce", n, 1048576) > limit[i] + 0)
			complain("an allreduce of 1 MiB on " n " NICs takes " figure("allreduce", n, 1048576) " cycles")
		if (bare && bare < 0.99)
			complain(sprintf("an allreduce of 16 MiB on %d NICs has %.3f of its bound", n, bare))
	}
}
function is_of(coll, n, bytes) { return ((coll, n, bytes) in cycles) ? cycles[coll, n, bytes] + 0 : 0 }
function figure(coll, n, bytes) { return is_of(coll, n, bytes) ? thousands(is_of(coll, n, bytes)) : "-" }
function complain(text) { print "bench-sim-full: " text >"/dev/stderr"; is_worse = 1 }
function print_barrier(  i, line) {
	head("bytes")
	line = "| none |"
	for (i = 1; i <= n_nics; i++) line = line cell("barrier", nics[i], 8)
	print line
}
# The largest ratio of neighbouring sizes. Up to 16 bytes come in the descriptor, so the step to 32 says nothing of the bytes.
function steepest(coll, n,  bytes, ratio, most) {
	most = 0
	for (bytes = 64; bytes <= 16777216; bytes *= 2) {
		if (!((coll, n, bytes) in cycles) || !((coll, n, bytes / 2) in cycles)) continue
		ratio = cycles[coll, n, bytes] / cycles[coll, n, bytes / 2]
		if (ratio > most) { most = ratio; where = bytes }
	}
	return most
}
function print_steps(  c, i, line, most, limit) {
	head("largest ratio, and the larger size")
	for (c = 1; c <= n_colls; c++) {
		line = "| " colls[c] " |"
		limit = (colls[c] in is_sliced) ? 2.1 : 2.5
		for (i = 1; i <= n_nics; i++) {
			most = steepest(colls[c], nics[i])
			line = line (most ? sprintf(" %.2f, %s |", most, bytes_name(where)) : " - |")
			if (most > limit)
				complain(sprintf("%s on %d NICs: %s take %.2f times the cycles of half of them", colls[c], nics[i],
					bytes_name(where), most))
		}
		print line
	}
}
# The same for the step from 16 to 32 bytes, over all numbers of NICs.
function print_first_step(  c, i, ratio, most, at, text) {
	for (c = 1; c <= n_colls; c++) {
		most = 0
		for (i = 1; i <= n_nics; i++) {
			if (!is_of(colls[c], nics[i], 16) || !is_of(colls[c], nics[i], 32)) continue
			ratio = is_of(colls[c], nics[i], 32) / is_of(colls[c], nics[i], 16)
			if (ratio > most) { most = ratio; at = nics[i] }
		}
		if (!most) continue
		text = text (text == "" ? " " : ", ") colls[c] sprintf(" %.2f", most) (most > 1 ? " on " at " NICs" : "")
	}
	print "The largest ratios from 16 to 32 B are:" text "."
}
function print_rates(  i, line, is, limit, asked_for) {
	head("calls in progress")
	split("24 - 25 - 31", limit, " ")
	line = "| 32 |"; asked_for = "| at most |"
	for (i = 1; i <= n_nics; i++) {
		is = is_of("in_progress", nics[i], 8) / 10
		line = line (is ? sprintf(" %.1f |", is) : " - |"); asked_for = asked_for " " limit[i] " |"
		if (limit[i] != "-" && is > limit[i] + 0)
			complain("with 32 in progress on " nics[i] " NICs a call of 8 bytes takes " is " cycles")
	}
	print line "\n" asked_for
}
# A program waits so long for a call of 8 bytes.
function print_answers(  i, n, limit) {
	print "| NICs | cycles | at most | the first call |\n|---:|---:|---:|---:|"
	split("490 - - - -", limit, " ")
	for (i = 1; i <= n_nics; i++) {
		n = nics[i]
		print "| " n " | " figure("answer", n, 8) " | " limit[i] " | " figure("first_answer", n, 8) " |"
		if (limit[i] != "-" && is_of("answer", n, 8) > limit[i] + 0)
			complain("a program waits " figure("answer", n, 8) " cycles for 8 bytes on " n " NICs")
	}
}
# An exact sum of one double, beside the plain one and two of these.
function print_exact(  i, n, is, two) {
	print "| NICs | plain | two plain in a row | exact | plain, in the NIC | exact, in the NIC | ten accumulators, in the NIC |"
	print "|---:|---:|---:|---:|---:|---:|---:|"
	for (i = 1; i <= n_nics; i++) {
		n = nics[i]
		if (n == 3) continue
		is = is_of("exact_seen_1", n, 8); two = 2 * is_of("exact_seen_0", n, 8)
		print "| " n " | " figure("exact_seen_0", n, 8) " | " thousands(two) " | " thousands(is) " | " \
			figure("exact_0", n, 8) " | " figure("exact_1", n, 8) " | " figure("exact_10", n, 8) " |"
		if (is > two)
			complain("an exact sum of a double on " n " NICs takes longer than two plain ones")
	}
}
# Acknowledgements that were sent alone, of allreduces of 4 MiB, by the chunks.
function print_acknowledged(  i, line, is) {
	head("allreduce of 4 MiB")
	line = "| acknowledgements alone, a chunk |"
	for (i = 1; i <= n_nics; i++) {
		is = is_of("acknowledged", nics[i], 4194304)
		line = line (is ? sprintf(" %.2f |", is / 1000) : " - |")
	}
	print line
}
# @gap COLLECTIVE NICS BYTES@: cycles above the bound. @more COLLECTIVE NICS NICS BYTES@: cycles that each further NIC costs.
function fill(line,  f, text) {
	while (match(line, /@(gap|more) [^@]*@/)) {
		split(substr(line, RSTART + 1, RLENGTH - 2), f, " ")
		if (f[1] == "gap") text = is_of(f[2], f[3], f[4]) - int(bound(f[2], f[3], f[4]))
		else text = int((is_of(f[2], f[4], f[5]) - is_of(f[2], f[3], f[5])) / (f[4] - f[3]) + 0.5)
		line = substr(line, 1, RSTART - 1) text substr(line, RSTART + RLENGTH)
	}
	return line
}
# Allreduces while a frame in a thousand is lost, beside the same without losses.
function print_losses(  i, n, is, cost, limit) {
	print "| NICs | 1 MiB: cycles | with losses | more | at most |"
	print "|---:|---:|---:|---:|---:|"
	for (i = 1; i <= n_nics; i++) {
		n = nics[i]
		is = is_of("lossy", n, 1048576)
		cost = is && is_of("allreduce", n, 1048576) ? 100 * (is / is_of("allreduce", n, 1048576) - 1) : 0
		limit = n < 16 ? 3 : 6
		printf "| %d | %s | %s | %s | %d %% |\n", n, figure("allreduce", n, 1048576), figure("lossy", n, 1048576),
			is ? sprintf("%.1f %%", cost) : "-", limit
		if (cost > limit) complain(sprintf("0.1 %% of loss costs an allreduce on %d NICs %.1f %%", n, cost))
	}
}
# Teams side by side. The bystander's allreduce of 1 MiB on 2 NICs moves as much on each link.
function rate(bytes, cycles) { return cycles ? sprintf("%.1f", bytes / cycles) : "-" }
function print_together(  i, is, name, list, who) {
	print "| eight teams of 16 NICs, 1 MiB each: buffer | cycles | share of the bounds' sum | frames dropped |"
	print "|---:|---:|---:|---:|"
	for (i = split("9600 2048", list, " "); i; i--) {
		is = is_of("groups_" list[i], 16, 1048576)
		printf "| %s KiB | %s | %s | %s |\n", thousands(list[i]), thousands(is),
			is ? sprintf("%.2f", int(800 * bound("allreduce", 16, 1048576) / is) / 100) : "-",
			thousands(dropped["groups_" list[i]])
	}
	print "\n| through a buffer of 64 KiB | bytes a cycle from 15 NICs into one | of the bystanders | frames dropped |"
	print "|---|---:|---:|---:|"
	split("incast_1_0 incast_0_8 incast_1_8", list, " "); split("alone,the bystanders alone,both", who, ",")
	for (i = 1; i <= 3; i++)
		printf "| %s | %s | %s | %s |\n", who[i], rate(15 * 524288, is_of(list[i], 16, 524288)),
			rate(1048576, also[list[i]]), thousands(dropped[list[i]])
	print "\n| allreduces of 1 MiB on 4 NICs | cycles |\n|---|---:|"
	split("beside_nothing beside_teams beside_failures", list, " ")
	split("alone,a team opens and closes beside each,a team opens and fails and closes beside each", who, ",")
	for (i = 1; i <= 3; i++) {
		is = is_of(list[i], 4, 1048576)
		printf "| %s | %s |\n", who[i], thousands(is)
		if (is > 1.01 * is_of("beside_nothing", 4, 1048576)) complain("an allreduce takes " is " cycles: " who[i])
	}
}
function print_missing(  i, f, n) {
	for (i = 1; i <= n_wanted; i++)
		if (!(wanted[i] in cycles)) { n++; split(wanted[i], f, SUBSEP); list[f[1]] = list[f[1]] " " f[2] ":" f[3] }
	if (!n) { print "No point of the grid is missing."; return }
	printf "%d of the grid's %d points were not measured, and stand as -:\n\n", n, n_wanted
	for (i = 1; i <= n_colls; i++) if (colls[i] in list) print_missing_of(colls[i])
}
function print_missing_of(coll,  i, k, n, at, least, text) {
	n = split(list[coll], at, " ")
	for (i = 1; i <= n_nics; i++) {
		least = 0
		for (k = 1; k <= n; k++) {
			split(at[k], f, ":")
			if (f[1] == nics[i] && (!least || f[2] + 0 < least)) least = f[2] + 0
		}
		if (least) text = text (text == "" ? "" : ", ") nics[i] " NICs from " bytes_name(least) " on"
	}
	print "- " coll ": " text
}
/^TABLE / { print_table($2, 8, 16777216); next }
/^BARRIER$/ { print_barrier(); next }
/^ASKED$/ { print_asked(); next }
/^STEPS$/ { print_steps(); next }
/^FIRST_STEP$/ { print_first_step(); next }
/^RATES$/ { print_rates(); next }
/^ANSWERS$/ { print_answers(); next }
/^EXACT$/ { print_exact(); next }
/^ACKNOWLEDGED$/ { print_acknowledged(); next }
/^TOGETHER$/ { print_together(); next }
/^LOSSES$/ { print_losses(); next }
/^MISSING$/ { print_missing(); next }
{ print fill($0) }
END { exit is_worse }
