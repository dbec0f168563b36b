# The rack: its surroundings, and what becomes of one from another specification. Read by e2e.sh.

# --- The rack's surroundings.
if [[ $engines == *nic* ]]; then
	# cycles: of the calls in report.json. The NICs' own cycles there go on while ranks say goodbye, and do not repeat.
	cycles() { sed -n 's/.*"call": .*"cycles": \([0-9]*\), .*/\1/p' report.json | awk '{ sum += $1 } END { print sum }'; }
	begin "a report says what it is of, and two are compared" && {
		go 0 "$sumac" run -n 2 --engine nic --clock stepped --report near.json "$programs/seed_example"
		go 0 "$sumac" run -n 2 --engine nic --clock stepped --set hop_ns=3000 --report far.json "$programs/seed_example"
		for words in '"commit": "[0-9a-z]' '"clean": \(true\|false\)' '"plans": "0x[0-9a-f]\{16\}"' \
			'"design": "0x[0-9a-f]\{16\}"' \
			'"settings": {"engine": "nic", "clock": "stepped", .*"hop_ns": "3000"' \
			'"surroundings": {.*"hop_ns": 3000' '"parameters": {.*"FanIn": 16'; do
			grep -q "$words" far.json || complain "the report lacks $words"
		done
		go 0 "$sumac" report diff near.json far.json
		printed "^  hop_ns  *600  *3000\$"
		printed "^  allreduce of SUM on [A-Z0-9]*, team of 2 .* nic .* [1-9]\.[0-9]*\$"
		! grep -q "^  commit\|^  FanIn" out || complain "what is the same is told as different"
		go 0 "$sumac" report diff near.json near.json
		printed "both runs are of the same sources, settings, NICs and surroundings"
		go 0 "$sumac" info --parameters --set hop_ns=3000
		printed "^  FanIn  *16  *inputs of a node"
		printed "^  hop_ns  *3000"
		go 0 "$sumac" info --parameters --json --bus xrt
		printed '"parameters": {"FanIn": 16'
		end
	}
	begin "a job runs on NICs of another design" && {
		go 0 "$sumac" run -n 4 --engine nic --nic small-4 --require nic "$programs/grid_native" once 1 0 16
		said "4 simulated NICs of the design small-4"
		go 0 "$sumac" explain -n 4 --engine nic --nic small-4 allreduce SUM F64 8
		printed "the NIC engine"
		go 0 "$sumac" explain -n 5 --engine nic --nic "$build/nics/small-4/sumac-rack" allreduce SUM F64 8
		printed "the CPU engine, .* fan-in is 4"
		go 2 "$sumac" run -n 2 --engine nic --nic small-4 --set rack="$work/none" "$programs/grid_native" once 1 0 16
		said "nic small-4: a design is for a rack that this job starts"
		end
	}
	begin "the rack's surroundings are set by settings" && {
		# A rack that prints its arguments: the launcher looks for it beside itself.
		mkdir bin && cp "$sumac" bin/sumac
		printf '#!/bin/sh\necho " $* " >"%s/words"\nexec "%s" "$@"\n' "$work" "$build/bin/sumac-rack" >bin/sumac-rack
		chmod +x bin/sumac-rack
		SUMAC_HOP_NS=700 go 0 bin/sumac run -n 2 --engine nic --clock stepped --set patience=7 --set link_gbps=40 \
			--set nic_mhz=322 --set host_gbps=20 --set host_doorbell_ns=510 --set host_read_ns=910 \
			--set host_write_ns=520 --set buffer_kib=1K --set rack_threads=2 --set nics=3 --set switch_ns=90 \
			--set topology=two-level --set leaf_nics=2 --set leaf_uplinks=1 "$programs/seed_example"
		for words in "nics 3" "clock stepped" "patience 7" "nic-mhz 322" "link-gbps 40" "hop-ns 700" "host-gbps 20" \
			"host-doorbell-ns 510" \
			"host-read-ns 910" "host-write-ns 520" "buffer-kib 1024" "rack-threads 2" \
			"switch-ns 90" "topology two-level" "leaf-nics 2" "leaf-uplinks 1"; do
			grep -q -- " --$words " words || complain "the rack is not told $words: $(cat words)"
		done
		rm -r bin words
		go 0 "$sumac" run -n 2 --engine nic --clock stepped --report report.json "$programs/seed_example"
		near=$(cycles)
		go 0 "$sumac" run -n 2 --engine nic --clock stepped --set hop_ns=3000 --report report.json "$programs/seed_example"
		[ "$(cycles)" -gt "$near" ] || complain "far away a run takes $(cycles) cycles, near $near"
		# Three send to one at once through a buffer of two packets: what is lost there comes again.
		go 0 "$sumac" run -n 4 --engine nic --set rack_stats="$work/stats.json" --set buffer_kib=8 \
			"$programs/native_scripted" 100000 1
		said "the switch's port to NIC [0-9] is full at cycle .*buffer_kib=8.*: frames are lost there"
		said "full buffers have lost [0-9]* frames, most of them, [0-9]*, at the switch's port to NIC"
		grep -q '"drops_full": [1-9]' stats.json || complain "nothing was lost"
		go 0 "$sumac" run -n 2 --engine nic --set rack_stats="$work/stats.json" --set buffer_kib=1K "$programs/seed_example"
		grep -q '"frames' stats.json || complain "no statistics: $(head -c 300 stats.json)"
		grep -q '"nic": 1, "last": .*DOORBELL.*DESCRIPTORS.*TX_CHUNKS.*COMBINES.*COMPLETIONS' stats.json ||
			complain "no events of NIC 1"
		go 2 "$sumac" run -n 2 --engine nic --set nic_mhz=125 "$programs/seed_example"
		said "link-gbps 100: it must be at most 64, .* 64 bytes a cycle at --nic-mhz 125"
		go 2 "$sumac" run -n 2 --engine nic --set hop_ns=1 "$programs/seed_example"
		said "hop_ns cannot be .1.: .*4..1000000"
		end
	}
