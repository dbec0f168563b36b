# Reads names and values, the rack's clock and its settings among them: makes SMPI's platforms of its surroundings, NAME.xml and
# the options NAME.cfg in dir, and prints the facts that the page needs.
# Hosts at one switch. A message takes LATENCY from host to host, half of it on each of two links.
function platform(name, gbps, latency, options,  file) {
	file = dir "/" name ".xml"
	print "<?xml version=\"1.0\"?>" >file
	print "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">" >file
	printf "<cluster id=\"rack\" prefix=\"nic\" suffix=\"\" radical=\"0-15\" speed=\"1Gf\" bw=\"%.6fGbps\" lat=\"%.3fns\"\n",
		gbps, latency / 2 >file
	print "\tsharing_policy=\"SPLITDUPLEX\"/>\n</platform>" >file
	print options >(dir "/" name ".cfg")
}
BEGIN {
	n = split("commit clean simgrid spec_hash clock_hz link_gbps hop_ns host_gbps host_doorbell_ns host_read_ns host_write_ns",
		names, " ")
	for (i = 1; i <= n; i++) is_wanted[names[i]]
}
$1 in is_wanted { fact[$1] = $2 }
END {
	ns = 1e9 / fact["clock_hz"]
	goodput = 8 * 1048576 / (bare_bound("allreduce", 2, 1048576) * ns) # Gb/s that a link carries of what the packets hold
	if (fact["link_gbps"] != fact["host_gbps"]) {
		print "smpi.sh: links and host ports have different rates, and SMPI has only links" >"/dev/stderr"
		exit 1
	}
	# A message costs its latency, and its bytes at the link's rate: no corrections by size.
	plain = "--cfg=network/crosstraffic:no --cfg=smpi/bw-factor:0:1 --cfg=smpi/lat-factor:"
	platform("links", goodput, fact["hop_ns"], plain "0:1")
	# As it does for a call, the NIC hears the doorbell, reads the operand, sends it, writes the result and then the completion;
	# up to 16 bytes are in the descriptor and in the completion. SMPI counts 16 bytes more for each message.
	short_ns = fact["host_doorbell_ns"] + fact["hop_ns"] + fact["host_write_ns"]
	long_ns = short_ns + fact["host_read_ns"] + fact["host_write_ns"]
	platform("ports", goodput, long_ns, plain sprintf("0:%.9f;32:1", short_ns / long_ns))
	platform("own", fact["link_gbps"], fact["hop_ns"], "")
	for (name in fact) print name, fact[name]
}
