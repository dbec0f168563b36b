#!/bin/sh
# Takes the NIC apart for hw/synth/map.sh: elaborate.sh FOLDER. Yosys reads the whole NIC with its default parameters; what
# hw/synth/modules.txt calls a part stays a module, and all others dissolve into those that instantiate them. Leaves
# FOLDER/part/MODULE.il of each part, and FOLDER/parts, with a line for each: itself and the parts inside it. A part that the
# NIC has with two sets of parameters gets a second file, MODULE_2. A file that would differ in Yosys' running numbers alone
# stays as it is, so that only what has changed is mapped again.
dir=$1
. hw/rtl.sh
mkdir -p "$dir/part"
{
	echo "read_verilog -sv $(rtl_pkg) $(rtl_file sumac_nic)"
	echo "hierarchy $(rtl_find_yosys) -top sumac_nic"
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
numbers()
{
	sed 's/\$[0-9]*//g; /^autoidx/d' "$1"
}
rm -f "$dir"/part/*.new
awk -v dir="$dir" -f hw/synth/take_apart.awk "$dir/nic.il" "$dir/nic.il"
for new in "$dir"/part/*.il.new; do
	old=${new%.new}
	[ -f "$old" ] && [ "$(numbers "$old" | cksum)" = "$(numbers "$new" | cksum)" ] && rm "$new" || mv "$new" "$old"
done
sed "s|^\([^:]*\):|$dir/\1.json:|; s| \([^ ]*\)| $dir/part/\1.net|g" "$dir/parts" >"$dir/parts.mk"
