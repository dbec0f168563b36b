# The commands of a page: in an indented block whose first line begins with "$ ", the lines that begin so; in one that begins with
# make, git, sed or build/bin/, all. Prints "C", a tab and the command; and "O", a tab and the line for each other line of the first
# kind, which the command before it prints. A command that ends with "\" goes on.
!/^    / { kind = ""; in_block = 0; next }
!in_block {
	in_block = 1
	kind = /^    \$ / ? "session" : /^    (make|git|sed|build\/bin\/[a-z-]+) / ? "commands" : ""
}
kind == "" { next }
{ line = substr($0, 5) }
goes_on || sub(/^\$ /, "", line) || kind == "commands" {
	sub(/^ +/, "", line)
	goes_on = sub(/\\$/, "", line)
	command = command line
	if (goes_on) next
	print "C\t" command
	command = ""
	next
}
{ print "O\t" line }
