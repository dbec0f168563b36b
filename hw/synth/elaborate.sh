#!/bin/sh
# Takes the NIC apart for hw/synth/map.sh: elaborate.sh FOLDER [PARAMETER=VALUE...]. Yosys reads the whole NIC with these
# parameters, and the default for the others; what hw/synth/modules.txt calls a part stays a module, and all others dissolve into
# those that instantiate them. Leaves FOLDER/part/MODULE.il and MODULE.key of each part (hw/synth/keep.sh), and FOLDER/parts, with
# a line for each: itself and the parts inside it. A part that the NIC has with two sets of parameters gets a second file, MODULE_2.
dir=$1
shift
. hw/rtl.sh
mkdir -p "$dir/part"
# Generated names are listed as texts are: numbers of one length keep them in the order in which they were made.
echo "autoidx 10000000" >"$dir/numbers.il"
{
	echo "read_ilang $dir/numbers.il"
	echo "read_verilog -sv $(rtl_pkg) $(rtl_file sumac_nic)"
	echo "hierarchy $(rtl_find_yosys)$(for p; do printf ' -chparam %s' "${p%%=*} ${p#*=}"; done) -top sumac_nic"
	awk '$1 ~ /^sumac_/ && $2 == "part" {
		print "setattr -mod -set keep_hierarchy 1 " $1 " $paramod*\\" $1 " $paramod*\\" $1 "\\*" }' hw/synth/modules.txt
	printf '%s\n' proc flatten opt_clean "write_ilang $dir/nic.il"
} >"$dir/nic.ys"
# An implicitly declared wire is what Yosys makes of SystemVerilog that it misreads (q[1].b, for one).
nice yosys -Q -q -e 'implicitly declared' -l "$dir/nic.log" "$dir/nic.ys" >"$dir/nic.out" 2>&1 || {
	echo "synth: the NIC cannot be taken apart:"
	tail -20 "$dir/nic.out"
	exit 1
}
rm -f "$dir"/part/*.new
awk -v dir="$dir" -f hw/synth/take_apart.awk "$dir/nic.il" "$dir/nic.il"
sh hw/synth/keep.sh "$dir" || exit 1
sed "s|^\([^:]*\):|$dir/\1.json:|; s| \([^ ]*\)| $dir/part/\1.net|g" "$dir/parts" >"$dir/parts.mk"
