# Jobs that are set up wrongly. Read by e2e.sh.

# --- A job that is set up wrongly.
begin "a native program under a PMI-1 launcher alone is refused with the remedy" && {
	PMI_RANK=0 PMI_SIZE=2 go 1 "$programs/grid_native" cover; said "sumac_init: .*sumac run"; end
}
begin "a program under a PMI-1 launcher alone is refused with the remedy" && {
	PMI_RANK=0 PMI_SIZE=2 go 1 "$programs/seed_example"; said "shmem_init: .*sumac run"; end
}
begin "a program by itself is one PE" && { go 0 "$programs/seed_example"; printed "^Found 32"; silent; end; }
begin "NICs without a rack are refused" && {
	SUMAC_ENGINE=nic go 1 "$programs/seed_example"; said "the setting engine is nic \(from .*no rack"; end
}
begin "a rack that cannot be reached is reported" && {
	SUMAC_ENGINE=nic SUMAC_RACK=/nowhere/rack.sock go 1 "$programs/seed_example"; said "/nowhere/rack.sock"; end
}
begin "a NIC required where the CPU engine would serve fails, with call and reason" && {
	go 1 "$sumac" run -n 2 --engine cpu --require nic "$programs/grid_native" cover
	said "allreduce of SUM on I8 .*require is nic.*: the setting engine is cpu"; end
}
if [[ $engines == *nic* ]]; then
	begin "a required NIC that does not do the type fails the call" && {
		go 1 "$sumac" run -n 2 --engine nic --require nic "$programs/grid_native" cover
		said "allreduce of SUM on F128 .*require is nic"; end
	}
	begin "a required NIC that rounds each sum fails the call that is to be rounded once" && {
		go 1 "$sumac" run -n 2 --engine nic --require nic --set narrow_sums=wide "$programs/grid_native" turns 1 7 7
		said "allreduce of SUM on BF16 .*require is nic.*: the setting narrow_sums is wide"
		said "the setting require is nic: [0-9]+ calls of 2 ranks"; end
	}
	begin "a required NIC fails a job whose program looks at no error" && {
		go 1 "$sumac" run -n 2 --engine cpu --require nic "$programs/seed_example"; said "would not have run on a NIC"; end
	}
	begin "a required NIC that does all passes" && {
		go 0 "$sumac" run -n 2 --engine nic --require nic --report report.json "$programs/seed_example"; ran nic 2; end
	}
fi

# Another build is another build id: one byte of it differs.
begin "ranks of different builds are refused" && {
	objcopy --dump-section .note.gnu.build-id=note "$build/lib/libsumac.so.0" whole.so
	head -c -1 note >other; [ "$(tail -c 1 note | od -An -tu1)" -eq 0 ] && printf '\1' >>other || printf '\0' >>other
	objcopy --update-section .note.gnu.build-id=other "$build/lib/libsumac.so.0" libsumac.so.0
	cat >mixed <<-'END'
		[ "$PMIX_RANK" = 1 ] && export LD_PRELOAD=$PWD/libsumac.so.0
		exec "$1"
	END
	go 1 "$sumac" run -n 2 --engine cpu sh mixed "$programs/seed_example"
	said "ranks 0 and 1 run different builds"; end
}
begin "ranks of different settings are refused" && {
	printf '[ "$PMIX_RANK" = 1 ] && export SUMAC_CPU_CHUNK_BYTES=8K\nexec "$1"\n' >mixed
	go 1 "$sumac" run -n 2 --engine cpu sh mixed "$programs/seed_example"
	said "different values of the setting cpu_chunk_bytes"; end
}
begin "PEs whose symmetric heaps differ in size are refused" && {
	printf '[ "$PMIX_RANK" = 1 ] && export SUMAC_HEAP_BYTES=8M\nexec "$1"\n' >mixed
	go 1 "$sumac" run -n 2 --engine cpu sh mixed "$programs/seed_example"
	said "ranks 0 and 1 have different values of the setting heap_bytes, which must be the same on all"; end
}
for engine in $engines; do
	begin "sumac explain asks a job of its own, $engine" && {
		SUMAC_RANKS_A_HOST=1 go 0 "$sumac" explain -n 3 --engine $engine scan SUM F32 1000
		printed "^scan of SUM on F32, 1000 elements of 4 bytes, in a team of 3 ranks: the ${engine^^} engine"
		printed "sends to 2 others and hears from 0"
		go 0 "$sumac" explain -n 3 --engine $engine broadcast 100; printed "^broadcast, 100 bytes, in a team of 3 ranks"
		[ $engine = nic ] || printed "the ranks share a host: each writes its operand into memory that all read"; end
	}
