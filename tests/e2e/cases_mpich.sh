# The programs of cases_mpi.sh and the grid under MPICH, which `sumac mpirun` sees in their libraries. Read by e2e.sh.
# Most are campaign-tests.

# mpich STATUS RANKS PROGRAM...: with a report.
mpich() { go $1 "$sumac" mpirun -n $2 --engine $engine --report report.json "$programs/mpich/${@:3}"; }

for engine in ${have_mpi:+$engines}; do
	for n in 1 3 4; do
		begin "mpich communicators by the hundred, $n ranks, $engine" && {
			mpich 0 $n mpi_communicators; silent; ran any $n; end
		}
		begin "mpich reduce_scatter, scan, exscan and barrier, large counts too, $n ranks, $engine" && {
			mpich 0 $n mpi_collectives; silent; ran $engine $n; end
		}
	done
	begin "mpich: 200 communicators in turn leave nothing in the NICs, $engine" && {
		mpich 0 3 mpi_come_and_go; silent; ran $engine 3; end
	}
	for n in 2 4; do
		begin "mpich and Sumac drive each other, $n ranks, $engine" && {
			mpich 0 $n mpi_progress; silent; ran any $n; end
		}
	done
	for n in 1 3; do
		begin "mpich calls that do not block, $n ranks, $engine" && {
			export SUMAC_PROGRESS=callers
			[ $engine = nic ] || SUMAC_PROGRESS=thread
			mpich 0 $n mpi_requests sumac; silent; ran $engine $n; end
		}
		begin "mpich from several threads at once, $n ranks, $engine" && {
			export SUMAC_PROGRESS=callers
			[ $engine = nic ] || SUMAC_PROGRESS=thread
			mpich 0 $n mpi_threads; silent; ran $engine $n; end
		}
	done
	for n in 1 3; do
		begin "mpich: the host's calls go to the host, $n ranks, $engine" && {
			go 0 mpirun.mpich -n $n "$programs/mpich/mpi_host"
			sort out >host
			mpich 0 $n mpi_host
			sort out | cmp -s - host || complain "other errors than without Sumac"
			silent; end
		}
	done
	for n in 1 2 3 4 5 6 7 8; do
		begin "mpich: grid, $n ranks, $engine" && {
			mpich 0 $n grid_mpi cover $n
			printed "reductions over $n ranks, 0 wrong"; silent; ran $engine $n; end
		}
	done
	# Without the logicals of 2 and of 8 bytes.
	begin "mpich: grid of the pairs that NICs do, 2 ranks, $engine" && {
		mpich 0 2 grid_mpi turns 1 7 7
		printed "^mpi has 111 of the [0-9]+ pairs"; printed "reductions over 2 ranks, 0 wrong"; silent; ran $engine 2; end
	}
	for what in count type root engine; do
		begin "mpich ranks that disagree on $what are reported, $engine" && {
			go 0 "$sumac" mpirun -n 3 --engine $engine "$programs/mpich/mismatch_mpi" $what
			[ "$(grep -c 'was told: .*disagree' err)" = 3 ] || complain "not all three were told"; end
		}
	done
	# Hydra ends a job that has lost a rank, and its status is the signal's number.
	begin "mpich: a killed rank ends the job, $engine" && {
		go 9 "$sumac" mpirun -n 4 --engine $engine "$programs/mpich/killed_mpi"
		said "that did not reach their end: .*rank 2 was PID [0-9]+"; end # Hydra's PID may be that of one it has killed
	}
done
if [ -n "$have_mpi" ]; then
	engine=cpu
	begin "mpich: preloaded by hand, and several programs in a job" && {
		go 0 env LD_PRELOAD="$build/lib/libsumac_mpich.so" SUMAC_ENGINE=cpu mpirun.mpich -n 1 \
			"$programs/mpich/mpi_progress" : -n 2 "$programs/mpich/mpi_progress"
		silent
		go 0 "$sumac" mpirun -n 1 --engine cpu --report report.json "$programs/mpich/mpi_progress" : -n 2 \
			"$programs/mpich/mpi_progress"
		silent; ran any 3; end
	}
	begin "mpich: the front end of Open MPI is refused in a program of MPICH" && {
		# Hydra ends by SIGPIPE now and then, and tells nothing, where ranks end at once.
		go bad mpirun.mpich -n 2 sh -c 'sleep 0.3; LD_PRELOAD=$1/lib/libsumac_ompi.so exec "$2"' sh "$build" \
			"$programs/mpich/mpi_host"
		said 'libsumac_ompi.so is for Open MPI, but .* preload libsumac_mpich.so'; end
	}
	begin "mpich: a required NIC fails a call that the host MPI would take" && {
		go bad "$sumac" mpirun -n 2 --engine cpu --require nic "$programs/mpich/mpi_host"; said "line"; end
	}
	begin "mpich: calls that do not block and that nobody would drive are the host's" && {
		mpich 0 2 mpi_requests; said "the main reason: it does not block"; end
	}
	for n in 1 2; do
		begin "mpich: more elements than an int counts, $n ranks" && {
			export SUMAC_PROGRESS=thread
			mpich 0 $n mpi_huge; silent; ran cpu $n; end
		}
	done
	begin "mpich: a program that begins MPI by a session is the host's, and Sumac says so once" && {
		mpich 0 2 mpi_session
		[ "$(grep -c 'left to the host MPI: MPI was initialised by an MPI_Init that Sumac did not see' err)" = 1 ] ||
			complain "that was not said once"
		SUMAC_SUMS=exact mpich bad 2 mpi_session
		said "MPI_Allreduce: refused, as the setting sums is exact .*: MPI was initialised by an MPI_Init that Sumac"
		end
	}
	begin "mpich: Hydra, which is asked how many ranks it would start, leaves the job its input" && {
		go 0 sh -c 'echo given | "$0" mpirun --mpi mpich -hosts localhost:2 --engine cpu \
			sh -c "[ \$PMI_RANK != 0 ] || cat; sleep 0.3"' "$sumac"
		printed "^given$"; end
	}
fi
