#!/bin/sh
# Generated files: they match the tables, a drift is named, and each works in the compilers that read it.
# Usage: test_spec_files.sh ROOT SUMAC_GEN
set -u
root=${1:?root of the tree} gen=${2:?the generator}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
failed=0

ok() { echo "ok: $1"; }
bad() { echo "FAILED: $1"; failed=1; }
expect() { # name, 0 or 1, command...
	name=$1 want=$2
	shift 2
	"$@" >"$dir/log" 2>&1
	got=$?
	[ "$got" -ne 0 ] && got=1
	if [ "$got" -eq "$want" ]; then ok "$name"; else bad "$name"; sed 's/^/    /' "$dir/log"; fi
}

expect "the committed files are what the tables give" 0 "$gen" --check "$root"

"$gen" --out "$dir/tree" || bad "writes a tree"
expect "what was written has not drifted" 0 "$gen" --check "$dir/tree"
(cd "$dir/tree" && find . -type f) >"$dir/files"
n=0
while read -r file; do
	cp "$dir/tree/$file" "$dir/saved"
	echo x >>"$dir/tree/$file"
	if "$gen" --check "$dir/tree" 2>"$dir/log"; then bad "drift of $file passes"; fi
	grep -q "${file#./} differs from what the tables give" "$dir/log" || bad "drift of $file is not named"
	[ "$(wc -l <"$dir/log")" -eq 1 ] || bad "drift of $file names others"
	cp "$dir/saved" "$dir/tree/$file"
	n=$((n + 1))
done <"$dir/files"
[ "$n" -ge 14 ] && ok "each of $n files is named when it drifts"
rm "$dir/tree/hw/rtl/sumac_pkg.sv"
expect "a missing file is drift" 1 "$gen" --check "$dir/tree"

