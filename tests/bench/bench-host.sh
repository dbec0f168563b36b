#!/bin/sh
# The cost of the host library: instructions of short calls, puts and gets between hosts, and whether anything grows: bench-host.sh
# BUILD. Nothing of it is a test; make check holds the instructions to their limits.
b=$1
sh tests/bench/short-path.sh "$b"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
${CC:-cc} -std=gnu11 -O1 -Iinclude tests/bench/growth.c -o "$dir/growth" -L"$b/lib" -lsumac -Wl,-rpath,"$PWD/$b/lib" || exit 1
grow() # ENGINE TEAMS ALLREDUCES REQUESTS
{
	engine=$1
	shift
	printf '\n2 ranks, %s engine: %s teams made and freed in turn, %s allreduces, ten times %s requests in flight\n' "$engine" \
		"$@"
	"$b/bin/sumac" run -n 2 --engine "$engine" "$dir/growth" "$@"
}
${CC:-cc} -std=gnu11 -O1 -Iinclude tests/bench/far_puts.c -o "$dir/far_puts" -L"$b/lib" -lsumac_shmem -Wl,-rpath,"$PWD/$b/lib" ||
	exit 1
for way in message fabric; do
	printf '\n2 PEs of two hosts on one machine, puts and gets by %s\n' $way
	"$b/bin/sumac" run -n 2 --engine cpu --set ranks_a_host=1 --set shmem_rma=$way "$dir/far_puts" || exit 1
done
grow cpu 10000 1000000 1000 && grow nic 1000 20000 1000
