#!/bin/sh
# Judges the netlists of hw/synth/modules.txt and writes docs/silicon.md: page.sh FOLDER GATE_PS PAGE. Prints the longest paths.
# Fails when a path is longer than the gate, or a module takes more than its row allows.
dir=$1 gate=$2 page=$3
bad=0 rows= late=

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
over() # MODULE WHAT VALUE LIMIT
{
	[ "$4" = - ] || [ "$3" -le "$4" ] || { echo "synth: $1 takes $3 $2, more than $4"; bad=$((bad + 1)); }
}
fill() # SED-COMMANDS: a part of the page's text
{
	sed "$1; s/@GATE@/$(ns "$gate")/; s/@YOSYS@/$(yosys -V | cut -d' ' -f1,2)/" hw/synth/page.md
}
while read -r m lut_limit dsp_limit _; do
	case $m in '' | \#*) continue ;; esac
	"$dir/sumac-timing" "$dir/cells.json" "$dir/$m.json" "$m" "$gate" "$dir/$m.sum" >"$dir/$m.path"
	status=$?
	[ $status != 2 ] || exit 2
	cat "$dir/$m.path"
	echo
	lut=$(lut_of "$m")
	bram=$(of "$m" bram_halves)
	over "$m" LUT "$lut" "$lut_limit"
	over "$m" DSP "$(of "$m" dsp)" "$dsp_limit"
	bad=$((bad + (status != 0)))
	brams=$((bram / 2))$([ $((bram % 2)) = 0 ] || echo .5)
	rows="$rows| \`$m\` | $lut | $(of "$m" ff) | $(of "$m" dsp) | $brams | $(of "$m" uram) | $(ns \
		"$(of "$m" ps)") | $(of "$m" cells) |
"
	[ $status = 0 ] || late="$late
$m:

$(sed -n '/places are reached late/,$p' "$dir/$m.path" | head -9 | sed 's/^/    /')
"
done <hw/synth/modules.txt

# The price of a class of operations in an engine of 64 bytes: eight of its lane.
classes= lut_left=$(lut_of sumac_combine) ff_left=$(of sumac_combine ff) dsp_left=$(of sumac_combine dsp)
class() # MODULE TEXT
{
	lut=$((8 * $(lut_of "$1"))) ff=$((8 * $(of "$1" ff))) dsp=$((8 * $(of "$1" dsp)))
	lut_left=$((lut_left - lut)) ff_left=$((ff_left - ff)) dsp_left=$((dsp_left - dsp))
	classes="$classes| $2 | 8 x \`$1\` | $lut | $ff | $dsp |
"
}
class sumac_quick_lane 'copy; integer sums; logic; minimum and maximum of all types; MINLOC and MAXLOC'
class sumac_add_lane 'floating sums, four formats'
class sumac_mul_lane 'products: integers of four sizes, floats of four formats, on the same tiles'
classes="$classes| choice of results, hazards, queues, order | the rest of \`sumac_combine\` | $lut_left | $ff_left | $dsp_left |
"

{
	fill '/^@ROWS@/,$d'
	printf '%s' "$rows"
	fill '1,/^@ROWS@/d; /^@LATE@/,$d'
	[ -n "$late" ] && printf 'Too long at present; of each signal the worst path:\n%s' "$late" ||
		printf 'All paths of these modules are within the gate.\n'
	fill '1,/^@LATE@/d; /^@CLASSES@/,$d'
	printf '%s' "$classes"
	fill '1,/^@CLASSES@/d'
} >"$page"
echo "synth: wrote $page; $bad limits exceeded"
[ $bad = 0 ]
