# Cards by XRT, in its hw_emu mode with a Verilated NIC behind each. Read by e2e.sh.

if [[ $engines == *nic* ]]; then
	# XRT's sleep at load is cut short, but for one case.
	quick=(sh -c "LD_PRELOAD=\$LD_PRELOAD:$programs/short_sleep.so exec \"\$@\"" sh)
	xclbin=$build/bitstreams/sumac_hw_emu.xclbin
	others=${USER-} USER=xrt-${work##*/} # XRT's folder in /tmp has this name: others' jobs have theirs elsewhere
	export USER
	# Neither a socket of XRT's nor its folder is left, and no card.
	nothing_of_xrt() {
		for _ in $(seq 50); do
			[ ! -d "/tmp/$USER" ] && ! pgrep -f "sumac-xrt-device .*$work" >/dev/null && return
			sleep 0.1
		done
		complain "XRT has left: $(ls -A "/tmp/$USER" 2>/dev/null) $(pgrep -af "sumac-xrt-device .*$work")"
	}

	begin "xrt: the standard's example, 2 PEs, as XRT is" && {
		go 0 "$sumac" run -n 2 --bus xrt --report report.json "$programs/seed_example"
		printed "^Found 34 maximal random numbers across all PEs"
		silent; ran nic 2; nothing_of_xrt
		cp out here
		go 0 "$sumac" run -n 2 --engine nic "$programs/seed_example"
		cmp -s here out || complain "other numbers than on the rack"
		end
	}
	for n in 1 2 4; do
		begin "xrt: grid, SHMEM, $n PEs" && {
			go 0 "$sumac" run -n $n --bus xrt --report report.json "${quick[@]}" "$programs/grid_shmem" cover $n 0 7 \
				1000
			printed "reductions over $n ranks, 0 wrong"; silent; ran nic $n; nothing_of_xrt; end
		}
		begin "xrt: grid, MPI, $n ranks" && {
			go 0 "$sumac" mpirun -n $n --bus xrt --report report.json "${quick[@]}" "$programs/grid_mpi" cover $n 0 7 \
				1000
			printed "reductions over $n ranks, 0 wrong"; silent; ran nic $n; nothing_of_xrt; end
		}
		begin "xrt: grid, SHMEM, $n PEs, in the cards' memory" && {
			go 0 "$sumac" run -n $n --bus xrt --set xrt_memory=device --report report.json "${quick[@]}" \
				"$programs/grid_shmem" cover $n 0 7 1000
			printed "reductions over $n ranks, 0 wrong"; silent; ran nic $n; nothing_of_xrt; end
		}
		begin "xrt: grid, MPI, $n ranks, in the cards' memory" && {
			"$build/bin/sumac-xclbin" pack --no-host -o cards.xclbin
			go 0 "$sumac" mpirun -n $n --set xrt_xclbin=cards.xclbin --report report.json "${quick[@]}" \
				"$programs/grid_mpi" cover $n 0 7 1000
			printed "reductions over $n ranks, 0 wrong"; silent; ran nic $n; nothing_of_xrt; end
		}
	done
	begin "xrt: cards that do not reach the host's memory" && {
		"$build/bin/sumac-xclbin" pack --no-host -o cards.xclbin
		go 0 "$sumac" info; printed "^xrt memory HOST.0.: the card reaches the host's memory"
		go 0 env SUMAC_XRT_XCLBIN=cards.xclbin "$sumac" info; printed "^xrt memory DDR.0.: the card's own"
		go 0 env SUMAC_XRT_MEMORY=device "$sumac" info; printed "^xrt memory DDR.0.: the card's own"
		export LD_PRELOAD=$programs/short_sleep.so
		go 0 "$sumac" selftest --no-wire --set xrt_xclbin=cards.xclbin; printed "through the NIC and back: right"
		go 0 "$sumac" run -n 2 --set xrt_xclbin=cards.xclbin "$programs/shmem_put"; silent
		go 0 "$sumac" run -n 2 --set xrt_xclbin=cards.xclbin "$programs/native_threads"; printed "rank 1: no error"
		go bad "$sumac" run -n 2 --set xrt_xclbin=cards.xclbin --set xrt_memory=host "$programs/seed_example"
		said "rank 0 has no NIC: cards.xclbin has no bank HOST.0. in the host's memory for .*rings .*xrt_memory is host"
		unset LD_PRELOAD
		nothing_of_xrt; end
	}
	begin "xrt: a program that ends without shmem_finalize" && {
		go 0 "$sumac" run -n 2 --bus xrt "$programs/shmem_die" nowhere
		said "PE [01]: the program ends without shmem_finalize"; ! grep "has died" err || complain "cards lose their ranks"
		nothing_of_xrt; end
	}
	begin "xrt: four threads of a rank, 2 ranks" && {
		go 0 "$sumac" run -n 2 --bus xrt "${quick[@]}" "$programs/native_threads"; printed "rank 1: no error"
		nothing_of_xrt; end
	}
	begin "xrt: heaps, puts and gets, 2 PEs" && {
		go 0 "$sumac" run -n 2 --bus xrt "${quick[@]}" "$programs/shmem_put"; silent; nothing_of_xrt; end
	}

	# killed PATTERN OPTION...: a job in whose midst the process dies that has these words, or is the job's first one. It ends
	# soon, and with an error.
	# Soon: in a quarter of a minute, and what the job took to start, since a machine with much else to do is slow in both.
	killed() {
		local begun started=$SECONDS
		"$sumac" run -n 2 --bus xrt --timeout 300 "${@:2}" "${quick[@]}" "$programs/native_endless" >out 2>err </dev/null &
		job=$!
		for _ in $(seq 1200); do [ "$(grep -c 'under way' out)" = 2 ] && break; sleep 0.1; done
		begun=$SECONDS
		[ "$1" = first ] && kill -KILL $job || kill -KILL "$(pgrep -f "$1" | head -1)" || complain "there is no $1"
		wait $job 2>/dev/null && complain "the job succeeds"
		[ $((SECONDS - begun)) -lt $((15 + begun - started)) ] || complain "it took $((SECONDS - begun)) s"
	}
	begin "xrt: a card that dies is an error, and soon" && {
		killed "sumac-xrt-device .*$work.* --rank 1"
		said "the emulated card of rank 1 ended by signal 9"; said "the card's simulation has ended"; nothing_of_xrt; end
	}
	begin "xrt: a card that dies with the rings in its memory is an error, and soon" && {
		killed "sumac-xrt-device .*$work.* --rank 1" --set xrt_memory=device
		said "the emulated card of rank 1 ended by signal 9"; said "the card's simulation has ended"; nothing_of_xrt; end
	}
	begin "xrt: a rack that dies is an error, and soon" && {
		killed "sumac-rack .*$work"
		said "the rack of simulated NICs ended by signal 9"; said "the card's simulation has ended"; nothing_of_xrt; end
	}
	begin "xrt: a launcher that dies takes all with it" && {
		killed first
		nothing_of_xrt; end
	}
	begin "xrt: a killed rank is named to the others" && {
		go 137 "$sumac" run -n 4 --bus xrt "${quick[@]}" "$programs/killed_native"
		for rank in 0 1 3; do said "rank $rank: was told"; done
		nothing_of_xrt; end
	}
	begin "xrt: a rank that ends without a farewell does not crash" && {
		go 3 "$sumac" run -n 2 --bus xrt "${quick[@]}" "$programs/native_endless" leave
		said "rank 0: allreduce.* a rank of this team has died"; nothing_of_xrt; end
	}
	begin "xrt: a card that another process has is an error, with XRT's words" && {
		mkdir lib && cp "$programs/busy_card.so" lib/libxrt_coreutil.so.2
		"$build/bin/sumac-xclbin" pack --mode hw --bitstream "$programs/busy_card.so" -o card.xclbin
		export SUMAC_XRT_XCLBIN=$work/card.xclbin LD_LIBRARY_PATH=$work/lib
		for busy in load open; do
			BUSY=$busy go bad "$sumac" run -n 2 --timeout 20 "$programs/seed_example"
			[ $busy = load ] &&
				said "card 0, .*it does not take the xclbin; XRT says: Xclbin on card is in use, can.t"
			[ $busy = open ] &&
				said "another may be using it; XRT says: failed to open cu context: Device or resource busy"
			[ "$(grep -c "^the card is closed" err)" = 1 ] || complain "a card is left open"
		done
		unset SUMAC_XRT_XCLBIN LD_LIBRARY_PATH
		# A rank's emulated card is its own: nobody else gets it, as a job of its own either.
		go bad "$sumac" run -n 1 --bus xrt --timeout 20 "${quick[@]}" sh -c '"$1"/native_endless >first & n=0
			until grep -qs way first || [ $((n += 1)) = 100 ]; do sleep 0.1; done
			env -u SUMAC_JOB_DIR $(env | sed -n "s/^\(PMIX_[A-Za-z0-9_]*\)=.*/-u \1/p") "$1"/seed_example; status=$?
			kill $!; exit $status' sh "$programs"
		said "the emulated card 0 is busy: a process has it already"
		rm -r lib first; nothing_of_xrt; end
	}
	begin "xrt: a forked child that calls exit() leaves its parent's card alone" && {
		go 0 "$sumac" run -n 2 --bus xrt --timeout 20 "${quick[@]}" "$programs/native_fork"
		[ "$(grep -c "a child ends" out)" = 4 ] || complain "not four children have ended"
		silent; nothing_of_xrt; end
	}
	begin "xrt: a card that ends late has not died" && {
		rm -f late
		{
			until [ -e late ]; do sleep 0.05; done
			sleep 4; pkill -CONT -f "[s]umac-xrt-device .*$work"
		} &
		go 0 "$sumac" run -n 1 --bus xrt --timeout 60 sh -c "pkill -STOP -f '[s]umac-xrt-device .*$work'; touch late"
		wait; silent; nothing_of_xrt; end
	}
	begin "xrt: sumac selftest, all vectors in the card's memory, and with a wire that leads nowhere" && {
		export LD_PRELOAD=$programs/short_sleep.so
		go 0 "$sumac" selftest --bus xrt --set xrt_memory=device
		printed "125 pairs of operation and type, .*: the CPU engine's bits"
		begun=$SECONDS
		with_rack "$programs/rack_without_wire" go 1 "$sumac" selftest --bus xrt --set rack="$work/rack.sock" \
			--set timeout=2
		printed "SUM of I8 fails: the NIC does not complete a call with itself"; printed "do packets come back to the card"
		[ $((SECONDS - begun)) -lt 15 ] || complain "it took $((SECONDS - begun)) s"
		unset LD_PRELOAD; nothing_of_xrt; end
	}
	begin "xrt: sumac clean leaves a live job's sockets alone, wherever else it looks" && {
		"$sumac" run -n 2 --bus xrt --timeout 60 "${quick[@]}" "$programs/native_endless" >first 2>err </dev/null &
		job=$!
		for _ in $(seq 300); do [ "$(grep -c 'under way' first)" = 2 ] && break; sleep 0.1; done
		find runtime "/tmp/$USER" -exec touch -h -d "2 minutes ago" {} +
		before=$(ls "/tmp/$USER")
		go 0 "$sumac" clean; printed "^no dead job has left"
		XDG_RUNTIME_DIR=$work/tmp go 0 "$sumac" clean; printed "^no dead job has left"
		[ "$(ls "/tmp/$USER")" = "$before" ] || complain "of $before there is left $(ls "/tmp/$USER")"
		kill $job; wait $job; [ $? = 143 ] || complain "the job did not end by the signal"
		rm first; nothing_of_xrt; end
	}
	begin "xrt: a user whose name no folder of sockets can have has cards, too" && {
		for USER in $(printf 'n%.0s' {1..90}) a/b; do
			go 0 "$sumac" run -n 2 --bus xrt --timeout 60 "${quick[@]}" "$programs/seed_example"; printed "^Found"
			USER=$(id -un) nothing_of_xrt
		done
		end
	}
	begin "xrt: missing or wrong files and devices are reported" && {
		mkdir none && : >none/libxrt_coreutil.so.2
		LD_LIBRARY_PATH=$work/none go bad "$sumac" run -n 1 --bus xrt "$programs/seed_example"
		said "Debian's package libxrt1"
		alone="env SUMAC_ENGINE=nic SUMAC_BUS=xrt SUMAC_XRT_XCLBIN=$xclbin XCL_EMULATION_MODE=hw_emu"
		go bad "$sumac" run -n 1 --bus xrt --set nic_mhz=322 "$programs/seed_example"
		said "NICs run at 322 MHz, but a card.s kernel is built for 250: use nic_mhz=250"
		LD_LIBRARY_PATH=$work/none go bad $alone "$programs/seed_example"; said "Debian's package libxrt1"
		go bad $alone "$programs/seed_example"; said "would corrupt the heap"
		mkdir other && cp "$build"/lib/libsumac{,_shmem}.so.0 other
		sh "$here/other_spec.sh" "$build/lib/sumac_xrt_emulation.so" other/sumac_xrt_emulation.so "$(ours)"
		LD_LIBRARY_PATH=$work/other go bad "$sumac" run -n 1 --bus xrt "$programs/seed_example"
		said "/other/sumac_xrt_emulation.so was built from specification $(theirs), this library from $(ours): build both"
		head -c 1000 "$xclbin" >cut; cp "$xclbin" changed; printf x | dd of=changed bs=1 seek=1900 conv=notrunc 2>/dev/null
		for file in cut changed "$programs/seed_example" nowhere; do
			go bad "$sumac" run -n 1 --bus xrt --set xrt_xclbin="$file" "$programs/seed_example"; said "$file"
		done
		go bad "$sumac" run -n 1 --bus xrt --clock stepped "$programs/seed_example"; said "no stepped clock"
		go bad "$sumac" run -n 1 --bus xrt --set xrt_device=zz "$programs/seed_example"
		said "card zz, .*XRT sees no such card"
		rm -r none other cut changed; nothing_of_xrt; end
	}
	USER=$others
fi
