# Numbers the generated names of Yosys' ilang anew, $17 by the order in which they come, so that a module is the same text whatever
# was read before it. Which of two is meant stays told: equal texts are equal circuits.
/^autoidx/ { next }
{
	line = $0
	text = ""
	while (match(line, /\$[0-9]+/)) {
		number = substr(line, RSTART, RLENGTH)
		if (!(number in order)) order[number] = "$" ++n
		text = text substr(line, 1, RSTART - 1) order[number]
		line = substr(line, RSTART + RLENGTH)
	}
	print text line
}
