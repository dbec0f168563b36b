#!/bin/sh
# What the host library costs: instructions of short calls, and whether anything grows: bench-host.sh BUILD. Nothing of it is a
# test; make check holds the instructions to their limits.
b=$1
sh tests/bench/short-path.sh "$b"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
${CC:-cc} -std=gnu11 -O1 -Iinclude tests/bench/growth.c -o "$dir/growth" -L"$b/lib" -lsumac -Wl,-rpath,"$PWD/$b/lib" || exit 1
grow() # ENGINE TEAMS ALLREDUCES REQUESTS
{
	engine=$1
	shift
	printf '\n2 ranks, %s engine: %s teams made and freed in turn, %s allreduces, ten times %s requests in flight\n' "$engine" "$@"
	"$b/bin/sumac" run -n 2 --engine "$engine" "$dir/growth" "$@"
}
grow cpu 10000 1000000 1000 && grow nic 1000 20000 1000
