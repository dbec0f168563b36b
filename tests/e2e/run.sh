#!/bin/bash
# The end-to-end programs, on both engines: run.sh BUILD [NAME]. Prints a line a case, the output of those that fail, and
# how many there were. NAME picks the cases whose name contains it.
set -u
build=$(realpath "${1:?the build folder}") want=${2-}
sumac=$build/bin/sumac programs=$build/e2e
work=$(mktemp -d) && cd "$work" || exit 1
mkdir -m 700 runtime
export XDG_RUNTIME_DIR=$work/runtime
unset SUMAC_OPTIONS SUMAC_ENGINE SUMAC_RACK
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
n_passed=0 n_failed=0
shm_before=$(ls -A /dev/shm | sort)
have_mpi=$([ -e "$build/lib/libsumac_ompi.so" ] && echo 1)

# begin NAME: whether the case is wanted.
begin() {
	name=$1 is_bad=
	: >out; : >err
	[[ $name == *"$want"* ]]
}

complain() {
	[ -n "$is_bad" ] || echo "FAIL $name"
	is_bad=1
	echo "     $*"
}

end() {
	clean
	if [ -z "$is_bad" ]; then
		echo "ok   $name"
		n_passed=$((n_passed + 1))
	else
		head -c 4000 out | sed 's/^/     out: /'
		head -c 4000 err | sed 's/^/     err: /'
		n_failed=$((n_failed + 1))
	fi
}

# Nothing of the job runs or lies about.
clean() {
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		left=$(grep -lsa "SUMAC_JOB_DIR=$work" /proc/[0-9]*/environ | wc -l)
		[ "$left" = 0 ] && [ -z "$(ls -A runtime)" ] && break
		sleep 0.1
	done
	[ "$left" = 0 ] || complain "$left processes still run"
	[ -z "$(ls -A runtime)" ] || complain "left in the runtime folder: $(ls -A runtime)"
	left=$(orphans)
	[ -z "$left" ] || { sleep 2; left=$(orphans); }
	[ -z "$left" ] || complain "left in /dev/shm: $left"
}

# What is new in /dev/shm and is nobody's: other jobs may be running.
orphans() {
	for entry in $(comm -13 <(echo "$shm_before") <(ls -A /dev/shm | sort)); do
		grep -qs "/dev/shm/$entry" /proc/[0-9]*/maps || [ ! -e "/dev/shm/$entry" ] || echo "$entry"
	done
}

# go STATUS COMMAND...; the status "bad" is any but 0.
go() {
	local wanted=$1 status
	shift
	timeout 300 "$@" >out 2>err </dev/null
	status=$?
	[ $wanted = bad ] && [ $status != 0 ] && return
	[ $status = "$wanted" ] || complain "status $status, not $wanted, of: ${*/#$build\//}"
}
said() { grep -qE -- "$1" err || complain "standard error lacks: $1"; }
printed() { grep -qE -- "$1" out || complain "standard output lacks: $1"; }
silent() { ! grep -vE '^sumac: [0-9]+ simulated NIC' err >unwanted || complain "it is not silent"; }

# ran ENGINE N: judges report.json by what the NICs counted.
ran() { "$programs/check_report" "$1" report.json "$2" >report.log 2>&1 || { complain "the report:"; sed 's/^/     /' report.log | head -20; }; }

engines="cpu nic"
[ -x "$build/bin/sumac-rack" ] || engines=cpu

# --- The example as it stands in the standard: the numbers are what a plain loop over glibc's rand() counts.
declare -A maximal=([1]=32 [2]=34 [4]=36 [5]=30)
for engine in $engines; do
	for n in 1 2 4 5; do
		begin "the standard's example, $n PEs, $engine" && {
			go 0 "$sumac" run -n $n --engine $engine --report report.json "$programs/seed_example"
			printed "^Found ${maximal[$n]} maximal random numbers across all PEs"
			silent; ran $engine $n; cp out "seed-$engine-$n"
			[ ! -e "seed-cpu-$n" ] || cmp -s "seed-cpu-$n" out || complain "other numbers than on the CPU engine"
			end
		}
	done
	begin "the standard's example, 4 PEs, not position independent, $engine" && {
		go 0 "$sumac" run -n 4 --engine $engine "$programs/seed_example_no_pie"; printed "^Found 36"; end
	}
done

# --- The grid.
for engine in $engines; do
	for n in 1 2 3 4 5 6 7 8; do
		begin "grid, Sumac's own API, $n ranks, $engine" && {
			go 0 "$sumac" run -n $n --engine $engine --report report.json "$programs/grid_native" cover $n
			printed "reductions over $n ranks, 0 wrong"; silent; ran $engine $n; end
		}
	done
	for n in 1 3 4; do
		begin "grid, SHMEM, $n PEs, $engine" && {
			go 0 "$sumac" run -n $n --engine $engine --report report.json "$programs/grid_shmem" cover $n
			printed "reductions over $n ranks, 0 wrong"; silent; ran $engine $n; end
		}
	done
	for n in ${have_mpi:+1 2 4}; do
		begin "grid, MPI, $n ranks, $engine" && {
			go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$programs/grid_mpi" cover $n
			printed "reductions over $n ranks, 0 wrong"; silent; ran $engine $n; end
		}
	done
