#!/bin/sh
# The delays of Yosys' cells for hw/synth/delays.c: cells.sh OUT.json. The specify blocks of its cells_sim.v, which took them
# from the 7-series timing data base of Project X-Ray. DSP48E1's depend on which of its registers are in use: one cell each for
# registers in front of neither operand, of A, of B and of both. cells_more.v has what is missing there.
out=$1
none=$(printf ' -set %s 0' CREG DREG ADREG MREG PREG)
{
	for operands in 00 10 01 11; do
		echo 'read_verilog -specify -nooverwrite +/xilinx/cells_sim.v'
		echo "chparam $none -set AREG ${operands%?} -set BREG ${operands#?} DSP48E1"
		echo "rename DSP48E1 DSP48E1_$operands"
	done
	echo 'delete * DSP48E1_* %d'
	# P and PCOUT are one signal in the model, and two outputs of the cell.
	for operands in 00 10 01 11; do
		printf '%s\n' "proc DSP48E1_$operands" "cd DSP48E1_$operands" 'connect -unset PCOUT' 'cd ..'
	done
	# The others without their insides, since a LUT of no content has a constant output and no delay.
	echo 'read_verilog -lib -specify +/xilinx/cells_sim.v'
	echo 'read_verilog -lib -specify -overwrite hw/synth/cells_more.v'
	echo 'proc =*'
	echo "write_json $out.new"
} >"$out.ys"
yosys -Q -q "$out.ys" >"$out.log" 2>&1 && mv "$out.new" "$out" || { tail -3 "$out.log"; exit 1; }
