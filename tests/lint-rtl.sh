#!/bin/sh
# An RTL module as its own top, clean under verilator --lint-only -Wall: lint-rtl.sh MODULE. Or the whole NIC as Yosys reads it:
# lint-rtl.sh yosys.
if [ "$1" = yosys ]; then
	modules=$(ls hw/rtl/*.sv | grep -v sumac_pkg)
	exec yosys -q -e 'implicitly declared' -p "read_verilog -sv hw/rtl/sumac_pkg.sv $(echo $modules); hierarchy -check -top sumac_nic"
fi
exec verilator --lint-only -Wall hw/lint.vlt --top-module "$1" hw/rtl/sumac_pkg.sv -y hw/rtl "hw/rtl/$1.sv"
