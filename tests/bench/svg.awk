# The style of a drawing, in light and dark: css is the drawing's own; line5, dark5: the colour of its fifth kind of lines; own: a
# class that is drawn in the text's colour, or none.
function print_colours(text, back, frame, grid, lines, own, t, list) {
	printf "text { fill: %s } .back { fill: %s } ", text, back
	printf ".frame { fill: none; stroke: %s } .grid { stroke: %s }", frame, grid
	print own ? " ." own " { stroke: " text " }" : ""
	for (t = split(lines, list, " "); t; t--) printf ".l%d { stroke: %s } text.t%d { fill: %s }\n", t, list[t], t, list[t]
}
function print_style(css, line5, dark5, own) {
	print "<style>\n" css
	print_colours("#24292f", "#ffffff", "#8c959f", "#d8dee4", "#1b6ca8 #d1495b #2e933c #8e5aa8 " line5, own)
	print "@media (prefers-color-scheme: dark) {"
	print_colours("#e6edf3", "#0d1117", "#6e7681", "#30363d", "#6cb6ff #ff8b98 #6bc46d #c9a0e8 " dark5, own)
	print "}\n</style>"
}
