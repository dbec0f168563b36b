#!/bin/sh
# Instructions of calls of 8 bytes, as callgrind counts them: the core's on the NIC engine, and the MPI front end's before and
# behind it with each MPI: short-path.sh BUILD. Prints a table of each; fails where a call takes more than its limit, which is
# what it took when the limit was last set, and a little. Of in_turn no call is like the one before; core_alone has an engine that
# is done when it is asked.
b=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
flags=$(pkg-config --cflags --libs libfabric pmix) || exit 1
options="-std=gnu11 -O2 -g -Iinclude -Ihost -I. -Itests"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
count() # PROGRAM WHAT LIMITS
{
	valgrind --tool=callgrind --collect-atstart=no --callgrind-out-file="$dir/$1.out" "$dir/$1" >"$dir/$1.calls" 2>"$dir/err" ||
		{ cat "$dir/err"; exit 1; }
	awk -v calls="$(cat "$dir/$1.calls")" -v what="$2" -v limits="$3" -f tests/bench/judge.awk "$dir/$1".out.* || bad=1
}
bad=0
${CC:-cc} $options -fPIC -fvisibility=hidden -shared tests/bench/short_path.c tests/host/fake_bus.c tests/host/fake_nodes.c \
	"$b/lib/libsumac.a" -o "$dir/libshort.so" $flags -lcmocka -lpthread -lm || exit 1
echo 'int short_path(void); int main(void) { return short_path(); }' |
	${CC:-cc} -x c - -x none "$dir/libshort.so" -Wl,-rpath,"$dir" -o "$dir/core" || exit 1
count core "core, NIC engine" "allreduce 585 reduce 515 barrier 580 in_turn 1530 core_alone 275"
for mpi in openmpi:ompi mpich:mpich; do
	front_end=${mpi#*:} mpi=${mpi%:*}
	mpicc.$mpi $options tests/bench/mpi_path.c -rdynamic -o "$dir/$mpi" -L"$b/lib" -lsumac_$front_end -lsumac \
		-Wl,-rpath,"$(realpath "$b/lib")" || exit 1
	count $mpi "front end, $mpi" "allreduce 160 reduce 185 barrier 95"
done
exit $bad
