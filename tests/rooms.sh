#!/bin/sh
# Rooms: a folder's C files include what docs/architecture.md allows that folder ("Which folder includes which"), and nothing else
# of ours; no file name stands twice in the tree; and no library or program in BUILD that is for users is linked with a file of
# tests/. rooms.sh [BUILD]
page=docs/architecture.md

# The lines of the page's list: FOLDER: what it may include, folders or single files.
list=$(awk '/^### Which folder includes which/ { in_list = 1; next } /^#/ { in_list = 0 } in_list && /^    [a-z]/' $page)
[ -n "$list" ] || { echo "rooms: $page has no list of folders"; exit 1; }
tree() { find . \( -name .git -o -path ./build \) -prune -o -type f "$@" -print | sed 's|^\./||'; }

# Prints what is wrong, and at last how many includes there are.
files=$(find host sim bitstreams hw include tests -name '*.[ch]' -o -name '*.cpp' -o -name '*.inc' -o -name '*.def' | sort)
judged=$({ echo "$list" | sed 's/^ */list /'; tree | sed 's/^/is /'
	echo "$files"
	echo "$files" | xargs grep -H '^#include "' | sed -nE 's|^([^:]*):#include "(.*)"$|\1 \2|p'
} | awk -v page="$page" '
	function folder_of(path) { sub("/[^/]*$", "", path); return path }
	function real(path) { while (sub("[^/]+/\\.\\./", "", path)) ; return path }
	# Folders within a folder of the list, and not in the list themselves, are one room with it.
	function room_of(path, inner) {
		for (inner = path; !known[inner] && sub("/[^/]*$", "", inner); )
			;
		return known[inner] ? inner : path
	}
	function may_include(room, path) {
		return room_of(folder_of(path)) == room || may[room, path] || may[room, room_of(folder_of(path))] &&
			path !~ /_private\.h$/
	}
	# The room of X.c has tests that stand in, with its private headers, for what it includes.
	function may_test(room, path) { return may_include(room, path) || may[room, room_of(folder_of(path))] }
	$1 == "list" {
		folder = $2
		sub(":$", "", folder)
		for (i = 3; i <= NF; i++) {
			may[folder, $i] = 1
			if (!known[$i] && $i !~ /\.(h|inc)$/)
				print "rooms: " page " lets " folder " include " $i ", which comes later in its list, or not at all"
		}
		known[folder] = 1
		next
	}
	$1 == "is" {
		exists[$2] = 1
		if ($2 ~ /^(host|sim|bitstreams)\/.*\.c$/) {
			base = $2
			sub(".*/", "", base)
			tested["test_" base] = room_of(folder_of($2))
		}
		next
	}
	{ folder = room_of(folder_of($1)) } # a file, or a file and what it includes
	!known[folder] { if (!told[folder]++) print "rooms: " folder " is not in the list of " page }
	NF < 2 { next }
	{
		n_tried = split(folder_of($1) "/" $2 " " $2 " host/" $2 " tests/" $2, tried, " ")
		for (i = 1; i <= n_tried && !exists[path = real(tried[i])]; i++)
			;
		if (i > n_tried || path ~ "^include/")
			next # the specification and the public headers, which all may read; and headers of others
		n++
		base = $1
		sub(".*/", "", base)
		unit = folder == "tests/host" || folder == "tests/sim"
		if (may_include(folder, path) || unit && (!tested[base] ? path ~ "^(host|sim)/" : may_test(tested[base], path)))
			next
		print "rooms: " $1 " includes " $2 ", and " page " does not let " folder " do that"
	}
	END { print n }')
n=$(echo "$judged" | tail -1)
bad=$(echo "$judged" | grep -c '^rooms:')
echo "$judged" | grep '^rooms:'
wrong() { echo "rooms: $*"; bad=$((bad + 1)); }

# Users may write mpp/shmem.h and mpp/shmem.fh, too, and `sumac fc --external` has a shmem.fh of its own; docs/ has an index.
for name in $(tree ! -path './include/mpp/*' ! -path './include/shmem_external/*' ! -path ./docs/README.md | sed 's|.*/||' |
	sort | uniq -d); do
	wrong "a file name stands twice: $(tree -name "$name" | tr '\n' ' ')"
done

# A linked object leaves the name of its source, which no other source has.
for product in ${1:+"$1"/bin/* "$1"/lib/*.so "$1"/lib/*.a}; do
	sources=$(readelf -sW "$product" | awk '$4 == "FILE" { print $8 }' | sort -u)
	echo "$sources" | grep -q '\.c$' || wrong "$product does not name its sources"
	for name in $(find tests -name '*.c' -o -name '*.cpp' | sed 's|.*/||' | grep -xF "$sources"); do
		wrong "$product is linked with $(find tests -name "$name")"
	done
done
echo "rooms: $n includes between folders, $bad wrong"
[ $bad = 0 ] && [ $n -gt 100 ]