# Wrong rows stop the generator: nothing is written from them.
mkdir -p "$dir/bad/host" "$dir/bad/include" && cp -r "$root/host/gen" "$dir/bad/host" &&
	cp -r "$root/include/spec" "$dir/bad/include" &&
	sed -i 's/^SUMAC_OP(PROD,  *2,/SUMAC_OP(PROD, 1,/' "$dir/bad/include/spec/ops.def" &&
	${CC:-cc} -std=gnu11 -o "$dir/bad/gen" "$dir"/bad/host/gen/*.c || bad "builds another generator"
expect "wrong rows stop the generator" 1 "$dir/bad/gen" --out "$dir/bad/out"
grep -q "ops: SUM and PROD have the same code 1" "$dir/log" || bad "wrong rows are not named"
[ -e "$dir/bad/out" ] && bad "something was written from wrong rows"

# The header of SHMEM's reductions, alone.
shmem() { # body of a function; language
	printf 'typedef void *shmem_team_t;\n#include "shmem_reductions.h"\n#include <stdbool.h>\n' >"$dir/x.$2"
	printf 'int f(shmem_team_t w)\n{\n%s\n}\n' "$1" >>"$dir/x.$2"
}
each_type='#define TRY(type, op) { type d[2], s[2] = { 0 }; if (shmem_##op##_reduce(w, d, s, 2)) return 1; }
#define ARITH(type) TRY(type, sum) TRY(type, prod)
#define MINMAX(type) ARITH(type) TRY(type, min) TRY(type, max)
#define BITWISE(type) MINMAX(type) TRY(type, and) TRY(type, or) TRY(type, xor)
MINMAX(char) MINMAX(signed char) BITWISE(short) BITWISE(int) BITWISE(long) BITWISE(long long) MINMAX(ptrdiff_t)
BITWISE(unsigned char) BITWISE(unsigned short) BITWISE(unsigned) BITWISE(unsigned long)
BITWISE(unsigned long long) BITWISE(int8_t) BITWISE(int16_t) BITWISE(int32_t) BITWISE(int64_t)
BITWISE(uint8_t) BITWISE(uint16_t) BITWISE(uint32_t) BITWISE(uint64_t) BITWISE(size_t)
MINMAX(float) MINMAX(double) MINMAX(long double) ARITH(double _Complex) ARITH(float _Complex)
return 0;'
for cc in gcc clang; do
	command -v $cc >/dev/null || continue
	flags="-I$root/include -Wall -Wextra -Werror -fsyntax-only"
	shmem "$each_type" c
	expect "$cc: every type of Table 10 has its generic reductions" 0 $cc -std=c11 $flags "$dir/x.c"
	for pair in float:and double:or 'long double:xor' 'double _Complex:max' 'float _Complex:min' char:and \
		'struct{int a;}:sum' bool:sum; do
		shmem "${pair%%:*} d[2], s[2] = { 0 }; return shmem_${pair##*:}_reduce(w, d, s, 2);" c
		expect "$cc: ${pair##*:} on ${pair%%:*} does not compile" 1 $cc -std=c11 $flags "$dir/x.c"
		grep -q no_such_reduction_for_this_type "$dir/log" || bad "$cc does not say why: ${pair##*:} on ${pair%%:*}"
	done
	shmem 'int d, s = 0; return shmem_int_sum_reduce(w, &d, &s, 1);' c
	expect "$cc: C99 has the typed names" 0 $cc -std=c99 $flags "$dir/x.c"
done
for cxx in g++ clang++; do
	command -v $cxx >/dev/null || continue
	shmem 'std::complex<double> d, s; return shmem_complexd_sum_reduce(w, &d, &s, 1);' cpp
	expect "$cxx has the typed names, complex too" 0 $cxx -I"$root/include" -Wall -Wextra -Werror -pedantic \
		-fsyntax-only "$dir/x.cpp"
done
# Every declaration fits its row in the list of definitions.
cat >"$dir/x.c" <<'END'
typedef void *shmem_team_t;
#include "shmem_reductions.h"
#define SUMAC_SHMEM_TEAM(name, c_type, type, OP, op) \
	int shmem_##name##_##op##_reduce(shmem_team_t team, c_type *dest, const c_type *source, size_t nreduce) \
	{ (void)team; (void)dest; (void)source; (void)nreduce; return 0; }
#define SUMAC_SHMEM_ACTIVE(name, c_type, type, OP, op) \
	void shmem_##name##_##op##_to_all(c_type *dest, const c_type *source, int nreduce, int start, int stride, \
					  int size, c_type *work, long *sync) \
	{ (void)dest; (void)source; (void)nreduce; (void)start; (void)stride; (void)size; (void)work; (void)sync; }
#define SUMAC_SHMEM_SCAN(name, c_type, type, call, scan) \
	int shmem_##name##_##call(shmem_team_t team, c_type *dest, const c_type *source, size_t nreduce) \
	{ (void)team; (void)dest; (void)source; (void)nreduce; return 0; }
#include "../host/frontend/shmem/reductions.inc"
END
expect "SHMEM's declarations are those of its definitions" 0 \
	gcc -std=c11 -I"$root/include" -Wall -Wextra -Werror -Wmissing-prototypes -c -o "$dir/x.o" "$dir/x.c"
declared=$(grep -cE '^(int|void) shmem_' "$root/include/shmem_reductions.h")
defined=$(nm "$dir/x.o" | grep -c ' T ')
if [ "$declared" -eq "$defined" ]; then ok "all $declared of them"; else bad "$declared declared, $defined defined"; fi

# sumac_ops.h tells the same codes as spec.h, whichever comes first.
cat >"$dir/codes.h" <<'END'
#include <stdio.h>
static void tell(void)
{
#define SUMAC_OP(name, ...) printf("%d ", (int)SUMAC_OP_##name);
#define SUMAC_CLASS(name, ...) printf("%d ", (int)SUMAC_CLASS_##name);
#define SUMAC_TYPE(name, ...) printf("%d ", (int)SUMAC_TYPE_##name);
#define SUMAC_STATUS(name, ...) printf("%d ", (int)SUMAC_##name);
#include "spec/rows.def"
}
int main(void) { tell(); return 0; }
END
printf '#include "spec/spec.h"\n#include "sumac_ops.h"\n#include "codes.h"\n' >"$dir/a.c"
printf '#include "sumac_ops.h"\n#include "spec/spec.h"\n#include "codes.h"\n' >"$dir/b.c"
gcc -I"$root/include" -I"$dir" -Wall -Werror -o "$dir/a" "$dir/a.c" &&
	gcc -I"$root/include" -I"$dir" -Wall -Werror -o "$dir/b" "$dir/b.c" &&
	[ -n "$("$dir/a")" ] && [ "$("$dir/a")" = "$("$dir/b")" ] && ok "sumac_ops.h and spec.h agree" ||
	bad "sumac_ops.h and spec.h disagree"
cp "$dir/a.c" "$dir/a.cpp"
expect "spec.h is C++ too" 0 g++ -I"$root/include" -I"$dir" -Wall -Wextra -Werror -fsyntax-only "$dir/a.cpp"

# MPI's handles, in each library: enough of them exist, and have the size that the map says.
cat >"$dir/x.c" <<'END'
#include <mpi.h>
#include <stdio.h>
int main(void)
{
	int n = 0, ops = 0, size;

	MPI_Init(NULL, NULL);
#define SUMAC_MPI_HANDLE(handle, type, bytes, allowed, language) \
	if (handle != MPI_DATATYPE_NULL && !PMPI_Type_size(handle, &size) && size != 0) { \
		if (size != bytes) \
			printf("%s: %d, not %d\n", #handle, size, bytes); \
		n += size == bytes && (allowed); \
	}
#define SUMAC_MPI_OPERATION(handle, op) ops += handle != MPI_OP_NULL;
#include "host/frontend/mpi/mpi_handles.inc"
	MPI_Finalize();
	printf("%d datatypes, %d operations\n", n, ops);
	return n < 55 || ops != 12;
}
END
for mpicc in mpicc.openmpi mpicc.mpich; do
	command -v $mpicc >/dev/null || continue
	expect "$mpicc reads the map of handles" 0 $mpicc -I"$root" -Wall -Werror -o "$dir/x" "$dir/x.c"
	expect "$mpicc: handles have the sizes that the map says" 0 env OMPI_ALLOW_RUN_AS_ROOT=1 \
		OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "$dir/x"
	sed 's/^/    /' "$dir/log"
done

# The package, in both tools; nic_ops is a function that synthesis takes.
cat >"$dir/top.sv" <<'END'
module top(input logic [7:0] type_i, output logic [15:0] ops_o);
  assign ops_o = sumac_pkg::nic_ops(type_i) | sumac_pkg::bench_ops(type_i);
endmodule
END
expect "verilator -Wall takes the package" 0 verilator --lint-only -Wall --top-module top \
	"$root/hw/rtl/sumac_pkg.sv" "$dir/top.sv"
cat >"$dir/top.ys" <<END
read_verilog -sv $root/hw/rtl/sumac_pkg.sv $dir/top.sv
synth -top top
eval -set type_i 8'h12 -show ops_o
select -assert-none t:*dff* t:*latch*
sat -verify -prove ops_o 16'h87FE -set type_i 8'h23 top
sat -verify -prove ops_o 16'h0000 -set type_i 8'h65 top
sat -verify -prove ops_o 16'h0000 -set type_i 8'h00 top
END
expect "yosys synthesises nic_ops, and it answers right" 0 yosys -q -e 'implicitly declared' "$dir/top.ys"
exit $failed
