# Calls that are wrong, ranks that disagree or die, and what is left behind. Read by e2e.sh.

# --- Calls that are wrong.
for engine in $engines; do
	begin "bad calls are refused and nothing is lost, $engine" && {
		go 0 "$sumac" run -n 3 --engine $engine --report report.json "$programs/native_bad_calls"
		said "refused: a source that leaves its window"; said "refused: a freed team"
		! grep -q WRONG err || complain "not as promised"; ran $engine 3; end
	}
	begin "bad calls are refused and nothing is lost, in checking mode, $engine" && {
		go 0 "$sumac" run -n 3 --engine $engine --set check=1 --report report.json "$programs/native_bad_calls" checked
		said "refused: overlap by one byte"; ! grep -q WRONG err || complain "not as promised"; ran $engine 3; end
	}
	begin "shmem: bad calls are refused and nothing is lost, $engine" && {
		go 0 "$sumac" run -n 3 --engine $engine --report report.json "$programs/shmem_bad_calls"
		said "refused: a source that leaves the heap"; ! grep -q WRONG err || complain "not as promised"; ran $engine 3; end
	}
	declare -A named=([count]="the count" [op]="the operation" [type]="the type" [engine]="the type" [root]="the root" \
		[call]="the call"
		[parts]="the parts" [source]="the root" [gather]="the count" [order]="the call")
	for what in count op type engine root call parts source gather order; do
		begin "ranks that disagree on $what are reported, $engine" && {
			go 0 "$sumac" run -n 3 --engine $engine "$programs/mismatch_native" $what
			[ "$(grep -c 'was told: .*disagree' err)" = 3 ] || complain "not all three were told"
			[ "$(grep -c "in call 2 rank 1 called .*, rank 0 .*differ in .*${named[$what]}" err)" = 3 ] ||
				complain "not all were told who differs"
			end
		}
	done
	begin "ranks that disagree on the call after 2^32 - 1 others are reported, $engine" && {
		FEW=1 go 0 "$sumac" run -n 3 --engine $engine "$programs/mismatch_late" count
		[ "$(grep -c "in call 4294967296 rank 1 called .*, rank 0 .*differ in .*the count" err)" = 3 ] ||
			complain "not all were told who differs"
		end
	}
	for next in barrier end; do
		begin "senders that disagree on the root are reported at the $next, $engine" && {
			go bad "$sumac" run -n 3 --engine $engine "$programs/mismatch_native" elsewhere $next
			[ "$(grep -c "in call 2 rank 1 called reduce(.*root 2), rank 0 reduce(.*root 1): they differ in the root" \
				err)" = 3 ] || complain "not all three were told"
			end
		}
	done
	begin "ranks that all take themselves for the root are reported, $engine" && {
		go 0 "$sumac" run -n 2 --engine $engine "$programs/mismatch_native" roots
		[ "$(grep -c \
			'was told: .*in call 2 rank 1 called reduce(.*root 1), rank 0 reduce(.*root 0): they differ in the root' \
			err)" = 2 ] || complain "not both were told"
		end
	}
	begin "PEs that disagree are reported, $engine" && {
		go 0 "$sumac" run -n 3 --engine $engine "$programs/mismatch_shmem" count
		[ "$(grep -c 'was told: .*disagree' err)" = 3 ] || complain "not all three were told"
		[ "$(grep -c '^sumac: PEs 0 to 2: shmem_int_sum_reduce: .*disagree.*they differ in the count' err)" = 1 ] ||
			complain "it was not printed once"
		end
	}
	for how in native shmem "native request"; do
		begin "a killed rank is named to the others, $how, $engine" && {
			go 137 "$sumac" run -n 4 --engine $engine "$programs/killed_${how% *}" ${how#native}
			said "rank 2 was killed by signal 9 \(Killed\)"
			[ "$(grep -c 'was told after' err)" = 3 ] || complain "not all three survivors were told"; end
		}
	done
done

# --- The same between hosts, where what ranks tell each other goes over libfabric: hosts of one rank, and of two, which fold
# before they send.
for a_host in 1 2; do
	several="--engine cpu --set ranks_a_host=$a_host"
	begin "ranks that disagree are reported, on hosts of $a_host" && {
		go 0 "$sumac" run -n 3 $several "$programs/mismatch_native" count
		[ "$(grep -c "in call 2 rank 1 called .*, rank 0 .*differ in .*the count" err)" = 3 ] ||
			complain "not all were told who differs"; end
	}
	begin "a killed rank is named to the others, on hosts of $a_host" && {
		go 137 "$sumac" run -n 4 $several "$programs/killed_native"
		[ "$(grep -c 'was told after' err)" = 3 ] || complain "not all three survivors were told"; end
	}
done

# --- Nothing is left behind. Every case looks; these look where it is somebody's first.
for engine in $engines; do
	begin "the job's folder in /tmp goes with the job, $engine" && {
		go 0 env -u XDG_RUNTIME_DIR "$sumac" run -n 2 --engine $engine sh -c 'echo "$SUMAC_JOB_DIR"; exec "$0"' \
			"$programs/seed_example"
		left=$(sed -n 's|^/tmp/|&|p' out | head -1)
		[ -n "$left" ] || complain "the folder is not in /tmp"
		[ ! -e "$left" ] || complain "left: $left"; end
	}
	begin "the job's folder in /tmp goes with a killed rank's job, $engine" && {
		go 137 env -u XDG_RUNTIME_DIR "$sumac" run -n 3 --engine $engine sh -c 'echo "$SUMAC_JOB_DIR"; exec "$0"' \
			"$programs/killed_native"
		left=$(sed -n 's|^/tmp/|&|p' out | head -1)
		[ -n "$left" ] || complain "the folder is not in /tmp"
		[ ! -e "$left" ] || complain "left: $left"; end
	}
done

# --- What is late is no error; where a limit is set, it holds everywhere.
begin "the ranks that a late one keeps waiting are reported" && {
	go 0 "$sumac" run -n 2 --engine cpu --verbose "$programs/shmem_odd" late 6
	printed "PE 0: sum 2"; said "rank 0: allreduce.*has waited 5 s: it waits for 1 of the ranks.*rank 1, does not answer"; end
}
for what in "late" "late for init" "late for finalize"; do
	begin "a time limit holds for a rank that is $what" && {
		go bad "$sumac" run -n 2 --engine cpu --set timeout=1 "$programs/shmem_odd" "$what" 8
		said "the limit that the setting timeout sets|no progress within the time limit"; end
	}
done
if [[ $engines == *nic* ]]; then
	begin "a time limit holds for a rack that does nothing" && {
		"$sumac" run -n 2 --engine nic --set timeout=2 "$programs/shmem_odd" "late for finalize" 5 >out 2>err </dev/null &
		job=$!
		for _ in $(seq 100); do
			rack=$(grep -lsa "$work" /proc/[0-9]*/cmdline | xargs -r grep -lsa '^sumac-rack' | head -1)
			[ -z "$rack" ] || ! grep -q "sum 2" out || break
			sleep 0.1
		done
		kill -STOP "$(basename "$(dirname "$rack")")"
		timeout 60 tail --pid=$job -f /dev/null || complain "it has not ended"
		wait $job && complain "it has ended well"
		end
	}
	begin "NICs that were asked for and do not serve are reported" && {
		go 0 "$sumac" run -n 17 --engine nic "$programs/seed_example"
		said "NICs were asked for, but the CPU engine serves the team of all 17 ranks: .*fan-in is 16"
		said "NICs took 0 of 2 reductions"; end
	}
	begin "a job in a job has a rack of its own" && {
		go 0 "$sumac" run -n 1 --engine nic "$sumac" run -n 2 --engine nic "$programs/seed_example"
		printed "^Found 34"; end
	}
fi

# --- Processes that are no ranks.
begin "a forked child is refused, and harms nobody" && {
	go 0 "$sumac" run -n 2 --engine cpu "$programs/shmem_odd" fork
	printed "child: refused"; printed "PE 0: sum 2"; printed "PE 1: sum 2"; said "forked from rank 1 of the job"; end
}
for how in $engines "cpu --set ranks_a_host=1"; do
	begin "a rank that closes others' descriptors ends with an error, $how" && {
		go 1 "$sumac" run -n 3 --engine $how --timeout 60 "$programs/shmem_odd" close
		said "descriptor [0-9]+, this rank's connection to its launcher, is closed"; end
	}
done
begin "the second program of a rank learns what is wrong" && {
	go 1 "$sumac" run -n 2 --engine cpu sh -c '"$0" && "$0"' "$programs/seed_example"
	printed "^Found 34"; said "rank 1 has already run a program"; end
}

# --- Errors that programs do not look at.
begin "a failed reduction ends the job where that is set" && {
	go 1 "$sumac" run -n 3 --engine cpu --set on_error=abort "$programs/mismatch_shmem" count
	said "ranks 0 to 2: allreduce: .*the ranks disagree"
	[ "$(grep -c 'the ranks disagree' err)" = 1 ] || complain "not said once"
	end
}
begin "a reduction before the beginning is reported as one" && {
	go 0 "$sumac" run -n 1 --engine cpu "$programs/shmem_odd" early
	said "shmem_int_sum_reduce: .*not between shmem_init.. and shmem_finalize"; end
}
begin "checking mode reports PEs that ask for different sizes" && {
	go 1 "$sumac" run -n 2 --engine cpu --set check=1 "$programs/shmem_odd" sizes
	said "PE [01]: shmem_malloc: size is 65 on PE 1, and 64 on PE 0"; end
}
begin "a heap that is too large for the machine is reported" && {
	go 1 "$sumac" run -n 1 --engine cpu --set heap_bytes=1024G "$programs/seed_example"; said "no memory for [0-9]+ bytes"; end
}
