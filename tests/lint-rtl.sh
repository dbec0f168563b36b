#!/bin/sh
# An RTL module as its own top, clean under verilator --lint-only -Wall, and with a row in hw/synth/modules.txt if it is the NIC's:
# lint-rtl.sh MODULE. Or the whole NIC as Yosys reads it: lint-rtl.sh yosys. Or that the NIC judges all parameters by
# their rows in params.def, and refuses what is not as these say: lint-rtl.sh params.
. hw/rtl.sh
if [ "$1" = yosys ]; then
	exec yosys -q -e 'implicitly declared' \
		-p "read_verilog -sv $(rtl_pkg) $(rtl_modules | xargs); hierarchy -check -top sumac_nic"
fi
if [ "$1" = params ]; then
	rows=$(sed -n 's/^SUMAC_PARAM(\([A-Za-z0-9]*\),.*/\1/p' include/spec/params.def | paste -sd,)
	judged=$(tr -d ' \n' <"$(rtl_file sumac_nic)" | sed -n 's/.*params_fit(\([A-Za-z0-9,]*\)).*/\1/p')
	[ "$judged" = "$rows" ] || { echo "sumac_nic does not judge all parameters in the order of their rows" && exit 1; }
	verilator --lint-only -Werror-USERERROR -GChannels=6 hw/lint.vlt --top-module sumac_nic $(rtl_pkg) $(rtl_find) \
		"$(rtl_file sumac_nic)" 2>&1 | grep 'USERERROR: .*params.def' || { echo "sumac_nic takes 6 channels" && exit 1; }
	exit
fi
file=$(rtl_file "$1")
row="^$1 +((part|own)( +([0-9]+|[-?])){3} +(gates|-)|none +[a-z].*)\$"
[ "${file#hw/rtl/}" = "$file" ] || grep -Eq "$row" hw/synth/modules.txt || {
	echo "$1: no row, or a row without limits, in hw/synth/modules.txt"
	exit 1
}
exec verilator --lint-only -Wall hw/lint.vlt --top-module "$1" $(rtl_pkg) $(rtl_find) "$file"
