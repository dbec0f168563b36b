# The example of the standard, and the grid of reductions. Read by e2e.sh.

# --- The example as it stands in the standard: the numbers are what a plain loop over glibc's rand() counts.
declare -A maximal=([1]=32 [2]=34 [4]=36 [5]=30)
for engine in $engines; do
	for n in 1 2 4 5; do
		begin "the standard's example, $n PEs, $engine" && {
			go 0 "$sumac" run -n $n --engine $engine --report report.json "$programs/seed_example"
			printed "^Found ${maximal[$n]} maximal random numbers across all PEs"
			silent; ran $engine $n
			if [ $engine != cpu ]; then
				cp out here
				go 0 "$sumac" run -n $n --engine cpu "$programs/seed_example"
				cmp -s here out || complain "other numbers than on the CPU engine"
			fi
			end
		}
	done
	begin "the standard's example, 4 PEs, not position independent, $engine" && {
		go 0 "$sumac" run -n 4 --engine $engine "$programs/seed_example_no_pie"; printed "^Found 36"; end
	}
done

# Numbers of calls go over 2^32 in the course of it.
for how in $engines "cpu --set ranks_a_host=1" "nic --nics 2"; do
	begin "grid of calls with high numbers, 3 ranks, $how" && {
		FEW=20 go 0 "$sumac" run -n 3 --engine $how "$programs/grid_late" cover 3 0 7 1000
		printed "reductions over 3 ranks, 0 wrong"; end
	}
done

# Sums that no plain sum gets right.
for engine in $engines; do
	for row in "native run 4 exact" "native run 3 reproducible" "shmem run 3 exact" ${have_mpi:+"mpi mpirun 3 reproducible"}; do
		read -r api launch n sums <<<"$row"
		begin "$sums sums, $api, $n ranks, $engine" && {
			go 0 "$sumac" $launch -n $n --engine $engine --set sums=$sums --report report.json \
				"$programs/sums_$api" 1 65 300
			printed "sums over $n ranks, 0 wrong"; silent; ran $engine $n; end
		}
	done
done

begin "two operands of one's own, without a job" &&
	{ go 0 "$programs/native_local"; printed "pairs .* 0 times wrong"; silent; end; }
if [[ $engines == *nic* ]]; then
	begin "NICs work while the program does not call Sumac" && {
		go 0 "$sumac" run -n 3 --engine nic --report report.json "$programs/native_progress"
		printed "rank 2: 3 of 3 results were there before anybody asked"; silent; ran nic 3; end
	}
fi

