#!/bin/sh
# Prints make rules for the CMocka tests: unit-rules.sh BUILD INCLUDE-FLAGS...
# A test is linked with the archive of everything under test, and with those helpers of tests/ whose headers it
# (or a helper of it) includes, and with plain_environment.c. So no list of objects is kept by hand.
b=$1
shift
helpers() # FILE...: the helpers' sources that these files' headers belong to
{
	${CC:-cc} -MM "$@" 2>/dev/null | tr ' \\' '\n\n' | sed -n 's/\.h$/.c/p' | while read -r c; do
		c=$(realpath --relative-to=. "$c" 2>/dev/null)
		case $c in
		tests/oracle/*) ls tests/oracle/*.c ;; # one header for the few files of the oracle
		tests/*) [ -f "$c" ] && echo "$c" ;;
		esac
	done | sort -u
}
for t in tests/host/test_*.c tests/sim/test_*.c; do
	all=$(helpers "$@" "$t")
	while :; do # helpers of helpers
		more=$([ -z "$all" ] || for h in $all; do echo "$h"; helpers "$@" "$h"; done | sort -u)
		[ "$more" = "$all" ] && break
		all=$more
	done
	name=$(basename "$t" .c)
	objects=$(for f in $t $all tests/host/plain_environment.c; do echo "$b/obj/${f%.c}.o"; done | tr '\n' ' ')
	echo "UNIT_TESTS += $b/bin/$name"
	echo "$b/bin/$name: $objects $b/libtested.a"
	echo "UNIT_OBJ += $objects"
done
