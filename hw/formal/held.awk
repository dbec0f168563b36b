# Writes a copy of a module with the contract of its streams in it:
#   awk -f held.awk -v also="CODE" -v assume="A;B" -v invariant="A;B" -v keep="SIGNALS while COND;..." MODULE.sv
# A stream is a pair of ports, Pvalid_o and Pready_i or Pvalid_i and Pready_o; its payload are the ports of that direction
# whose names begin with P. An outgoing stream is asserted to be held, an incoming one is assumed to be. With -v names=1 it only
# says which streams go out.
function contract(text, assumed,   i, m, part) {
	m = split(text, part, ";")
	for (i = 1; i <= m; i++)
		printf "  formal_assume #(.Assume(%d)) u_formal_true_%d_%d (.clk_i, .rst_i, .true_i(%s));\n", \
			assumed, assumed, i, part[i]
}
/^ *(input|output) / {
	name = $0
	sub(/ *\/\/.*/, "", name)
	gsub(/,? *$/, "", name)
	sub(/.* /, "", name)
	port[++n] = name
	is[name] = 1
}
/^endmodule/ {
	if (!names) print "  formal_reset u_formal_reset (.clk_i, .rst_i);"
	for (i = 1; i <= n; i++) {
		if (port[i] !~ /valid_[io]$/) continue
		way = substr(port[i], length(port[i]))
		stream = substr(port[i], 1, length(port[i]) - 7)
		ready = stream "ready_" (way == "o" ? "i" : "o")
		if (!(ready in is)) continue
		if (names && way == "o") print stream
		data = "1'b1"
		for (j = 1; j <= n; j++)
			if (index(port[j], stream) == 1 && substr(port[j], length(port[j])) == way && port[j] !~ /valid_|^rst_i$/)
				data = data ", " port[j]
		if (!names)
			printf "  formal_stable #(.Width($bits({%s})), .Assume(%d)) u_formal_%s (.clk_i, .rst_i,\n" \
				"    .valid_i(%s), .ready_i(%s), .data_i({%s}));\n", data, way == "i", stream, port[i], ready, data
	}
	if (also != "") print also
	contract(assume, 1)
	contract(invariant, 0)
	m = split(keep, a, ";")
	for (i = 1; i <= m; i++) {
		split(a[i], k, " while ")
		gsub(/ +/, ", ", k[1])
		printf "  formal_steady #(.Width($bits({%s}))) u_formal_steady_%d (.clk_i, .rst_i, .keep_i(%s),\n" \
			"    .data_i({%s}), .kept_o());\n", k[1], i, k[2], k[1]
	}
}
!names { print }
