# Several ranks share one NIC. Read by e2e.sh.

if [[ $engines == *nic* ]]; then
	for row in "8 2 run shmem cover" "8 2 mpirun mpi cover" "8 3 run native few" "5 2 run native cover" "6 4 run shmem few"; do
		read -r n nics launch api which <<<"$row"
		begin "grid of $which, $api, $n ranks sharing $nics NICs" && {
			counts="0 7"; [ $api = native ] && counts="0 1000"
			go 0 "$sumac" $launch -n $n --nics $nics --engine nic --report report.json "$programs/grid_$api" $which $n \
				$counts
			printed "reductions over $n ranks, 0 wrong"; silent; ran shared $n; end
		}
	done
	begin "ranks that share NICs enter in any order" && {
		go 0 "$sumac" run -n 6 --nics 2 --engine nic --report report.json "$programs/grid_native" orders 6
		printed "native: 120 reductions over 6 ranks, 0 wrong"; silent; ran shared 6; end
	}
	begin "a team without the NICs' owners, and one that shares one NIC" && {
		go 0 "$sumac" run -n 8 --nics 2 --engine nic "$programs/native_sharing" .
		printed "rank 1: allreduce.* the NIC engine \(simul.*, .*2 ranks on a NIC fold in memory; .* for the 2 such blocks"
		printed "rank 1: inclusive scan.*|rank 1: scan.* the CPU engine, since ranks of the team share a NIC"
		printed "rank 1: allreduce.* team of 3 ranks: the CPU engine, since .* all ranks of the team share one NIC"
		rm done; end
	}
	begin "all share one NIC: the CPU engine, and why; an error where NICs are required" && {
		go 0 "$sumac" run -n 3 --nics 1 --engine nic --report report.json "$programs/seed_example"
		said "the CPU engine serves the team of all 3 ranks: .* all ranks of the team share one NIC"; ran cpu 3
		go bad "$sumac" run -n 3 --nics 1 --engine nic --require nic "$programs/seed_example"
		said "all ranks of the team share one NIC"; end
	}
	# Rank 2 owns NIC 1 among 4 ranks, and shares NIC 0 among 6.
	for row in "4 native" "6 native" "4 shmem" "6 native request"; do
		read -r n api request <<<"$row"
		begin "a killed rank of $n sharing 2 NICs is named to the others, $api${request:+ $request}" && {
			go 137 "$sumac" run -n $n --nics 2 --engine nic "$programs/killed_$api" $request
			[ "$(grep -c 'was told after' err)" = $((n - 1)) ] || complain "not all survivors were told"; end
		}
	done
	begin "a NIC's killed owner is named to ranks whose team it is not in" && {
		go 137 "$sumac" run -n 8 --nics 2 --engine nic "$programs/native_sharing" . die
		[ "$(grep -c ': was told: ' err)" = 4 ] || complain "not all four were told"
		for rank in 5 7; do said "rank $rank: was told: .*rank 4, the owner of this rank's NIC, has died"; done
		rm done; end
	}
	begin "ranks that share one NIC and disagree are reported" && {
		go 0 "$sumac" run -n 4 --nics 2 --engine nic "$programs/mismatch_native" count
		[ "$(grep -c "in call 2 rank 1 called .*, rank 0 .*differ in .*the count" err)" = 4 ] ||
			complain "not all were told who differs"; end
	}
	begin "calls that shared NICs cannot do are reported" && {
		go bad "$sumac" run -n 4 --nics 2 --engine nic --clock stepped "$programs/seed_example"
		said "cannot be stepped where 4 ranks share 2 NICs"
		go bad "$sumac" run -n 4 --nics 2 --engine nic --set ranks_a_host=1 "$programs/seed_example"
		said "ranks 0 and 1 would share a NIC, but are not on one host"
		go 1 "$sumac" run -n 4 --nics 2 --engine nic "$sumac" selftest; printed "fewer NICs than ranks"; end
	}
	begin "xrt: grid, SHMEM, 4 PEs sharing 2 cards" && {
		go 0 "$sumac" run -n 4 --nics 2 --bus xrt --report report.json sh \
			-c "LD_PRELOAD=\$LD_PRELOAD:$programs/short_sleep.so exec \"\$@\"" sh \
			"$programs/grid_shmem" cover 4 0 7 1000
		printed "reductions over 4 ranks, 0 wrong"; silent; ran shared 4; end
	}
	begin "xrt: a killed owner of a card is named to the ranks that share it" && {
		go 137 "$sumac" run -n 4 --nics 2 --bus xrt sh -c "LD_PRELOAD=\$LD_PRELOAD:$programs/short_sleep.so exec \"\$@\"" \
			sh "$programs/killed_native"
		[ "$(grep -c 'was told after' err)" = 3 ] || complain "not all survivors were told"; end
	}
fi