done
begin "sumac doctor tells what jobs have found, and jobs go by it" && {
	go 0 "$sumac" doctor; printed "up to 16 KiB of 2 ranks, 8 of 3 and 4, 4 of more; jobs have found 0 of 9 answers"
	file=$(sed -n 's/.*answers so far (\(.*\))$/\1/p' out)
	mkdir -p "${file%/*}"
	printf '2 ranks, 32768 bytes: 4\n8 ranks, 8192 bytes: 4\n' >"$file"
	go 0 "$sumac" doctor; printed "up to 32 KiB of 2 ranks, 8 of 3 and 4, 8 of more; jobs have found 2 of 9 answers"
	go 0 "$sumac" explain -n 2 --engine cpu allreduce SUM F32 8192; printed "each writes its operand"
	rm "$file"
	go 0 "$sumac" explain -n 2 --engine cpu allreduce SUM F32 8192; printed "each folds a slice of all operands"
	SUMAC_CPU_SMALL_BYTES=4K SUMAC_CPU_ROUND_BYTES=8K go 0 "$sumac" doctor
	printed "up to 4 KiB, by the setting cpu_small_bytes"; printed "in rounds of 8 KiB, by the setting cpu_round_bytes"; end
}
begin "sumac explain says what it does not know" && {
	go 2 "$sumac" explain -n 2 allreduce SUM FOO; said "unknown type FOO"
	go 2 "$sumac" explain -n 2 allreduce FOO F32; said "unknown operation FOO"
	go 2 "$sumac" explain -n 2 allreduce SUM F32 -1; said "is not a count"
	go 2 "$sumac" explain -n 2; said "Collectives: reduce"; end
}

# A line of JSON: WHAT COLLECTIVE BYTES RANKS NICS ENGINE.
json()
{
	printed "^\{\"what\": \"$1\", \"collective\": \"$2\", .*\"bytes\": $3, \"ranks\": $4, \"nics\": $5, \"engine\": \"$6\""
	! grep -vE '^\{("[A-Za-z0-9_]+": ("[^"]*"|[-0-9.]+|true|false|null)(, |\}$))+$' out ||
		complain "these lines are no flat JSON"
}
for engine in $engines; do
	begin "sumac perf: a table, and JSON for each size, $engine" && {
		[ $engine = nic ] && nics=3 unit=cycles rest=" +[0-9.]+ +[0-9.]+ +[0-9.]+%" || nics=0 unit=us rest=
		go 0 "$sumac" perf -n 3 --engine $engine --sizes 8,4K; silent
		printed "^# sumac perf latency: allreduce of SUM on F32, 3 ranks"; printed "^# plan, on rank 0: "
		printed "^ +8( +[0-9.]+){3}$rest$"; printed "^ +4096( +[0-9.]+){3}$rest$"
		[ $engine = cpu ] || printed "3 simulated NICs: simulated cycles of a 250 MHz clock, which repeat exactly"
		for coll in reduce allreduce reduce_scatter scan exscan broadcast allgather; do
			go 0 "$sumac" perf $coll -n 3 --engine $engine --type I16 --sizes 100:300 --iterations 2 --warmup 1 --json
			json latency $coll 200 3 $nics $engine; printed "\"unit\": \"$unit\", \"iterations\": 2, \"min\": [0-9.]+,"
			[ "$(wc -l <out)" = 2 ] || complain "there are $(wc -l <out) lines"
		done
		go 0 "$sumac" perf barrier -n 3 --engine $engine --json; json latency barrier 0 3 $nics $engine
		go 0 "$sumac" perf rate scan -n 3 --engine $engine --sizes 64 --window 5 --iterations 20 --json
		json rate scan 64 3 $nics $engine; printed "\"unit\": \"calls/s\".*\"window\": 5.*\"max\": [1-9]"
		go 0 "$sumac" perf bandwidth -n 3 --engine $engine --sizes 1K --iterations 2 --json; printed "\"unit\": \"MB/s\""
		go 0 "$sumac" perf -n 3 --engine $engine --set sums=exact --sizes 64 --iterations 2
		go 0 "$sumac" run -n 3 --engine $engine "$sumac" perf scan --type F64 --op max --sizes 8
		printed "scan of MAX on F64"; end
	}
