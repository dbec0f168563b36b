#!/bin/sh
# The demo: a SHMEM program on 4 PEs over Verilated NICs and on the CPU engine, who computed what, what the NICs did, and
# that both engines gave the same: demo.sh BUILD. Every number comes from the runs.
b=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
sumac=$b/bin/sumac
. hw/rtl.sh
"$sumac" cc docs/examples/histogram.c -O1 -o "$b/histogram" || exit 1

run() # ENGINE [OPTION...]
{
	"$sumac" run -n 4 --engine "$@" --clock stepped --report "$dir/$1.json" "$b/histogram" >"$dir/$1.out" || exit 1
}
# A call's fields, from a line of the report.
fields='
	function take_fields(i, v) {
		for (i = 2; i < NF; i += 2) {
			v = $(i + 1)
			gsub(/^: *|, *$|[}].*$/, "", v)
			f[$i] = v != "" ? v : $(i + 2)
		}
	}'
table() # rank 0's calls
{
	awk -F'"' "$fields"' /"rank": 1,/ { exit }
		/"call":/ {
			take_fields()
			printf "  %-10s %-5s %-5s %6s bytes  on the %ss  %4d cycles, %d beats combined\n", f["call"], f["op"],
				f["type"], f["bytes"], toupper(f["engine"]), f["cycles"], f["combines"]
		}' "$dir/nic.json"
}
# Sums up all NICs: their packets, their combines, and the cycles and lines simulated.
totals()
{
	rtl=$(rtl_pkg; rtl_modules)
	combines=$(awk -F'"' "$fields"' /"call":/ { take_fields(); n += f["combines"] } END { print n }' "$dir/nic.json")
	awk -F'[:,]' -v combines="$combines" -v lines="$(cat $rtl | wc -l)" -v modules="$(echo "$rtl" | wc -l)" '
		{ gsub(/[ "]/, "", $1); n[$1] = $2 }
		END {
			printf "  %d packets of %d bytes in all crossed the switch, and the NICs combined %d beats of 64 bytes.\n",
				n["frames"], n["bytes"], combines
			printf "  %d NICs were simulated for %d cycles each, in %.2f s: all %d lines of hw/rtl (%d files).\n",
				n["nics"], n["cycles"], n["wall_s"], lines, modules
		}' "$dir/rack.json"
}
# The last call, as NIC 0 saw it, from its first descriptor on; the others follow within a few cycles. The completion of the node
# that only sends is left out.
timeline()
{
	sed -n 's/.*"nic": 0, "last": \[\[\(.*\)\]\] }.*/\1/p' "$dir/rack.json" | sed 's/\], \[/\n/g' | awk -F'[, "]+' '
		function stage(text) {
			if (text != last) n_stages++
			last = text
			if (!(n_stages in from)) { from[n_stages] = $1; name[n_stages] = text }
			to[n_stages] = $1
			times[n_stages]++
		}
		$2 == "DOORBELL" && $1 < begin + 32 { stage("descriptor pushed"); next }
		$2 == "DOORBELL" {
			begin = $1
			n_stages = combined = over = 0
			last = ""
			split("", from)
			split("", times)
			stage("descriptor pushed")
		}
		!begin || over      { next }
		$2 == "READ_BEATS"  { stage("operand read from host memory") }
		$2 == "DESCRIPTORS" { stage("descriptor accepted") }
		$2 == "TX_CHUNKS"   { stage("packet with an operand sent") }
		$2 == "RX_CHUNKS"   { stage("packet with an operand received") }
		$2 == "COMBINES"    { combined = 1; stage("beat combined") }
		$2 == "WRITE_BEATS" && combined { stage("completion, with the result, written to host memory") }
		$2 == "COMPLETIONS" && combined { stage("completion answered by host memory: interrupt"); over = 1 }
		END {
			for (i = 1; i <= n_stages; i++)
				printf "  cycle %5d%s  %s%s\n", from[i] - begin, (to[i] > from[i] ? sprintf(" to %4d",
					to[i] - begin) : "        "),
					name[i], (times[i] > 1 ? " (" times[i] ")" : "")
			exit !over
		}'
}
echo "== 4 PEs, 4 simulated NICs: the SystemVerilog of hw/rtl, compiled by Verilator"
run nic --require nic --set rack_stats="$dir/rack.json"
cat "$dir/nic.out"
echo "== who computed what (simulated cycles of a 250 MHz NIC, from the descriptor's arrival to completion, on PE 0)"
table
echo "== what the NICs did"
totals
echo "== the last of these calls, as NIC 0 saw it (its completion says when it was made, just before it is written)"
timeline || { echo "== this call's events are not all there"; exit 1; }
echo "== the same program on the CPU engine"
run cpu
tail -1 "$dir/cpu.out"
cmp -s "$dir/nic.out" "$dir/cpu.out" || { echo "== the results differ"; exit 1; }
echo "== both gave the same output, bit for bit"
echo "== what to try next"
try() { printf '  %-97s # %s\n' "$1" "$2"; }
try "$sumac run -n 8 --engine nic $b/histogram" "more PEs, each with a NIC"
try "$sumac run -n 4 --engine nic --set hop_ns=3000 --report $b/far.json $b/histogram" "NICs farther apart; cycles in $b/far.json"
try "$sumac explain -n 4 --engine nic allreduce SUM F64 1" "who does such a call, and why"
