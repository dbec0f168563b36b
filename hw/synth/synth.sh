#!/bin/sh
# Synthesises one module of hw/rtl by itself with Yosys for UltraScale+: synth.sh FOLDER MODULE. Leaves MODULE.json (the netlist),
# MODULE.log, and in MODULE.d, for make, which files Yosys read. Parts of the NIC go through elaborate.sh, map.sh and link.sh.
dir=$1 m=$2
. hw/rtl.sh
cat >"$dir/$m.ys" <<EOF
read_verilog -sv $(rtl_pkg) $(rtl_file $m)
hierarchy $(rtl_find_yosys) -top $m
synth_xilinx -family xcup -abc9 -noiopad -flatten -top $m
stat -tech xilinx
json -o $dir/$m.json.new $m
EOF
nice yosys -Q -q -e 'implicitly declared' -l "$dir/$m.log" "$dir/$m.ys" >"$dir/$m.out" 2>&1 || {
	echo "synth: $m:"
	tail -20 "$dir/$m.out"
	exit 1
}
read_files=$(sed -n 's|^Parsing SystemVerilog input from .\(hw/rtl/[a-z0-9_/]*\.sv\).*|\1|p' "$dir/$m.log" | sort -u | xargs)
printf '%s: %s\n%s:\n' "$dir/$m.json" "$read_files" "$read_files" >"$dir/$m.d"
mv "$dir/$m.json.new" "$dir/$m.json"
