#!/bin/sh
# The libraries export their API's names and nothing else: exports.sh BUILD.
b=$1 bad=0
exported() { nm -D --defined-only "$b/lib/$1" | awk '$2 ~ /[TDBRVW]/ {print $3}' | grep -v '^SUMAC_'; }
for symbol in $(exported libsumac.so); do
	case $symbol in
	*@@SUMAC_0 | *@SUMAC_0) name=${symbol%%@*}; grep -qw "$name" include/sumac.h || { echo "libsumac: $name is not in sumac.h"; bad=1; } ;;
	*@@SUMAC_PRIVATE | *@SUMAC_PRIVATE) ;;
	*) echo "libsumac: $symbol has no version"; bad=1 ;;
	esac
done
for name in $(grep -oE '\bsumac_[a-z_]+\(' include/sumac.h | tr -d '(' | sort -u); do
	exported libsumac.so | grep -q "^$name@" || { case $name in sumac_strerror*) ;; esac; echo "libsumac: $name is declared and not exported"; bad=1; }
done
exported libsumac_shmem.so | sed 's/@.*//' | grep -vE '^(shmem_|shmemx_|p?shmem|start_pes$|_my_pe$|_num_pes$|my_pe$|num_pes$|shmalloc$|shfree$|shrealloc$)' && { echo "libsumac_shmem exports these"; bad=1; }
if [ -e "$b/lib/libsumac_ompi.so" ]; then
	exported libsumac_ompi.so | sed 's/@.*//' | grep -vE '^(MPI_|mpi_)' && { echo "libsumac_ompi exports these"; bad=1; }
fi
for lib in libsumac libsumac_shmem libsumac_ompi; do
	[ -e "$b/lib/$lib.so" ] || continue
	readelf -d "$b/lib/$lib.so" | grep -q "SONAME.*$lib.so.0" || { echo "$lib has no versioned SONAME"; bad=1; }
done
[ $bad = 0 ] && echo "exports: as declared"
[ $bad = 0 ]
