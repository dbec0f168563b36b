#!/bin/sh
# Maps one part of the NIC to gates of UltraScale+ by Yosys: map.sh FOLDER MODULE STORE. FOLDER/part/MODULE.il is what elaborate.sh
# made; the parts inside it stay black boxes. Leaves FOLDER/part/MODULE.net. All designs share STORE, which has the gates of each
# part by its key: what has been mapped for one of them is not mapped again.
part=$1/part m=$2 store=$3
net=$store/$(cat "$part/$m.key").net || exit 1
if [ ! -e "$net" ]; then
	echo "  YOSYS $m"
	mkdir -p "$store"
	cat >"$part/$m.ys" <<-EOF
	read_ilang $part/$m.il
	synth_xilinx -family xcup -abc9 -noiopad -flatten -top $m
	select $m
	write_ilang -selected $part/$m.net.new
	EOF
	nice yosys -Q -q -l "$part/$m.log" "$part/$m.ys" >"$part/$m.out" 2>&1 && mv "$part/$m.net.new" "$net" || {
		echo "synth: $m:"
		tail -20 "$part/$m.out"
		exit 1
	}
fi
cp "$net" "$part/$m.net.new" && mv "$part/$m.net.new" "$part/$m.net"
