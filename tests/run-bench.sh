#!/bin/sh
# Builds and runs one Verilator bench: run-bench.sh BUILD tests/rtl/tb_X.sv. A bench with a parameter Small is built twice, with
# default and with the smallest parameters of the NIC. Its head names the C files of tests/rtl that it calls by DPI: "// C: ref_lane.c".
# BENCH_MAIN replaces what makes its main(), BENCH_ARGS are given to the bench (@ is the folder it is built in), which may run BENCH_SECONDS.
# Registers and memories begin with random values, so that a missing reset is seen; a bench that says "// From zeros: " why begins with zeros.
# BENCH_SIZE=small or full builds and runs only that of the two.
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
[ -z "$(command -v ccache)" ] || export OBJCACHE=ccache # if there is one
start="+verilator+rand+reset+2 +verilator+seed+1"
! grep -q "^// From zeros: " "$tb" || start=
own=$(for word in $BENCH_MAIN; do [ ! -e "$word" ] || echo "$word"; done)
for_dir() { echo "$1" | sed "s#@#$dir#g"; }
one() # DIR PARAMETERS...
{
	dir=$b/rtl/$1
	shift
	mkdir -p "$dir"
	if [ ! -x "$dir/V$name" ] || [ -n "$(find hw/rtl tests/rtl tests/oracle include hw/lint.vlt $own -newer "$dir/V$name" -name '*.*' | head -1)" ]; then
		rm -f "$dir/V$name" # its make does not know that our objects have changed
		verilator --cc --exe --build --timing --assert -Wall -Wno-fatal -Wno-DECLFILENAME --top-module "$name" "$@" \
			hw/lint.vlt hw/rtl/sumac_pkg.sv $(for_dir "${BENCH_MAIN:---main}") -y hw/rtl -y tests/rtl "$tb" $with --Mdir "$dir" -CFLAGS "-O1 -I$PWD/tests/rtl -I$PWD/include -I$PWD" \
			-MAKEFLAGS "OPT_FAST=-O1 OPT_GLOBAL=-O1" >"$dir/build.log" 2>&1 || { tail -30 "$dir/build.log"; return 1; }
	fi
	echo "$start $(for_dir "$BENCH_ARGS")" >"$dir/args"
	timeout "${BENCH_SECONDS:-300}" "$dir/V$name" $(cat "$dir/args")
}
[ "$BENCH_SIZE" = small ] || one "$name" || exit 1
[ "$BENCH_SIZE" != full ] || exit 0
grep -q 'parameter bit Small ' "$tb" || exit 0
one "$name-small" "-GSmall=1'b1"
