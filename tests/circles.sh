#!/bin/sh
# circles.sh BUILD: files of different folders of the host side that need each other in a circle: there are none. A file needs
# another whose functions or variables it uses.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
objects=$(find host -name '*.c' | sed "s|^|$1/obj/|; s|c\$|o|")
nm -A --defined-only $objects 2>/dev/null | awk '$2 ~ /^[TDBRVW]$/ { sub(":.*", "", $1); print $3, $1 }' | sort >"$work/defined"
nm -A -u $objects 2>/dev/null | awk '$2 == "U" { sub(":.*", "", $1); print $3, $1 }' | sort >"$work/used"
join "$work/used" "$work/defined" | sed "s| $1/obj/| |g" | awk '
	function folder_of(path) { sub("/[^/]*$", "", path); return path }
	# Whether a way leads from one to another, and which.
	function leads(from, to, queue, n, i, k, next_one, parts, came) {
		queue[n = 1] = from
		came[from] = "-"
		for (i = 1; i <= n; i++)
			for (k = split(needs[queue[i]], parts, " "); k > 0; k--) {
				next_one = parts[k]
				if (next_one in came)
					continue
				came[next_one] = queue[i]
				if (next_one == to) {
					for (way = to; came[next_one] != "-"; way = next_one " " way)
						next_one = came[next_one]
					return 1
				}
				queue[++n] = next_one
			}
		return 0
	}
	$2 != $3 && !(($2, $3) in seen) { seen[$2, $3] = 1; needs[$2] = needs[$2] " " $3; n_pairs++ }
	END {
		for (pair in seen) {
			split(pair, file, SUBSEP)
			if (folder_of(file[1]) != folder_of(file[2]) && leads(file[2], file[1])) {
				print "circles: " file[1] " needs " way
				bad++
			}
		}
		printf "circles: %d files need others of %d, %d times in a circle between folders\n", length(needs), NR, bad
		exit bad || n_pairs < 500
	}'
