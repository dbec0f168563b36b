# Several threads inside the library, also under ThreadSanitizer. Read by e2e.sh.

no_race() { ! grep -q "ThreadSanitizer" err || complain "a race: $(grep -m 3 -A 12 ThreadSanitizer err)"; }

for engine in $engines; do
	begin "threads call on teams of their own and make teams, 3 ranks, $engine" && {
		go 0 "$sumac" run -n 3 --engine $engine "$programs/native_threads"; printed "rank 2: no error"; end
	}
	for progress in callers thread; do
		begin "threads race nowhere, progress by $progress, 2 ranks, $engine" && {
			TSAN_OPTIONS=exitcode=66 go 0 "$sumac" run -n 2 --engine $engine --set progress=$progress "$programs/threads_tsan"
			printed "rank 1: no error"; no_race; end
		}
	done
done
begin "threads that call on one team without an order end with an error" && {
	go 0 "$sumac" run -n 2 --engine cpu "$programs/native_threads" unordered
	printed "rank 1: ended"; said "while another one was inside a call on the same team"; end
}
