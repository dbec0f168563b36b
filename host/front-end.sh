#!/bin/sh
# Builds the files of one MPI's front end: front-end.sh BUILD NAME MPI FILE... A file that this MPI's headers or compiler do
# not allow is left out with a line that says so, and what stands there from an earlier build is removed. Called by make,
# of which MAKE is the command.
b=$1 name=$2 mpi=$3
shift 3
for file in "$@"; do
	log=$b/$mpi-$(basename "$file").log
	mkdir -p "$b"
	if $MAKE -s --no-print-directory "$file" 2>"$log"; then
		cat "$log" >&2 # warnings
		rm -f "$log"
		continue
	fi
	rm -f "$file" "$file".[0-9]*
	first=$(grep -m 1 -iE '(^|[^a-z])(fatal )?error:' "$log" || tail -n 1 "$log")
	echo "left out: $(basename "$file") for $name, which does not compile here: $first (all of it: $log)"
done
