# SHMEM: memory, teams, what ends a job, and what compiles. Read by e2e.sh.

# --- SHMEM.
forms="fixed free fixed_8 free_8"
for engine in $engines; do
	for program in shmem_static shmem_static_no_pie; do
		begin "${program//_/ } data as source and destination, $engine" && {
			go 0 "$sumac" run -n 4 --engine $engine --set check=1 --report report.json "$programs/$program"
			silent; ran $engine 4; end
		}
	done
	begin "shmem: every row of the standard's tables is a call that computes, $engine" && {
		go 0 "$sumac" run -n 3 --engine $engine "$programs/shmem_tables"
		grep -q '^493 calls, 0 wrong' out || complain "$(cat out)"
		end
	}
	for n in 1 3 5; do
		begin "shmem teams and active sets, $n PEs, $engine" && {
			go 0 "$sumac" run -n $n --engine $engine --set check=1 "$programs/shmem_teams"
			none='(the team is NULL|0x[0-9a-f]+ is not a team)'
			! grep -vE "^sumac: ([0-9]+ simulated NIC|PE [0-9]+: shmem_(int_sum_reduce|team_sync): $none)" err ||
				complain "it says more than that a team is none"
			said "shmem_int_sum_reduce: 0x[0-9a-f]+ is not a team, or was freed"; end
		}
	done
	for check in 0 1; do
		begin "shmem: the manuals' promises about active sets, 8 PEs, $engine, check $check" && {
			go 0 "$sumac" run -n 8 --engine $engine --set check=$check "$programs/shmem_active"; silent; end
		}
	done
	begin "shmem: teams of a host's PEs, on 3 hosts of 2, 2 and 1, $engine" && {
		go 0 env PER_HOST=2 "$sumac" run -n 5 --engine $engine --set ranks_a_host=2 "$programs/shmem_teams"; end
	}
	begin "shmem symmetric heap, $engine" && {
		go 0 "$sumac" run -n 3 --engine $engine --set heap_bytes=4M "$programs/shmem_heap"
		said "^sumac: shmem_malloc: the symmetric heap, 4194304 bytes, has no room for 5242880 bytes; SHMEM_SYMMETRIC_SIZE"
		said "^sumac: shmem_align: the alignment, 48, is not a power of two"
		[ "$(grep -vc "simulated NIC" err)" = 2 ] || complain "it says more"
		end
	}
done

