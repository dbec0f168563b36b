# Several threads inside the library, also under ThreadSanitizer. Read by e2e.sh.

no_race() { ! grep -q "ThreadSanitizer" err || complain "a race: $(grep -m 3 -A 12 ThreadSanitizer err)"; }

for engine in $engines; do
	begin "threads of a PE call on teams and active sets, $engine" && {
		go 0 "$sumac" run -n 4 --engine $engine "$programs/shmem_threads"; printed "PE 1: 0 wrong"; end
	}
	begin "threads of a PE race nowhere in the SHMEM front end, $engine" && {
		TSAN_OPTIONS=exitcode=66 go 0 "$sumac" run -n 4 --engine $engine "$programs/shmem_threads_tsan"
		printed "PE 1: 0 wrong"; no_race; end
	}
	begin "threads call on teams of their own and make teams, 3 ranks, $engine" && {
		go 0 "$sumac" run -n 3 --engine $engine "$programs/native_threads"; printed "rank 2: no error"; end
	}
	for progress in callers thread; do
		begin "threads race nowhere, progress by $progress, 2 ranks, $engine" && {
			TSAN_OPTIONS=exitcode=66 go 0 "$sumac" run -n 2 --engine $engine --set progress=$progress \
				"$programs/threads_tsan"
			printed "rank 1: no error"; no_race; end
		}
	done
done
begin "threads that call on one team without an order end with an error" && {
	go 0 "$sumac" run -n 2 --engine cpu "$programs/native_threads" unordered
	printed "rank 1: ended"; said "while another one was inside a call on the same team"; end
}
