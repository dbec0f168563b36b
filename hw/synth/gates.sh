#!/bin/sh
# Runs the netlist of a module against its RTL under Verilator, in lockstep: gates.sh FOLDER MODULE [VECTORS [SEED]]. The bench
# is made from the netlist's ports: every input takes a new value each cycle (random, all zeros or ones, the operand before it, the
# same with one bit changed), every output is compared each cycle. Registers start at 0 on both sides.
dir=$1 m=$2 vectors=${3:-1000000} seed=${4:-1}
work=$dir/$m.gates
net=$dir/${m}_gates.v
mkdir -p "$work"
cells=$(yosys-config --datdir 2>/dev/null)/xilinx/cells_sim.v
[ -f "$cells" ] || cells=$(dirname "$(command -v yosys)")/../share/yosys/xilinx/cells_sim.v

ports() # DIRECTION: each port's name and range
{
	sed -n "s/^  $1  *\(\[[0-9:]*\]\)\{0,1\} *\([a-z][a-z0-9_]*\);\$/\2 \1/p" "$net" | sort -u
}
{
	echo "// Made by hw/synth/gates.sh."
	echo "module tb_gates;"
	echo "  logic clk_i = 1'b0;"
	echo "  initial forever #2 clk_i = !clk_i;"
	ports input | grep -v '^clk_i ' | while read -r name range; do echo "  logic $range $name = '0;"; done
	ports output | while read -r name range; do echo "  logic $range ${name}_rtl, ${name}_net;"; done
	for side in rtl net; do
		[ $side = rtl ] && echo "  $m u_rtl (" || echo "  ${m}_gates u_net ("
		ports input | while read -r name _; do echo "    .$name($name),"; done
		ports output | while read -r name _; do echo "    .$name(${name}_$side),"; done | sed '$s/,$//'
		echo "  );"
	done
	cat <<-EOF
	  bit [511:0] value, recent;
	  int cycle = 0;
	  function automatic bit [511:0] next(input bit [511:0] last);
	    bit [511:0] r;
	    for (int i = 0; i < 16; i++) r[32*i +: 32] = \$urandom();
	    case (\$urandom_range(9))
	      0: return '0;
	      1: return '1;
	      2: return last;
	      3, 4: return last ^ (512'd1 << \$urandom_range(63));
	      5: return r & (last << \$urandom_range(7));
	      default: return r;
	    endcase
	  endfunction
	  always_ff @(negedge clk_i) begin
	    recent = '0;
	EOF
	ports input | grep -v '^clk_i ' | while read -r name range; do
		case $name,$range in
		rst_i,*) echo "    rst_i <= cycle < 4 || \$urandom_range(999) == 0;" ;;
		*,) echo "    $name <= 1'(\$urandom());" ;;
		*) echo "    value = next(recent); $name <= value[\$bits($name)-1:0]; recent = value;" ;;
		esac
	done
	ports output | while read -r name _; do
		echo "    if (${name}_rtl !== ${name}_net)"
		echo "      \$fatal(1, \"cycle %0d: $name is %h in the RTL, %h in the netlist\", cycle, ${name}_rtl, ${name}_net);"
	done
	cat <<-EOF
	    cycle <= cycle + 1;
	    if (cycle == $vectors) begin
	      \$display("PASS $m: the netlist did as the RTL on $vectors vectors, seed $seed");
	      \$finish;
	    end
	  end
	  initial void'(\$urandom($seed));
	endmodule
	EOF
} >"$work/tb_gates.sv"
verilator --binary --timing -Wno-fatal -Wno-lint -Wno-style --x-assign 0 --x-initial 0 --top-module tb_gates hw/rtl/sumac_pkg.sv \
	-y hw/rtl "$work/tb_gates.sv" "$net" hw/synth/dsp48e2.v "$cells" --Mdir "$work" -CFLAGS -O1 \
	-MAKEFLAGS "OPT_FAST=-O1 OPT_GLOBAL=-O1" >"$work/build.log" 2>&1 || { tail -30 "$work/build.log"; exit 1; }
timeout 900 "$work/Vtb_gates" || { echo "FAIL $m: seed $seed"; exit 1; }
