#!/bin/sh
# The libraries export their API's names and nothing else: exports.sh BUILD.
b=$1 bad=0
# lacking FILE TEXT: tells those of the names that come in which are no line of FILE; TEXT begins with who lacks them.
lacking()
{
	lacked=$(grep -vxFf "$1") || return 0
	echo "$lacked" | sed "s/.*/$2/"
	bad=1
}
exported() { nm -D --defined-only "$b/lib/$1" | awk '$2 ~ /[TDBRVW]/ {print $3}' | grep -v '^SUMAC_'; }
sh tests/host/test_libsumac_exports.sh "$b/lib/libsumac.so" || bad=1
for call in $(sed -n 's/^\(int\|void\) \(sumac_exact_[a-z_]*\)(.*/\2/p' include/sumac_exact.h); do
	grep -q "name=\"$call\"" include/sumac_exact.f90 || { echo "Fortran's module sumac_exact lacks $call"; bad=1; }
done
names='shmem|start_pes_?$|_my_pe$|_num_pes$|my_pe_?$|num_pes_?$|shmalloc$|shfree$|shrealloc$|shp(alloc|deallc|clmove)_[48]?$'
exported libsumac_shmem.so | sed 's/@.*//' | grep -vE "^p?($names)" && { echo "libsumac_shmem exports these"; bad=1; }
# Each of its functions has another name for tools, which is the same function.
nm -D --defined-only "$b/lib/libsumac_shmem.so" | sed 's/@.*//' | awk '
	$2 == "T" { at[$3] = $1; n++ }
	END {
		for (name in at)
			if (substr(name, 1, 1) != "p" && at["p" name] != at[name]) { print "libsumac_shmem lacks p" name; n = 0 }
		exit n < 500
	}' || { echo "libsumac_shmem lacks names for profiling"; bad=1; }
exported libsumac_shmem.so | sed 's/@.*//' >"$b/exports"
# Exported names without a declaration are Fortran's, and two that belong to programs.
${CC:-cc} -E -Iinclude include/pshmem.h | grep -oE '\bp(shmem|start_pes|_my_pe|_num_pes|sh)[a-z0-9_]*\b' | sort -u >"$b/declared"
grep '^p' "$b/exports" | grep -vE '_[468]?$|^p(my_pe|num_pes)$' >"$b/names"
lacking "$b/declared" "pshmem.h lacks &" <"$b/names"
sed -n -e "s/.*PARAMETER (SHMN[0-9]*='\([a-z0-9_]*\)'.*/\1/p" -e 's/.*SUBROUTINE \(SHMEM_[A-Z_]*\)(.*/\L\1_/p' \
	-e 's/.*::\(SHMEM_[A-Z_]*\)/\L\1_/p' include/shmem.fh >"$b/names"
lacking "$b/exports" "libsumac_shmem lacks &, which shmem.fh declares" <"$b/names"
! grep -q D2X_unix_sock "$b/lib/libsumac.so" || { echo "libsumac has what XRT's emulation alone needs"; bad=1; } # xrt_watch.c
[ "$(exported sumac_xrt_emulation.so)" = sumac_xrt_emulation ] ||
	{ echo "sumac_xrt_emulation.so exports more than one function"; bad=1; }
pmpi='PMPI_(Init|Finalize|I?[bB]arrier|Test|Wait|Request_|I?[aA]?l*[rR]educe|I?(ex)?[sS]can|Exscan)|PMPIX_[A-Za-z_]*_init$'
persistent='(MPIX|mpix)_[A-Za-z_]*_(init|INIT)(_|__|_f08_)?$'
locals='P?MPIX?_Reduce_locals|p?mpix?_reduce_locals' exact='Sumac_Exact_|sumac_exact_[a-z_0-9]*_$'
for mpi in libsumac_ompi libsumac_mpich; do
	[ -e "$b/lib/$mpi.so" ] || continue
	exported $mpi.so | sed 's/@.*//' >"$b/exports"
	grep -vE "^(MPI_|mpi_|$locals|$exact|$pmpi|$persistent)" "$b/exports" &&
		{ echo "$mpi exports these"; bad=1; }
	# Calls with large counts and persistent ones are there where the MPI has them.
	sed -n 's/^\t\(MPI_[A-Za-z_]*\);/\1/p' host/libsumac_mpi.map | grep -vE '_(c|init)$' >"$b/names"
	lacking "$b/exports" "$mpi lacks &, a name of host\/libsumac_mpi.map" <"$b/names"
	{
		grep -oE '^(int|MPI_[A-Za-z]*) (P?MPIX?|Sumac)_[A-Za-z_]*' include/sumac_mpi.h | sed 's/.* //'
		sed -n 's/.*name="\(.*\)").*/\1/p' include/sumac_mpi_f08.f90
		grep -oE '(subroutine|integer function) [A-Za-z_]*\(' include/sumac_mpif.h | sed 's/.* //; s/(/_/' | tr A-Z a-z
	} >"$b/names"
	lacking "$b/exports" "$mpi lacks &, which a header declares" <"$b/names"
done
if [ -e "$b/lib/libsumac_ompi.so" ]; then
	# Open MPI's Fortran does not call C: what the standard has, and is there in C, is there in Fortran, by all names that
	# compilers make of it.
	exported libsumac_ompi.so | sed 's/@.*//' >"$b/exports"
	grep -E '^MPIX?_[A-Z][a-z]' "$b/exports" | grep -v Reduce_locals | awk -v OFS="\n" '
		{ lower = tolower($0); print lower, lower "_", lower "__", toupper($0), lower "_f08_" }' >"$b/names"
	lacking "$b/exports" "libsumac_ompi lacks &, a name of Fortran" <"$b/names"
fi
for lib in libsumac libsumac_shmem libsumac_ompi libsumac_mpich; do
	[ -e "$b/lib/$lib.so" ] || continue
	readelf -d "$b/lib/$lib.so" | grep -q "SONAME.*$lib.so.0" || { echo "$lib has no versioned SONAME"; bad=1; }
done
[ $bad = 0 ] && echo "exports: as declared"
[ $bad = 0 ]
