# MPI. Read by e2e.sh.

# --- MPI.
for engine in ${have_mpi:+$engines}; do
	for n in 1 3 4; do
		begin "mpi communicators by the hundred, $n ranks, $engine" && {
			go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$programs/mpi_communicators"
			silent; ran any $n; end
		}
	done
	begin "mpi: 200 communicators in turn leave nothing in the NICs, $engine" && {
		go 0 "$sumac" mpirun -n 3 --engine $engine --report report.json "$programs/mpi_come_and_go"
		silent; ran $engine 3; end
	}
	for n in 1 3 4; do
		begin "mpi reduce_scatter, scan, exscan and barrier, $n ranks, $engine" && {
			go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$programs/mpi_collectives"
			silent; ran $engine $n
			for call in reduce_scatter scan exscan barrier; do
				grep -qE "\"call\": \"$call\".*\"team_size\": $n," report.json || complain "Sumac was not given any $call"
			done
			for call in MPI_Reduce_scatter MPI_Reduce_scatter_block MPI_Scan MPI_Exscan MPI_Barrier; do
				grep -qE "\"name\": \"$call\", \"reason\": \"[^\"]+\"" report.json || complain "the report lacks the $call that was left"
			done
			end
		}
	done
	for n in 2 4; do
		begin "mpi and Sumac push each other on, $n ranks, $engine" && {
			go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$programs/mpi_progress"
			silent; ran any $n; end
		}
	done
	for n in 1 3; do
		begin "mpi: what is the host's goes to the host, $n ranks, $engine" && {
			go 0 /usr/bin/mpirun.openmpi -n $n --oversubscribe "$programs/mpi_host"
			sort out >host
			go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$programs/mpi_host"
			sort out | cmp -s - host || complain "other errors than without Sumac"
			[ "$(grep -cE '"name": "MPI_(Reduce|Allreduce)", "reason": "[^"]+", "calls": [1-9]' report.json)" -ge $n ] || complain "the report lacks what was left to the host"
			silent; end
		}
	done
	for what in count type root engine; do
		begin "mpi ranks that disagree on $what are told, $engine" && {
			go 0 "$sumac" mpirun -n 3 --engine $engine "$programs/mismatch_mpi" $what
			[ "$(grep -c 'was told: .*disagree' err)" = 3 ] || complain "not all three were told"; end
		}
	done
	begin "mpi senders that disagree on the root are told at the end, $engine" && {
		go 0 "$sumac" mpirun -n 3 --engine $engine "$programs/mismatch_mpi" elsewhere end
		[ "$(grep -cE '(MPI_Finalize|was told): .*in call 2 rank 1 called reduce.*root 2\), rank 0 reduce.*root 1\): they differ in the root' err)" = 3 ] || complain "not all three were told"; end
	}
	[ $engine = nic ] && begin "mpi: a team above the NICs' fan-in goes to the CPU engine, and why, $engine" && {
		go 0 "$sumac" mpirun -n 17 --engine nic --verbose "$programs/mpi_communicators"
		said "the team has 17 members, but the NIC's fan-in is 16"; end
	}
done
for engine in ${have_mpi:+$engines}; do
	# Without --enable-recovery Open MPI ends a job that has lost a rank, and names it; with it, it says nothing.
	begin "a killed rank is named, mpi, $engine" && {
		go 137 "$sumac" mpirun -n 4 --engine $engine "$programs/killed_mpi"; said "rank 2 .*signal 9"; end
	}
	begin "a killed rank is named to the others, mpi that goes on, $engine" && {
		timeout --foreground 300 "$sumac" mpirun -n 4 --engine $engine --timeout 60 --enable-recovery "$programs/killed_mpi" >out 2>err </dev/null
		status=$?
		# Open MPI's mpirun may fail to see the end of its ranks, after an error that it tells itself.
		[ $status = 0 ] || { [ $status = 124 ] && grep -q "PMIX ERROR" err; } || complain "status $status"
		[ "$(grep -c 'was told after' err)" = 3 ] || complain "not all three survivors were told"; end
	}
done
if [ -n "$have_mpi" ]; then
	begin "mpi: several programs in a job" && {
		go 0 "$sumac" mpirun -n 1 --engine cpu --timeout 120 --report report.json "$programs/mpi_progress" : -n 2 "$programs/mpi_progress"
		silent; ran any 3; end
	}
	begin "mpi with several threads at once is left to the host" && {
		go 0 "$sumac" mpirun -n 2 --engine cpu --verbose "$programs/mpi_host" threads
		said "left to the host MPI: the program may call MPI from several threads"; end
	}
	begin "mpi: a required NIC fails a call that the host MPI would take" && {
		go 1 "$sumac" mpirun -n 2 --engine cpu --require nic "$programs/mpi_host"; said "line"; end
	}
	begin "mpi: a required NIC fails reductions of every kind, and no barrier" && {
		go 1 "$sumac" mpirun -n 2 --engine nic --require nic --report report.json "$programs/mpi_collectives" required
		! grep line err || complain "not as expected"
		said "8 calls of 2 ranks would not have run on a NIC"; end
	}
	begin "mpi: NICs without a rack are refused, and the job ends" && {
		go bad /usr/bin/mpirun.openmpi -n 3 --oversubscribe -x SUMAC_ENGINE=nic \
			-x LD_PRELOAD="$build/lib/libsumac_ompi.so" "$programs/mpi_host"
		# By our line or by the host's error handler, which may end the job before our line has been passed on.
		said "sumac: (all ranks: MPI_Init(_thread)?: )?the setting engine is nic"; end
	}
fi
