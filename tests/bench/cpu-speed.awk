# Draws the points of cpu-speed-page.awk as SVG: a panel for each number of ranks and collective, a line a type; across the bytes of a rank,
# upwards Sumac's time over the better peer's, both as logarithms. Below the line at 1 Sumac is ahead.
BEGIN {
	split("#1b6ca8 #d1495b #2e933c #8e5aa8 #c98a1b", colours, " ")
	panel_w = 250; panel_h = 190; left = 50; top = 60; gap_x = 45; gap_y = 60
}
$4 > 0 {
	key = $1 " ranks, " (sub(/^shmem_/, "", $2) ? $2 " on the heap" : $2)
	sub(/^complex/, "double complex", $3); sub(/_/, " ", $3)
	if (!(key in column)) {
		if (!($1 in row)) { row[$1] = n_rows++; n_in_row[$1] = 0 }
		column[key] = n_in_row[$1]++; ranks[key] = $1; keys[++n_keys] = key
		if (n_in_row[$1] > n_columns) n_columns = n_in_row[$1]
	}
	if (!($3 in type)) { type[$3] = ++n_types; names[n_types] = $3 }
	points[key, $3] = points[key, $3] " " $4 ":" $8
}
function x_of(bytes) { return panel_w * (log(bytes) / log(2) - 3) / 21 }
function y_of(ratio) {
	ratio = log(ratio) / log(2)
	if (ratio > 4) ratio = 4
	if (ratio < -4) ratio = -4
	return panel_h * (4 - ratio) / 8
}
END {
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n",
		left + n_columns * (panel_w + gap_x), top + n_rows * (panel_h + gap_y)
	print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
	print "<text x=\"" left "\" y=\"20\" font-size=\"14\">Sumac's time over the better of Open MPI's and MPICH's, by the bytes of a rank (below 1: Sumac is ahead)</text>"
	for (t = 1; t <= n_types; t++)
		printf "<text x=\"%d\" y=\"40\" fill=\"%s\">%s</text>\n", left + (t - 1) * 170, colours[t], names[t]
	for (k = 1; k <= n_keys; k++) {
		key = keys[k]
		printf "<g transform=\"translate(%d,%d)\">\n", left + column[key] * (panel_w + gap_x), top + row[ranks[key]] * (panel_h + gap_y)
		printf "<rect width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>\n<text y=\"-5\">%s</text>\n", panel_w, panel_h, key
		for (e = -4; e <= 4; e += 2) {
			y = y_of(2 ^ e)
			printf "<line x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", panel_w, y, y, e ? "#ddd" : "#333"
			if (!column[key]) printf "<text x=\"-6\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", y + 4, e < 0 ? "1/" 2 ^ -e : 2 ^ e
		}
		for (e = 3; e <= 24; e += 7)
			printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x_of(2 ^ e), panel_h + 14, e < 10 ? 2 ^ e " B" : e < 20 ? 2 ^ (e - 10) " KiB" : 2 ^ (e - 20) " MiB"
		for (t = 1; t <= n_types; t++) {
			n = split(points[key, names[t]], list, " ")
			line = ""
			for (i = 1; i <= n; i++) { split(list[i], at, ":"); line = line sprintf(" %.1f,%.1f", x_of(at[1]), y_of(at[2])) }
			printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", line, colours[t]
		}
		print "</g>"
	}
	print "</svg>"
}