fi

# Results on several switches are those on one, cycles repeat on any number of threads, and an uplink for four NICs takes its time.
if [[ $engines == *nic* ]]; then
	for how in "topology=two-level leaf_nics=3" "topology=two-level leaf_uplinks=1" "topology=ring"; do
		begin "grid on several switches, 8 ranks, ${how// /, }" && {
			sets=$(printf -- '--set %s ' $how)
			go 0 "$sumac" run -n 8 --engine nic $sets --report report.json "$programs/grid_native" cover 8 0 1000
			printed "reductions over 8 ranks, 0 wrong"; silent; ran nic 8; end
		}
	done
	begin "several switches: cycles repeat, the bound of an uplink is kept, and a full port is named" && {
		on() { go 0 "$sumac" run -n 8 --engine nic --clock stepped --require nic --report report.json \
			--set rack_stats="$work/stats.json" "$@" "$programs/native_scripted" 262144 1; }
		on; one=$(cycles)
		for topology in two-level ring; do
			on --set topology=$topology --set rack_threads=1; first=$(cycles)
			on --set topology=$topology --set rack_threads=2
			[ "$(cycles)" = "$first" ] || complain "$topology: $first cycles, and then $(cycles)"
			[ "$first" -gt "$one" ] || complain "$topology takes $first cycles, one switch $one"
		done
		on --set topology=two-level --set leaf_uplinks=1
		awk -F'[:,}]' '/"at": "leaf 0", "to": "spine"/ { bytes = $8 } /"last_completion"/ { end = $2 }
			END { exit !(bytes > 100000 && end >= bytes / 50) }' stats.json ||
			complain "faster than the uplink: $(cat stats.json)"
		on --set topology=two-level --set leaf_uplinks=1 --set buffer_kib=8
		said "leaf [01]'s port to spine 0 is full at cycle"; said "full buffers have lost .* at leaf [01]'s port to spine 0"
		end
	}
fi

# Cycles of the calls, and what was printed and sent. How many of the last acknowledgements are still seen, and how many cycles the
# rack counts in all, hangs on when the last rank goes.
if [[ $engines == *nic* ]]; then
	begin "cycles and results do not depend on the rack's threads" && {
		for n in 1 2 3; do
			go 0 "$sumac" run -n 3 --engine nic --clock stepped --set rack_threads=$n \
				--set rack_stats="$work/stats.json" \
				--report report.json "$programs/seed_example"
			grep -q "\"threads\": $n," stats.json || complain "there are not $n threads: $(head -3 stats.json)"
			grep -q '"repeatable": true' stats.json || complain "time went on without a rank"
			grep -q '"errors": 0,' stats.json || complain "the rack complains"
			{ cat out err; grep -o '"call": .*' report.json; grep -o '"chunks": .*, "ack' stats.json; } >told.$n
			cmp told.1 told.$n || complain "on $n threads it is not as on one: $(diff told.1 told.$n)"
		done
		grep -q '"max_cycles": [1-9]' told.1 || complain "no cycles in the report"
		rm told.*; end
	}
