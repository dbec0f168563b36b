# Cuts Yosys' ilang of the NIC into a file for each module, for hw/synth/elaborate.sh: awk -v dir=FOLDER -f take_apart.awk NIC NIC.
# Reads it twice: first for names and ports, then to write FOLDER/part/MODULE.il.new, in which the module's parts are black boxes,
# and FOLDER/parts: for each module itself and all that is in it.
function base(name) # $paramod$HASH\NAME, $paramod\NAME\A=1\B=2 or \NAME
{
	sub(/^\$paramod[^\\]*/, "", name)
	sub(/^\\/, "", name)
	sub(/\\.*/, "", name)
	return name
}
function list(module, seen,  kid, i, n, text)
{
	if (seen[module]++) return ""
	text = " " module
	n = split(kids[module], kid, " ")
	for (i = 1; i <= n; i++) text = text list(kid[i], seen)
	return text
}
FNR == NR {
	if ($1 == "module") {
		copies = ++n_copies[base($2)]
		at = called[$2] = base($2) (copies > 1 ? "_" copies : "")
	} else if ($1 == "wire" && / (input|output|inout) [0-9]+ /)
		ports[at] = ports[at] $0 "\n"
	next
}
/^attribute/ { head = head $0 "\n"; next }
$1 == "module" {
	at = called[$2]
	file = dir "/part/" at ".il.new"
	printf "%smodule \\%s\n", head, at > file
	head = ""
	next
}
$1 == "cell" && $2 in called {
	if (!((at, called[$2]) in is_in)) kids[at] = kids[at] " " called[$2]
	is_in[at, called[$2]] = 1
	print "  cell \\" called[$2] " " $3 > file
	next
}
file { print > file }
/^end/ {
	n = split(kids[at], kid, " ")
	for (i = 1; i <= n; i++) printf "attribute \\blackbox 1\nmodule \\%s\n%send\n", kid[i], ports[kid[i]] > file
	close(file)
	file = ""
}
END {
	for (name in called) {
		split("", seen)
		print called[name] ":" list(called[name], seen) > (dir "/parts")
	}
}