done

# --- SHMEM.
for engine in $engines; do
	for program in shmem_static shmem_static_no_pie; do
		begin "${program//_/ } data as source and destination, $engine" && {
			go 0 "$sumac" run -n 4 --engine $engine --set check=1 --report report.json "$programs/$program"
			silent; ran $engine 4; end
		}
	done
	for n in 1 3 5; do
		begin "shmem teams and active sets, $n PEs, $engine" && {
			go 0 "$sumac" run -n $n --engine $engine --set check=1 "$programs/shmem_teams"; silent; end
		}
	done
	begin "shmem symmetric heap, $engine" && {
		go 0 "$sumac" run -n 3 --engine $engine --set heap_bytes=4M "$programs/shmem_memory"; silent; end
	}
done

# dies NAME PLACE STATUS TEXT
dies() {
	begin "shmem: $1" && {
		go "$3" "$sumac" run -n 3 --engine cpu --set check=1 "$programs/shmem_die" "$2"
		said "$4"; ! grep -q "still there" err || complain "it went on"
		end
	}
}
dies "a call before shmem_init is refused" early 1 "shmem_malloc: the program is not between"
dies "shmem_global_exit ends the job with its status" exit 7 "rank 1 aborted the job with status 7"
dies "an active set that is none ends the job" outside 1 "shmem_int_sum_to_all: PE_start 0, logPE_stride 1 and PE_size 3"
dies "a negative count ends the job" negative 1 "shmem_int_sum_to_all: nreduce is -1"
dies "a bad pSync is found in checking mode" sync 1 "pSync\[3\] is 5"
dies "overlap in part is found in checking mode" overlap 1 "overlap in part"
dies "freeing what is not of the heap ends the job" free 1 "does not come from the symmetric heap"
dies "a second beginning is refused" again 1 "cannot begin again"
dies "a source on the stack is refused in checking mode" stack 0 "bytes at .* are neither on the symmetric heap nor static"

# compiles STATUS NAME FLAGS <code
compiles() {
	begin "compiler: $2" && {
		cat >try.c
		"$sumac" cc ${3--std=c11} -Wall -Werror -c try.c -o try.o >out 2>err
		status=$?
		[ $((status != 0)) = "$1" ] || complain "the compiler's status is $status"
		[ "$1" = 0 ] || said "error"
		end
	}
}
body() { echo "#include <shmem.h>"; echo "int f($1 *d, $1 *s) { return shmem_$2_reduce(SHMEM_TEAM_WORLD, d, s, 1); }"; }
body int and | compiles 0 "AND of int compiles"
body float and | compiles 1 "AND of float does not"
body double xor | compiles 1 "XOR of double does not"
body "float _Complex" sum | compiles 0 "SUM of complex compiles"
body "double _Complex" max | compiles 1 "MAX of complex does not"
body "float _Complex" min | compiles 1 "MIN of complex does not"
body "long double" or | compiles 1 "OR of long double does not"
body "struct s { int i; }" sum | compiles 1 "SUM of a structure does not"
body char and | compiles 1 "AND of plain char does not"
body uint64_t max | compiles 0 "MAX of uint64_t compiles"
body float float_and | compiles 1 "shmem_float_and_reduce does not exist"
body "double _Complex" complexd_max | compiles 1 "shmem_complexd_max_reduce does not exist"
body int int_and | compiles 0 "typed names compile as C99" -std=c99
body int int_and | compiles 0 "the header compiles as C++" "-x c++ -std=c++11"
printf '#include <shmem.h>\nlong p[SHMEM_SYNC_SIZE]; shmem_team_t t = SHMEM_TEAM_WORLD;\nint f(void) { shmem_sync(0, 0, 2, p); return shmem_sync(t); }\n' |
	tee sync.c | compiles 0 "both forms of shmem_sync compile"
compiles 0 "both forms of shmem_sync compile as C++" "-x c++" <sync.c

# --- Calls that are wrong.
for engine in $engines; do
	begin "bad calls are refused and nothing is lost, $engine" && {
		go 0 "$sumac" run -n 3 --engine $engine --set check=1 --report report.json "$programs/native_bad_calls"
		said "refused: an? "; ! grep -q WRONG err || complain "not as promised"; ran $engine 3; end
	}
	for what in count op type engine root call; do
		begin "ranks that disagree on $what are told, $engine" && {
			go 0 "$sumac" run -n 3 --engine $engine "$programs/mismatch_native" $what
			[ "$(grep -c 'was told: .*disagree' err)" = 3 ] || complain "not all three were told"
			end
		}
	done
	begin "PEs that disagree are told, $engine" && {
		go 0 "$sumac" run -n 3 --engine $engine "$programs/mismatch_shmem" count
		[ "$(grep -c 'was told: .*disagree' err)" = 3 ] || complain "not all three were told"; end
	}
	for api in native shmem; do
		begin "a killed rank is named to the others, $api, $engine" && {
			go 137 "$sumac" run -n 4 --engine $engine "$programs/killed_$api"
			said "rank 2 was killed by signal 9 \(Killed\)"
			[ "$(grep -c 'was told after' err)" = 3 ] || complain "not all three survivors were told"; end
		}
	done
