#!/bin/sh
# Builds and runs one Verilator bench: run-bench.sh BUILD tests/rtl/tb_X.sv. A bench with a parameter Small is built twice, with
# default and with the smallest parameters of the NIC. Its head names the C files of tests/rtl that it calls by DPI: "// C: ref_int.c".
b=$1 tb=$2
name=$(basename "$tb" .sv)
with=
for c in $(sed -n 's|^// C: *||p' "$tb"); do # as C, whatever Verilator compiles its own with
	o=$b/rtl/c/$(basename "$c" .c).o
	mkdir -p "$b/rtl/c"
	${CC:-cc} -std=gnu11 -O2 -Wall -Wextra -Itests -Itests/rtl -Iinclude -I. -I"$(verilator --getenv VERILATOR_ROOT)/include/vltstd" \
		-c "tests/rtl/$c" -o "$o.$name" && mv "$o.$name" "$o" || exit 1
	with="$with $(realpath "$o")"
done
one() # DIR PARAMETERS...
{
	dir=$b/rtl/$1
	shift
	mkdir -p "$dir"
	if [ ! -x "$dir/V$name" ] || [ -n "$(find hw/rtl tests/rtl tests/oracle include hw/lint.vlt -newer "$dir/V$name" -name '*.*' | head -1)" ]; then
		rm -f "$dir/V$name" # its make does not know that our objects have changed
		verilator --binary --timing --assert -Wall -Wno-fatal -Wno-DECLFILENAME --top-module "$name" "$@" hw/lint.vlt hw/rtl/sumac_pkg.sv \
			-y hw/rtl -y tests/rtl "$tb" $with --Mdir "$dir" -CFLAGS "-O1 -I$PWD/tests/rtl -I$PWD/include -I$PWD" \
			-MAKEFLAGS "OPT_FAST=-O1 OPT_GLOBAL=-O1" >"$dir/build.log" 2>&1 || { tail -30 "$dir/build.log"; return 1; }
	fi
	timeout 300 "$dir/V$name"
}
one "$name" || exit 1
grep -q 'parameter bit Small ' "$tb" || exit 0
one "$name-small" "-GSmall=1'b1"