fi

# A rank that looks at its completions while time runs sees by chance how many there are.
if [[ $engines == *nic* ]]; then
	begin "cycles of calls in progress are the same on every run" && {
		for n in 1 2 3; do
			go 0 "$sumac" run -n 2 --engine nic --require nic --clock stepped --report report.json \
				"$programs/in_progress" 2048
			grep -o '"call": .*' report.json >told.$n
			cmp told.1 told.$n || complain "run $n has other cycles than the first: $(diff told.1 told.$n)"
		done
		rm told.*; end
	}
fi

# Every sum is looked at by the program, and the descriptors of all calls but the first are pushed, if they may be.
if [[ $engines == *nic* ]]; then
	begin "pushed descriptors give the same results, and sooner" && {
		for n in 2 5; do
			for push in no yes auto yes; do
				go 0 "$sumac" run -n $n --engine nic --require nic --clock stepped --set nic_push=$push \
					--set rack_stats="$work/stats.json" --report report.json "$programs/native_scripted" 8 70
				grep -q '"repeatable": true' stats.json || complain "time went on without a rank"
				grep -q '"errors": 0,' stats.json || complain "the rack complains"
				grep -o '"m[a-z]*_cycles": [0-9]*' report.json >cycles.$push
				[ $push = no ] || cmp -s cycles.yes cycles.$push || [ $push = yes ] || complain "auto is not yes"
			done
			least() { awk '/min/ { if (!n || $2 < n) n = $2 } END { print n }' cycles.$1; }
			[ $(($(least no) - $(least yes))) -gt 200 ] || complain "$(least yes) cycles pushed, $(least no) read"
			waits=$(awk -F'"least": ' '/answer_cycles/ { print $2 + 0 }' stats.json)
			[ $((waits - $(least yes))) -gt 250 ] && [ "$waits" -le 550 ] || complain "a program waits $waits cycles"
		done
		for push in no yes; do
			go 0 "$sumac" run -n 3 --engine nic --set nic_push=$push "$programs/grid_native" cover 3 0 7
			printed "reductions over 3 ranks, 0 wrong"; silent
			go 0 "$sumac" run -n 3 --engine nic --set nic_push=$push --faults loss=0.02,dup=0.01,reorder=0.02,seed=5 \
				"$programs/native_scripted" 8 40
		done
		rm cycles.*; end
	}
fi

