#!/bin/sh
# Counts how often each branch of the NIC's model is taken while a short job runs on four NICs: profile.sh BUILD OUT CXX OBJECT...,
# the rack's objects without the model. Where that fails, it says why and leaves OUT empty.
b=$1 out=$2 cxx=$3
shift 3
dir=$b/nic/counting

count()
{
	case $("$cxx" --version) in *clang*) ;; *) echo "$cxx is not clang"; return 1 ;; esac
	profdata=$("$cxx" -print-prog-name=llvm-profdata)
	command -v "$profdata" >/dev/null || { echo "clang has no llvm-profdata (Debian's package llvm)"; return 1; }
	rm -rf "$dir" && mkdir -p "$dir/bin" "$dir/obj" || return
	cp "$b"/nic/obj/*.cpp "$b"/nic/obj/*.h "$b"/nic/obj/*.mk "$dir/obj" || return
	flags="-O0 -fprofile-instr-generate"
	${MAKE:-make} -C "$dir/obj" -f Vsumac_nic.mk CXX="$cxx" OPT_FAST="$flags" OPT_SLOW="$flags" OPT_GLOBAL=-O2 \
		Vsumac_nic__ALL.a verilated.o verilated_threads.o &&
		"$cxx" -fprofile-instr-generate "$@" "$dir/obj/Vsumac_nic__ALL.a" "$dir/obj/verilated.o" \
			"$dir/obj/verilated_threads.o" -lpthread -lm -latomic -o "$dir/bin/sumac-rack" &&
		${CC:-cc} -std=gnu11 -O1 -Iinclude sim/profile/workload.c -L"$b/lib" -lsumac -Wl,-rpath,"$(cd "$b" && pwd)/lib" \
			-o "$dir/workload" &&
		cp "$b/bin/sumac" "$dir/bin" &&
		LLVM_PROFILE_FILE=$dir/counts timeout 100 "$dir/bin/sumac" run -n 4 --engine nic --require nic --clock stepped \
			"$dir/workload" &&
		"$profdata" merge "$dir/counts" -o "$out"
}

mkdir -p "$dir"
count "$@" >"$b/nic/profile.log" 2>&1 || {
	echo "  the NIC's model is compiled without a profile, and will simulate a third slower: $(tail -1 "$b/nic/profile.log")"
	: >"$out"
}
rm -rf "$dir"
