#!/bin/sh
# The demo: one SHMEM program on 4 PEs over Verilated NICs and on the CPU engine, who computed what, and that
# both gave the same. demo.sh BUILD
b=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
sumac=$b/bin/sumac
"$sumac" cc tests/demo/histogram.c -O1 -o "$dir/histogram" || exit 1

run() # ENGINE
{
	"$sumac" run -n 4 --engine "$1" --clock stepped --report "$dir/$1.json" "$dir/histogram" >"$dir/$1.out" || exit 1
}
table() # ENGINE: rank 0's calls
{
	awk -F'"' '/"rank": 1,/ { exit }
		/"call":/ {
			for (i = 2; i < NF; i += 2) {
				v = $(i + 1)
				gsub(/^: *|, *$|[}].*$/, "", v)
				f[$i] = v != "" ? v : $(i + 2)
			}
			cycles = f["engine"] == "nic" ? f["cycles"] " cycles, " f["combines"] " beats combined" : ""
			printf "  %-10s %-5s %-5s %6s bytes  on the %s  %s%s\n", f["call"], f["op"], f["type"], f["bytes"], \
				f["engine"] == "nic" ? "NICs" : "CPU ", cycles, f["engine"] == "nic" ? "" : "(" f["reason"] ")"
		}' "$dir/$1.json"
}
echo "== 4 PEs, 4 simulated NICs: the SystemVerilog of hw/rtl, compiled by Verilator"
run nic
cat "$dir/nic.out"
echo "== who computed what (simulated cycles of a 250 MHz NIC, from doorbell to completion, on PE 0)"
table nic
echo "== the same program on the CPU engine"
run cpu
tail -1 "$dir/cpu.out"
table cpu
cmp -s "$dir/nic.out" "$dir/cpu.out" || { echo "== the results differ"; exit 1; }
echo "== both gave the same output, bit for bit"
