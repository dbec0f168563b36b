#!/bin/sh
# Prints area and longest path of a NIC that has a name, and leaves them beside its rack, which tells them of its results:
# named.sh NIC_FOLDER TOOLS GATE_PS. The limits of hw/synth/modules.txt are the default NIC's, and judge nothing here.
nic=$1 tools=$2 dir=$1/synth
. hw/synth/figures.sh
walk sumac_nic "$3"
[ $? -lt 2 ] || exit 2
design=$(cat "$nic/design") ps=$(of sumac_nic ps)
silicon "$design" >"$nic/silicon.new" && mv "$nic/silicon.new" "$nic/silicon" || exit 1
echo "NIC ${nic##*/}, design $design: $(lut_of sumac_nic) LUT, $(of sumac_nic ff) FF, $(of sumac_nic dsp) DSP," \
	"$(brams_of sumac_nic) BRAM36, $(of sumac_nic uram) URAM"
echo "its longest path takes $(ns "$ps") ns, which is $((1000000 / ps)) MHz by a model that is not calibrated (docs/silicon.md):" \
	"from $(of sumac_nic from) to $(of sumac_nic to); $dir/sumac_nic.path has it cell by cell"
