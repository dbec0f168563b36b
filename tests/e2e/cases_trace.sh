# The timeline of a run: `--set trace=FILE` and `sumac trace`. Read by e2e.sh.

if [[ $engines == *nic* ]]; then
	begin "a run's timeline: its format, its phases, the same cycles" && {
		go 0 "$sumac" run -n 4 --engine nic --clock stepped --report report.json "$programs/native_scripted" 20000 3
		cycles >without
		go 0 "$sumac" run -n 4 --engine nic --clock stepped --set trace=t.json --report report.json \
			"$programs/native_scripted" 20000 3
		cycles | cmp - without || complain "who traces changes cycles"
		go 0 "$sumac" trace check t.json; printed "t.json: [0-9]+ events, [0-9]+ slices, [1-9][0-9]* arrows$"
		! command -v python3 >/dev/null || python3 -m json.tool t.json >/dev/null || complain "no JSON"
		for word in "rank 3 (simulated time)" "NIC 3 (simulated time, 250 MHz)" "stalls of join" "DMA reads" "receive" \
			"transmit" "DMA writes" "passes" "descriptors"; do
			grep -qF "\"name\":\"$word\"" t.json || complain "nothing is called $word"
		done
		go 0 "$sumac" trace summary t.json
		awk -v all="$(cat without)" '/^  12 calls of / { calls = $1; mean = $4 }
			match($0, / [0-9.]+ +[0-9.]+ %/) { split(substr($0, RSTART), part, " "); sum += part[1]; phases++ }
			/in all / { counted = $9 }
			END { off = calls * counted - all
				exit calls != 12 || phases != 8 || off ^ 2 > 1 || (sum - mean) ^ 2 > 0.2 }' out ||
			complain "the phases are not those of the report, $(cat without) cycles: $(cat out)"
		go 0 "$sumac" run -n 3 --engine cpu --set trace=t.json "$programs/seed_example"
		go 0 "$sumac" trace check t.json; printed " 0 arrows$"
		go 0 "$sumac" trace summary t.json; printed "^Real time: the job ran on the CPU engine"
		go 2 "$sumac" run -n 2 --engine nic --set trace=/nowhere/t.json "$programs/seed_example"; said "/nowhere/t.json"
		rm t.json without; end
	}
	begin "a timeline on a full disk, and of a killed run" && {
		mkdir bin && cp "$sumac" bin/sumac
		printf "#!/bin/sh\ntrap '' XFSZ; ulimit -f 100; exec %s \"\$@\"\n" "$build/bin/sumac-rack" >bin/sumac-rack
		chmod +x bin/sumac-rack
		go 1 bin/sumac run -n 2 --engine nic --set trace=t.json "$programs/native_scripted" 8 200
		said "sumac-rack: events are missing in the trace t.json: File too large"; said "program's results are unaffected"
		go 0 "$sumac" trace check t.json
		rm -r bin t.json
		"$sumac" run -n 2 --engine nic --set trace=t.json "$programs/native_scripted" 8 100000000 >out 2>err &
		job=$!
		for _ in $(seq 600); do
			[ "$(stat -c %s t.json 2>/dev/null || echo 0)" -gt 3000000 ] && break
			sleep 0.1
		done
		kill -9 $job; wait $job 2>/dev/null
		for _ in $(seq 300); do
			[ -z "$(ls -A runtime)" ] && break
			sleep 0.1
		done
		go 0 "$sumac" trace check t.json
		go 0 "$sumac" trace summary t.json; printed "[0-9]{2,} calls of "
		rm t.json; end
	}
fi
