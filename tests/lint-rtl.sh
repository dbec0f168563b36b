#!/bin/sh
# An RTL module as its own top, clean under verilator --lint-only -Wall, and with a row in hw/synth/modules.txt if it is the NIC's:
# lint-rtl.sh MODULE. Or the whole NIC as Yosys reads it: lint-rtl.sh yosys. Or that the NIC refuses each parameter that params.def
# calls a power of two when it is none: lint-rtl.sh powers.
if [ "$1" = yosys ]; then
	modules=$(ls hw/rtl/*.sv | grep -v sumac_pkg)
	exec yosys -q -e 'implicitly declared' \
		-p "read_verilog -sv hw/rtl/sumac_pkg.sv $(echo $modules); hierarchy -check -top sumac_nic"
fi
if [ "$1" = powers ]; then
	for name in $(sed -n 's/^SUMAC_PARAM(\([A-Za-z]*\),.*a power of two.*/\1/p' include/spec/params.def); do
		grep -q "($name & ($name - 1))" hw/rtl/sumac_nic.sv || { echo "sumac_nic does not look at $name" && exit 1; }
	done
	verilator --lint-only -Werror-USERERROR -GChannels=6 hw/lint.vlt --top-module sumac_nic hw/rtl/sumac_pkg.sv -y hw/rtl \
		hw/rtl/sumac_nic.sv 2>&1 | grep 'USERERROR: .*a power of two'
	exit
fi
file=$(ls hw/rtl/"$1.sv" hw/ice40/"$1.sv" hw/xrt/"$1.sv" 2>/dev/null)
[ ! -f "hw/rtl/$1.sv" ] || grep -Eq "^$1 +((part|own)( +([0-9]+|[-?])){3} +(gates|-)|none +[a-z].*)\$" hw/synth/modules.txt || {
	echo "$1: no row, or a row without limits, in hw/synth/modules.txt"
	exit 1
}
exec verilator --lint-only -Wall hw/lint.vlt --top-module "$1" hw/rtl/sumac_pkg.sv -y hw/rtl -y hw/ice40 -y hw/xrt "$file"
