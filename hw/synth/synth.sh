#!/bin/sh
# Synthesises one module of hw/rtl with Yosys for UltraScale+: synth.sh FOLDER MODULE. Leaves MODULE.json (the netlist),
# MODULE_gates.v (the same, to be simulated), MODULE.log, and in MODULE.d, for make, which files Yosys read. A lane takes a few
# seconds, the engine a minute or more. Lanes are mapped by themselves, one for all eight, and put together after that: in one piece
# abc9 finds worse paths in four times the time.
dir=$1 m=$2
cat >"$dir/$m.ys" <<EOF
read_verilog -sv hw/rtl/sumac_pkg.sv hw/rtl/$m.sv
hierarchy -libdir hw/rtl -top $m
setattr -mod -set keep_hierarchy 1 *sumac_*_lane*
setattr -mod -unset keep_hierarchy $m
synth_xilinx -family xcup -abc9 -noiopad -flatten -top $m
setattr -mod -unset keep_hierarchy *sumac_*_lane*
flatten
opt_clean
stat -tech xilinx
json -o $dir/$m.json.new $m
rename $m ${m}_gates
select ${m}_gates
write_verilog -selected -noattr $dir/${m}_gates.v
EOF
# An implicitly declared wire is what Yosys makes of SystemVerilog that it misreads (q[1].b, for one).
nice yosys -Q -q -e 'implicitly declared' -l "$dir/$m.log" "$dir/$m.ys" >"$dir/$m.out" 2>&1 || {
	echo "synth: $m:"
	tail -20 "$dir/$m.out"
	exit 1
}
read_files=$(sed -n 's/^Parsing SystemVerilog input from .\(hw\/rtl\/[a-z0-9_]*\.sv\).*/\1/p' "$dir/$m.log" | sort -u | tr '\n' ' ')
printf '%s: %s\n%s:\n' "$dir/$m.json" "$read_files" "$read_files" >"$dir/$m.d"
mv "$dir/$m.json.new" "$dir/$m.json"
