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
	declare -A named=([count]="the count" [op]="the operation" [type]="the type" [engine]="the type" [root]="the root" [call]="the call")
	for what in count op type engine root call; do
		begin "ranks that disagree on $what are told, $engine" && {
			go 0 "$sumac" run -n 3 --engine $engine "$programs/mismatch_native" $what
			[ "$(grep -c 'was told: .*disagree' err)" = 3 ] || complain "not all three were told"
			[ "$(grep -c "in call 2 rank 1 called .*, rank 0 .*differ in .*${named[$what]}" err)" = 3 ] || complain "not all were told who differs"
			end
		}
	done
	for next in barrier end; do
		begin "senders that disagree on the root are told at the $next, $engine" && {
			go bad "$sumac" run -n 3 --engine $engine "$programs/mismatch_native" elsewhere $next
			[ "$(grep -c "in call 2 rank 1 called reduce(.*root 2), rank 0 reduce(.*root 1): they differ in the root" err)" = 3 ] || complain "not all three were told"
			end
		}
	done
	begin "ranks that all take themselves for the root are told, $engine" && {
		go 0 "$sumac" run -n 2 --engine $engine "$programs/mismatch_native" roots
		[ "$(grep -c 'was told: .*in call 2 rank 1 called reduce(.*root 1), rank 0 reduce(.*root 0): they differ in the root' err)" = 2 ] || complain "not both were told"
		end
	}
	begin "PEs that disagree are told, $engine" && {
		go 0 "$sumac" run -n 3 --engine $engine "$programs/mismatch_shmem" count
		[ "$(grep -c 'was told: .*disagree' err)" = 3 ] || complain "not all three were told"
		[ "$(grep -c '^sumac: PE .: shmem_int_sum_reduce: .*disagree.*they differ in the count' err)" = 3 ] || complain "not all three printed it, once"
		end
	}
	for api in native shmem; do
		begin "a killed rank is named to the others, $api, $engine" && {
			go 137 "$sumac" run -n 4 --engine $engine "$programs/killed_$api"
			said "rank 2 was killed by signal 9 \(Killed\)"
			[ "$(grep -c 'was told after' err)" = 3 ] || complain "not all three survivors were told"; end
		}
	done
done

# --- Nothing is left behind. Every case looks; these look where it is somebody's first.
for engine in $engines; do
	begin "the job's folder in /tmp goes with the job, $engine" && {
		go 0 env -u XDG_RUNTIME_DIR "$sumac" run -n 2 --engine $engine sh -c 'echo "$SUMAC_JOB_DIR"; exec "$0"' "$programs/seed_example"
		left=$(sed -n 's|^/tmp/|&|p' out | head -1)
		[ -n "$left" ] || complain "the folder is not in /tmp"
		[ ! -e "$left" ] || complain "left: $left"; end
	}
	begin "the job's folder in /tmp goes with a killed rank's job, $engine" && {
		go 137 env -u XDG_RUNTIME_DIR "$sumac" run -n 3 --engine $engine sh -c 'echo "$SUMAC_JOB_DIR"; exec "$0"' "$programs/killed_native"
		left=$(sed -n 's|^/tmp/|&|p' out | head -1)
		[ -n "$left" ] || complain "the folder is not in /tmp"
		[ ! -e "$left" ] || complain "left: $left"; end
	}
done
