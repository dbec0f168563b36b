# icebox_vlog declares a port in the module's head and once more below, which Verilator refuses: so the head has names alone.
/^module / && !done {
	match($0, /\(.*\)/)
	list = substr($0, RSTART + 1, RLENGTH - 2)
	n = split(list, port, /, */)
	names = declared = ""
	for (i = 1; i <= n; i++) {
		split(port[i], word, " ")
		names = names (i > 1 ? ", " : "") word[2]
		declared = declared port[i] "; "
	}
	print substr($0, 1, RSTART) names ");"
	print declared
	done = 1
	next
}
{ print }