done

# --- A job that is set up wrongly.
begin "a program under a PMI-1 launcher alone is refused with the remedy" && {
	PMI_RANK=0 PMI_SIZE=2 go 1 "$programs/seed_example"; said "shmem_init: .*sumac run"; end
}
begin "a program by itself is one PE" && { go 0 "$programs/seed_example"; printed "^Found 32"; silent; end; }
begin "NICs without a rack are refused" && {
	SUMAC_ENGINE=nic go 1 "$programs/seed_example"; said "the setting engine is nic \(from .*no rack"; end
}
begin "a rack that cannot be reached is told" && {
	SUMAC_ENGINE=nic SUMAC_RACK=/nowhere/rack.sock go 1 "$programs/seed_example"; said "/nowhere/rack.sock"; end
}
begin "a NIC required where the CPU engine would serve fails, with call and reason" && {
	go 1 "$sumac" run -n 2 --engine cpu --require nic "$programs/grid_native" cover
	said "allreduce of SUM on I8 .*require is nic.*: the setting engine is cpu"; end
}
if [[ $engines == *nic* ]]; then
	begin "a required NIC that does not do the type fails the call" && {
		go 1 "$sumac" run -n 2 --engine nic --require nic "$programs/shmem_static"; said "line .*float"; end
	}
	begin "a required NIC that does all passes" && {
		go 0 "$sumac" run -n 2 --engine nic --require nic --report report.json "$programs/seed_example"; ran nic 2; end
	}
fi

# Another build is another build id: one byte of it differs.
begin "ranks of different builds are refused" && {
	objcopy --dump-section .note.gnu.build-id=note "$build/lib/libsumac.so.0" whole.so
	head -c -1 note >other; [ "$(tail -c 1 note | od -An -tu1)" -eq 0 ] && printf '\1' >>other || printf '\0' >>other
	objcopy --update-section .note.gnu.build-id=other "$build/lib/libsumac.so.0" libsumac.so.0
	cat >mixed <<-'END'
		[ "$PMIX_RANK" = 1 ] && export LD_PRELOAD=$PWD/libsumac.so.0
		exec "$1"
	END
	go 1 "$sumac" run -n 2 --engine cpu sh mixed "$programs/seed_example"
	said "ranks 0 and 1 run different builds"; end
}
begin "ranks of different settings are refused" && {
	printf '[ "$PMIX_RANK" = 1 ] && export SUMAC_CPU_WINDOW=8\nexec "$1"\n' >mixed
	go 1 "$sumac" run -n 2 --engine cpu sh mixed "$programs/seed_example"
	said "different values of the setting cpu_window"; end
}

# --- MPI.
for engine in ${have_mpi:+$engines}; do
	for n in 1 3 4; do
		begin "mpi communicators by the hundred, $n ranks, $engine" && {
			go 0 "$sumac" mpirun -n $n --engine $engine --report report.json "$programs/mpi_communicators"
			silent; ran any $n; end
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
			go 0 "$sumac" mpirun -n $n --engine $engine "$programs/mpi_host"
			sort out | cmp -s - host || complain "other errors than without Sumac"
			silent; end
		}
	done
	for what in count type root engine; do
		begin "mpi ranks that disagree on $what are told, $engine" && {
			go 0 "$sumac" mpirun -n 3 --engine $engine "$programs/mismatch_mpi" $what
			[ "$(grep -c 'was told: .*disagree' err)" = 3 ] || complain "not all three were told"; end
		}
	done
done
if [ -n "$have_mpi" ]; then
	begin "mpi with several threads at once is left to the host" && {
		go 0 "$sumac" mpirun -n 2 --engine cpu --verbose "$programs/mpi_host" threads
		said "left to the host MPI: the program may call MPI from several threads"; end
	}
	begin "mpi: a required NIC fails a call that the host MPI would take" && {
		go 1 "$sumac" mpirun -n 2 --engine cpu --require nic "$programs/mpi_host"; said "line"; end
	}
	begin "mpi: NICs without a rack are refused, and the job ends" && {
		go bad /usr/bin/mpirun.openmpi -n 3 --oversubscribe -x SUMAC_ENGINE=nic \
			-x LD_PRELOAD="$build/lib/libsumac_ompi.so" "$programs/mpi_host"
		said "sumac: MPI_Init: the setting engine is nic"; end
	}
fi

cd / && rm -rf "$work"
echo "$n_passed passed, $n_failed failed"
[ $n_failed = 0 ]