# --- The grid. SHMEM has 7 of the NICs' operations on integers and 4 on 2 formats of floats; MPI has all pairs but
# those of bfloat16, and of binary16 where the library has no MPI_REAL2.
declare -A offered=([native]='([0-9]+) of the \1' [shmem]="$((7 * 8 + 4 * 2)) of the [0-9]+" [mpi]='(117|121) of the [0-9]+')
for engine in $engines; do
	# Counts up to 1000, or up to 100003: that over many simulated NICs is for the campaign (grid.sh), as one such call of 16
	# takes a busy machine more than a minute.
	for n in 1 2 3 4 5 6 7 8; do
		begin "grid, Sumac's own API, $n ranks, $engine" && {
			[ $engine = nic ] && [ $n -gt 4 ] && counts="0 1000" || counts=
			go 0 "$sumac" run -n $n --engine $engine --report report.json "$programs/grid_native" cover $n $counts
			printed "reductions over $n ranks, 0 wrong"; silent; ran $engine $n; end
		}
	done
	# 16 are the NIC's fan-in, and the CPU engine's plans have several levels from 17 on.
	for n in 1 2 3 4 5 6 7 8 16 17 32; do
		[ $engine = cpu ] || [ $n -le 16 ] || continue
		begin "grid of the other collectives, Sumac's own API, $n ranks, $engine" && {
			which=few; [ $n = 3 ] && which=rest; [ $n -ge 7 ] && counts="0 1000" || counts=
			go 0 "$sumac" run -n $n --engine $engine --report report.json "$programs/grid_native" $which $n $counts
			printed "reductions over $n ranks, 0 wrong"; silent; ran $engine $n; end
		}
	done
	# Hosts of their own on this machine: libfabric between them, and leaves of even and uneven blocks in those of several
	# ranks.
	[ $engine = nic ] || for row in "3 1 cover" "5 3 few" "6 3 cover" "8 4 few"; do
		read -r n a_host which <<<"$row"
		begin "grid, Sumac's own API, $n ranks on several hosts, cpu" && {
			go 0 "$sumac" run -n $n --engine cpu --set ranks_a_host=$a_host --report report.json \
				"$programs/grid_native" $which $n 0 1000
			printed "reductions over $n ranks, 0 wrong"; silent; ran cpu $n; end
		}
	done
	# All kinds of reductions of 16-bit floats among others, and the oracle rounds once, too.
	[ $engine = nic ] || for row in "1 0" "3 0" "6 2"; do
		read -r n a_host <<<"$row"
		begin "grid with sums rounded once, $n ranks, hosts of $a_host, cpu" && {
			SUMAC_NARROW_SUMS=wide go 0 "$sumac" run -n $n --engine cpu --set ranks_a_host=$a_host \
				--report report.json "$programs/grid_native" turns $n 0 1000
			printed "reductions over $n ranks, 0 wrong"; silent; ran cpu $n
			grep -q '"BF16", .* narrow_sums is wide' report.json || complain "the report does not name the setting"; end
		}
	done
	begin "grid, Sumac's own API, 16 ranks, which is the NIC's fan-in, $engine" && {
		[ $engine = nic ] && counts="0 1000" || counts=
		go 0 "$sumac" run -n 16 --engine $engine --report report.json "$programs/grid_native" cover 16 $counts
		printed "reductions over 16 ranks, 0 wrong"; silent; ran $engine 16; end
	}
	[ $engine = cpu ] && begin "grid, Sumac's own API, 32 ranks, $engine" && {
		go 0 "$sumac" run -n 32 --engine $engine --report report.json "$programs/grid_native" cover 32 0 1000
		printed "reductions over 32 ranks, 0 wrong"; silent; ran $engine 32; end
	}
	begin "1 to 8 ranks that enter in any order, all kinds of reductions, $engine" && {
		for n in 1 2 3 4 5 6 7 8; do
			go 0 "$sumac" run -n $n --engine $engine --report report.json "$programs/grid_native" orders $n
			printed "native: $((12 * (n + 4))) reductions over $n ranks, 0 wrong"; silent; ran $engine $n
		done
		end
	}
	# Every API with 1, 2, 3, 8 and 32 ranks, more of which share a core than folding in slices, or waiting by spinning, is made
	# for.
	for n in $([ $engine = nic ] && echo 1 3 4 || echo 1 2 3 4 8 32); do
		begin "grid, SHMEM, $n PEs, $engine" && {
			[ $n -ge 8 ] && counts="0 1000" || counts=
			go 0 "$sumac" run -n $n --engine $engine --report report.json "$programs/grid_shmem" cover $n $counts
			printed "reductions over $n ranks, 0 wrong"; silent; ran $engine $n; end
		}
	done
	for n in ${have_mpi:+$([ $engine = nic ] && echo 1 2 4 || echo 1 2 3 4 8 32)}; do
		begin "grid, MPI, $n ranks, $engine" && {
			[ $n -ge 8 ] && counts="0 1000" || counts=
			go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$programs/grid_mpi" cover $n $counts
			printed "reductions over $n ranks, 0 wrong"; silent; ran $engine $n; end
		}
	done
	# As the campaign goes through it, with one small count.
	for api in native shmem ${have_mpi:+mpi}; do
		begin "grid of the pairs that NICs do, $api, 2 ranks, $engine" && {
			launch=run; [ $api = mpi ] && launch=mpirun
			go 0 "$sumac" $launch -n 2 --engine $engine --report report.json "$programs/grid_$api" turns 1 7 7
			printed "^$api has ${offered[$api]} pairs"; printed "reductions over 2 ranks, 0 wrong"; silent
			ran $engine 2; end
		}
	done
done
