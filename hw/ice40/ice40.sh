#!/bin/sh
# A module of hw/ice40 as a bitstream for the largest iCE40, with open tools alone: ice40.sh FOLDER MODULE STEP. Steps, each from
# what the one before it has left in the folder:
#   synth   Yosys: MODULE.json, MODULE_gates.v
#   place   nextpnr: MODULE.asc and its report; icepack: MODULE.bin; icetime: MODULE.time
#   gates   the netlist of Yosys, with Yosys' models of the cells, in the module's own bench
#   bits    the packed bitstream, taken apart again by iceunpack and icebox_vlog, in the same bench: what would be loaded
#   figures what they say, for the manifest
# Paths that are longer than FLOOR_MHZ allows end it.
dir=$1 m=$2 step=$3 frames=${FRAMES:-3000}
FLOOR_MHZ=75
mkdir -p "$dir"
pins=hw/ice40/$m.pcf
. hw/rtl.sh

# quietly LOG COMMAND...: its last lines where it fails
quietly()
{
	log=$1
	shift
	nice "$@" >"$log" 2>&1 || { tail -20 "$log"; echo "ice40: $1 has failed, see $log"; exit 1; }
}
# bench FOLDER SOURCES: the module's bench with that in the module's place
bench()
{
	mkdir -p "$1"
	{ echo "// From zeros: so an FPGA does."; cat "tests/rtl/tb_$m.sv"; } >"$1/tb_$m.sv.new"
	cmp -s "$1/tb_$m.sv.new" "$1/tb_$m.sv" || mv "$1/tb_$m.sv.new" "$1/tb_$m.sv"
	BENCH_MAIN="--main $2 -Wno-lint -Wno-style --x-assign 0 --x-initial 0" BENCH_ARGS="+frames=$frames" \
		nice sh tests/run-bench.sh "$1" "$1/tb_$m.sv" >"$1/out" 2>&1 || { tail -20 "$1/out"; exit 1; }
	sed -n "s/^PASS/PASS $(basename "$1"):/p" "$1/out" | tee "$1/passed"
	[ -s "$1/passed" ] || exit 1
}
case $step in
synth)
	cat >"$dir/$m.ys" <<YS
read_verilog -sv $(rtl_pkg) hw/ice40/$m.sv
hierarchy $(rtl_find_yosys) -top $m
synth_ice40 -abc9 -dff -top $m
write_verilog -noattr $dir/${m}_gates.v
write_json $dir/$m.json
YS
	# An implicitly declared wire is what Yosys makes of SystemVerilog that it misreads.
	quietly "$dir/$m.log" yosys -Q -e 'implicitly declared' "$dir/$m.ys"
	;;
place)
	quietly "$dir/$m.place" nextpnr-ice40 --hx8k --package ct256 --json "$dir/$m.json" --pcf "$pins" --asc "$dir/$m.asc" \
		--freq 100 --timing-allow-fail --seed 1 --report "$dir/$m.report"
	quietly "$dir/$m.pack" icepack "$dir/$m.asc" "$dir/$m.bin"
	quietly "$dir/$m.time" icetime -d hx8k -P ct256 -p "$pins" -t "$dir/$m.asc"
	mhz=$(sed -n 's/.*Max frequency for clock .*: \([0-9]*\)\..* MHz.*/\1/p' "$dir/$m.place" | tail -1)
	[ "${mhz:-0}" -ge $FLOOR_MHZ ] || { echo "ice40: $m reaches ${mhz:-no} MHz, less than $FLOOR_MHZ"; exit 1; }
	;;
gates)
	models=$(dirname "$(command -v yosys)")/../share/yosys/ice40/cells_sim.v
	# Those of the cells that come up: others Verilator cannot read.
	awk '/^module / { name = $2; sub(/[^A-Za-z0-9_].*/, "", name); other = name !~ /^SB_(LUT4|CARRY|DFF)/ }
		!other { print }
		/^endmodule/ { other = 0 }' "$models" >"$dir/cells.v"
	bench "$dir/gates" "$dir/${m}_gates.v $dir/cells.v -DNO_ICE40_DEFAULT_ASSIGNMENTS=1"
	;;
bits)
	quietly "$dir/$m.unpack" iceunpack "$dir/$m.bin" "$dir/$m.unpacked.asc"
	nice icebox_vlog -s -n "$m" -p "$pins" "$dir/$m.unpacked.asc" >"$dir/$m.vlog" || exit 1
	awk -f hw/ice40/old_ports.awk "$dir/$m.vlog" >"$dir/${m}_bits.v"
	bench "$dir/bits" "$dir/${m}_bits.v"
	;;
figures)
	sed -n 's/.*ICESTORM_LC: *\([0-9]*\)\/ *\([0-9]*\).*/logic_cells \1\nlogic_cells_there_are \2/p' "$dir/$m.place" | head -2
	sed -n 's/.*Max frequency for clock .*: \([0-9.]*\) MHz.*/nextpnr_mhz \1/p' "$dir/$m.place" | tail -1
	sed -n 's/^Total path delay: .*(\([0-9.]*\) MHz)/icetime_mhz \1/p' "$dir/$m.time"
	sed -n 's/^PASS gates: .*: \([0-9]*\) frames/gates_frames \1/p' "$dir/gates/passed"
	sed -n 's/^PASS bits: .*: \([0-9]*\) frames/bits_frames \1/p' "$dir/bits/passed"
	;;
esac
