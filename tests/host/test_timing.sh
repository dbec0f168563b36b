#!/bin/sh
# The static timing walk of hw/synth on small netlists with delays that are easily added up. Each case is lines that an awk
# program turns into JSON as Yosys writes it: a library with specify cells, and a netlist.
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
bad=0 n=0

${CC:-cc} -std=gnu11 -Wall -Wextra -Werror -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -I. -Ihost \
	hw/synth/*.c host/base/json.c host/base/json_values.c host/base/decimal.c -o "$dir/sumac-timing" || exit 1

# module NAME | port NAME DIRECTION BITS | cell NAME TYPE [PARAMETER=VALUE...] PORT:DIRECTION:BITS... | name NAME BITS
# arc FROM TO PS | launch CLOCK TO PS | setup FROM CLOCK PS. DIRECTION is i or o; BITS are net numbers or "0", with commas.
cat >"$dir/json.awk" <<'AWK'
function binary(value,  text) {
	for (text = ""; value > 0; value = int(value / 2))
		text = (value % 2) text
	return text == "" ? "0" : text
}
function direction(d) { return d == "i" ? "input" : "output" }
function add(list, item) { return list (list == "" ? "" : ",") item }
function flush() {
	if (module == "") return
	modules = add(modules, sprintf("\"%s\":{\"ports\":{%s},\"cells\":{%s},\"netnames\":{%s}}", module, ports, cells, names))
	module = ports = cells = names = ""
}
function spec(type, parameters, src, dst) {
	cells = add(cells, sprintf("\"$s%d\":{\"type\":\"%s\",\"parameters\":{%s},\"connections\":{\"SRC\":[%s],\"DST\":[%s]}}", \
		NR, type, parameters, src, dst))
}
$1 == "module" { flush(); module = $2 }
$1 == "port" { ports = add(ports, sprintf("\"%s\":{\"direction\":\"%s\",\"bits\":[%s]}", $2, direction($3), $4)) }
$1 == "name" { names = add(names, sprintf("\"%s\":{\"hide_name\":0,\"bits\":[%s],\"attributes\":{\"src\":\"x.sv:%d.1-2.3\"}}", $2, \
	$3, NR)) }
$1 == "cell" {
	pins = dirs = parameters = ""
	for (i = 4; i <= NF; i++)
		if (split($i, p, ":") == 3) {
			pins = add(pins, sprintf("\"%s\":[%s]", p[1], p[3]))
			dirs = add(dirs, sprintf("\"%s\":\"%s\"", p[1], direction(p[2])))
		} else {
			split($i, p, "=")
			parameters = add(parameters, sprintf("\"%s\":\"%s\"", p[1], p[2]))
		}
	cells = add(cells, sprintf("\"%s\":{\"type\":\"%s\",\"parameters\":{%s},\"port_directions\":{%s},\"connections\":{%s}}", \
		$2, $3, parameters, dirs, pins))
}
$1 == "arc" { spec("$specify2", sprintf("\"FULL\":\"1\",\"T_RISE_MAX\":\"%s\",\"T_FALL_MAX\":\"0\"", binary($4)), $2, $3) }
$1 == "launch" { spec("$specify3", sprintf("\"EDGE_EN\":\"1\",\"T_RISE_MAX\":\"0\",\"T_FALL_MAX\":\"%s\"", binary($4)), $2, $3) }
$1 == "setup" { spec("$specrule", sprintf("\"TYPE\":\"$setup\",\"T_LIMIT_MAX\":\"%s\"", binary($4)), $2, $3) }
END { flush(); printf "{\"creator\":\"test\",\n\"modules\":{%s}}\n", modules }
AWK

awk -f "$dir/json.awk" >"$dir/cells.json" <<'CELLS'
module FDRE
port C i 2
port CE i 3
port D i 4
port R i 5
port Q o 6
launch 2 6 300
setup 4 2 0
setup 3 2 100
setup 5 2 400
module LUT2
port I0 i 2
port I1 i 3
port O o 4
arc 2 4 200
arc 3 4 100
module CARRY4
port CI i 2
port S i 3,4,5,6
port CO o 7,8,9,10
arc 3 10 500
arc 2 10 110
module RAM32M
port WCLK i 2
port ADDRC i 3
port ADDRD i 4
port DOC o 5
launch 2 5 1100
arc 3 5 640
setup 4 2 245
module DSP48E1_00
port CLK i 2
port A i 3,4
port B i 5
port P o 6
arc 3,4 6 2800
arc 5 6 2700
module DSP48E1_01
port CLK i 2
port A i 3,4
port B i 5
port P o 6
arc 3,4 6 2800
launch 2 6 2600
setup 5 2 324
module DSP48E1_11
port CLK i 2
port A i 3,4
port B i 5
port P o 6
launch 2 6 2900
setup 3,4 2 254
setup 5 2 324
CELLS

# NAME GATE_PS STATUS TEXT, and the netlist on stdin: whether the walk ends so, and says TEXT
try()
{
	n=$((n + 1))
	awk -f "$dir/json.awk" >"$dir/net.json"
	"$dir/sumac-timing" "$dir/cells.json" "$dir/net.json" top "$2" "$dir/sum" >"$dir/out" 2>&1
	status=$?
	if [ $status = "$3" ] && grep -qF -- "$4" "$dir/out"; then
		echo "ok: $1"
	else
		echo "FAIL $1: status $status, wanted $3 and: $4"
		cat "$dir/out"
		bad=$((bad + 1))
	fi
}

# 300 of the register, 300 + 200 and 300 + 100 of two LUTs, nothing to a register that the second LUT has to itself
chain='module top
cell r1 FDRE C:i:2 D:i:"0" Q:o:10
cell l1 LUT2 I0:i:10 I1:i:"0" O:o:11
cell l2 LUT2 I0:i:"0" I1:i:11 O:o:12
cell r2 FDRE C:i:2 CE:i:"1" D:i:12 Q:o:13
name from_q 10
name sum_q 13
port clk i 2'
try 'registers, LUTs and wires add up' 1200 0 'longest path 1.200 ns, gate 1.200 ns: met' <<E
$chain
E
try 'a path over the gate fails' 1199 1 'TOO LONG' <<E
$chain
E
try 'the late register is named' 1199 1 '1.200 ns   2 cells  from_q -> sum_q (FDRE.D)' <<E
$chain
E
# The second LUT's late input is at its slow pin, the early one at its fast pin: they trade places
try 'what comes latest takes the fastest input of a LUT' 5000 0 'longest path 1.200 ns' <<E
module top
cell r1 FDRE C:i:2 D:i:"0" Q:o:10
cell l1 LUT2 I0:i:10 I1:i:"0" O:o:11
cell l2 LUT2 I0:i:11 I1:i:10 O:o:12
cell r2 FDRE C:i:2 D:i:12 Q:o:13
E
try 'a path through instances' 5000 0 'longest path 1.200 ns' <<E
$(echo "$chain" | sed 's/^cell l1/cell $flatten\\\\u_a.$flatten\\\\g[0].u_b.$abc$1$lut/; s/^cell l2/cell $flatten\\\\u_a.mem.7/')
E
n=$((n + 1))
printf '%s\n' 'through - 0 300' 'through u_a.g[0].u_b 1 800' 'through u_a 1 1200' >"$dir/through"
grep '^through' "$dir/sum" | diff "$dir/through" - || {
	echo "FAIL the longest path is told by its instances"
	bad=$((bad + 1))
}
try 'what no register leads to takes no time' 5000 0 'longest path 0.800 ns' <<E
$(echo "$chain" | sed '/^cell l1/s/I0:i:10/I0:i:"1"/; /^cell l2/s/I0:i:"0"/I0:i:10/')
E
try 'a LUT with two sinks is reached by a wire' 5000 0 'longest path 1.500 ns' <<E
$chain
cell r3 FDRE C:i:2 D:i:12 Q:o:14
E
try 'an enable has its setup time' 5000 0 'longest path 0.700 ns' <<E
module top
cell r1 FDRE C:i:2 D:i:"0" Q:o:10
cell r2 FDRE C:i:2 CE:i:10 D:i:"0" Q:o:13
E
try 'ports count as registers' 5000 0 'longest path 1.100 ns' <<E
module top
port a i 10
port b o 11
cell l1 LUT2 I0:i:10 I1:i:"0" O:o:11
E
# 300, 300 + 200 (LUT), 0 + 500 (its own carry input), 0 + 110 (carry to carry), 300 to the port
try 'carries have wires of their own' 5000 0 'longest path 1.710 ns' <<E
module top
port b o 16
cell r1 FDRE C:i:2 D:i:"0" Q:o:10
cell l1 LUT2 I0:i:10 I1:i:"0" O:o:11
cell c1 CARRY4 CI:i:"0" S:i:11,"0","0","0" CO:o:12,13,14,15
cell c2 CARRY4 CI:i:15 S:i:"0","0","0","0" CO:o:17,18,19,16
E
none='AREG=0 ADREG=0 BREG=0 CREG=0 DREG=0 MREG=0 PREG=0'
dsp="module top
port a i 10
port e i 30
cell ra FDRE C:i:2 CE:i:30 D:i:10 Q:o:11
cell rb FDRE C:i:2 CE:i:30 D:i:10 Q:o:12
cell d DSP48E2 $none A:i:11,12 B:i:11 P:o:13
cell rp FDRE C:i:2 CE:i:30 D:i:13 Q:o:14"
# 2900 from the clock, 300 to the register behind
try 'registers in front of a DSP are its own' 5000 0 'longest path 3.200 ns' <<E
$dsp
E
# 300 of the port, 300, and the setup time of operand B
try 'registers in front of a DSP have its setup time' 5000 0 'longest path 0.924 ns' <<E
module top
port a i 10
cell ra FDRE C:i:2 D:i:10 Q:o:11
cell d DSP48E2 $none A:i:11,11 B:i:11 P:o:13
E
try 'registers of two enables stay outside a DSP' 5000 0 'longest path 3.700 ns' <<E
$(echo "$dsp" | sed '/^cell rb/s/CE:i:30/CE:i:10/')
E
try 'a DSP with registers of its own is refused' 5000 2 'a DSP48E2 with registers of its own' <<E
$(echo "$dsp" | sed 's/PREG=0/PREG=1/')
E
# 300 + 300 + 640 + 300 through read port E; 300 + 300 + 245 into the address that is written
try 'RAM32M16 borrows a read port' 5000 0 'longest path 1.540 ns' <<E
module top
port b o 11
cell r1 FDRE C:i:2 D:i:"0" Q:o:10
cell m RAM32M16 WCLK:i:2 ADDRE:i:10 DOE:o:11
E
try 'RAM32M16 borrows the write address' 5000 0 'longest path 0.845 ns' <<E
module top
cell r1 FDRE C:i:2 D:i:"0" Q:o:10
cell m RAM32M16 WCLK:i:2 ADDRH:i:10
E
try 'a pin without a time is told' 5000 0 'no setup time is known of RAM32M.WE' <<E
module top
cell r1 FDRE C:i:2 D:i:"0" Q:o:10
cell m RAM32M WCLK:i:2 WE:i:10
E
try 'a cell without delays is refused' 5000 2 'no delays are known of URAM288' <<E
module top
cell r1 FDRE C:i:2 D:i:"0" Q:o:10
cell m URAM288 A:i:10
E
try 'a loop is refused' 5000 2 'a loop without a register' <<E
module top
port b o 11
cell l1 LUT2 I0:i:12 I1:i:"0" O:o:11
cell l2 LUT2 I0:i:11 I1:i:"0" O:o:12
E
try 'a net that nothing drives is refused' 5000 2 'nothing drives lost' <<E
module top
port b o 11
name lost 12
cell l1 LUT2 I0:i:12 I1:i:"0" O:o:11
E
try 'two drivers are refused' 5000 2 'two drivers' <<E
module top
cell l1 LUT2 I0:i:"0" I1:i:"0" O:o:11
cell l2 LUT2 I0:i:"0" I1:i:"0" O:o:11
E
try 'a module that is not there is refused' 5000 2 'no module top' <<E
module other
E
n=$((n + 1))
printf '{"modules":\n{"top":[1 2]}}' >"$dir/net.json"
"$dir/sumac-timing" "$dir/cells.json" "$dir/net.json" top 5000 2>&1 | grep -q 'net.json: line 2, column 11: a comma' || {
	echo "FAIL malformed JSON is told with its line"
	bad=$((bad + 1))
}
echo "timing: $((n - bad)) passed, $bad failed"
[ $bad = 0 ]
