#!/bin/sh
# Judges the netlists of hw/synth/modules.txt and writes docs/silicon.md: page.sh FOLDER GATE_PS PAGE. Prints the longest paths.
# Fails when a path is longer than the gate, or a module takes more than its row allows.
dir=$1 gate=$2 page=$3
bad=0 rows= late=

of() # MODULE NAME: a figure of its summary
{
	sed -n "s/^$2 //p" "$dir/$1.sum"
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
	# Yosys counts LUTs of logic, two small ones in one; those that serve as memory come on top.
	lut=$(($(sed -n 's/.*Estimated number of LCs: *//p' "$dir/$m.log" | tail -1) + $(of "$m" lut_memory)))
	bram=$(of "$m" bram_halves)
	over "$m" LUT "$lut" "$lut_limit"
	over "$m" DSP "$(of "$m" dsp)" "$dsp_limit"
	bad=$((bad + (status != 0)))
	rows="$rows| \`$m\` | $lut | $(of "$m" ff) | $(of "$m" dsp) | $((bram / 2))$([ $((bram % 2)) = 0 ] || echo .5) | $(of "$m" uram) | $(ns "$(of "$m" ps)") | $(of "$m" cells) |
"
	[ $status = 0 ] || late="$late
$m:

$(sed -n '/places are reached late/,$p' "$dir/$m.path" | head -9 | sed 's/^/    /')
"
done <hw/synth/modules.txt

{
	fill '/^@ROWS@/,$d'
	printf '%s' "$rows"
	fill '1,/^@ROWS@/d; /^@LATE@/,$d'
	[ -n "$late" ] && printf 'Too long at present; of each signal the worst path:\n%s' "$late" || printf 'All paths are within the gate.\n'
	fill '1,/^@LATE@/d'
} >"$page"
echo "synth: wrote $page; $bad limits exceeded"
[ $bad = 0 ]
