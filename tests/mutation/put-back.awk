# Puts known bugs back: put-back.awk [-v into=DIR] LIST [NAME...]: the rows of LIST, or those that are named. Each edit must apply
# exactly once to the tree as it stands, each to what the row's earlier ones have made of it. With DIR the edited files are written
# below it. Prints a row's name, test, pattern and edited files, with tabs between.
function fault(text) { print "known-bugs: " name ": " text >"/dev/stderr"; bad = 1 }
function trimmed(line) { sub(/^[ \t]+/, "", line); return line }

function load(path,   text, n) {
	if (path in n_lines) return
	while ((getline text <path) > 0) line[path, ++n] = text
	close(path)
	n_lines[path] = n
	files = files (files == "" ? "" : " ") path
}

# The lines before must follow each other once in the file; those after stand in their place, as far in as the first of them.
function apply(   i, j, found, at, indent, text) {
	if (n_before + n_after == 0) return
	load(path)
	for (i = 1; i + n_before - 1 <= n_lines[path]; i++) {
		for (j = 0; j < n_before && trimmed(line[path, i + j]) == trimmed(before[j]); j++)
			;
		if (j == n_before) { found++; at = i }
	}
	if (n_before == 0 || found != 1) fault(path " has " (found + 0) " times, not once: " before[0])
	else {
		indent = line[path, at]
		sub(/[^ \t].*/, "", indent)
		for (j = 0; j < n_after; j++) text = text (j ? "\n" : "") indent after[j]
		line[path, at] = n_after ? text : gone
		for (j = 1; j < n_before; j++) line[path, at + j] = gone
	}
	n_edits++
	n_before = n_after = 0
}

function end_row(   i, j, n, parts) {
	if (name == "" || !is_wanted()) { seen[name] = 1; name = ""; return }
	apply()
	if (what == "" || from == "" || test == "" || finds == "" || !n_edits)
		fault("a row has What, From, Test, Finds and an Edit")
	if (name in seen) fault("there are two of that name")
	seen[name] = 1
	print name "\t" test "\t" finds "\t" files
	n = split(into == "" ? "" : files, parts, " ")
	for (i = 1; i <= n; i++) {
		path = into "/" parts[i]
		for (j = 1; j <= n_lines[parts[i]]; j++)
			if (line[parts[i], j] != gone) print line[parts[i], j] >path
		close(path)
	}
	split("", line)
	split("", n_lines)
	name = what = from = test = finds = path = files = ""
	n_edits = 0
}

function is_wanted() { return n_names == 0 || name in wanted }

BEGIN {
	gone = "\001"
	for (i = 2; i < ARGC; i++) { wanted[ARGV[i]] = 1; n_names++; ARGV[i] = "" }
}

/^#/ || /^$/ { end_row(); next }
/^[^ ]/ { end_row(); name = $0; next }
!is_wanted() { next }
/^ What: / { what = $0; next }
/^ From: / { from = $0; next }
/^   / && !n_edits && path == "" { next } # it goes on
/^ Test: / { test = substr($0, 8); next }
/^ Finds: / { finds = substr($0, 9); next }
/^ Edit: / { apply(); path = substr($0, 8); next }
/^ -/ { if (n_after) apply(); before[n_before++] = substr($0, 4); next }
/^ \+/ { after[n_after++] = substr($0, 4); next }
{ fault("what is this line: " $0) }
END {
	end_row()
	for (i in wanted) if (!(i in seen)) { name = i; fault("there is none of that name") }
	exit bad
}
