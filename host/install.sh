#!/bin/sh
# Installs libraries, headers, tool and rack: install.sh BUILD DESTDIR PREFIX.
set -e
b=$1 prefix=$3 root=$2$3
install -d "$root/bin" "$root/lib/pkgconfig" "$root/include/mpp" "$root/share/doc/sumac"
install -m 755 "$b/bin/sumac" "$b/bin/sumac-rack" "$b/bin/sumac-xrt-device" "$b/bin/sumac-xclbin" "$root/bin"
for name in oshcc oshc++ oshcxx oshfort oshrun; do
	ln -sf sumac "$root/bin/$name"
done
install -d "$root/share/man/man3"
install -m 644 docs/manual/*.3 "$root/share/man/man3"
# Each function for exact sums is found by its name: a link to the page whose synopsis has it.
for name in $(sed -n 's/^[a-z]* \([a-z]*_exact_[a-z_]*\)(.*/\1/p' include/sumac_exact.h include/shmem*.h); do
	[ ! -e "docs/manual/$name.3" ] || continue
	page=$(grep -l "^\.BI \"[a-z]* $name(" docs/manual/*.3) || { echo "no page of manual has $name"; exit 1; }
	echo ".so man3/${page##*/}" >"$root/share/man/man3/$name.3"
done
for lib in libsumac libsumac_shmem libsumac_ompi libsumac_mpich; do
	[ -e "$b/lib/$lib.so.0" ] || continue # without an MPI's headers its front end is left out
	install -m 755 "$b/lib/$lib.so.0" "$root/lib"
	ln -sf "$lib.so.0" "$root/lib/$lib.so"
done
install -m 755 "$b/lib/sumac_xrt_emulation.so" "$root/lib"
[ ! -e "$b/lib/sumac_exact.mod" ] || install -D -m 644 "$b/lib/sumac_exact.mod" "$root/lib/sumac/sumac_exact.mod"
for mpi in ompi mpich; do # the module that goes with the MPI's and the compiler's own
	[ ! -e "$b/lib/$mpi/sumac_mpi_f08.mod" ] ||
		install -D -m 644 "$b/lib/$mpi/sumac_mpi_f08.mod" "$root/lib/sumac/$mpi/sumac_mpi_f08.mod"
done
install -m 644 include/*.h include/*.fh include/*.f90 "$root/include"
install -m 644 include/mpp/* "$root/include/mpp"
install -D -m 644 include/shmem_external/shmem.fh "$root/include/shmem_external/shmem.fh"
install -D -m 644 "$b/bitstreams/sumac_hw_emu.xclbin" "$root/share/sumac/sumac_hw_emu.xclbin"
install -d "$root/share/sumac/page"
install -m 644 host/page/*.html host/page/*.css host/page/*.js "$root/share/sumac/page"
install -m 644 README.md LICENSE "$root/share/doc/sumac"
version=$(sed -n 's/^#define SUMAC_VERSION_[A-Z]* *//p' include/sumac.h | paste -sd .)
for name in sumac sumac-shmem; do
	[ $name = sumac ] && libs=-lsumac || libs='-lsumac_shmem -lsumac'
	cat >"$root/lib/pkgconfig/$name.pc" <<EOF
prefix=$prefix
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: $name
Description: reductions in the network card
Version: $version
Cflags: -I\${includedir}
Libs: -L\${libdir} -Wl,-rpath,\${libdir} $libs
EOF
done
echo "installed in $root"
