#!/bin/sh
# Judges the netlists of hw/synth/modules.txt and writes docs/silicon.md: page.sh FOLDER GATE_PS PAGE. Prints the longest paths.
# Fails when a module's path is longer, or its area larger, than its row allows.
dir=$1 tools=$1 gate=$2 page=$3
bad=0 rows= late= left_out=

. hw/synth/figures.sh
over() # MODULE WHAT VALUE LIMIT
{
	[ "$4" = - ] || [ "$3" -le "$4" ] || { echo "synth: $1 takes $3 $2, more than $4"; bad=$((bad + 1)); }
}
fill() # SED-COMMANDS: a part of the page's text
{
	sed "$1; s/@GATE@/$(ns "$gate")/; s/@YOSYS@/$(yosys -V | cut -d' ' -f1,2)/; s/@LEFT_OUT@/$left_out/
		s/@NIC_NS@/$(ns "$nic_ps")/; s/@NIC_MHZ@/$((1000000 / nic_ps))/; s|@NIC_FROM@|$(of sumac_nic from)|
		s|@NIC_TO@|$(of sumac_nic to)|" hw/synth/page.md
}
while read -r m how lut_limit dsp_limit ps_limit _; do
	case $m in '' | \#*) continue ;; esac
	[ "$how" != none ] || { left_out="$left_out${left_out:+, }\`$m\`"; continue; }
	new=
	case $ps_limit in
	-) ps_limit=$gate ;;
	\?) ps_limit=$gate new=yes ;;
	esac
	walk "$m" "$ps_limit"
	status=$?
	[ $status != 2 ] || exit 2
	cat "$dir/$m.path"
	echo
	lut=$(lut_of "$m")
	over "$m" LUT "$lut" "$lut_limit"
	over "$m" DSP "$(of "$m" dsp)" "$dsp_limit"
	over "$m" "ps on its longest path" "$(of "$m" ps)" "$ps_limit"
	[ -z "$new" ] || { echo "synth: $m has no limit yet"; bad=$((bad + 1)); }
	rows="$rows| \`$m\` | $how | $lut | $(of "$m" ff) | $(of "$m" dsp) | $(brams_of "$m") | $(of "$m" uram) | $(ns \
		"$(of "$m" ps)") | $(ns "$ps_limit") | $(of "$m" cells) |
"
	[ $status = 0 ] || late="$late
$m:

$(sed -n '/places are reached late/,$p' "$dir/$m.path" | head -9 | sed 's/^/    /')
"
done <hw/synth/modules.txt
nic_ps=$(of sumac_nic ps)

# The price of a class of operations in an engine of 64 bytes: eight of its lane.
classes= lut_left=$(lut_of sumac_combine) ff_left=$(of sumac_combine ff) dsp_left=$(of sumac_combine dsp)
class() # MODULE TEXT
{
	lut=$((8 * $(lut_of "$1"))) ff=$((8 * $(of "$1" ff))) dsp=$((8 * $(of "$1" dsp)))
	lut_left=$((lut_left - lut)) ff_left=$((ff_left - ff)) dsp_left=$((dsp_left - dsp))
	classes="$classes| $2 | 8 x \`$1\` | $lut | $ff | $dsp |
"
}
class sumac_quick_lane 'integer sums; logic; minimum and maximum of all types; MINLOC and MAXLOC'
class sumac_add_lane 'floating sums, four formats'
class sumac_mul_lane 'products: integers of four sizes, floats of four formats, on the same tiles'
classes="$classes| choice of results, hazards, queues, order | the rest of \`sumac_combine\` | $lut_left | $ff_left | $dsp_left |
"

{
	fill '/^@ROWS@/,$d'
	printf '%s' "$rows"
	fill '1,/^@ROWS@/d; /^@THROUGH@/,$d'
	of sumac_nic through | while read -r instance cells ps; do
		[ "$instance" != - ] || instance=sumac_nic
		echo "| \`$instance\` | $cells | $(ns "$ps") |"
	done
	fill '1,/^@THROUGH@/d; /^@LATE@/,$d'
	[ -n "$late" ] && printf 'Too long at present; of each signal the worst path:\n%s' "$late" ||
		printf 'All paths are within their limits.\n'
	fill '1,/^@LATE@/d; /^@CLASSES@/,$d'
	printf '%s' "$classes"
	fill '1,/^@CLASSES@/d'
} >"$page"
# The rack tells the silicon of its NICs: a row a design.
sh hw/design.sh text >"$dir/rtl.text"
{
	sed '/^SUMAC_SILICON/d' hw/synth/silicon.inc
	silicon "$(sh hw/design.sh hash "$dir/rtl.text")"
} >"$dir/silicon.inc"
cp "$dir/silicon.inc" hw/synth/silicon.inc
echo "synth: wrote $page; $bad limits exceeded"
[ $bad = 0 ]
