#!/bin/sh
# Every RTL module as its own top: clean under verilator --lint-only -Wall.
bad=0 n=0
for f in hw/rtl/*.sv; do
	m=$(basename "$f" .sv)
	[ "$m" = sumac_pkg ] && continue
	n=$((n + 1))
	verilator --lint-only -Wall hw/lint.vlt --top-module "$m" hw/rtl/sumac_pkg.sv -y hw/rtl "$f" || { echo "lint: $m"; bad=$((bad + 1)); }
done
echo "lint: $n modules, $bad not clean"
[ $bad = 0 ]