done
begin "sumac perf: a killed rank, a full disk and NICs that nobody has are errors" && {
	printf '[ "$PMIX_RANK" = 1 ] && ulimit -t 1\nexec "$1" perf --sizes 8 --iterations 100000000\n' >limited
	SUMAC_GRACE=3 go 137 "$sumac" run -n 2 --engine cpu sh limited "$sumac"; said "rank 1 was killed by signal 9"
	go 1 sh -c '"$0" perf --engine cpu --sizes 8:32 >/dev/full' "$sumac"; said "cannot be written: No space left"
	go 1 "$sumac" perf --engine cpu --require nic --sizes 8; said "rank 0: .*require is nic"
	go 1 "$sumac" perf bound --engine cpu; said "bounds are known of NICs that the launcher simulates"; end
}
if [[ $engines == *nic* ]]; then
	begin "sumac perf: cycles repeat, and a pair that no NIC does is told" && {
		for n in 1 2; do
			go 0 "$sumac" perf -n 4 --engine nic --sizes 8:16K --json; cp out latency.$n
			go 0 "$sumac" perf rate -n 4 --engine nic --sizes 8 --json; cp out rate.$n
		done
		cmp latency.1 latency.2 && cmp rate.1 rate.2 || complain "the second run has other cycles"
		printed '"simulated": true, "stepped": true'; rm latency.? rate.?
		go 0 "$sumac" perf -n 2 --engine nic --type C32 --sizes 8 --json; json latency allreduce 8 2 0 cpu
		printed '"reason": "the NIC does not do this type".*"unit": "us"'
		go 1 "$sumac" perf -n 2 --engine nic --require nic --type C32 --sizes 8; said "rank 0: .*C32.*require is nic"
		go 0 "$sumac" perf bound -n 8 --engine nic --sizes 1M; printed "^ +1048576 +38024.5 +37524.5$"
		go 0 "$sumac" perf bound -n 8 --engine nic --sizes 1M --set hop_ns=1000; printed "^ +1048576 +38124.5 "
		go 0 "$sumac" perf -n 4 --engine nic --nics 2 --sizes 64
		printed "4 ranks, 2 simulated NICs.*which differ from run to run"
		go 1 "$sumac" perf rate -n 4 --engine nic --nics 2 --sizes 64
		said "rank 0: rates on NICs are counted by their clock"; end
	}
fi

# The case has a file system of its own, in which only empty files can be made. It does nothing where mounting is not allowed.
for engine in $engines; do
	begin "a job runs where its folder's file system is full, $engine" && {
		if [ -n "$own_mounts" ]; then
			mount -t tmpfs -o size=16k,mode=700 tmpfs runtime && head -c 16384 /dev/zero >runtime/sumac-test-full
			go 0 "$sumac" run -n 3 --engine $engine "$programs/seed_example"; printed "^Found"
			[ "$(grep -c 'the status page .*rank-[0-2].status has no room (No space left' err)" = 1 ] ||
				complain "it is not said once"
			go bad "$sumac" run -n 2 --engine $engine --report report.json "$programs/seed_example"
			said "the report .*rank-[01].report.json cannot be written: No space left"
			go 1 "$sumac" run -n 2 --engine $engine --require nic "$programs/seed_example"
			said "has no room .*the setting require = nic"
			umount runtime
		fi
		end
	}
