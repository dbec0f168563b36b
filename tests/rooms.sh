#!/bin/sh
# Rooms: a folder's C files include what docs/architecture.md allows that folder ("Which folder includes which"), and
# nothing else of ours; and no file name stands twice in the tree. rooms.sh [ROOT [PAGE]]
cd "${1:-.}" || exit 1
page=${2:-docs/architecture.md}
bad=0 n=0

# The lines of the page's list: FOLDER: what it may include, folders or single files.
list=$(awk '/^### Which folder includes which/ { in_list = 1; next } /^#/ { in_list = 0 } in_list && /^    [a-z]/' "$page")
[ -n "$list" ] || { echo "rooms: $page has no list of folders"; exit 1; }

# What is wrong, and at last how many includes there are.
files=$(find host sim bitstreams -name '*.[ch]' -o -name '*.cpp' -o -name '*.inc' | sort)
judged=$({ echo "$list" | sed 's/^ */list /'; find . -name .git -prune -o -path ./build -prune -o -type f -print | sed 's|^\./|is |'
	echo "$files"
	echo "$files" | xargs grep -H '^#include "' | sed -nE 's|^([^:]*):#include "(.*)"$|\1 \2|p'
} | awk -v page="$page" '
	function folder_of(path) { sub("/[^/]*$", "", path); return path }
	# Folders within a folder of the list, and not in the list themselves, are one room with it.
	function room_of(path, inner) {
		for (inner = path; !known[inner] && sub("/[^/]*$", "", inner); )
			;
		return known[inner] ? inner : path
	}
	$1 == "list" {
		folder = $2
		sub(":$", "", folder)
		for (i = 3; i <= NF; i++) {
			may[folder, $i] = 1
			if (!known[$i] && $i !~ /\.h$/)
				print "rooms: " page " lets " folder " include " $i ", which comes later in its list, or not at all"
		}
		known[folder] = 1
		next
	}
	$1 == "is" { exists[$2] = 1; next }
	{ folder = room_of(folder_of($1)) } # a file, or a file and what it includes
	!known[folder] { if (!told[folder]++) print "rooms: " folder " is not in the list of " page }
	NF < 2 { next }
	{
		path = exists[folder_of($1) "/" $2] ? folder_of($1) "/" $2 : exists[$2] ? $2 : exists["host/" $2] ? "host/" $2 : ""
		if (path !~ "^(host|sim|bitstreams)/")
			next # the specification and the public headers, which all may read
		n++
		into = room_of(folder_of(path))
		if (known[folder] && into != folder && !may[folder, into] && !may[folder, path])
			print "rooms: " $1 " includes " $2 ", and " page " does not let " folder " do that"
	}
	END { print n }')
n=$(echo "$judged" | tail -1)
bad=$(echo "$judged" | grep -c '^rooms:')
echo "$judged" | grep '^rooms:'

# Users may write mpp/shmem.h and mpp/shmem.fh, too, and `sumac fc --external` has a shmem.fh of its own; docs/ has an index.
for name in $(find . -name .git -prune -o -path ./build -prune -o -type f ! -path './include/mpp/*' \
	! -path './include/shmem_external/*' ! -path ./docs/README.md -print | sed 's|.*/||' | sort | uniq -d); do
	echo "rooms: a file name stands twice: $(find . -name .git -prune -o -path ./build -prune -o -name "$name" -print | tr '\n' ' ')"
	bad=$((bad + 1))
done
echo "rooms: $n includes between folders, $bad wrong"
[ $bad = 0 ] && [ $n -gt 100 ]
