#!/bin/sh
# The libraries export their API's names and nothing else: exports.sh BUILD.
b=$1 bad=0
exported() { nm -D --defined-only "$b/lib/$1" | awk '$2 ~ /[TDBRVW]/ {print $3}' | grep -v '^SUMAC_'; }
sh tests/host/test_libsumac_exports.sh "$b/lib/libsumac.so" || bad=1
exported libsumac_shmem.so | sed 's/@.*//' | grep -vE '^(shmem_|shmemx_|p?shmem|start_pes$|_my_pe$|_num_pes$|my_pe$|num_pes$|shmalloc$|shfree$|shrealloc$)' && { echo "libsumac_shmem exports these"; bad=1; }
if [ -e "$b/lib/libsumac_ompi.so" ]; then
	exported libsumac_ompi.so | sed 's/@.*//' | grep -vE '^(MPI_|mpi_)' && { echo "libsumac_ompi exports these"; bad=1; }
	for call in $(grep '^SUMAC_COLL(' include/spec/collectives.def | grep -o 'MPI_[A-Za-z_]*'); do
		exported libsumac_ompi.so | sed 's/@.*//' | grep -qx "$call" || { echo "libsumac_ompi lacks $call, a name of include/spec/collectives.def"; bad=1; }
	done
fi
for lib in libsumac libsumac_shmem libsumac_ompi; do
	[ -e "$b/lib/$lib.so" ] || continue
	readelf -d "$b/lib/$lib.so" | grep -q "SONAME.*$lib.so.0" || { echo "$lib has no versioned SONAME"; bad=1; }
done
[ $bad = 0 ] && echo "exports: as declared"
[ $bad = 0 ]
