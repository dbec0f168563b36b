#!/bin/bash
# Judges parameters for the NIC by the rows of include/spec/params.def: params.sh NAME=VALUE...
# Prints those that are not the default, a line each in the order of the rows; or says in one sentence what is wrong, and returns 2.
spec=include/spec/params.def
fail() { echo "$*" >&2; exit 2; }
# Rows: name, default, lowest, highest, ANY or POWER; rules: condition|words.
number=', *\([0-9]*\)'
rows=$(sed -n 's/^SUMAC_PARAM(\([A-Za-z0-9]*\)'"$number"', *[0-9]*'"$number$number"', *\([A-Z]*\),.*/\1 \2 \3 \4 \5/p' $spec)
rules=$(sed -n 's/^SUMAC_PARAM_RULE(\(.*\), "\(.*\)")$/\1|\2/p' $spec)

# The row whose name takes the fewest edits, in either case.
nearest()
{
	echo "$rows" | awk -v wrong="$1" '
	function least(a, b, c) { return a < b ? (a < c ? a : c) : (b < c ? b : c) }
	function edits(a, b, i, j, d) {
		for (i = 0; i <= length(a); i++) d[i, 0] = i
		for (j = 0; j <= length(b); j++) d[0, j] = j
		for (i = 1; i <= length(a); i++)
			for (j = 1; j <= length(b); j++)
				d[i, j] = least(d[i - 1, j] + 1, d[i, j - 1] + 1,
					d[i - 1, j - 1] + (substr(a, i, 1) != substr(b, j, 1)))
		return d[length(a), length(b)]
	}
	{ n = edits(tolower(wrong), tolower($1)); if (!best || n < fewest) { fewest = n; best = $1 } }
	END { print best }'
}

declare -A value given word=([ANY]=number [POWER]="power of two")
while read -r name def low high kind; do value[$name]=$def; done <<<"$rows"
for word in "$@"; do
	name=${word%%=*}
	[[ -n $name && -n ${value[$name]} ]] || fail "the NIC has no parameter $name; the nearest is $(nearest "$name")"
	given[$name]=${word#*=}
done
while read -r name def low high kind; do
	x=${given[$name]-$def}
	[[ $x =~ ^(0|[1-9][0-9]{0,8})$ ]] && (( x >= low && x <= high )) && { [[ $kind != POWER ]] || (( (x & (x - 1)) == 0 )); } ||
		fail "$name is ${x:-empty}, and must be a ${word[$kind]} from $low to $high"
	value[$name]=$x
	printf -v "$name" %s "$x"
done <<<"$rows"
while IFS='|' read -r condition words; do
	[[ -z $condition ]] && continue
	(( condition )) || fail "these parameters do not go together: $words"
done <<<"$rules"
while read -r name def low high kind; do
	[[ ${value[$name]} = "$def" ]] || echo "$name=${value[$name]}"
done <<<"$rows"
