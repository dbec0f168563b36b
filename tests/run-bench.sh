#!/bin/sh
# Builds and runs one Verilator bench: run-bench.sh BUILD tests/rtl/tb_X.sv. A bench with a parameter Small is built twice, with
# default and with the smallest parameters of the NIC. Its head names the C files that it calls by DPI, as seen from tests/rtl or
# from here: "// C: ref_lane.c"; and what else it is linked with, which BUILD has: "// Archive: lib/libsumac.a". BENCH_MAIN replaces
# what makes its main(), BENCH_ARGS are given to the bench (@ is the folder it is built in), which may run BENCH_SECONDS. Registers
# and memories begin with random values, so that a missing reset is seen; a bench that says "// From zeros: " why begins with zeros.
# A head with "// Compiled: -O0" and why is compiled so; all others are with -O1. BENCH_SIZE=small or full builds and runs only that
# of the two. BENCH_JOBS compilers run at a time. A build is kept, and made again when something that it was made of is
# newer. Verilator's runtime is compiled once for all benches.
b=$1 tb=$2
. hw/rtl.sh
name=$(basename "$tb" .sv)
include=$(verilator --getenv VERILATOR_ROOT)/include
cxx=${CXX_SIM:-$(command -v clang++ || command -v g++)}
case $cxx in *clang*) coroutines=-std=c++20 ;; *) coroutines=-fcoroutines ;; esac
[ -z "$(command -v ccache)" ] || export OBJCACHE=ccache # if there is one

# newer THAN DEPENDENCIES: says so when a file that a compiler or Verilator noted in DEPENDENCIES is newer, or gone.
newer() { [ ! -e "$1" ] || [ ! -e "$2" ] ||
	[ -n "$(find $(tr -d '\\\n' <"$2" | sed 's/^[^:]*: *//') -newer "$1" 2>&1 | head -1)" ]; }

# Those who build side by side wait for each other: what they share is made once.
locked() { mkdir -p "$b/rtl" && { flock 9 && "$@"; } 9>"$b/rtl/lock"; }

c_object() # FILE OBJECT: as C, whatever Verilator compiles its own with
{
	newer "$2" "${2%.o}.d" || return 0
	mkdir -p "$b/rtl/c"
	${CC:-cc} -std=gnu11 -O2 -Wall -Wextra -Itests -Itests/rtl -Iinclude -Ihost -I. -I"$include/vltstd" -MMD -c "$1" -o "$2"
}

# Prints the flags for the compilers of models; a set of runtime objects and a compiled verilated.h belong to each such line.
flags()
{
	echo "$coroutines $optimised -w -I$include -I$include/vltstd -DVM_COVERAGE=$1" \
		"-DVM_SC=0 -DVM_TRACE=0 -DVM_TRACE_FST=0 -DVM_TRACE_VCD=0"
}

runtime() # FOLDER COVERAGE NAMES...
{
	rt=$1 set_to=$(flags "$2")
	shift 2
	mkdir -p "$rt"
	if [ ! -e "$rt/all.h.pch" ]; then
		printf '#include "%s"\n' verilated.h verilated_dpi.h verilated_timing.h >"$rt/all.h"
		$cxx $set_to -x c++-header "$rt/all.h" -o "$rt/all.h.new" || return 1
		ln -f "$rt/all.h.new" "$rt/all.h.gch" # as g++ calls it
		mv "$rt/all.h.new" "$rt/all.h.pch"
	fi
	for part in "$@"; do
		[ -e "$rt/$part.o" ] && continue
		$cxx $set_to -c "$include/$part.cpp" -o "$rt/$part.o.new" && mv "$rt/$part.o.new" "$rt/$part.o" || return 1
	done
}

with=
for c in $(sed -n 's|^// C: *||p' "$tb"); do
	o=$(realpath -m "$b/rtl/c/$(basename "$c" .c).o")
	[ ! -e "tests/rtl/$c" ] || c=tests/rtl/$c
	locked c_object "$c" "$o" || exit 1
	with="$with $o"
done
for archive in $(sed -n 's|^// Archive: *||p' "$tb"); do
	with="$with $(realpath "$b/$archive")"
done
optimised=$(sed -n 's|^// Compiled: *\(-O[0-3]\).*|\1|p' "$tb") optimised=${optimised:--O1}
start="+verilator+rand+reset+2 +verilator+seed+1"
! grep -q "^// From zeros: " "$tb" || start=
for_dir() { echo "$1" | sed "s#@#$dir#g"; }

# listed NAME: what the model's own makefile has under that name
listed() { echo "listed: ; @echo \$($1)" | make -s -f "$dir/${prefix}_classes.mk" -f - listed; }

build()
{
	if [ "$(cat "$dir/verilated" 2>/dev/null)" != "$words" ] || newer "$dir/verilated" "$(echo "$dir"/*__ver.d)"; then
		rm -rf "$dir" && mkdir -p "$dir"
		echo "$words" >"$dir/begun" # what changes from now on is newer
		verilator $words --Mdir "$dir" || return 1
		mv "$dir/begun" "$dir/verilated"
	fi
	prefix=$(basename "$dir"/*_classes.mk _classes.mk)
	parts=$(listed VM_GLOBAL_FAST) coverage=$(listed VM_COVERAGE)
	rt=$(realpath "$b")/rtl/runtime-$(echo "$cxx $(flags "$coverage") $(verilator --version)" | cksum | cut -d' ' -f1)
	locked runtime "$rt" "$coverage" $parts || return 1
	objects=$(for part in $parts; do echo "$rt/$part.o"; done)
	[ -z "$(find $with $objects -newer "$dir/V$name" 2>&1 | head -1)" ] || rm -f "$dir/V$name"
	one_file= # what one compiler makes takes half the time as one file
	[ "${BENCH_JOBS:-1}" != 1 ] || one_file=VM_PARALLEL_BUILDS=0
	make -C "$dir" -f "$prefix.mk" -j "${BENCH_JOBS:-1}" $one_file CXX="$cxx" LINK="$cxx" \
		CFG_CXXFLAGS_COROUTINES="-include $rt/all.h $(flags "$coverage")" \
		CFG_CXXFLAGS_NO_UNUSED= VM_GLOBAL_FAST= USER_LDLIBS="$(echo $objects)" OPT_FAST= OPT_SLOW=
}

one() # DIR PARAMETERS...
{
	dir=$b/rtl/$1
	shift
	words="--cc --exe --timing --assert -Wall -Wno-fatal -Wno-DECLFILENAME --top-module $name $* hw/lint.vlt sim/nic/vnic.vlt
		tests/rtl/shared_lanes.vlt $(rtl_pkg) $(for_dir "${BENCH_MAIN:---main}") $(rtl_find) -y tests/rtl
		$tb $with -CFLAGS -I$PWD/tests/rtl -CFLAGS -I$PWD/include -CFLAGS -I$PWD"
	words=$(echo $words) # on one line
	mkdir -p "$dir"
	(unset MAKEFLAGS MAKELEVEL MFLAGS; build) >"$dir.log" 2>&1 || { tail -30 "$dir.log"; return 1; }
	echo "$start $(for_dir "$BENCH_ARGS")" >"$dir/args"
	timeout "${BENCH_SECONDS:-300}" "$dir/V$name" $(cat "$dir/args")
}
[ "$BENCH_SIZE" = small ] || one "$name" || exit 1
[ "$BENCH_SIZE" != full ] || exit 0
grep -q 'parameter bit Small ' "$tb" || exit 0
one "$name-small" -GSmall=1
