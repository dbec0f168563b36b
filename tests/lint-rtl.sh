#!/bin/sh
# An RTL module as its own top, clean under verilator --lint-only -Wall, and with a row in hw/synth/modules.txt if it is the NIC's:
# lint-rtl.sh MODULE. Or the whole NIC as Yosys reads it: lint-rtl.sh yosys.
if [ "$1" = yosys ]; then
	modules=$(ls hw/rtl/*.sv | grep -v sumac_pkg)
	exec yosys -q -e 'implicitly declared' \
		-p "read_verilog -sv hw/rtl/sumac_pkg.sv $(echo $modules); hierarchy -check -top sumac_nic"
fi
file=$(ls hw/rtl/"$1.sv" hw/ice40/"$1.sv" hw/xrt/"$1.sv" 2>/dev/null)
[ ! -f "hw/rtl/$1.sv" ] || grep -Eq "^$1 +((part|own)( +([0-9]+|[-?])){3} +(gates|-)|none +[a-z].*)\$" hw/synth/modules.txt || {
	echo "$1: no row, or a row without limits, in hw/synth/modules.txt"
	exit 1
}
exec verilator --lint-only -Wall hw/lint.vlt --top-module "$1" hw/rtl/sumac_pkg.sv -y hw/rtl -y hw/ice40 -y hw/xrt "$file"
