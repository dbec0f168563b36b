# Prints the results of sim/what-if.study on two designs side by side: awk -v base=NAME -v nic=NAME -v benches=MODULES
# -f what-if.awk RESULTS.jsonl. All cycles are simulated ones, of the slowest rank; those of a program are the sum over its calls
# on NICs, a mean rank's.
function member(name,  text) # of this line, without quotation marks
{
	if (!match($0, "\"" name "\": (\"[^\"]*\"|[^,}]*)")) return ""
	text = substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 4)
	gsub(/"/, "", text)
	return text
}
function put(what, unit, value)
{
	if (!(what in units)) order[++n] = what
	units[what] = unit
	values[what, member("design")] += value
}
function commas(number,  text)
{
	text = number ~ /\./ ? substr(number, index(number, ".")) : ""
	sub(/\..*/, "", number)
	while (length(number) > 3) {
		text = "," substr(number, length(number) - 2) text
		number = substr(number, 1, length(number) - 3)
	}
	return number text
}
function rounded(value, unit)
{
	value += 0
	if (unit == "ns") return sprintf("%.2f", value)
	return sprintf(value > 10000 || value == int(value) ? "%d" : "%.1f", value)
}
function size(bytes) { return bytes % 1024 ? bytes " B" : bytes / 1024 " KiB" }
function line(what, old, new, change, share)
{
	printf "%-58s %12s %12s %10s %8s\n", what, old, new, change, share
}
function shown(value) { return value == "" ? "-" : commas(value) }
member("engine") != "nic" { next }
member("what") != "" {
	what = member("collective") " " member("op") " " member("type") ", " size(member("bytes")) ", " member("ranks") " NICs"
	mhz = member("clock_mhz") + 0
	if (member("what") == "rate") put(what ", " member("window") " in progress", "cycles a call", member("us") * mhz)
	else put(what, "cycles", member("max"))
}
member("call") != "" {
	what = member("workload") ": calls of a rank, " member("ranks") " NICs"
	put(what, "cycles", member("calls") * member("mean_cycles"))
}
{
	design = member("design")
	for (i = split("lut ff dsp bram36 uram path_ns", names, " "); i; i--)
		if (member(names[i]) != "") silicon[names[i], design] = member(names[i])
	if (member("hypothetical") != "") hypothetical = 1
}
END {
	line("", base, base == nic ? "" : nic, base == nic ? "" : "difference", "")
	if (benches != "") line("benches of " benches, "-", "pass", "", "")
	m = split("lut:LUT ff:FF dsp:DSP bram36:BRAM36 uram:UltraRAM path_ns:longest_path", names, " ")
	for (i = 1; i <= m; i++) {
		split(names[i], name, ":")
		sub(/_/, " ", name[2])
		order[++n] = name[2]
		units[name[2]] = name[1] == "path_ns" ? "ns" : ""
		for (k = 1; k <= 2; k++)
			if ((name[1], k == 1 ? base : nic) in silicon)
				values[name[2], k == 1 ? base : nic] = silicon[name[1], k == 1 ? base : nic]
	}
	for (i = 1; i <= n; i++) {
		what = order[i]
		old = (what, base) in values ? rounded(values[what, base], units[what]) : ""
		new = (what, nic) in values ? rounded(values[what, nic], units[what]) : ""
		more = old == "" || new == "" ? "" : sprintf(units[what] == "ns" ? "%.2f" : "%.1f", new - old) + 0
		share = more == "" || !(old + 0) ? "" : sprintf("%+.1f %%", 100 * more / old)
		text = what (units[what] == "" ? "" : ", " units[what])
		if (base == nic) line(text, shown(old), "", "", "")
		else line(text, shown(old), shown(new), (more > 0 ? "+" : "") more, share)
	}
	printf "\nCycles are simulated, of a NIC of %d MHz. LUT to path are Yosys', by a model that is not calibrated.\n", mhz
	if (hypothetical) print "Times at that clock are hypothetical: a longest path does not allow it."
	exit !n
}
