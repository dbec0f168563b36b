#!/bin/sh
# Puts a part of the NIC together from what map.sh made of it and of the parts inside it: link.sh FOLDER MODULE. Leaves MODULE.json
# (the netlist), MODULE.log, and for hw/synth/gates.sh MODULE_gates.v (the same, to be simulated).
dir=$1 m=$2
{
	echo 'read_verilog -lib +/xilinx/cells_sim.v +/xilinx/cells_xtra.v'
	for part in $(sed -n "s/^$m: //p" "$dir/parts"); do echo "read_ilang $dir/part/$part.net"; done
	cat <<-EOF
	setattr -mod -unset keep_hierarchy *
	hierarchy -top $m
	flatten
	opt_clean
	stat -tech xilinx
	json -o $dir/$m.json.new $m
	EOF
	! grep -q "^$m .* gates\$" hw/synth/modules.txt || cat <<-EOF
	rename $m ${m}_gates
	select ${m}_gates
	write_verilog -selected -noattr $dir/${m}_gates.v
	EOF
} >"$dir/$m.ys"
nice yosys -Q -q -l "$dir/$m.log" "$dir/$m.ys" >"$dir/$m.out" 2>&1 && mv "$dir/$m.json.new" "$dir/$m.json" || {
	echo "synth: $m:"
	tail -20 "$dir/$m.out"
	exit 1
}
