# The figures of a netlist in the folder $dir, which link.sh or synth.sh has left there: sourced. Sumac-timing and the cells' delays
# are in the folder $tools.

# Walks its paths, and leaves MODULE.path for people and MODULE.sum for of(). 1: a path is longer than GATE_PS.
walk() # MODULE GATE_PS
{
	"$tools/sumac-timing" "$tools/cells.json" "$dir/$1.json" "$1" "$2" "$dir/$1.sum" >"$dir/$1.path"
}
of() # MODULE NAME: a figure of its summary
{
	sed -n "s/^$2 //p" "$dir/$1.sum"
}
# Yosys counts LUTs of logic, two small ones in one; those that serve as memory come on top.
lut_of() # MODULE
{
	echo $(($(sed -n 's/.*Estimated number of LCs: *//p' "$dir/$1.log" | tail -1) + $(of "$1" lut_memory)))
}
ns() # PS
{
	printf '%d.%02d' $(($1 / 1000)) $(($1 % 1000 / 10))
}
brams_of() # MODULE: in BRAM36
{
	echo $(($(of "$1" bram_halves) / 2))$([ $(($(of "$1" bram_halves) % 2)) = 0 ] || echo .5)
}
# The row of a whole NIC by which the rack knows the silicon of a design.
silicon() # DESIGN
{
	echo "SUMAC_SILICON(0x$1, $(of sumac_nic ps), $(lut_of sumac_nic), $(of sumac_nic ff)," \
		"$(of sumac_nic dsp), $(of sumac_nic bram_halves), $(of sumac_nic uram))"
}
