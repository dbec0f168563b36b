# Draws bench-sim-full.sh's points as SVG, 900 pixels wide: a panel a collective, three in a row. Across the bytes of the call,
# upwards cycles, both as logarithms; a line for each number of NICs, and dashed in its colour the bound, of bound.awk.
BEGIN {
	width = 900; left = 66; top = 74; panel_w = 236; panel_h = 220; step_x = 280; step_y = 272; columns = 3
	low = 8; high = 23 # log2 of the cycles that the panels show
	n_nics = split("2 3 4 8 16", nics, " ")
	n_colls = split(collectives, colls, " ")
}
$1 == "table" && $4 >= 8 { cycles[$2, $3, $4] = $5 }
function x_of(bytes) { return panel_w * (log(bytes) / log(2) - 3) / 21 }
function y_of(n) { return panel_h * (high - log(n) / log(2)) / (high - low) }
function bytes_name(log2) { return log2 < 10 ? 2 ^ log2 " B" : log2 < 20 ? 2 ^ (log2 - 10) " KiB" : 2 ^ (log2 - 20) " MiB" }
function print_axes(is_first, e, names) {
	printf "<rect class=\"frame\" width=\"%d\" height=\"%d\"/>\n", panel_w, panel_h
	split("1,000 10,000 100,000 1,000,000", names, " ")
	for (e = 3; e <= 6; e++) {
		printf "<line class=\"grid\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n", panel_w, y_of(10 ^ e), y_of(10 ^ e)
		if (is_first) printf "<text x=\"-4\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", y_of(10 ^ e) + 4, names[e - 2]
	}
	for (e = 3; e <= 24; e += 7)
		printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x_of(2 ^ e), panel_h + 16, bytes_name(e)
}
function print_line(class, points) { if (points != "") printf "<polyline class=\"%s\" points=\"%s\"/>\n", class, substr(points, 2) }
function print_lines(coll, i, bytes, is, least) {
	for (i = 1; i <= n_nics; i++) {
		is = least = ""
		for (bytes = 8; bytes <= 16777216; bytes *= 2) {
			least = least sprintf(" %.1f,%.1f", x_of(bytes), y_of(bound(coll, nics[i], bytes)))
			if ((coll, nics[i], bytes) in cycles)
				is = is sprintf(" %.1f,%.1f", x_of(bytes), y_of(cycles[coll, nics[i], bytes]))
		}
		print_line("bound l" i, least)
		print_line("l" i, is)
	}
}
END {
	height = top + int((n_colls + columns - 1) / columns) * step_y - 20
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", width, height
	print "font-family=\"sans-serif\" font-size=\"12\">"
	print "<title>Simulated cycles of collectives on NICs</title>"
	print_style("polyline { fill: none; stroke-width: 1.6 } .bound { stroke-width: 1; stroke-dasharray: 4 3 }",
		"#b5730a", "#e0a84e")
	print "<rect class=\"back\" width=\"100%\" height=\"100%\"/>"
	printf "<text x=\"%d\" y=\"20\" font-size=\"14\">%s</text>\n", left,
		"Simulated cycles by the call's bytes; dashed: what any plan takes"
	for (i = 1; i <= n_nics; i++)
		printf "<text class=\"t%d\" x=\"%d\" y=\"42\" font-size=\"13\">%d NICs</text>\n", i, left + 80 * (i - 1), nics[i]
	for (k = 1; k <= n_colls; k++) {
		printf "<g transform=\"translate(%d,%d)\">\n", left + (k - 1) % columns * step_x,
			top + int((k - 1) / columns) * step_y
		printf "<text y=\"-7\" font-size=\"13\">%s</text>\n", colls[k]
		print_axes((k - 1) % columns == 0)
		print_lines(colls[k])
		print "</g>"
	}
	print "</svg>"
}