done

# The keeper and the launcher die at once, and the ranks with them. Where TMPDIR leads elsewhere than when the job began, its locks
# in other places still tell.
begin "sumac clean removes the leftovers of a job killed whole, and a live job keeps its own" && {
	export USER=sumac-test-$$
	cat >stay <<-'END'
		echo ready
		exec sleep 100
	END
	jobs_pid()
	{
		"$sumac" run -n 1 --engine cpu sh stay >ready 2>err & job=$!
		for _ in $(seq 100); do [ -s ready ] && break; sleep 0.1; done
	}
	jobs_pid
	go 0 "$sumac" clean; printed "^no dead job has left"
	[ -n "$(ls runtime)" ] || complain "the live job's folder is gone"
	kill -STOP $job; kill -KILL $(pgrep -P $job) $job; wait $job 2>/dev/null
	flock --timeout 60 runtime/sumac-job-*/lock true # a process that is about to go still holds it
	go 0 "$sumac" clean --dry-run; printed "^would remove $work/runtime/sumac-job-......$"
	go 0 "$sumac" clean; printed "^removed $work/runtime/sumac-job-......$"
	go 2 "$sumac" clean --all; said "unknown option --all"; end
}

# A rank 0 that has begun says so; without a file goes_on, a point with the longer hop sleeps then.
study_point() {
	cat >point <<-'END'
		[ "$PMIX_RANK" != 0 ] || echo "$SUMAC_HOP_NS $SUMAC_LINK_GBPS" >>ran
		[ -e goes_on ] || [ "$SUMAC_HOP_NS" = 300 ] || sleep 100
		exec "$1"
	END
	printf '%s\n' 'hop_ns = 300 600' 'design base' 'design slow' 'link_gbps = 40' \
		"seed: run -n 2 sh point $programs/seed_example" >s
}
if [[ $engines == *nic* ]]; then
	begin "a study on NICs that is killed goes on where it was, and leaves no rack" && {
		study_point
		"$sumac" study s -j 1 >out 2>err & study=$!
		for _ in $(seq 300); do grep -qs '^600' ran && break; sleep 0.1; done
		go 1 "$sumac" study s; said "another study \(process $study\) is writing into"
		kill -KILL $study; wait $study 2>/dev/null
		clean
		touch goes_on
		go 0 "$sumac" study s; said "4 of 4 points are finished, 3 of them in this run"
		[ "$(sort ran | uniq -c | tr -s '\n ' _)" = "_1_300_1_300_40_2_600_1_600_40_" ] || complain "these ran: $(cat ran)"
		awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
			$at["engine"] == "nic" && $at["simulated"] == "true" { n[$2] += $at["mean_cycles"] }
			END { exit !(n[300] > 0 && n[600] > n[300]) }' s.results/results.csv ||
			complain "the table: $(cat s.results/results.csv)"
		go 0 "$sumac" study s --dry-run; printed "4 points, 4 of them finished"
		go 0 "$sumac" study "$here/../../docs/examples/hops.study" --dry-run --out none; printed "^12 points"; end
	}
	begin "a study whose disk is full says so, loses nothing, and goes on" && {
		if [ -n "$own_mounts" ]; then
			study_point
			fill='exec head -c 1048576 /dev/zero >>disk/filler'
			sed -i "1i [ \$SUMAC_HOP_NS = 300 ] || [ -e goes_on ] || $fill" point
			mkdir disk && mount -t tmpfs -o size=256k tmpfs disk || complain "no disk"
			go 1 "$sumac" study s -j 1 --out disk
			said "No space left on device; until there is room no further point begins"
			said "1 of 4 points are finished"
			rm disk/filler; touch goes_on
			go 0 "$sumac" study s -j 1 --out disk; said "4 of 4 points are finished, 3 of them in this run"
			umount disk
		fi
		end
	}
fi