# In any look at a NIC, and in its owner's report, each stage's causes add up to all cycles. The job is at work meanwhile.
if [[ $engines == *nic* ]]; then
	# add_up FILE N: JSON of N NICs, a stage a line
	add_up() {
		awk -v n="$2" '/"stages"/ { match($0, /"cycles": [0-9]+/); cycles = substr($0, RSTART + 10, RLENGTH - 10); nics++ }
			/"idle": / {
				stages++
				for (i = sum = 0; i <= NF; i++) if (i && $i ~ /^[0-9]+[,}]+$/) sum += $i
				bad += sum != cycles
			}
			END { exit bad || nics != n || stages != 13 * n || cycles + 0 <= 0 }' "$1" ||
			complain "$1: stages do not add up"
		command -v python3 >/dev/null && { python3 -m json.tool "$1" >json.told || complain "$1 is no JSON"; }
	}
	begin "what the NICs' cycles go to, while a job runs and in its report" && {
		"$sumac" run -n 2 --engine nic "$programs/native_endless" >out 2>err &
		job=$!
		for _ in $(seq 600); do
			[ "$(grep -c "under way" out)" = 2 ] && break
			sleep 0.1
		done
		for n in 1 2; do
			"$sumac" info --counters --json >json.$n || complain "no look $n"
			add_up json.$n 2
		done
		! cmp -s json.1 json.2 || complain "time does not pass"
		grep -q '"join": .*"peer": [1-9]' json.2 || complain "no stage waits for a peer"
		# Prometheus' text format: a metric's lines together, after its HELP and TYPE, and no sample twice
		"$sumac" info --counters --prometheus >prom
		awk '/^# HELP [a-z_]+ [A-Z]/ { help = $3; next }
			/^# TYPE [a-z_]+ counter$/ { type = $3; bad += seen[type]++ || help != type; next }
			!/^[a-z_]+{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*} [0-9]+$/ || twice[$1]++ || index($0, type "{") != 1 { bad++ }
			/^sumac_nic_(group|channel)_wait.*"1",[a-z]*="0",cause="peer"} [1-9]/ { waits++ }
			END { exit bad || waits != 2 || NR < 8 + 2 + 2 * 13 * 8 + 4 }' prom ||
			complain "not what Prometheus reads: $(head -5 prom)"
		"$sumac" info --counters >text
		[ "$(grep -cE '^  (accept|dma_rd|join) +\|[#.cpdemn ]{40}\|  .*(idle|busy) [0-9.]+ %' text)" = 6 ] ||
			complain "not a line a stage: $(head -20 text)"
		kill $job; wait $job
		go 0 "$sumac" info --counters; printed "no job of yours runs on simulated NICs here"
		go 0 "$sumac" run -n 2 --engine nic --report report.json "$programs/seed_example"
		add_up report.json 2
		rm json.* prom text; end
	}
fi

# A chunk's events, by where in the file each kind is first.
if [[ $engines == *nic* ]]; then
	begin "each event inside the NICs, with its cycle and fields" && {
		go 0 "$sumac" run -n 2 --engine nic --clock stepped --set rack_events="$work/events" --report report.json \
			"$programs/native_scripted" 64 1
		awk '{ bad += $1 + 0 < now[$2] + 0; now[$2] = $1 } $2 == 1 && !($3 in at) { at[$3] = NR }
			function later(words,  list, n, i) {
				n = split(words, list)
				for (i = 2; i <= n; i++)
					if (!at[list[i - 1]] || at[list[i]] <= at[list[i - 1]]) { bad++; print words }
			}
			END {
				later("KEY ROUTE_WORD ACC OPENED RD RD_DONE"); later("OPENED READY HAND SENT TX")
				later("OPENED EXPECT MET OPERAND"); later("COMMIT ARRIVE MET"); exit bad
			}' events >wrong || complain "not in the order of a chunk: $(cat wrong; head -3 events)"
		grep -qE '^[0-9]+ 0 OPENED CTX=[0-9a-f]+ .* BYTES=40 .*DST=2[0-9a-f]{10}$' events || complain "no fields"
		cycles >with; rm events wrong
		go 0 "$sumac" run -n 2 --engine nic --clock stepped --report report.json "$programs/native_scripted" 64 1
		cycles | cmp - with || complain "who watches changes cycles"
		go 1 "$sumac" run -n 2 --engine nic --set rack_events=/nowhere/events "$programs/seed_example"
		said "/nowhere/events"
		rm with; end
	}
fi

