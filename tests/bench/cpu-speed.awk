# Draws the points of cpu-speed-page.awk as SVG, 900 pixels wide: a panel for each number of ranks and collective, three in a row. A
# line a type, with its name at its end: across the bytes of a rank, upwards Sumac's time over the better peer's, both as
# logarithms. Below the line at 1 Sumac is ahead. `how` the calls follow each other is in the head: "calls in a row".
BEGIN {
	width = 900; left = 40; top = 50; panel_w = 178; panel_h = 200; step_x = 290; step_y = 252; columns = 3
	low = -5; high = 1 # log2 of what the panels show
}
$4 > 0 {
	key = $1 " ranks, " (sub(/^shmem_/, "", $2) ? $2 " on the heap" : $2)
	sub(/^complex/, "double complex", $3); sub(/_/, " ", $3)
	if (!(key in seen)) { seen[key]; wanted[++n_wanted] = key }
	if (!($3 in type)) { type[$3] = ++n_types; names[n_types] = $3 }
	points[key, $3] = points[key, $3] " " $4 ":" $8
}
function x_of(bytes) { return panel_w * (log(bytes) / log(2) - 3) / 21 }
function y_of(ratio) {
	ratio = log(ratio) / log(2)
	return panel_h * (high - (ratio > high ? high : ratio < low ? low : ratio)) / (high - low)
}
function bytes_name(log2) { return log2 < 10 ? 2 ^ log2 " B" : log2 < 20 ? 2 ^ (log2 - 10) " KiB" : 2 ^ (log2 - 20) " MiB" }
function print_axes(is_first, e, y) {
	printf "<rect class=\"frame\" width=\"%d\" height=\"%d\"/>\n", panel_w, panel_h
	for (e = low; e <= high; e++) {
		y = y_of(2 ^ e)
		printf "<line class=\"%s\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n", e ? "grid" : "one", panel_w, y, y
		if (is_first) printf "<text x=\"-6\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", y + 4, e < 0 ? "1/" 2 ^ -e : 2 ^ e
	}
	for (e = 3; e <= 24; e += 7)
		printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x_of(2 ^ e), panel_h + 16, bytes_name(e)
}
# The lines of a panel; and of each the height at which it ends.
function print_lines(key, t, n, i, list, at, line) {
	for (t = 1; t <= n_types; t++) {
		n = split(points[key, names[t]], list, " ")
		line = ""
		for (i = 1; i <= n; i++) { split(list[i], at, ":"); line = line sprintf(" %.1f,%.1f", x_of(at[1]), y_of(at[2])) }
		printf "<polyline class=\"l%d\" points=\"%s\"/>\n", t, substr(line, 2)
		label_y[t] = y_of(at[2])
	}
}
# Names at the lines' ends, from above to below: each is far enough below the one before it, and all are near their lines.
function print_labels(t, i, order, shift, y) {
	for (t = 1; t <= n_types; t++) {
		for (i = t; i > 1 && label_y[order[i - 1]] > label_y[t]; i--) order[i] = order[i - 1]
		order[i] = t
	}
	for (i = 1; i <= n_types; i++) {
		y[i] = i > 1 && label_y[order[i]] < y[i - 1] + 13 ? y[i - 1] + 13 : label_y[order[i]]
		shift += (y[i] - label_y[order[i]]) / n_types
	}
	for (i = 1; i <= n_types; i++)
		printf "<text class=\"t%d\" x=\"%d\" y=\"%.1f\">%s</text>\n", order[i], panel_w + 5, y[i] - shift + 4,
			names[order[i]]
}
END {
	for (k = 1; k <= n_wanted; k++)
		if (wanted[k] in seen) shown[++n_shown] = wanted[k]
	height = top + int((n_shown + columns - 1) / columns) * step_y - 20
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", width, height
	print "font-family=\"sans-serif\" font-size=\"12\">"
	print "<title>Sumac's time over the better of Open MPI's and MPICH's</title>"
	print_style("polyline { fill: none; stroke-width: 1.8 }", "#b5730a", "#e0a84e", "one")
	print "<rect class=\"back\" width=\"100%\" height=\"100%\"/>"
	printf "<text x=\"%d\" y=\"20\" font-size=\"14\">%s</text>\n", left,
		"Sumac's time over the better of Open MPI's and MPICH's, " (how ? how : "calls in a row") \
		", by the bytes of a rank: " \
		"below 1 Sumac is ahead"
	for (k = 1; k <= n_shown; k++) {
		printf "<g transform=\"translate(%d,%d)\">\n", left + (k - 1) % columns * step_x,
			top + int((k - 1) / columns) * step_y
		printf "<text y=\"-7\" font-size=\"13\">%s</text>\n", shown[k]
		print_axes((k - 1) % columns == 0)
		print_lines(shown[k])
		print_labels()
		print "</g>"
	}
	print "</svg>"
}
