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
				grep -qE "\"call\": \"$call\".*\"team_size\": $n," report.json ||
					complain "Sumac was not given any $call"
			done
			for call in MPI_Reduce_scatter MPI_Reduce_scatter_block MPI_Scan MPI_Exscan \
				$([ $n = 1 ] || echo MPI_Barrier); do
				grep -qE "\"name\": \"$call\", \"reason\": \"[^\"]+\"" report.json ||
					complain "the report lacks the $call that was left"
			done
			end
		}
	done
	for n in 2 4; do
		begin "mpi and Sumac drive each other, $n ranks, $engine" && {
			go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$programs/mpi_progress"
			silent; ran any $n; end
		}
	done
	for n in 2 3; do
		begin "mpi from several threads at once, $n ranks, $engine" && {
			export SUMAC_PROGRESS=callers
			[ $engine = nic ] || SUMAC_PROGRESS=thread
			go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$programs/mpi_threads"
			silent; ran $engine $n
			[ "$(grep -c '"left_to_host": \[\]' report.json)" = $n ] || complain "some calls were left to the host"
			end
		}
	done
	for n in 1 3 4; do
		begin "mpi calls that do not block, $n ranks, $engine" && {
			export SUMAC_PROGRESS=callers
			[ $engine = nic ] || SUMAC_PROGRESS=thread
			go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$programs/mpi_requests" sumac
			silent; ran $engine $n
			grep -E '"name": "MPI_I[a-z_]*", "reason": "(it does not block|another)' report.json |
				grep -v 'does not do this type' &&
				complain "they were left to the host"
			end
		}
	done
	for n in 1 3; do
		begin "mpi: the host's calls go to the host, $n ranks, $engine" && {
			go 0 /usr/bin/mpirun.openmpi -n $n --oversubscribe "$programs/mpi_host"
			sort out >host
			go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$programs/mpi_host"
			sort out | cmp -s - host || complain "other errors than without Sumac"
			[ "$(grep -cE '"name": "MPI_(Reduce|Allreduce)", "reason": "[^"]+", "calls": [1-9]' report.json)" \
				-ge $n ] || complain "the report lacks what was left to the host"
			! grep -E "wrong, which|is NULL|is none|no place" report.json ||
				complain "the report has calls that failed by their arguments"
			silent; end
		}
	done
	for n in 1 3 4; do
		begin "mpi: calls that Sumac leaves are the host's to the bit, $n ranks, $engine" && {
			go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$programs/mpi_pass"
			silent; ran $engine $n
			[ $n = 1 ] || grep -q '"it is an intercommunicator", "calls": [1-9]' report.json ||
				complain "the report lacks the intercommunicator"
			end
		}
	done
	for what in count type root engine; do
		begin "mpi ranks that disagree on $what are reported, $engine" && {
			go 0 "$sumac" mpirun -n 3 --engine $engine "$programs/mismatch_mpi" $what
			[ "$(grep -c 'was told: .*disagree' err)" = 3 ] || complain "not all three were told"; end
		}
	done
	begin "mpi senders that disagree on the root are reported at the end, $engine" && {
		go 0 "$sumac" mpirun -n 3 --engine $engine "$programs/mismatch_mpi" elsewhere end
		differ='in call 2 rank 1 called reduce.*root 2\), rank 0 reduce.*root 1\): they differ in the root'
		[ "$(grep -cE "(MPI_Finalize|was told): .*$differ" err)" = 3 ] || complain "not all three were told"; end
	}
	[ $engine = nic ] && begin "mpi: a team above the NICs' fan-in goes to the CPU engine, and why, $engine" && {
		go 0 "$sumac" mpirun -n 17 --engine nic --verbose "$programs/mpi_communicators"
		said "the team has 17 members, but the NIC's fan-in is 16"; end
	}
done
for engine in ${have_mpi:+$engines}; do
	# Without --enable-recovery Open MPI ends a job that has lost a rank, and names it; with it, it says nothing.
	begin "a killed rank is named, mpi, $engine" && {
		go 137 "$sumac" mpirun -n 4 --engine $engine "$programs/killed_mpi"; said "process rank 2 "; said "signal 9"
		end # Open MPI 5 breaks lines
	}
	begin "a killed rank is named to the others, mpi that goes on, $engine" && {
		timeout --foreground 300 "$sumac" mpirun -n 4 --engine $engine --timeout 60 \
			--enable-recovery "$programs/killed_mpi" >out 2>err </dev/null &
		# Open MPI's mpirun may fail to see the end of its ranks, after an error that it tells itself, or version 5
		# silently: it has five seconds for it.
		left=50
		while [ $left != 0 ] && kill -0 $! 2>/dev/null; do
			sleep 0.1
			[ "$(grep -c 'was told after' err)" != 3 ] || left=$((left - 1))
		done
		kill $! 2>/dev/null
		wait $!
		status=$?
		[ $status = 0 ] || grep -q "PMIX ERROR" err || { [ $left = 0 ] && mpirun.openmpi --version | grep -q ') 5\.'; } ||
			complain "status $status"
		[ "$(grep -c 'was told after' err)" = 3 ] || complain "not all three survivors were told"; end
	}
done
if [ -n "$have_mpi" ]; then
	begin "mpi: sumac run leaves a program of MPI alone to sumac mpirun" && {
		go 0 "$sumac" run -n 3 --engine cpu --report report.json -- "$programs/mpi_come_and_go"
		said "this program uses Open MPI, so .sumac mpirun. starts it"; ran cpu 3
		go 2 "$sumac" run -n 3 --engine cpu "$programs/mpi_come_and_go" a : b
		said 'the argument ":" begins .*have .sumac mpirun. start'
		hosts_own='^(ompi\.|sm_segment)'
		printf '#!/bin/sh\nexec "%s"\n' "$programs/mpi_come_and_go" >script && chmod +x script
		go 0 "$sumac" run -n 2 --engine cpu ./script; said "no rank used SHMEM .*start MPI programs with .sumac mpirun"
		go 1 "$sumac" run -n 2 --engine cpu --require nic sh -c "exec $programs/mpi_come_and_go"
		said "require is nic, but no rank used"
		go 0 "$sumac" run -n 2 --engine cpu sh -c hostname; silent; end
	}
	begin "mpi: several programs in a job" && {
		go 0 "$sumac" mpirun -n 1 --engine cpu --timeout 120 --report report.json "$programs/mpi_progress" : -n 2 \
			"$programs/mpi_progress"
		silent; ran any 3; end
	}
	begin "mpi calls that do not block and that nobody would drive are the host's" && {
		go 0 "$sumac" mpirun -n 3 --engine cpu --report report.json "$programs/mpi_requests"
		said "left the rest to the host MPI; the main reason: it does not block: the CPU engine needs .* progress = thread"
		end
	}
	begin "mpi: a required NIC fails a call that the host MPI would take" && {
		go 1 "$sumac" mpirun -n 2 --engine cpu --require nic --set summary=text "$programs/mpi_host"; said "line"
		said "  none   MPI_Allreduce: refused, as the setting require is nic: the operation is the program's own"; end
	}
	begin "mpi: a required NIC fails reductions of every kind, and no barrier" && {
		go 1 "$sumac" mpirun -n 2 --engine nic --require nic --report report.json "$programs/mpi_collectives" required
		! grep line err || complain "not as expected"
		said "8 calls of 2 ranks would not have run on a NIC"; end
	}
	# Without `sumac mpirun`, which would put Sumac first.
	stacked()
	{
		go 0 /usr/bin/mpirun.openmpi -n 2 --oversubscribe -x SUMAC_PROGRESS=thread -x LD_PRELOAD="$1" \
			"$programs/mpi_requests"
	}
	ompi=$build/lib/libsumac_ompi.so
	begin "mpi: a profiling tool behind Sumac sees what Sumac leaves, and the waits" && {
		stacked "$ompi:$programs/tool_all.so"
		said "tool: init 1, allreduce 2, wait [1-9]"; end
	}
	# It has Allreduce and Wait, of calls that do not block too, and all of them are Sumac's.
	for host in openmpi mpich; do
		[ $host = mpich ] && tooled=mpich/ passed=-genv preload=LD_PRELOAD\  || tooled= passed=-x preload=LD_PRELOAD=
		begin "mpi: a profiling tool that the user preloads sees each call once, and Sumac takes it, $host" && {
			export SUMAC_PROGRESS=thread
			go 0 env LD_PRELOAD="$programs/${tooled}tool_all.so" mpirun.$host -n 2 "$programs/${tooled}mpi_requests"
			saw=$(grep -o "^tool: init 1, allreduce [0-9]*, wait" err) # the program waits again for what it cannot free
			for way in environment option; do
				[ $way = environment ] && export LD_PRELOAD="$programs/${tooled}tool_all.so" ||
					set -- $passed $preload"$programs/${tooled}tool_all.so"
				go 0 "$sumac" mpirun -n 2 --engine cpu --report report.json "$@" "$programs/${tooled}mpi_requests"
				unset LD_PRELOAD
				said "^$saw 1[0-9]+$"
				ran cpu 2
				grep -qE '"name": "MPI_I[a-z_]*", "reason": "(it does not block|another)' report.json &&
					complain "the host had them"
			done
			end
		}
	done
	for host in openmpi mpich; do
		[ $host = mpich ] && linked=$programs/mpich || linked=$programs
		begin "mpi: below a tool, the MPI library's own calls stay its own, $host" && {
			export OMPI_MCA_io=^ompio # but ROMIO, as in MPICH
			go 0 env LD_PRELOAD="$linked/tool_all.so" "$sumac" mpirun -n 2 --engine nic --require nic \
				--report report.json \
				"$linked/mpi_come_and_go" file
			ran nic 2
			[ "$(grep -c '"call": "[a-z]*reduce"' report.json)" = 2 ] &&
				[ "$(grep -cE '"call": .*"calls": 1,' report.json)" = 2 ] &&
				! grep barrier report.json || complain "not one reduction a rank"
			end
		}
	done
	for engine in $engines; do
		for order in "mpi shmem mpi shmem" "shmem mpi shmem mpi"; do
			begin "mpi and SHMEM in one program, in the order $order, $engine" && {
				go 0 "$sumac" mpirun -n 3 --engine $engine --report report.json "$programs/shmem_and_mpi" $order
				silent; ran $engine 3; end
			}
		done
	done
	begin "mpi and SHMEM in one program that ends without shmem_finalize" && {
		for order in "mpi shmem mpi" "shmem mpi mpi"; do
			go 0 "$sumac" mpirun -n 3 --engine cpu "$programs/shmem_and_mpi" $order
			[ "$(grep -c "PE [012]: the program ends without shmem_finalize" err)" = 1 ] ||
				complain "it is not told once, $order"
		done; end
	}
	begin "mpi: a spawned program is left to the host, and so is what it shares" && {
		unset OMPI_MCA_btl # jobs that are joined talk by TCP
		go 0 "$sumac" mpirun -n 2 --engine nic --report report.json "$programs/mpi_spawn"
		[ "$(grep -c 'left to the host MPI: MPI_Comm_spawn started the program' err)" = 1 ] ||
			complain "that was not said once"
		grep -q '"name": "MPI_Iallreduce", "reason": "the communicator has processes of another job"' report.json ||
			complain "the report lacks what was shared"
		[ "$(grep -c ': 0 wrong' out)" = 4 ] || complain "not all four ended well"
		ran nic 2; end
	}
	begin "mpi: a required NIC fails the reductions of a spawned program" && {
		unset OMPI_MCA_btl
		go bad "$sumac" mpirun -n 2 --engine nic --require nic "$programs/mpi_spawn" required
		said "a rank: MPI_Allreduce: .*MPI_Comm_spawn started the program"; end
	}
	begin "mpi: a required NIC fails calls that do not block, too, and the summary has the rest" && {
		go 1 "$sumac" mpirun -n 2 --engine nic --require nic --set summary=text "$programs/mpi_requests" required
		! grep line err || complain "not as expected"
		said "6 calls of 2 ranks would not have run on a NIC"
		said " 1 +4  nic    allreduce of SUM on I32, 2 ranks: the NICs of all ranks do this"
		said " 1 +0  host   MPI_Ibarrier: the communicator has no team yet"; end
	}
	begin "mpi: NICs without a rack are refused, and the job ends" && {
		go bad /usr/bin/mpirun.openmpi -n 3 --oversubscribe -x SUMAC_ENGINE=nic \
			-x LD_PRELOAD="$build/lib/libsumac_ompi.so" "$programs/mpi_host"
		# By our line or by the host's error handler, which may end the job before our line has been passed on.
		said "sumac: (all ranks: MPI_Init(_thread)?: )?the setting engine is nic"; end
	}
fi

# Both ranks say that they have come that far.
both() { for _ in $(seq 300); do [ -e "$1.0" ] && [ -e "$1.1" ] && return; sleep 0.1; done; complain "the ranks have not $1"; }
# The chunks that the rack has seen, when no more come.
chunks() {
	local seen=none last
	for _ in $(seq 50); do
		last=$seen
		kill -USR1 "$rack"
		sleep 0.1
		seen=$(grep -o '"chunks": [0-9]*' rack.err | tail -1 | grep -o '[0-9]*$')
		[ "$seen" = "$last" ] && break
	done
	echo "$seen"
}
watch_overlap() {
	local met begun waited
	rm -f met.* begun.* waited.* begin end leave
	/usr/bin/mpirun.openmpi -n 2 --oversubscribe -x SUMAC_ENGINE=nic -x SUMAC_RACK="$work/rack.sock" \
		-x LD_PRELOAD="$build/lib/libsumac_ompi.so" "$programs/mpi_requests" overlap >out 2>err </dev/null &
	both met; met=$(chunks); : >begin
	both begun; begun=$(chunks); : >end
	both waited; waited=$(chunks); : >leave
	wait $! || complain "the program failed: $(head -3 err)"
	# Each sends the other one chunk.
	[ "$begun" = $((met + 2)) ] || complain "the NICs had seen $met chunks before the call, and $begun before the wait"
	[ "$waited" = "$begun" ] || complain "the wait had to send: $begun chunks before it, $waited after"
}
if [[ ${have_mpi:+$engines} == *nic* ]]; then
	begin "mpi: the NICs do a call that does not block while the program is elsewhere" && {
		with_rack "$build/bin/sumac-rack" watch_overlap; end
	}
fi

for host in ${have_mpi:+openmpi mpich}; do
	[ $host = mpich ] && linked=$programs/mpich || linked=$programs
	begin "mpi: where no rank comes to Sumac, a required NIC fails the job, $host" && {
		go 0 "$sumac" mpirun -n 2 --engine cpu "$linked/mpi_dlopen"
		said "^sumac mpirun: no MPI call went through Sumac: the program gets MPI's functions by dlopen"
		go 1 "$sumac" mpirun -n 2 --engine cpu --require nic "$linked/mpi_dlopen"
		said "the setting require is nic, but no MPI call went through Sumac: the program gets"
		go 0 "$sumac" mpirun --mpi $host -n 2 --engine cpu hostname; silent
		go 1 "$sumac" mpirun --mpi $host -n 2 --engine cpu --require nic hostname
		said "the setting require is nic, but no MPI call .*no rank called Sumac's MPI_Init: .*_exit"; end
	}
done

for host in ${have_mpi:+openmpi mpich}; do
	[ $host = mpich ] && linked=$programs/mpich || linked=$programs
	begin "mpi: ranks that end without MPI_Finalize keep their counts in the report, $host" && {
		# The first to leave may have its launcher end the others, with a status of the launcher's own.
		timeout --foreground 300 "$sumac" mpirun -n 2 --engine cpu --report report.json "$linked/mpi_host" \
			leave >out 2>err </dev/null
		for what in '"missing": .*; these are its calls until then' \
			'"call": "reduce", .*"engine": "cpu", .*"calls": [1-9]' \
			'"name": "MPI_Allreduce", "reason": "the operation is the program.s own'; do
			[ "$(grep -cE "$what" report.json)" -ge 2 ] || complain "the report lacks of one of them: $what"
		done
		end
	}
	begin "mpi: a killed rank's counts are in the report, $host" && {
		go bad "$sumac" mpirun -n 4 --engine cpu --report report.json "$linked/killed_mpi"
		grep -A2 '"rank": 2, "missing"' report.json | grep -qE '"call": "allreduce", .*"calls": [1-9]' ||
			complain "they are not"; end
	}
done

# MPI_Reduce_locals, in programs that are linked with the front end.
for host in ${have_mpi:+openmpi mpich}; do
	[ $host = mpich ] && linked=$programs/mpich || linked=$programs
	# Each is a job by itself, without a launcher: Open MPI 4's daemon for it takes its folder away when the program has ended,
	# and Open MPI 5 leaves a folder and a file in /dev/shm behind, also without Sumac.
	begin "MPI_Reduce_locals of every operation and type, $host" && {
		hosts_own='^(ompi\.|sm_segment)'
		go 0 "$linked/mpi_reduce_locals"; printed "^[0-9]{3} pairs, 0 times wrong"; silent; end
	}
	begin "MPI_Reduce_locals: an error that is fatal, $host" && {
		hosts_own='^(ompi\.|sm_segment)'
		go bad "$linked/mpi_reduce_locals" fatal; said "^sumac: rank 0: MPI_Reduce_locals: MPI_IN_PLACE is not allowed"; end
	}
	begin "MPI_Reduce_locals in Fortran, $host" && {
		hosts_own='^(ompi\.|sm_segment)'
		for binding in mpif module f08; do
			go 0 "$linked/fortran_locals_$binding"; printed "^ *0 *times wrong"; silent
		done
		end
	}
done
[ -n "$have_mpi" ] && begin "MPI_Reduce_locals, linked and preloaded" && {
	go 0 "$sumac" mpirun -n 2 --engine cpu "$programs/mpi_reduce_locals"; printed "^[0-9]{3} pairs, 0 times wrong"; silent; end
}

# Exact sums: the words are the same with and without Sumac, under both MPIs, on any number of ranks.
for host in ${have_mpi:+openmpi mpich}; do
	[ $host = mpich ] && linked=$programs/mpich alone="mpirun.mpich" ||
		linked=$programs alone="mpirun.openmpi --oversubscribe"
	program=$linked/mpi_accumulators
	begin "mpi exact sums with and without Sumac, $host" && {
		go 0 $alone -n 3 "$program" host; said "an MPI_Init that Sumac did not see"; mv out alone
		for engine in $engines; do
			go 0 "$sumac" mpirun -n 4 --engine $engine --set progress=thread --report report.json "$program"
			silent; ran $engine 4; cmp -s out alone || complain "other words on $engine"
			[ "$(grep -oE '"name": "MPI_[A-Za-z_]*"' report.json | sort -u)" = '"name": "MPI_Exscan"' ] ||
				complain "the host MPI got more than MPI_Exscan"
		done
		go 0 $alone -n 3 "$program" host faults
		go 0 "$sumac" mpirun -n 3 --engine cpu "$program" faults
		go bad $alone -n 1 "$program" wrong; said "SUMAC_EXACT_SUM was called on a datatype whose"
		end
	}
	begin "mpi exact sums in Fortran, $host" && {
		for binding in module f08; do
			go 0 "$sumac" mpirun -n 3 --engine cpu "$linked/fortran_exact_$binding"; silent
		done
		end
	}
done
