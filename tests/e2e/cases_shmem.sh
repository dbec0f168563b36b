# SHMEM: memory, teams, what ends a job, and what compiles. Read by e2e.sh.

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
			go 0 "$sumac" run -n $n --engine $engine --set check=1 "$programs/shmem_teams"
			! grep -vE '^sumac: ([0-9]+ simulated NIC|PE [0-9]+: shmem_(int_sum_reduce|team_sync): (the team is NULL|0x[0-9a-f]+ is not a team))' err ||
				complain "it says more than that a team is none"
			said "shmem_int_sum_reduce: 0x[0-9a-f]+ is not a team, or was freed"; end
		}
	done
	begin "shmem symmetric heap, $engine" && {
		go 0 "$sumac" run -n 3 --engine $engine --set heap_bytes=4M "$programs/shmem_heap"; silent; end
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
begin "shmem: shmem_global_exit with 0 ends the job well" && {
	go 0 "$sumac" run -n 3 --engine cpu "$programs/shmem_die" exit 0; silent
	go 0 "$programs/shmem_die" exit 0; end
}
dies "a crash in a rank keeps its status and signal" crash 139 "rank 2 was killed by signal 11"
begin "shmem: a crash keeps its status, in a program by itself and under mpirun" && {
	go 139 sh -c '"$0" crash' "$programs/shmem_die"
	go 139 /usr/bin/mpirun.openmpi -n 2 --oversubscribe "$programs/shmem_die" crash; end
}
dies "an active set that is none ends the job" outside 1 "shmem_int_sum_to_all: PE_start 0, logPE_stride 1 and PE_size 3"
dies "a negative count ends the job" negative 1 "shmem_int_sum_to_all: nreduce is -1"
dies "a bad pSync is found in checking mode" sync 1 "pSync\[3\] is 5"
dies "overlap in part is found in checking mode" overlap 1 "overlap in part"
dies "freeing what is not of the heap ends the job" free 1 "does not come from the symmetric heap"
dies "a second beginning is refused" again 1 "cannot be initialised again"
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
syncs() { printf '#include <shmem.h>\nlong p[SHMEM_SYNC_SIZE]; shmem_team_t t = SHMEM_TEAM_WORLD;\nint f(void) { shmem_sync(0, 0, 2, p); return shmem_sync(t); }\n'; }
syncs | compiles 0 "both forms of shmem_sync compile"
syncs | compiles 0 "both forms of shmem_sync compile as C++" "-x c++"
