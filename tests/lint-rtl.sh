#!/bin/sh
# Every RTL module as its own top: clean under verilator --lint-only -Wall. And the whole NIC as Yosys reads it.
bad=0 n=0
for f in hw/rtl/*.sv; do
	m=$(basename "$f" .sv)
	[ "$m" = sumac_pkg ] && continue
	n=$((n + 1))
	verilator --lint-only -Wall hw/lint.vlt --top-module "$m" hw/rtl/sumac_pkg.sv -y hw/rtl "$f" || { echo "lint: $m"; bad=$((bad + 1)); }
done
echo "lint: $n modules, $bad not clean"
modules=$(ls hw/rtl/*.sv | grep -v sumac_pkg)
yosys -q -e 'implicitly declared' -p "read_verilog -sv hw/rtl/sumac_pkg.sv $(echo $modules); hierarchy -check -top sumac_nic" ||
	{ echo "lint: Yosys does not read sumac_nic"; bad=$((bad + 1)); }
[ $bad = 0 ]
