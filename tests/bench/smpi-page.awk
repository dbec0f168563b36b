# Writes the page, of smpi-platform.awk's facts, smpi.sh's points and a template, in this order. A line of the template that is
# one of the words at the end becomes a table or a sentence, and @NAME@ a fact.
FILENAME != last_file { last_file = FILENAME; file++ }
file == 1 { fact[$1] = $2; fact["clock_mhz"] = fact["clock_hz"] / 1e6; next }
file == 2 && $1 == "rack" && !(($2, $3) in cycles) { cycles[$2, $3] = $4; ranks[++n_points] = $2; bytes[n_points] = $3 }
file == 2 && $1 == "failed" && !(($2, $3, $4) in failed) {
	failed[$2, $3, $4]
	failures[$2] = failures[$2] ", " size_name($4) " on " $3 " ranks"
}
file == 2 { if ($1 != "failed") { us[$1, $2, $3] = $4; algorithm[$1, $2, $3] = $5 } next }

function in_us(cycles) { return cycles * 1e6 / fact["clock_hz"] }
function size_name(bytes) {
	return bytes < 1024 ? bytes " B" : bytes < 1048576 ? bytes / 1024 " KiB" : bytes / 1048576 " MiB"
}
# Less than the bound would mean that the platform is not the rack's.
function smpi(platform, i, bound_us,  is) {
	is = us[platform, ranks[i], bytes[i]]
	if (is < bound_us * 0.999) {
		printf "smpi.sh: %s of %d bytes on %d ranks takes %s us, and the bound is %.4f\n", platform, bytes[i], ranks[i], is,
			bound_us >"/dev/stderr"
		is_bad = 1
	}
	return sprintf("%.2f (%s)", is, algorithm[platform, ranks[i], bytes[i]])
}
# A program also waits for the doorbell on its way to the NIC, and for the completion on its way to memory.
function waits() { return (fact["host_doorbell_ns"] + fact["host_write_ns"]) / 1000 }
function print_links(  i, n, b, is, links_bound) {
	print "| ranks | bytes | bound, links | SMPI, links | bound, NIC | Sumac, NIC | Sumac / SMPI | SMPI, own factors |"
	print "|---:|---:|---:|---:|---:|---:|---:|---:|"
	for (i = 1; i <= n_points; i++) {
		n = ranks[i]; b = bytes[i]; is = in_us(cycles[n, b])
		links_bound = in_us(bound("barrier", n, 8) + bare_bound("allreduce", n, b))
		printf "| %d | %s | %.2f | %s | %.2f | %.2f | %.2f | %s |\n", n, size_name(b),
			links_bound, smpi("links", i, links_bound), in_us(bound("allreduce", n, b)),
			is, is / us["links", n, b], smpi("own", i, links_bound)
	}
}
function print_ports(  i, n, b, is, ratio, ports_bound) {
	print "| ranks | bytes | bound | SMPI, host ports | Sumac, program | Sumac / SMPI |"
	print "|---:|---:|---:|---:|---:|---:|"
	least = 1e9
	for (i = 1; i <= n_points; i++) {
		n = ranks[i]; b = bytes[i]; is = in_us(cycles[n, b]) + waits(); ratio = is / us["ports", n, b]
		ports_bound = in_us(bound("allreduce", n, b)) + waits()
		printf "| %d | %s | %.2f | %s | %.2f | %.2f |\n", n, size_name(b), ports_bound, smpi("ports", i, ports_bound),
			is, ratio
		if (ratio < 1) ahead++
		if (ratio < least) { least = ratio; least_at = size_name(b) " on " n " ranks" }
		if (ratio > most) { most = ratio; most_at = size_name(b) " on " n " ranks" }
	}
}
function print_summary() {
	printf "Sumac takes less time than SMPI's best algorithm at %d of %d points: from %.2f of it (%s) to %.2f (%s).\n", ahead,
		n_points, least, least_at, most, most_at
}
function print_failures(  name, n, names, i, j, swap) {
	for (name in failures) names[++n] = name
	for (i = 1; i < n; i++)
		for (j = i + 1; j <= n; j++)
			if (names[j] < names[i]) { swap = names[i]; names[i] = names[j]; names[j] = swap }
	if (!n) { print "All algorithms gave right results at all points."; return }
	print "These ended with an error or a wrong result, and do not count there:\n"
	for (i = 1; i <= n; i++) print "- `" names[i] "`: " substr(failures[names[i]], 3)
}
function print_made() {
	printf "The rack was that of commit `%s`%s; its specification hash is `%s`.\n", fact["commit"],
		fact["clean"] == "true" ? "" : " and changes that are not committed", fact["spec_hash"]
}
$0 == "LINKS" { print_links(); next }
$0 == "PORTS" { print_ports(); next }
$0 == "SUMMARY" { print_summary(); next }
$0 == "FAILURES" { print_failures(); next }
$0 == "MADE" { print_made(); next }
{
	while (match($0, /@[a-z_]+@/))
		$0 = substr($0, 1, RSTART - 1) fact[substr($0, RSTART + 1, RLENGTH - 2)] substr($0, RSTART + RLENGTH)
	print
}
END { exit is_bad }
