# Writes isolated.sh's page from its template and lines LIBRARY RANKS TYPE FORM BUFFERS COLLECTIVE BYTES AVERAGE SLOWEST, a job
# after the other; and into the file `points`, for the drawing, of 2 ranks' blocking calls in the same buffers what cpu-speed.awk
# reads. A point is what stands between LIBRARY and AVERAGE. Sumac is ahead, or behind, where the spreads of the two do not touch.
{
	point = $2 " " $3 " " $4 " " $5 " " $6 " " $7
	if (!(point in seen)) { seen[point]; at[++n_points] = point }
	average[$1, point] = average[$1, point] " " $8
	slowest[$1, point] = slowest[$1, point] " " $9
}
# The i-th of a list's values in their order; of so many the middle one, and those that bound the spread.
function sorted(list, parts, n, i, j, x) {
	n = split(list, parts, " ")
	for (i = 2; i <= n; i++)
		for (j = i; j > 1 && parts[j - 1] + 0 > parts[j] + 0; j--) {
			x = parts[j]; parts[j] = parts[j - 1]; parts[j - 1] = x
		}
	return n
}
function median(list, parts, n) { n = sorted(list, parts); return parts[int((n + 1) / 2)] + 0 }
function low(list, parts, n) { n = sorted(list, parts); return parts[n > 3 ? 2 : 1] + 0 }
function high(list, parts, n) { n = sorted(list, parts); return parts[n > 3 ? n - 1 : n] + 0 }
function us(s) { return sprintf(s < 1e-4 ? "%.2f" : "%.0f", 1e6 * s) }
function name_of(type) { sub(/_/, " ", type); return type }
function where(i, f) {
	split(at[i], f, " ")
	return f[1] ", " f[5] (f[3] == "blocking" ? "" : ", non-blocking") (f[4] == "same" ? "" : ", fresh buffers") \
		(f[6] > 0 ? " | " name_of(f[2]) " | " f[6] : " | | ")
}
function add(group, i) {
	if (!(group in n_of)) groups[++n_groups] = group
	n_of[group]++; logs[group] += log(ratio[i]); n_ahead[group] += verdict[i] < 0; n_behind[group] += verdict[i] > 0
	if (!(group in worst) || ratio[i] > ratio[worst[group]]) worst[group] = i
}
function mean(group) { return group in n_of ? exp(logs[group] / n_of[group]) : 0 }
function find_points(i, f, better, before) {
	for (i = 1; i <= n_points; i++) {
		split(at[i], f, " ")
		mine[i] = median(average["sumac", at[i]])
		better = median(average["openmpi", at[i]]) < median(average["mpich", at[i]]) ? "openmpi" : "mpich"
		peer[i] = median(average[better, at[i]])
		ratio[i] = mine[i] / peer[i]
		verdict[i] = high(average["sumac", at[i]]) < low(average[better, at[i]]) ? -1 \
			: low(average["sumac", at[i]]) > high(average[better, at[i]]) ? 1 : 0
		before = of_bytes[f[1], f[2], f[3], f[4], f[5], f[6] / 2]
		if (before) step[i] = mine[i] / mine[before]
		of_bytes[f[1], f[2], f[3], f[4], f[5], f[6]] = i
		add(f[1] " ranks, " f[5] " | " f[3] " | " f[4], i)
		if (f[1] == 2) add("judged", i)
		if (f[1] != 2) continue
		n_steep += step[i] > 2.2
		if (step[i] > step[steepest]) steepest = i
		if (f[3] == "blocking" && f[4] == "same" && f[6] > 0)
			print f[1], f[5], f[2], f[6], mine[i], 0, 0, ratio[i] >points
	}
	close(points)
}
function print_targets() {
	print "| target, for 2 ranks | wanted | measured | met |"
	print "|---|---:|---:|---|"
	printf "| points ahead of the better peer beyond the spread | all %d | %d, and %d behind | %s |\n", n_of["judged"],
		n_ahead["judged"], n_behind["judged"], n_ahead["judged"] == n_of["judged"] ? "yes" : "no"
	printf "| Sumac's time over the better peer's, geometric mean | 0.60 | %.2f | %s |\n", mean("judged"),
		mean("judged") <= 0.6 ? "yes" : "no"
	printf "| time for twice the bytes | at most 2.2 times | %.1f times, and %d steps over 2.2 | %s |\n", step[steepest],
		n_steep, n_steep ? "no" : "yes"
}
function print_groups(i, g) {
	print "| ranks, collective | calls | buffers | geometric mean | ahead | even | behind | worst |"
	print "|---|---|---|---:|---:|---:|---:|---:|"
	for (i = 1; i <= n_groups; i++) {
		g = groups[i]
		if (g != "judged")
			printf "| %s | %.2f | %d | %d | %d | %.2f |\n", g, mean(g), n_ahead[g], n_of[g] - n_ahead[g] - n_behind[g],
				n_behind[g], ratio[worst[g]]
	}
}
function spread(library, i) {
	return sprintf("%.2f", high(average[library, at[i]]) / low(average[library, at[i]]))
}
# The n largest of a list of points' values, as lines; of those with 2 ranks.
function print_largest(values, n, is_step, i, k, most, shown) {
	print "| ranks, collective | type | bytes | Sumac µs | Open MPI µs | MPICH µs | Sumac's spread | " \
		(is_step ? "over half the bytes" : "ratio") " |"
	print "|---|---|---:|---:|---:|---:|---:|---:|"
	for (k = 1; k <= n; k++) {
		most = 0
		for (i = 1; i <= n_points; i++)
			if (at[i] ~ /^2 / && !(i in shown) && values[i] && (!most || values[i] > values[most])) most = i
		if (!most) return
		shown[most]
		printf "| %s | %s | %s | %s | %s | %.2f |\n", where(most), us(mine[most]), us(median(average["openmpi", at[most]])),
			us(median(average["mpich", at[most]])), spread("sumac", most), values[most]
	}
}
function print_sizes(collective, i, f) {
	print "| bytes | Sumac µs | its slowest rank | Open MPI µs | MPICH µs | spreads | ratio |"
	print "|---:|---:|---:|---:|---:|---|---:|"
	for (i = 1; i <= n_points; i++) {
		split(at[i], f, " ")
		if (f[1] == 2 && f[2] == "float" && f[3] == "blocking" && f[4] == "same" && f[5] == collective)
			printf "| %d | %s | %s | %s | %s | %s, %s, %s | %.2f |\n", f[6], us(mine[i]),
				us(median(slowest["sumac", at[i]])), us(median(average["openmpi", at[i]])),
				us(median(average["mpich", at[i]])), spread("sumac", i), spread("openmpi", i), spread("mpich", i),
				ratio[i]
	}
}
function print_many(what, label, s, o, m) {
	s = median(took["sumac", what]); o = median(took["openmpi", what]); m = median(took["mpich", what])
	printf "| %s | %.1f | %.1f | %.1f | %.2f |\n", label, s, o, m, s / o
}
function print_manies(line, f) {
	while ((getline line < many) > 0) {
		split(line, f, " ")
		took[f[1], f[2]] = took[f[1], f[2]] " " f[3]
	}
	print "| 2 ranks, but for the last line | Sumac ms | Open MPI ms | MPICH ms | over Open MPI |"
	print "|---|---:|---:|---:|---:|"
	print_many("communicators-1", "200 communicators, 1 call on each")
	print_many("communicators-10", "200 communicators, 10 calls on each")
	print_many("communicators-100", "200 communicators, 100 calls on each")
	print_many("start-2", "a job that does nothing")
	print_many("start-64", "a job of 64 ranks that does nothing")
}
function print_line(line, name) {
	if (line ~ /@DRAWING@/ && drawing == "-") return
	for (name in value) gsub("@" name "@", value[name], line)
	if (line == "TARGETS") print_targets()
	else if (line == "GROUPS") print_groups()
	else if (line == "WORST") print_largest(ratio, 20, 0)
	else if (line == "STEPS") print_largest(step, 10, 1)
	else if (line == "MANY") print_manies()
	else if (line ~ /^SIZES /) print_sizes(substr(line, 7))
	else print line
}
END {
	find_points()
	value["CORES"] = cores; value["CPU"] = cpu; value["LOAD"] = load; value["OPENMPI"] = openmpi; value["MPICH"] = mpich
	value["JOBS"] = jobs; value["DRAWING"] = drawing; value["SHARED"] = shared; value["MINUTES"] = minutes
	split(shared, f, "/"); value["SECOND"] = f[1]; value["THIRD"] = f[2] == "" ? "none" : f[2]
	while ((getline line < template) > 0) print_line(line)
}