# The layout has each signal that the page names in the NIC's steps, in their order, and the NIC has each of the layout's. The
# signals are high in the cycles of the NIC's events, and no cycle changes.
if [[ $engines == *nic* ]]; then
	begin "waveforms of a call" && {
		job="-n 3 --engine nic --clock stepped --report report.json"
		go 0 "$sumac" run $job --set rack_events="$work/events" "$programs/native_scripted" 64 3
		cycles >without
		go 0 "$sumac" run $job --wave w.fst --wave-nic 1 --wave-call 2 "$programs/native_scripted" 64 3
		said "waveforms of NIC 1, call 2, cycles [0-9]* to [0-9]*: gtkwave w.gtkw"
		! grep "this NIC lacks" err || complain "a signal has gone"
		cycles | cmp - without || complain "who records changes cycles"
		for signal in $(awk '/^## NIC: from the doorbell/ { on = 1 } /^## Host: back/ { on = 0 } on' \
			"$here/../../docs/one-reduction.md" | grep -oE '`[a-z_]+_[io]`' | tr -d '`' | sort -u); do
			grep -qE "^\+\{([a-z_]+/)?$signal[[/}]" w.gtkw || complain "the layout lacks $signal"
		done
		sed -n 's/^-\([0-9][0-9]\) .*/\1/p' w.gtkw | sort -c || complain "steps are not in order"
		set -- $(sed -n 's/.*cycles \([0-9]*\) to \([0-9]*\).*/\1 \2/p' err)
		for pair in ACC=u_host_port.u_accept.acc_valid_o OPENED=u_control.opened COMMIT=u_transport.u_rx.commit_o; do
			awk -v event=${pair%=*} -v from=$1 -v to=$2 '
				$2 == 1 && $3 == event && $1 >= from && $1 <= to { print $1 }' events | sort -un >expected
			"$programs/wave_highs" w.fst nic.sumac_nic.${pair#*=} 4000 | cmp - expected ||
				complain "$pair: not in the cycles of its events"
			[ -s expected ] || complain "no event $pair"
		done
		go 0 "$sumac" run $job --wave c.fst --wave-cycles $1..$(($1 + 200)) "$programs/native_scripted" 64 3
		said "waveforms of NIC 0, cycles [0-9]* to [0-9]*: gtkwave c.gtkw"
		go 1 "$sumac" run $job --wave n.fst --wave-call 99 "$programs/native_scripted" 64 3
		said "call 99 of NIC 0 never came, so there are no waveforms: it had 3 calls"
		[ ! -e n.fst ] || complain "a file without waveforms stays"
		go 1 "$sumac" run $job --wave n.fst --wave-cycles 900000000..900000001 "$programs/native_scripted" 64 3
		said "NIC 0 was not at work in any of the cycles"
		: >other; ln -s other l.fst # the library that writes would replace it
		go 1 "$sumac" run $job --wave l.fst "$programs/native_scripted" 64 3; said "which is not a regular file"
		"$build/bin/sumac-rack" --socket "$work/s" --wave n.fst 2>err; said "make sim-wave. builds one that can"
		go 1 "$sumac" run $job --nic none --wave n.fst "$programs/native_scripted" 64 3
		said "make sim-wave NIC=none. builds"
		mkdir -p nic/wave/bin && ln -s "$build/wave/bin/sumac-rack" nic/wave/bin
		go 0 "$sumac" run $job --nic ./nic/sumac-rack --wave d.fst "$programs/native_scripted" 64 3; said "gtkwave d.gtkw"
		rm -rf ?.fst ?.gtkw other without expected events nic; end
	}
fi

# A wire that doubles frames changes no result; a job that fails ends with the line that runs it again.
if [[ $engines == *nic* ]]; then
	begin "faults on the wire" && {
		for n in 1 2; do
			go 0 "$sumac" run -n 3 --engine nic --clock stepped --faults dup=0.5,seed=3 \
				--set rack_stats="$work/$n.json" --report report.json "$programs/seed_example"
			grep -q '"dup": [1-9]' $n.json || complain "nothing was doubled"
			grep -q '"errors": 0,' $n.json || complain "the rack complains"
			{ cat out err; grep -o '"call": .*' report.json; grep -o '"chunks": .*, "ack' $n.json; } >told.$n
		done
		cmp told.1 told.2 || complain "the same plan does not do the same again: $(diff told.1 told.2)"
		SUMAC_FAULTS=loss=1 go 3 "$sumac" run -n 2 --engine nic sh -c "exit 3"
		said "sumac run: this runs it again, with the same faults: $sumac run --clock stepped --faults loss=1 -n 2 "
		go 3 "$sumac" run --set clock=stepped --faults dup=1 -n 2 --engine nic sh -c "exit 3"
		said "same faults: $sumac run --set clock=stepped --faults dup=1 -n 2 --engine"
		go 2 "$sumac" run -n 2 --engine nic --faults los=0.1 "$programs/seed_example"
		said "faults cannot be .los=0.1.: .*a list, with commas, of loss=P"
		end
	}
fi

# Wireshark knows each frame by the dissector that is made from the packet's rows.
if [[ $engines == *nic* ]]; then
	begin "the frames of the wire in a file, read by tshark" && {
		go 0 "$sumac" run -n 2 --engine nic --clock stepped --set pcap="$work/frames.pcap" "$programs/seed_example"
		[ "$(od -An -tx4 -N4 frames.pcap | tr -d ' ')" = a1b23c4d ] || complain "no pcap"
		if command -v tshark >/dev/null; then
			HOME=$work tshark -X lua_script:"$here/../../docs/reference/sumac.lua" -r frames.pcap -T fields -e ip.src \
				-e sumac.kind -e sumac.flag.first -e sumac.channel -e sumac.seq -e sumac.length -e _ws.col.Info \
				>fields 2>err.tshark
			tr '\t' ' ' <fields >told
			grep -qE "^10\.[0-9.]+ 1 1 [0-9]+ 4 32 DATA FIRST, channel [0-9]+, seq 4, ack 4, limit 20" told ||
				complain "no first chunk: $(head -3 told err.tshark)"
			grep -qE "^10\.[0-9.]+ 2 0 [0-9]+ 0 0 ACK, channel [0-9]+, seq 0, ack 6" told || complain "no ACK"
			! grep -vE "(DATA|ACK|PROBE)[ ,]" told || complain "frames of no kind"
		else
			echo "   tshark reads nothing, as it is not there (Debian's package tshark)"
		fi
		go 2 "$sumac" run -n 2 --engine nic --set pcap=/nowhere/frames.pcap "$programs/seed_example"
		said "/nowhere/frames.pcap"
		rm -f frames.pcap fields told err.tshark; end
	}
fi

# The first lines of a file of scripts say how it is run: "# run: OPTIONS OF THE LAUNCHER", "# program: WORDS", "# status: N",
# "# jobs: one a script".
if [[ $engines == *nic* ]]; then
	for file in "$here"/../scripts/*.script; do
		begin "scripts of packet events, $(basename "$file" .script)" && {
			status=$(sed -n 's/^# status: //p' "$file")
			parts=$file
			if grep -q "^# jobs: one a script" "$file"; then
				awk '/^script/ { n++ } n { print >("part" n ".script") }' "$file"
				parts=$(ls "$work"/part*.script)
			fi
			for part in $parts; do
				go "${status:-0}" "$sumac" run --clock stepped $(sed -n 's/^# run: //p' "$file") --engine nic \
					--timeout 200 --set script="$part" "$programs/native_scripted" \
					$(sed -n 's/^# program: //p' "$file")
				! grep "sumac-rack: error" err || complain "the rack complains"
			done
			rm -f "$work"/part*.script; end
		}
	done
	begin "a script that is not fulfilled, or wrong, fails the job" && {
		printf 'script in vain\nexpect ABORT from 0 to 1 within 100\n' >vain.script
		go 4 "$sumac" run -n 2 --engine nic --clock stepped --set script="$work/vain.script" \
			"$programs/native_scripted" 8 99
		said "error: $work/vain.script:2: script .in vain.: the packet has not come 100 cycles after cycle [0-9]*$"
		echo "loose ACK 1 from 0 to 1" >vain.script
		go 1 "$sumac" run -n 2 --engine nic --set script="$work/vain.script" "$programs/native_scripted" 8 1
		said "$work/vain.script:1: .loose.: there must be script, drop"
		rm vain.script; end
	}
fi

# with_rack RACK COMMAND...: with a rack of two NICs of our own, whose socket is at ./rack.sock.
with_rack() {
	local rack
	: >ready
	"$1" --socket "$work/rack.sock" --nics 2 --ready-fd 3 3>ready 2>rack.err &
	rack=$!
	for _ in $(seq 300); do
		[ -s ready ] && break
		sleep 0.1
	done
	[ -s ready ] || complain "the rack is not ready: $(cat rack.err)"
	shift
	"$@"
	kill $rack 2>/dev/null; wait $rack 2>/dev/null
}
if [[ $engines == *nic* ]]; then
	ours() { "$build/bin/sumac-rack" --spec-hash; }
	theirs() { printf '0x%08x' $(("$(ours)" ^ 1)); }
	begin "an output that cannot be written is reported, and is no success" && {
		go 1 "$sumac" run -n 2 --engine nic --set rack_stats=/dev/full "$programs/seed_example"
		printed "^Found 34"; said "statistics cannot be written to /dev/full: No space left"
		said "sumac run: the rack could not write its statistics, frames, trace or waveforms; the program's results"
		! grep "do not trust" err || complain "the results are right"
		go 1 sh -c '"$0" info >/dev/full' "$sumac"; said "cannot write standard output: No space left"; end
	}
	begin "a rack of one's own serves a job" && {
		with_rack "$build/bin/sumac-rack" go 0 "$sumac" run -n 2 --engine nic --set rack="$work/rack.sock" \
			--report report.json "$programs/seed_example"
		ran nic 2; end
	}
	begin "a rack of another specification is refused, with both hashes and the remedy" && {
		with_rack "$programs/rack_of_other_spec" go 1 "$sumac" run -n 2 --engine nic --set rack="$work/rack.sock" \
			"$programs/seed_example"
		said "the rack was built from specification $(theirs), the library from $(ours): build both from one tree"; end
	}
	begin "NICs of another specification are refused, with both hashes and the remedy" && {
		with_rack "$programs/rack_with_nics_of_other_spec" go 1 "$sumac" run -n 2 --engine nic \
			--set rack="$work/rack.sock" "$programs/seed_example"
		said "the NIC was built from specification $(theirs), this library from $(ours): build both from one tree"; end
	}
fi
if [[ $engines == *nic* ]]; then
	begin "sumac selftest: a NIC by itself, two, and without a wire" && {
		go 0 "$sumac" selftest; printed "125 pairs of operation and type, .*: the CPU engine's bits"
		go 0 "$sumac" run -n 3 --engine nic "$sumac" selftest; printed "ranks 0 and 1: .* the CPU engine's bits"
		printed "ranks 1 and 2: .* the CPU"
		go 0 "$sumac" selftest --no-wire; printed "through the NIC and back: right"
		go 1 "$sumac" selftest --engine cpu; printed "has no NICs"
		go 2 "$sumac" selftest --nonsense; said "unknown option --nonsense"; end
	}
	begin "sumac selftest: a card that XRT emulates, without a wire" && {
		go 0 env LD_PRELOAD="$programs/short_sleep.so" "$sumac" selftest --device 0 --no-wire
		printed "through the NIC and back: right"
		go 1 "$sumac" selftest --device zz; printed "XRT sees no such card"; end
	}
fi
if [[ $engines == *nic* ]]; then
	# R6, R7, R12: results do not depend on the wire. R14: a silent peer is an error on all ranks. R17: nothing is left behind.
	everything=loss=0.02,dup=0.02,reorder=0.02,corrupt=0.02,truncate=0.02,seed=5
	begin "a lossy wire: every reduction is right, and teams come and go, 3 ranks" && {
		go 0 "$sumac" run -n 3 --engine nic --clock stepped --faults $everything --report report.json \
			"$programs/grid_native" once 3 7 200
		ran nic 3
		go 0 "$sumac" mpirun -n 3 --engine nic --faults $everything "$programs/mpi_come_and_go"; end
	}
	begin "a lossy wire: SHMEM's reductions and vectors are right, and so are many peers that ask at once" && {
		go 0 "$sumac" run -n 3 --engine nic --clock stepped --faults $everything --report report.json \
			"$programs/grid_shmem" once 3 7 200
		ran nic 3
		go 0 "$sumac" run -n 2 --engine nic --faults $everything "$sumac" selftest
		printed "ranks 0 and 1: .* the CPU engine's bits"
		go 0 "$sumac" run -n 8 --engine nic --clock stepped --require nic --timeout 40 --faults loss=0.3,seed=3 \
			"$programs/grid_native" long 5 0 8000; end
	}
	begin "a link that comes back in time is no error, one that stays down names its rank" && {
		go 0 "$sumac" run -n 3 --engine nic --clock stepped --faults down=1@2000+300000 "$programs/seed_example"
		printed "^Found 32"
		# The first packets of both, whose channels were just opened.
		go 0 "$sumac" run -n 2 --engine nic --clock stepped --faults down=1@0+1500 --timeout 30 \
			"$programs/native_scripted" 8 3
		go 4 "$sumac" run -n 3 --engine nic --clock stepped --faults down=1@2000+1000000000 \
			"$programs/native_scripted" 4096 100
		for rank in 0 1 2; do said "^rank $rank: round .*\(rank 1 of the team"; done
		said "^rank 1: .*its own link may be down"; said "this runs it again, with the same faults"; end
	}
fi
