# Draws exact_cg's lines STEP HEX SQUARED_RESIDUAL as SVG, 900 pixels wide, from the files exact.1 and plain.RANKS. On the left the
# residual beside its first one, by the step; on the right how far each file is from the one of its kind on 1 rank.
BEGIN {
	width = 900; height = 360; top = 74; panel_w = 370; panel_h = 240; most = 250
	n_ranks = split("1 2 4 8", ranks, " ")
}
$1 ~ /^[0-9]+$/ { squared[FILENAME, $1 + 0] = $3 + 0; if (last[FILENAME] < $1 + 0) last[FILENAME] = $1 + 0 }
function x_of(step) { return panel_w * step / most }
# Panels have powers of ten from low to high.
function y_of(n) { return panel_h * (high - log(n) / log(10)) / (high - low) }
function print_axes(title, apart, e, step) {
	printf "<text y=\"-7\" font-size=\"13\">%s</text>\n", title
	printf "<rect class=\"frame\" width=\"%d\" height=\"%d\"/>\n", panel_w, panel_h
	for (e = low; e <= high; e += apart) {
		printf "<line class=\"grid\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n", panel_w, y_of(10 ^ e), y_of(10 ^ e)
		printf "<text x=\"-4\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", y_of(10 ^ e) + 4, e ? "1e" e : "1"
	}
	for (step = 0; step <= most; step += 50)
		printf "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x_of(step), panel_h + 16, step
	printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">step</text>\n", panel_w / 2, panel_h + 32
}
function print_line(class, points) { if (points != "") printf "<polyline class=\"%s\" points=\"%s\"/>\n", class, substr(points, 2) }
function print_residual(file, class, step, points) {
	for (step = 1; step <= last[file]; step++)
		points = points sprintf(" %.1f,%.1f", x_of(step), y_of(sqrt(squared[file, step] / squared[file, 1])))
	print_line(class, points)
}
# No difference is drawn at the bottom.
function print_difference(file, class, step, points, is, one) {
	for (step = 1; step <= last[file] && step <= last["plain.1"]; step++) {
		one = sqrt(squared["plain.1", step]); is = sqrt(squared[file, step])
		is = is > one ? is / one - 1 : 1 - is / one
		points = points sprintf(" %.1f,%.1f", x_of(step), y_of(is > 10 ^ low ? is : 10 ^ low))
	}
	print_line(class, points)
}
END {
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ", width, height
	print "font-family=\"sans-serif\" font-size=\"12\">"
	print "<title>Residuals of conjugate gradients, with exact and with plain sums</title>"
	print_style("polyline { fill: none; stroke-width: 1.2 } .exact { stroke-width: 4 }", "#d9a441", "#8a6d1f")
	print "<rect class=\"back\" width=\"100%\" height=\"100%\"/>"
	printf "<text x=\"56\" y=\"20\" font-size=\"14\">%s</text>\n",
		"Conjugate gradients: exact sums take the same steps on any number of ranks"
	print "<text x=\"56\" y=\"42\" font-size=\"13\">plain sums on</text>"
	for (i = 1; i <= n_ranks; i++)
		printf "<text class=\"t%d\" x=\"%d\" y=\"42\" font-size=\"13\">%s</text>\n", i, 80 + 85 * i,
			ranks[i] (ranks[i] > 1 ? " ranks" : " rank")
	print "<text class=\"t5\" x=\"500\" y=\"42\" font-size=\"13\">exact sums on 1, 2, 4, 8 ranks: one line</text>"
	low = -14; high = 2
	print "<g transform=\"translate(56," top ")\">"
	print_axes("residual, beside the first one", 4)
	print_residual("exact.1", "exact l5")
	for (i = 1; i <= n_ranks; i++) print_residual("plain." ranks[i], "l" i)
	low = -16; high = 2
	print "</g>\n<g transform=\"translate(500," top ")\">"
	print_axes("relative difference from the residual on 1 rank", 4)
	print_line("exact l5", sprintf(" 0,%.1f %.1f,%.1f", panel_h, x_of(last["exact.1"]), panel_h))
	for (i = 2; i <= n_ranks; i++) print_difference("plain." ranks[i], "l" i)
	print "</g>\n</svg>"
}
