# Fortran and C++ on both MPIs, and the examples of MPI_Reduce's manual page. Read by e2e.sh.

# Nothing that Sumac computes was left to the host MPI, but what the program means for it.
took() # CALLS...
{
	for call; do
		grep -qE "\"call\": \"$call\"" report.json || complain "Sumac was not given any $call"
	done
	! grep -oE '"name": "MPI_[A-Za-z_]*", "reason": "[^"]*"' report.json |
		grep -vE "not one of Sumac|the program.s own${meant-}" >left ||
		complain "left to the host: $(sort -u left)"
}

for mpi in ${have_mpi:+ompi mpich}; do
	[ $mpi = ompi ] && of=$programs || of=$programs/mpich
	for engine in $engines; do
		for api in mpif module f08; do
			for n in 1 3 4; do
				begin "fortran $api: all calls, types and operations, $mpi, $n ranks, $engine" && {
					# Without a thread the CPU engine leaves what does not block to the host MPI.
					[ $n = 1 ] && progress=callers meant="|it does not block" || progress=thread meant=
					go 0 "$sumac" mpirun -n $n --engine $engine --set progress=$progress --report report.json \
						"$of/fortran_$api"
					silent; ran any $n; took allreduce reduce reduce_scatter scan exscan barrier; end
				}
			done
		done
		for n in 2 4; do
			begin "c++: calls and types, $mpi, $n ranks, $engine" && {
				go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$of/cxx_mpi"
				silent; ran any $n; took allreduce reduce reduce_scatter scan exscan barrier; end
			}
			for language in c fortran; do
				begin "the manual page's examples in $language, $mpi, $n ranks, $engine" && {
					go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$of/seed_mpi_$language"
					silent; ran $engine $n; took reduce; end
				}
			done
		done
	done
	for api in mpif module f08; do
		begin "fortran $api: a required NIC fails calls that no NIC does, $mpi" && {
			go bad "$sumac" mpirun -n 2 --engine nic --require nic "$of/fortran_$api" required
			said "MPI_Allreduce: .* would go to the CPU engine: the NIC does not do this type"; end
		}
	done
	[ $mpi = ompi ] && begin "fortran: a profiling tool in Fortran passes its calls on to Sumac" && {
		for api in mpif f08; do
			go 0 env LD_PRELOAD="$of/tool_fortran.so" "$sumac" mpirun -n 2 --engine cpu --set progress=thread \
				--report report.json "$of/fortran_$api"
			ran any 2; took allreduce
		done
		end
	}
	begin "c++: an exception of an error handler comes through Sumac, which goes on, $mpi" && {
		go 0 "$sumac" mpirun -n 2 --engine cpu "$of/cxx_mpi" throw
		silent; end
	}
	begin "c++: a call that no NIC does throws where a NIC is required, $mpi" && {
		[ $mpi = ompi ] && n_calls=40 || n_calls=80 # MPICH's own handler throws, too
		go 1 "$sumac" mpirun -n 2 --engine nic --require nic "$of/cxx_mpi" required
		! grep -E "line|INTERNAL ERROR" err || complain "not as expected"
		said "$n_calls calls of 2 ranks would not have run on a NIC"; end
	}
done
