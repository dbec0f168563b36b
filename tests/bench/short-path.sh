#!/bin/sh
# Instructions of calls of 8 bytes, as callgrind counts them: the core's on the NIC engine and, of two ranks of a host, on the CPU
# engine; and the front ends' before and behind it, of MPI with each MPI: short-path.sh BUILD. Prints a table of each; fails where a
# call takes more than its limit, which is what it took when the limit was last set, and a little. In in_turn each call has other
# buffers; alternating ones are an allreduce, another one of another type, and a barrier; core_alone has an engine that is done when
# it is asked. The whole way is that of an MPI call on memory of the program's, which is copied to where the NIC reaches it, and
# back; the look at the NIC is not counted. It is to stay below 600 instructions where only numbers differ.
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
build() # PROGRAM SOURCES...
{
	program=$1
	shift
	${CC:-cc} $options -fPIC -fvisibility=hidden -shared -Wl,-Bsymbolic-functions -Wl,-z,muldefs "$@" \
		-Wl,--whole-archive "$b/lib/libsumac.a" -Wl,--no-whole-archive -o "$dir/lib$program.so" $flags \
		-lcmocka -lpthread -lm || exit 1
	echo 'int short_path(void); int main(void) { return short_path(); }' |
		${CC:-cc} -x c - -x none "$dir/lib$program.so" -Wl,-rpath,"$dir" -o "$dir/$program" || exit 1
}
build core tests/bench/short_path.c tests/host/fake_bus.c tests/host/fake_nodes.c tests/host/bootstrap_threads.c
build leaf tests/bench/leaf_path.c tests/host/bootstrap_threads.c
count core "core, NIC engine" "allreduce 584 reduce 521 barrier 580 in_turn 924 alternating 600 core_alone 260"
count leaf "core, CPU engine" "allreduce 538 reduce 518 scan 518 barrier 478 in_turn 643 alternating 546 core_alone 266"
${CC:-cc} $options tests/bench/shmem_path.c -rdynamic -o "$dir/shmem" -L$b/lib -lsumac_shmem -lsumac \
	-Wl,-rpath,"$(realpath "$b/lib")" || exit 1
count shmem "front end, SHMEM" "on_team 82 on_set 138"
for mpi in openmpi:ompi mpich:mpich; do
	front_end=${mpi#*:} mpi=${mpi%:*}
	libs="-L$b/lib -lsumac_$front_end -lsumac -Wl,-rpath,$dir:$(realpath "$b/lib")"
	mpicc.$mpi $options tests/bench/mpi_path.c -rdynamic -o "$dir/$mpi" $libs || exit 1
	count $mpi "front end, $mpi" "allreduce 132 reduce 155 barrier 88 in_turn 142 alternating 160"
	mpicc.$mpi $options -DWHOLE tests/bench/mpi_path.c -rdynamic -o "$dir/whole_$mpi" "$dir/libcore.so" $libs || exit 1
	count whole_$mpi "the whole way, $mpi" "allreduce 586 reduce 587 barrier 510 in_turn 843 alternating 602"
done
exit $bad
