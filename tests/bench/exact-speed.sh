#!/bin/sh
# Exact sums beside a plain loop, Kahan's sum and the two passes of shr_reprosum: exact-speed.sh BUILD. Prints a table.
b=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
flags=$(pkg-config --libs pmix) || exit 1
${CC:-cc} -std=gnu11 -O2 -Iinclude tests/bench/exact_speed.c "$b/lib/libsumac.a" -o "$dir/exact" $flags -lpthread -lm || exit 1
echo "$(sed -n '/^model name/{s/.*: *//p;q;}' /proc/cpuinfo), $(${CC:-cc} --version | head -n 1)"
echo "4,096 addends in the cache, 10,000,000 out of memory; ns an addend, and in brackets how many times as long as a plain loop"
echo
"$dir/exact"
