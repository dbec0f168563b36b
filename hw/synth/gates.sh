#!/bin/sh
# Runs the netlist of a module under Verilator, beside its RTL and with every output compared in each cycle:
# gates.sh FOLDER MODULE [VECTORS [SEED]]. First in the module's own bench of tests/rtl: all its corners, so many
# random vectors, enables as the engine drives them; what the netlist gives is compared with the oracle, too. Then in
# a bench made from the netlist's ports: every input, enables and formats as well, takes a new value each cycle
# (random, all zeros or ones, the operand before it, the same with one bit changed). Registers of data have
# no reset, and begin as they like in a netlist: the first cycles move all stages on, and are not compared. A netlist
# has its parameters' defaults: what a bench instantiates with others is RTL.
dir=$1 m=$2 vectors=${3:-1000000} seed=${4:-1}
work=$dir/$m.gates
net=$dir/${m}_gates.v
. hw/rtl.sh
mkdir -p "$work"
cells=$(yosys-config --datdir 2>/dev/null)/xilinx/cells_sim.v
[ -f "$cells" ] || cells=$(dirname "$(command -v yosys)")/../share/yosys/xilinx/cells_sim.v

ports() # DIRECTION: each port's name and range
{
	sed -n "s/^  $1  *\(\[[0-9:]*\]\)\{0,1\} *\([a-z][a-z0-9_]*\);\$/\2 \1/p" "$net" | sort -u
}
parameters() # each as "TYPE NAME = DEFAULT"
{
	sed -n '/^module/,/^) (/s/^  parameter \([^,]*[^, ]\),*$/\1/p' "$(rtl_file "$m")"
}
instance() # MODULE NAME SIDE: its outputs are wires of that side
{
	echo "  $1 $2 ("
	{
		ports input | while read -r name _; do echo "    .$name($name)"; done
		ports output | while read -r name _; do echo "    .$name($name$3)"; done
	} | sed '$!s/$/,/'
	echo "  );"
}
beside() # the module with both in it, which gives what the netlist does
{
	header=$(parameters | sed 's/^/parameter /' | paste -s -d, -)
	values=$(parameters | sed 's/.* \([A-Za-z0-9]*\) = .*/.\1(\1)/' | paste -s -d, -)
	echo "module ${m}_beside ${header:+#($header)} ("
	{ ports input | sed 's/^/input /'; ports output | sed 's/^/output /'; } |
		while read -r direction name range; do echo "  $direction logic $range $name"; done | sed '$!s/$/,/'
	echo ");"
	ports output | while read -r name range; do echo "  logic $range ${name}_rtl;"; done
	instance "$m ${values:+#($values)}" u_rtl _rtl
	defaults=$(parameters | sed 's/.* \([A-Za-z0-9]*\) = \(.*\)/ \&\& \1 == \2/' | tr -d '\n')
	echo "  if (1'b1$defaults) begin : g_net"
	instance "${m}_gates" u_net ''
	echo "    int cycle = 0;"
	echo "    always_ff @(posedge clk_i) begin"
	echo "      cycle <= cycle + 1;"
	ports output | while read -r name _; do
		echo "      if (cycle > 40 && ${name}_rtl !== $name)"
		echo "        \$fatal(1, \"$name is %h in the RTL, %h in the netlist\", ${name}_rtl, $name);"
	done
	echo "    end"
	echo "  end else begin : g_rtl"
	ports output | while read -r name _; do echo "    assign $name = ${name}_rtl;"; done
	echo "  end"
	echo "endmodule"
}
anything() # the bench with random inputs
{
	echo "// From zeros: so the netlist does."
	echo "module tb_gates;"
	echo "  logic clk_i = 1'b0;"
	echo "  initial forever #2 clk_i = !clk_i;"
	ports input | grep -v '^clk_i ' | while read -r name range; do echo "  logic $range $name = '0;"; done
	ports output | while read -r name range; do echo "  logic $range $name;"; done
	instance "${m}_beside" u_both ''
	cat <<-'EOF'
	  bit [511:0] value, recent;
	  int cycle = 0, seed, vectors;
	  function automatic bit [511:0] next(input bit [511:0] last);
	    bit [511:0] r;
	    for (int i = 0; i < 16; i++) r[32*i +: 32] = $urandom();
	    case ($urandom_range(9))
	      0: return '0;
	      1: return '1;
	      2: return last;
	      3, 4: return last ^ (512'd1 << $urandom_range(63));
	      5: return r & (last << $urandom_range(7));
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
		en*_i,*) echo "    value = next('0); $name <= cycle < 40 ? '1 : value[\$bits($name)-1:0];" ;;
		*) echo "    value = next(recent); $name <= value[\$bits($name)-1:0]; recent = value;" ;;
		esac
	done
	cat <<-'EOF'
	    cycle <= cycle + 1;
	    if (cycle == vectors) begin
	      $display("PASS tb_gates: as the RTL in %0d cycles, seed %0d", vectors, seed);
	      $finish;
	    end
	  end
	  initial begin
	    if ($value$plusargs("seed=%d", seed) && $value$plusargs("random=%d", vectors)) void'($urandom(seed));
	    else $fatal(1, "+seed= and +random=");
	  end
	endmodule
	EOF
}
write() # FILE: left alone when it says the same already, so that nothing is built again
{
	cat >"$1.new"
	cmp -s "$1.new" "$1" || mv "$1.new" "$1"
}
run() # BENCH
{
	with="$work/beside.sv $net hw/synth/dsp48e2.v $cells -Wno-lint -Wno-style --x-assign 0 --x-initial 0"
	BENCH_MAIN="--main $with" BENCH_ARGS="+random=$vectors +seed=$seed" BENCH_SECONDS=1800 \
		sh tests/run-bench.sh "$work" "$1" >"$1.out" 2>&1 || {
		tail -30 "$1.out"
		echo "FAIL $m: the netlist, in $(basename "$1" .sv), seed $seed"
		return 1
	}
	sed -n "s/^PASS/PASS $m: netlist in/p" "$1.out"
}
beside | write "$work/beside.sv"
anything | write "$work/tb_gates.sv"
{
	echo "// From zeros: so the netlist does."
	sed "s/^\( *\)$m \(#(.*) \)\{0,1\}dut (/\1${m}_beside \2dut (/" "tests/rtl/tb_$m.sv"
} | write "$work/tb_$m.sv"
grep -q "${m}_beside" "$work/tb_$m.sv" || { echo "FAIL $m: no instance dut in tests/rtl/tb_$m.sv"; exit 1; }
run "$work/tb_$m.sv" && run "$work/tb_gates.sv"
