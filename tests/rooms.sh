#!/bin/sh
# Rooms: a folder's C files include what docs/architecture.md allows that folder ("Which folder includes which"), and
# nothing else of ours; and no file name stands twice in the tree. rooms.sh [ROOT [PAGE]]
cd "${1:-.}" || exit 1
page=${2:-docs/architecture.md}
bad=0 n=0

# The lines of the page's list: FOLDER: what it may include, folders or single files.
list=$(awk '/^### Which folder includes which/ { in_list = 1; next } /^#/ { in_list = 0 } in_list && /^    [a-z]/' "$page")
[ -n "$list" ] || { echo "rooms: $page has no list of folders"; exit 1; }

# What an include of a file names, as a path from the root; nothing if it is not one of the rooms'.
path_of() # FILE INCLUDE
{
	for dir in "$(dirname "$1")" . host; do
		[ ! -e "$dir/$2" ] || { realpath --relative-to=. "$dir/$2"; return; }
	done
}

for file in $(find host sim -name '*.[ch]' -o -name '*.cpp' -o -name '*.inc' | sort); do
	folder=$(dirname "$file")
	row=$(echo "$list" | awk -v f="$folder" '$1 == f ":"')
	[ -n "$row" ] || { echo "rooms: $folder is not in the list of $page"; bad=$((bad + 1)); continue; }
	allowed=" ${row#*:} "
	for name in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$file"); do
		path=$(path_of "$file" "$name")
		case $path in
		host/* | sim/*) ;;
		*) continue ;; # the specification and the public headers, which all may read
		esac
		n=$((n + 1))
		[ "$(dirname "$path")" != "$folder" ] || continue
		case $allowed in
		*" $(dirname "$path") "* | *" $path "*) ;;
		*) echo "rooms: $file includes $name, and $page does not let $folder do that"; bad=$((bad + 1)) ;;
		esac
	done
done

# The public mpp/shmem.h and mpp/shmem.fh are the names that users may write in two ways.
for name in $(find . -name .git -prune -o -path ./build -prune -o -type f ! -path './include/mpp/*' -print | sed 's|.*/||' | sort | uniq -d); do
	echo "rooms: a file name stands twice: $(find . -name .git -prune -o -path ./build -prune -o -name "$name" -print | tr '\n' ' ')"
	bad=$((bad + 1))
done
echo "rooms: $n includes between folders, $bad wrong"
[ $bad = 0 ] && [ $n -gt 100 ]