# Five calls of 8000 bytes on 2 PEs.
for case in heap:0 half:80000 static:160000; do
	begin "shmem: the host's copies for reductions on the NIC, ${case%:*}" && {
		go 0 "$sumac" run -n 2 --engine nic --report report.json "$programs/shmem_zero_copy" ${case%:*}
		copied=$(grep '"op": "SUM"' report.json | awk '{ sub(/.*"staged_bytes": /, ""); n += $0 } END { print n + 0 }')
		[ "$copied" = ${case#*:} ] || complain "$copied bytes were copied, not ${case#*:}"
		end
	}
done
begin "shmem: an active set that is a team has its group in the NICs" && {
	go 0 "$sumac" run -n 3 --engine nic --report report.json "$programs/shmem_full_nics"
	of='"type": "I32", "team_size": 2, "engine":'
	[ "$(grep -c "\"SUM\", $of \"nic\".*\"calls\": 5,.*\"combines\": 5}" report.json)" = 2 ] ||
		complain "the set's calls were not the group's"
	[ "$(grep -c "\"OR\", $of \"cpu\", \"reason\": \"the NIC of rank [12] refused .* groups are in use.*\"calls\": 4," \
		report.json)" = 2 ] ||
		complain "the NICs had room for another set"
	silent; end
}
begin "shmem: oshcc, oshc++, oshfort and oshrun compile and run as sumac does, installed too" && {
	(cd "$here/../.." && sh host/install.sh "$build" "" "$work/prefix") >out 2>&1 || complain "$(cat out)"
	for bin in "${sumac%/*}" "$work/prefix/bin"; do
		go 0 "$bin/oshcc" -std=c11 -Wall -Werror "$here/seed_example.c" -o one
		go 0 "$bin/oshrun" -np 2 --engine cpu ./one
		printed "^Found"
		echo 'extern "C" int no_c; int main() { return sizeof(std::complex<float>) == 8 ? 0 : 1; }' | cat - >two.c
		go 0 "$bin/oshc++" -include shmem.h two.c -o two
		go 0 ./two
		go 0 "$bin/oshc++" -std=c++17 -I"$programs" "$here/shmem_tables.c" -o tables
		go 0 "$bin/oshrun" -n 2 --engine cpu ./tables
		printed "^299 calls, 0 wrong"
		go 0 "$bin/oshfort" -ffixed-line-length-132 "$here/seed_shmem_sum.f" -o three
		go 0 "$bin/oshrun" -np 2 --engine cpu ./three
		printed "Result on PE +0  is +1"
	done
	[ -s "$work/prefix/share/man/man3/intro_shmem.3" ] || complain "there is no page of manual"
	end
}
begin "shmem: a preloaded tool stands in for calls and passes them on" && {
	go 0 "$sumac" run -n 2 --engine cpu env LD_PRELOAD="$programs/tool_shmem.so" "$programs/shmem_bad_calls"
	said "PE 1: 1 inits, 6 sums"
	go 0 "$sumac" run -n 1 --engine cpu env LD_PRELOAD="$programs/tool_shmem.so" "$programs/shmem_odd"
	printed "PE 0: sum 1"; end
}
begin "shmem: the environment's SHMEM_ variables are settings" && {
	go 0 env SHMEM_VERSION=1 SHMEM_INFO=1 SHMEM_SYMMETRIC_SIZE=2.5M "$sumac" run -n 2 --engine cpu "$programs/shmem_odd"
	said "^Sumac .*, OpenSHMEM 1.6"; said "here 2621440"
	go 2 env SHMEM_SYMMETRIC_SIZE=many "$sumac" run -n 1 --engine cpu "$programs/shmem_odd"
	said "SHMEM_SYMMETRIC_SIZE cannot be \"many\""; end
}

# --- Fortran.
for engine in $engines; do
	for form in $forms; do
		begin "shmem: every reduction of Fortran, of a scalar and of an array, ${form/_/, kinds of }, $engine" && {
			go 0 "$sumac" run -n 3 --engine $engine --set check=1 "$programs/shmem_fortran_reductions_$form"
			silent; printed "37 calls, +0 wrong"; end
		}
	done
	begin "shmem: the manual pages' examples, $engine" && {
		go 0 "$sumac" run -n 4 --engine $engine "$programs/seed_shmem_min"
		printed "Result on PE +0  is +0.5"; printed "Result on PE +2  is +0.5"
		go 0 "$sumac" run -n 4 --engine $engine "$programs/seed_shmem_sum"
		printed "Result on PE +0  is +4"; printed "Result on PE +2  is +4"
		go 0 "$sumac" run -n 8 --engine $engine "$programs/seed_shmem"; end
	}
done
covered="objects, memory, atomics, collectives, heap"
for form in $forms; do
	for n in 2 3; do
		for way in "check=1" "ranks_a_host=1"; do
			begin "shmem in Fortran: $covered, ${form/_/, kinds of }, $n PEs, $way" && {
				go 0 "$sumac" run -n $n --engine cpu --set $way "$programs/shmem_fortran_$form"; silent
				[ ! -s out ] || complain "$(cat out)"; end
			}
		done
	done
done
begin "shmem in Fortran: subroutines are passed as arguments" && {
	cat >pass.f <<'END'
      PROGRAM PASS
      IMPLICIT NONE
      INCLUDE 'mpp/shmem.fh'
      EXTERNAL SHMEM_INTEGER_PUT, SHMEM_PUTMEM
      INTEGER I(2), J, MY_PE
      DOUBLE PRECISION D(2)
      INTEGER*8 OLD, SHMEM_INT8_FINC, C
      COMMON /OBJ/ D, C, I, J
      CALL SHMEM_INIT
      MY_PE = SHMEM_MY_PE()
      J = 7 + MY_PE
      C = 0
      CALL SHMEM_BARRIER_ALL
      CALL PUT(SHMEM_INTEGER_PUT, 1)
      IF (I(1) .NE. 8 - MY_PE) STOP 1
      CALL PUT(SHMEM_PUTMEM, 4)
      CALL SHMEM_DOUBLE_GET(D, D, 2, 1 - MY_PE)
      CALL SHMEM_DOUBLE_GET(I, I, 1, 1 - MY_PE)
      OLD = SHMEM_INT8_FINC(C, 1 - MY_PE)
      IF (OLD .NE. 0) STOP 2
      CALL SHMEM_FINALIZE
      CONTAINS
      SUBROUTINE PUT(ROUTINE, LENGTH)
      EXTERNAL ROUTINE
      INTEGER LENGTH
      CALL ROUTINE(I, J, LENGTH, 1 - MY_PE)
      CALL SHMEM_BARRIER_ALL
      END SUBROUTINE
      END
END
	go 0 "$sumac" fc --external pass.f -o pass
	go 0 "$sumac" run -n 2 --engine cpu ./pass; silent
	go 1 "$sumac" fc pass.f -o pass; said "GENERIC procedure .*shmem_integer_put.* is not allowed as an actual argument"
	said "^sumac fc: programs that pass SHMEM's subroutines as arguments need --external"
	go 1 "$sumac" fc --external -fdefault-integer-8 pass.f -o pass; said "Kind -1 not supported"
	! grep -q "need --external" err || complain "it asks for what it has"; end
}
# fortran_dies WHAT STATUS TEXT
fortran_dies() {
	for form in fixed fixed_8; do
		begin "shmem in Fortran: a wrong $1 is reported, ${form/_/, kinds of }" && {
			go $2 "$sumac" run -n 2 --engine cpu --set check=1 "$programs/shmem_fortran_wrong_$form" $1
			said "$3"; ! grep -q "still there" out || complain "it went on"
			end
		}
	done
}
fortran_dies early 1 "shmem_quiet: the program is not between"
fortran_dies count 1 "PE [01]: shmem_int8_sum_to_all: nreduce is -1"
fortran_dies set 1 "PE [01]: shmem_int8_sum_to_all: PE_start 0, logPE_stride 1 and PE_size 2"
fortran_dies psync 1 "PE [01]: shmem_int8_sum_to_all: .*an element of pSync is 5, not SHMEM_SYNC_VALUE"
fortran_dies pe 1 "PE [01]: shmem_integer_put: pe is 7"
fortran_dies stride 1 "PE [01]: shmem_real_iget: the strides"
fortran_dies cmp 1 "PE [01]: shmem_wait_until: cmp is 99"
fortran_dies free 1 "PE [01]: shpdeallc: the address is outside of the symmetric heap"
fortran_dies length 1 "PE [01]: shpalloc: the length is not above 0"
fortran_dies lock 1 "PE 0: shmem_clear_lock: this PE does not hold the lock"
fortran_dies twice 1 "PE [01]: shmem_set_lock: this PE holds the lock already"
fortran_dies exit 9 "rank 1 aborted the job with status 9"

# --- Other PEs' memory: mapped, by the kernel, and by messages, which is what hosts of one PE are for.
for program in put atomic wait collect lock; do
	for n in 1 2 5; do
		for way in "cpu" "cpu --set ranks_a_host=1" "cpu --set ranks_a_host=2" \
			"cpu --set ranks_a_host=1 --set shmem_rma=fabric" nic; do
			[[ $n != 1 || $way != *set* ]] || continue
			begin "shmem $program, $n PEs, ${way//--set /}" && {
				maps=
				[[ "$way" = *set* ]] || maps=maps
				[ $program = put ] || maps=
				check=1
				[ "$program $way" != "collect nic" ] || check=0 # every call would be two on the simulated NICs
				go 0 "$sumac" run -n $n --engine $way --set check=$check "$programs/shmem_$program" $maps
				silent; end
			}
		done
	done
done
begin "shmem: a wait for a PE that dies ends" && {
	go 3 "$sumac" run -n 3 --engine cpu "$programs/shmem_wait" death
	! grep -q "still there" out || complain "it went on"
	said "shmem_int_wait_until: rank 1 died while this one waited"; end
}
for way in message fabric; do
	begin "shmem: puts to a PE that is killed end, by $way" && {
		# Its status, or that of the PE that tells first.
		go bad "$sumac" run -n 3 --engine cpu --set ranks_a_host=1 --set shmem_rma=$way "$programs/shmem_wait" killed
		! grep -q "still there" out || complain "it went on"
		said "PE [02]: shmem_(putmem|quiet): .*rank 1"; end
	}
done
begin "shmem: a wait for nobody ends with the setting timeout" && {
	go 1 "$sumac" run -n 2 --engine cpu --set timeout=1 "$programs/shmem_wait" nobody
	said "PE [01]: shmem_int_wait_until: waited 1 s for shmem_int_wait_until"
	go 124 "$sumac" run -n 2 --engine cpu --timeout 8 "$programs/shmem_wait" nobody
	said "rank 1: in shmem_int_wait_until"; end
}
begin "shmem: on the stepped clock cycles are the same on every run" && {
	for i in 1 2 3 4 5; do
		go 0 "$sumac" run -n 4 --engine nic --clock stepped --report report.json "$programs/seed_example"
		grep -o '"cycles[^,}]*' report.json >cycles$i
		cmp cycles1 cycles$i || complain "run $i has other cycles than the first"
	done
	end
}
begin "shmem: static data of another executable is refused" && {
	go 1 "$sumac" run -n 2 --engine cpu sh -c '[ "$PMIX_RANK" = 0 ] || exec "$0_lock"; exec "$0_put"' "$programs/shmem"
	said "rank [01] runs another executable than rank [01], so static data has no common address: use the symmetric heap"; end
}
# far_dies WHAT TEXT: the first call of shmem_far_die.
far_dies() {
	begin "shmem: $1 is refused" && {
		go 1 "$sumac" run -n 2 --engine cpu "$programs/shmem_far_die" "$1"
		said "$2"; ! grep -q "still there" err || complain "it went on"
		end
	}
}
far_dies "a PE that does not exist" "PE [01]: shmem_int_p: pe is 7, not one of 0 to 1"
far_dies "a destination on the stack" \
	"PE [01]: shmem_int_put: dest, for PE [01]: 8 bytes at 0x[0-9a-f]+ are neither on the symmetric heap nor static"
far_dies "a library's data" "PE [01]: shmem_int_p: dest, .* itself: data of shared libraries cannot be put to or got"
far_dies "an atomic on the stack" "PE [01]: shmem_long_atomic_inc: dest, for PE [01]: 8 bytes at"
far_dies "an atomic at an odd place" \
	"PE [01]: shmem_long_atomic_inc: dest, for PE [01]: 0x[0-9a-f]+ is not aligned for an atomic of 8 bytes"
far_dies "a source of NULL" "PE [01]: shmem_int_put: source is NULL"
far_dies "a destination of NULL" "PE [01]: shmem_getmem_nbi: dest is NULL"
far_dies "a source that is not mapped" \
	"PE [01]: shmem_int_put: source, for PE [01]: 8 bytes at 0x8 cannot be read here: Bad address"
far_dies "a destination that is not mapped" \
	"PE [01]: shmem_int_iget: dest, for PE [01]: 4 bytes at 0x8 cannot be written here: Bad address"
far_dies "blocks from NULL" "PE [01]: shmem_int_ibput: source is NULL"
far_dies "elements to NULL" "PE [01]: shmem_iget32: dest is NULL"
far_dies "a fetch to NULL" "PE [01]: shmem_long_atomic_fetch_add_nbi: fetch is NULL"
far_dies "a lock at NULL" "PE [01]: shmem_clear_lock: lock is NULL"
far_dies "a signal at NULL" "PE [01]: shmem_signal_fetch: sig_addr is NULL"
far_dies "a list of PEs at NULL" "PE [01]: shmem_pe_quiet: target_pes is NULL"
far_dies "a stride of 0" "PE [01]: shmem_int_iput: the strides dst and sst must be at least 1"
far_dies "a comparison that does not exist" "PE [01]: shmem_int_wait_until: cmp is 99"
far_dies "a lock of another PE" "PE 0: shmem_clear_lock: this PE does not hold the lock"
far_dies "a context that was destroyed" "PE [01]: shmem_ctx_int_p: ctx is not a context, or was destroyed"
far_dies "a wait for NULL" "PE [01]: shmem_int_wait_until: ivar is NULL"
far_dies "a list of NULL" "PE [01]: shmem_int_test_some: indices is NULL"
far_dies "a result at NULL" "PE [01]: shmem_info_get_name: the pointer for the result is NULL"
far_dies "a call before the beginning" "shmem_int_g: the program is not between shmem_init"
far_dies "a call after the end" "shmem_set_lock: the program is not between shmem_init"

# dies NAME PLACE STATUS TEXT
dies() {
	begin "shmem: $1" && {
		go "$3" "$sumac" run -n 3 --engine cpu --set check=1 "$programs/shmem_die" "$2"
		said "$4"; ! grep -q "still there" err || complain "it went on"
		end
	}
}
dies "a call before shmem_init is refused" early 1 "shmem_malloc: the program is not between"
for check in 0 1; do
	begin "shmem: calls at the wrong time or on no team are errors, not crashes, check $check" && {
		go 0 "$sumac" run -n 2 --engine cpu --set check=$check "$programs/shmem_early"
		! grep WRONG err || complain "calls are wrong"; end
	}
done
begin "shmem: shmem_finalize twice is reported, and the program keeps its status" && {
	go 4 "$sumac" run -n 2 --engine cpu "$programs/shmem_die" twice
	said "PE 1: shmem_finalize: SHMEM has ended already"; end
}
begin "shmem: a program that ends without shmem_finalize is warned, and ends well" && {
	go 0 "$sumac" run -n 3 --engine cpu "$programs/shmem_die" nowhere
	said "PE [012]: the program ends without shmem_finalize\(\); Sumac calls it instead"
	[ "$(grep -vc "still there" err)" = 1 ] || complain "it says more"
	go 0 "$sumac" run -n 2 --engine cpu "$programs/shmem_die" fork; silent; end
}
for way in "" ranks_a_host=1; do
	begin "shmem: a PE that returns from main serves the others until they end, too${way:+, $way}" && {
		go 0 "$sumac" run -n 2 --engine cpu ${way:+--set $way} "$programs/shmem_die" leave 0
		said "PE 1: the program ends without shmem_finalize\(\); Sumac calls it instead"
		[ "$(grep -c . err)" = 1 ] || complain "it says more"
		go 3 "$sumac" run -n 2 --engine cpu ${way:+--set $way} --set grace=600 "$programs/shmem_die" leave 3
		said "PE 1: exit\(3\) without shmem_finalize\(\)$"
		said "^sumac run: rank 1 exited with status 3"; [ "$(grep -c . err)" = 2 ] || complain "it says more"; end
	}
done
begin "shmem: exit handlers older than shmem_init, and global objects, may end SHMEM" && {
	go 0 "$sumac" run -n 2 --engine cpu "$programs/shmem_die" handler; silent
	go 3 "$sumac" run -n 2 --engine cpu "$programs/shmem_die" handler 3; ! grep PE err || complain "PEs speak"; end
}
begin "shmem: a program that exits while a thread waits in a call keeps its status" && {
	go 4 "$sumac" run -n 1 --engine cpu "$programs/shmem_die" thread
	said "PE 0: the program ends without shmem_finalize\(\), in the middle of a call"; end
}
begin "shmem: a wait for a PE that returns from main is reported" && {
	go 3 "$sumac" run -n 2 --engine cpu --set grace=1 "$programs/shmem_die" leave 3 wait
	said "PE 1: exit\(3\) without shmem_finalize\(\)$"
	said "PE 1: other PEs do not end within 1 s, .* exits with status 3"
	said "PE 0: shmem_int_wait_until: rank 1 died while this one waited"
	go 3 "$sumac" run -n 2 --engine cpu --set grace=600 "$programs/shmem_die" leave 3 collective
	said "^sumac run: rank 1 exited with status 3"
	said "PE 0: shmem_barrier_all: .* rank 1 called the end of the team, rank 0 barrier"
	go 3 "$sumac" run -n 2 --engine cpu --set grace=600 "$programs/shmem_die" leave 3 reduction
	said "PE 0: exit\(9\) without shmem_finalize"; end
}
dies "shmem_global_exit ends the job with its status" exit 7 "rank 1 aborted the job with status 7"
begin "shmem: shmem_global_exit with 0 ends the job well" && {
	go 0 "$sumac" run -n 3 --engine cpu "$programs/shmem_die" exit 0; silent
	go 0 "$programs/shmem_die" exit 0; end
}
dies "a crash in a rank keeps its status and signal" crash 139 "rank 2 was killed by signal 11"
begin "shmem: a crash keeps its status, in a program by itself and under mpirun" && {
	go 139 sh -c '"$0" crash' "$programs/shmem_die"
	go 139 /usr/bin/mpirun.openmpi -n 2 --oversubscribe "$programs/shmem_die" crash; end
}
dies "an impossible active set ends the job" outside 1 "shmem_int_sum_to_all: PE_start 0, logPE_stride 1 and PE_size 3"
dies "a negative count ends the job" negative 1 "shmem_int_sum_to_all: nreduce is -1"
dies "a bad pSync is found in checking mode" sync 1 "pSync\[3\] is 5"
dies "overlap in part is found in checking mode" overlap 1 "overlap in part"
dies "freeing memory outside the heap ends the job" free 1 "does not come from the symmetric heap"
dies "a second beginning is refused" again 1 "cannot be initialised again"
dies "a source on the stack is refused in checking mode" stack 0 "bytes at .* are neither on the symmetric heap nor static"

# disagrees STATUS WHAT TEXT: of four PEs one does something else. Calls on teams return an error, and the program goes on.
disagrees() {
	begin "shmem: checking mode reports a disagreement on: $2" && {
		go $1 "$sumac" run -n 4 --engine cpu --timeout 60 --set check=1 "$programs/shmem_disagree" $2
		said "$3"; end
	}
}
disagrees 0 call "shmem_int_sum_reduce: PE 1 called shmem_team_sync, PE 0 shmem_int_sum_reduce"
disagrees 0 op "shmem_int_max_reduce: PE 1 called shmem_int_max_reduce, PE 0 shmem_int_sum_reduce"
disagrees 0 type "PE 1 called shmem_uint_sum_reduce, PE 0 shmem_int_sum_reduce"
disagrees 0 count "shmem_int_sum_reduce: nreduce is 9 on PE 1, and 10 on PE 0"
disagrees 0 dest "dest is at 0x[0-9a-f]+ of static data on PE 1, and at 0x[0-9a-f]+ of static data on PE 0"
disagrees 0 source "source is at 0x[0-9a-f]+ of static data on PE 1, and at offset [0-9]+ of the heap on PE 0"
disagrees 0 heap "shmem_int_sum_inscan: dest is at offset [0-9]*4 of the heap on PE 1, and at offset [0-9]*0 of the heap on PE 0"
disagrees 0 stack "PE 0: shmem_int_sum_reduce: on PE 1: the source: 40 bytes at .* are neither"
disagrees 1 work "shmem_int_sum_to_all: pWrk is at .* on PE 1, and at .* on PE 0"
disagrees 1 sync "shmem_barrier: pSync is at .* on PE 1, and at .* on PE 0"
other='PE_start [0-9], logPE_stride [0-9] and PE_size [0-9]'
stride='PE_start 0, logPE_stride [01] and PE_size [24]'
two='PE_start 0, logPE_stride 0 and PE_size 2'
for known in "" " known"; do
	disagrees 1 "size$known" \
		"shmem_int_sum_to_all: $other, but PE [0-9] waits in shmem_int_sum_to_all with $other: neither can go on"
	disagrees 1 "start$known" "shmem_int_sum_to_all: $other, but PE [0-9] waits in shmem_int_sum_to_all with $other: neither"
	disagrees 1 "stride$known" "$stride, but PE [0-9] waits in .* with $stride"
done
disagrees 1 barrier "shmem_int_sum_to_all: $two, but PE 1 waits in shmem_barrier_all|shmem_barrier_all: .* but PE 0 waits"
disagrees 1 circle "$other, but PE [0-9] waits in shmem_int_sum_to_all with $other"
begin "shmem: checking mode reports a disagreement on: moved bytes" && {
	go 0 "$sumac" run -n 4 --engine cpu --timeout 60 --set check=1 "$programs/shmem_disagree" moves
	said "shmem_int_broadcast: PE_root is 1 on PE 1, and 0 on PE 0"
	said "PE 0: shmem_int_broadcast: on PE 1: the source: 40 bytes at .* are neither"
	said "shmem_int_collect: dest is at .* on PE 1, and at .* on PE 0"
	said "shmem_int_fcollect: nelems is 2 on PE 1, and 1 on PE 0"
	said "shmem_int_alltoall: source is at .* on PE 1, and at .* on PE 0"
	said "shmem_int_alltoalls: sst is 2 on PE 1, and 1 on PE 0"
	said "shmem_int_fcollect: PE 1 called shmem_int_alltoall, PE 0 shmem_int_fcollect"
	said "shmem_int_alltoall: on PE 0: the source, 16 bytes at .*, and the destination, 16 bytes at .*, overlap"
	said "shmem_int_collect: the source, 8 bytes at .*, and the destination, 8 bytes at .*, overlap"
	! grep WRONG err || complain "calls are wrong"; end
}
disagrees 1 root "shmem_broadcast32: PE_root is 1 on PE 1, and 0 on PE 0"
disagrees 1 gather "shmem_fcollect64: $other, but PE [01] waits in shmem_fcollect64 with $other: neither can go on"
disagrees 1 malloc "shmem_malloc: size is 9 on PE 1, and 8 on PE 0"
disagrees 1 align "PE 1 called shmem_align, PE 0 shmem_malloc"
disagrees 1 free "shmem_free: ptr is at offset [0-9]+ of the heap on PE 1, and at offset [0-9]+ of the heap on PE 0"
disagrees 1 null "shmem_free: ptr is NULL on PE 1, and at offset [0-9]+ of the heap on PE 0"
disagrees 1 busy "on PE 2: pSync is in use: PE 0 is still in shmem_int_sum_to_all with PE_start 0, logPE_stride 0 and PE_size 2"

# compiles STATUS NAME FLAGS <code
compiles() {
	begin "compiler: $2" && {
		cat >try.c
		"$sumac" cc ${3--std=c11} -Wall -Werror -c try.c -o try.o >out 2>err
		status=$?
		[ $((status != 0)) = "$1" ] || complain "the compiler's status is $status"
		[ "$1" = 0 ] || said "error"
		end
	}
}
body() { echo "#include <shmem.h>"; echo "int f($1 *d, $1 *s) { return shmem_$2_reduce(SHMEM_TEAM_WORLD, d, s, 1); }"; }
body int and | compiles 0 "AND of int compiles"
body float and | compiles 1 "AND of float does not"
body double xor | compiles 1 "XOR of double does not"
body "float _Complex" sum | compiles 0 "SUM of complex compiles"
body "double _Complex" max | compiles 1 "MAX of complex does not"
body "float _Complex" min | compiles 1 "MIN of complex does not"
body "long double" or | compiles 1 "OR of long double does not"
body "struct s { int i; }" sum | compiles 1 "SUM of a structure does not"
body char and | compiles 1 "AND of plain char does not"
body uint64_t max | compiles 0 "MAX of uint64_t compiles"
body float float_and | compiles 1 "shmem_float_and_reduce does not exist"
body "double _Complex" complexd_max | compiles 1 "shmem_complexd_max_reduce does not exist"
body int int_and | compiles 0 "typed names compile as C99" -std=c99
body int int_and | compiles 0 "the header compiles as C++" "-x c++ -std=c++11"
for language in "-std=c99 -pedantic" "-std=c11 -pedantic" "-x c++ -std=c++11" "-x c++ -std=c++17"; do
	compiles 0 "every row of the standard's tables as ${language#-x }" \
		"$language -Wextra -I$programs -include $here/shmem_tables.c" </dev/null
	printf '#include <mpp/shmem.h>\n#include <complex.h>\n' |
		compiles 0 "the header alone as ${language#-x }" "$language -pedantic -Wextra"
	printf '#include <pshmem.h>\nint f(int *d, int *s) { pshmem_int_p(d, *s, 1); %s }\n' \
		'return pshmem_int_sum_reduce(SHMEM_TEAM_WORLD, d, s, 1);' |
		compiles 0 "the header for tools as ${language#-x }" "$language -pedantic -Wextra"
done
printf '#include <shmem.h>\nstatic long v[2];\nsize_t f(const long *c) { %s }\n' \
	'return shmem_wait_until_any_vector(v, 2, NULL, SHMEM_CMP_EQ, c);' |
	compiles 0 "values to be compared with may be constant"
in_c()
{
	printf '#include <mpp/shmem.h>\nstatic double complex d, s;\nint f(void) { %s }\n' \
		'return shmem_complexd_sum_reduce(SHMEM_TEAM_WORLD, &d, &s, 1);'
}
in_cxx() { in_c | sed "s/double complex/$1/"; }
in_c | compiles 0 "mpp/shmem.h alone makes double complex known"
in_c | compiles 1 "complex reductions are left out where C has no complex types" "-D__STDC_NO_COMPLEX__ -Dcomplex=_Complex"
in_cxx "double _Complex" | compiles 0 "C's complex types compile as C++" "-x c++ -std=c++11"
in_cxx "std::complex<double>" | compiles 0 "C++'s complex types compile" "-x c++ -std=c++17"
in_cxx "float _Complex" | compiles 1 "C's complex type of another size does not" "-x c++"
body int sum | sed 's/int \*s/long *s/' | compiles 1 "SUM from long to int does not"
body int int_sum | sed 's/int \*s/unsigned *s/' | compiles 1 "the typed SUM from unsigned to int does not"
body "_Bool" sum | compiles 1 "SUM of _Bool does not"
body int sum_inscan | sed s/_reduce// | compiles 0 "an inclusive scan of int compiles"
body "int *" sum_exscan | sed s/_reduce// | compiles 1 "an exclusive scan of pointers does not"
olds()
{
	printf '#include <mpp/shmem.h>\nlong v; long f(void) { %s }\n' \
		'shmem_wait(&v, 0); shmem_wait_until(&v, _SHMEM_CMP_NE, 1); return shmem_swap(&v, 2, 0);'
}
olds | compiles 0 "names from before C11 compile as C99" -std=c99
olds | compiles 0 "names from before C11 compile as C++" "-x c++"
syncs()
{
	printf '#include <shmem.h>\nlong p[SHMEM_SYNC_SIZE]; shmem_team_t t = SHMEM_TEAM_WORLD;\n'
	printf 'int f(void) { shmem_sync(0, 0, 2, p); return shmem_sync(t); }\n'
}
syncs | compiles 0 "both forms of shmem_sync compile"
syncs | compiles 0 "both forms of shmem_sync compile as C++" "-x c++"
printf '#include <pshmem.h>\n#include <sumac_exact.h>\nint f(sumac_exact *sum, double *x) { %s }\n' \
	'return sumac_exact_add(sum, *x) + pshmemx_exact_sum_reduce(SHMEM_TEAM_WORLD, x, x, 1, 1, 1);' |
	compiles 0 "exact sums compile as C++" "-x c++ -pedantic"
waits() {
	printf '#include <shmem.h>\nvolatile long v[2];\nvolatile uint64_t s;\n'
	printf 'size_t f(const long *c, size_t *i) {\n\tshmem_set_lock(v); shmem_clear_lock(v); shmem_signal_fetch(&s);\n'
	printf '\tshmem_signal_wait_until(&s, SHMEM_CMP_EQ, 1);\n'
	printf '\tshmem_long_wait(v, 1);\n\tshmem_long_wait_until(v, SHMEM_CMP_EQ, 1);\n\tshmem_long_test(v, SHMEM_CMP_EQ, 1);\n'
	for call in wait_until test; do
		printf "\tshmem_long_${call}_%s%s, SHMEM_CMP_EQ, %s);\n" all '(v, 2, NULL' 1 any '(v, 2, NULL' 1 some \
			'(v, 2, i, NULL' 1 \
			all_vector '(v, 2, NULL' c any_vector '(v, 2, NULL' c some_vector '(v, 2, i, NULL' c
	done
	printf '\treturn shmem_test_lock(v);\n}\n'
}
waits | compiles 0 "waits for volatile variables compile as C++" "-x c++"
waits | sed 's/_long_/_/g' | compiles 0 "waits for volatile variables compile by their C11 names"
