#!/bin/sh
# The identity of a NIC's design, which the NIC itself carries (parameter Design of sumac_nic).
# design.sh text: the RTL's sources without comments and without blanks that mean nothing, so that neither changes a design.
# design.sh sums: a line for each file, with a hash of its own such text.
# design.sh hash TEXT [NAME=VALUE...]: 16 hexadecimal digits of that text and of the parameters that are not the default, as
# hw/params.sh prints them.
. hw/rtl.sh
text_of() # FILES
{
	# A string is kept as it is; blanks stay where two words, or two signs, would become one.
	cat "$@" | LC_ALL=C awk '
	{
		line = $0
		kept = ""
		while (line != "") {
			if (inside) {
				at = index(line, "*/")
				line = at ? substr(line, at + 2) : ""
				inside = !at
			} else if (match(line, /"([^"\\]|\\.)*"|\/\/.*|\/\*/)) {
				token = substr(line, RSTART, RLENGTH)
				kept = kept substr(line, 1, RSTART - 1) (token ~ /^"/ ? token : " ")
				line = token ~ /^\/\// ? "" : substr(line, RSTART + RLENGTH)
				inside = token == "/*"
			} else {
				kept = kept line
				line = ""
			}
		}
		gsub(/[ \t\r]+/, " ", kept)
		sub(/^ /, "", kept)
		sub(/ $/, "", kept)
		if (kept != "") print kept
	}' | tr '\n' ' ' | LC_ALL=C sed -e 's/\([A-Za-z0-9_$`]\) \([^A-Za-z0-9_$`]\)/\1\2/g' -e \
		's/\([^A-Za-z0-9_$`]\) \([A-Za-z0-9_$`]\)/\1\2/g'
}
case $1 in
text) text_of "$(rtl_pkg)" $(rtl_modules) ;;
sums)
	for file in $(rtl_pkg) $(rtl_modules); do
		echo "$(text_of "$file" | sha256sum | cut -c1-16) $file"
	done
	;;
hash)
	text=$2
	shift 2
	{ cat "$text" && printf '%s\n' "$@" | sort; } | sha256sum | cut -c1-16
	;;
*)
	echo "usage: design.sh text | sums | hash TEXT [NAME=VALUE...]" >&2
	exit 2
	;;
esac
