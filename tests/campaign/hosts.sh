#!/bin/bash
# The campaign for several hosts: hosts.sh BUILD [WHICH]. Hosts are made of namespaces: each has a network of its own, on a
# cable (veth) to a switch (bridge), a name, and a /dev/shm. Open MPI's and MPICH's launchers start jobs on them,
# through hosts-agent.sh in place of ssh. Everything is on the CPU engine, over libfabric. WHICH picks the cases whose name contains
# it.
#
# All of it happens in namespaces of this script's own, of processes too: when it ends, however it does, the kernel takes down
# hosts, cables and jobs. Nothing of it has a name outside.
set -u
here=$(realpath "$(dirname "$0")") build=$(realpath "$1") which=${2-}
[ "$(id -u)" = 0 ] || { echo "only root may make hosts of namespaces; run: sudo make campaign-hosts" >&2; exit 1; }
for tool in ip setpriv unshare nsenter mpirun.openmpi mpirun.mpich; do
	command -v $tool >/dev/null ||
		{ echo "there is no $tool here (packages iproute2, util-linux, openmpi-bin, mpich)" >&2; exit 1; }
done
if [ -z "${inside_hosts-}" ]; then
	inside_hosts=1 setpriv --pdeathsig KILL unshare --net --mount --pid --fork --kill-child --mount-proc bash "$0" "$@" &
	trap 'kill -KILL $!; exit 130' INT TERM HUP
	wait $!
	exit
fi

programs=$build/e2e sumac=$build/bin/sumac
hosts="h0 h1 h2"
mount -t tmpfs tmpfs /run && mkdir /run/hosts && cd /run/hosts || exit 1
{ echo 127.0.0.1 localhost; for h in $hosts; do echo "10.9.0.1${h#h} $h"; done; } >/run/etc_hosts
mount --bind /run/etc_hosts /etc/hosts
install -m 755 "$here/hosts-agent.sh" agent
export TMPDIR=/run # jobs' folders
unset $(env | sed -n "s/^\(SUMAC_[A-Z_]*\)=.*/\1/p") DISPLAY

make_host() {
	unshare --net --uts --ipc --mount sh \
		-c "hostname $1 && mount -t tmpfs tmpfs /dev/shm && ip link set lo up && : >$1.up && exec sleep infinity" &
	echo $! >$1.pid
	until [ -e $1.up ]; do sleep 0.05; done
	ip link add $1 type veth peer name eth0 netns $!
	ip link set $1 master switch up
	on $1 ip addr add 10.9.0.1${1#h}/24 dev eth0
	on $1 ip link set eth0 up
	# The bridge that every host has for its containers: first in libfabric's list, and no way to anybody.
	on $1 ip link add a_bridge type bridge
	on $1 ip addr add 172.17.0.1/16 dev a_bridge
	on $1 ip link set a_bridge up
}
on() { local host=$1; shift; nsenter -t "$(cat $host.pid)" -n -u -i -m "$@"; }
ip link set lo up
ip link add switch type bridge && ip link set switch up || exit 1
for h in $hosts; do make_host $h; done

# shape HOSTS RANKS: that many ranks on each of that many hosts.
shape() {
	for h in $(echo $hosts | cut -d ' ' -f 1-$1); do
		echo "$h slots=$2" >&3
		echo "$h:$2" >&4
	done 3>openmpi.hosts 4>mpich.hosts
	n=$(($1 * $2))
}
# The launchers run on the first host. Open MPI is told which network the hosts have: it, too, would try the bridges.
net="--mca oob_tcp_if_include 10.9.0.0/24 --mca btl_tcp_if_include 10.9.0.0/24"
openmpi_words="--hostfile $PWD/openmpi.hosts --mca plm_rsh_agent $PWD/agent $net"
mpich_words="-f $PWD/mpich.hosts -launcher rsh -launcher-exec $PWD/agent -iface eth0"
first() { on h0 env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 UCX_NET_DEVICES=eth0 timeout -k 5 ${limit:-120} \
	"$@"; }
openmpi() { first mpirun.openmpi $openmpi_words "$@"; }
# MPICH 4.0.2 over UCX hangs in its MPI_Finalize between such hosts now and then, without Sumac just so: then it is run again.
again() {
	local try status
	for try in 1 2 3 4 5; do
		limit=30 "$@" && return
		status=$?
		[ $status = 124 ] || return $status
		echo "MPICH has not ended, in try $try" >>again
	done
	return 124
}
mpich() { again first mpirun.mpich $mpich_words -n $n -genv UCX_NET_DEVICES eth0 "$@"; }

n_cases=0 n_bad=0
begin() {
	[[ $1 == *$which* ]] || return
	name=$1 is_bad= began=$SECONDS limit=
	n_cases=$((n_cases + 1))
	: >again
}
complain() {
	[ -n "$is_bad" ] || echo "FAIL $name"
	is_bad=1
	echo "     $*"
}
go() { # STATUS COMMAND...
	local wanted=$1 status
	shift
	"$@" >out 2>err </dev/null
	status=$?
	[ $status = "$wanted" ] || { [ "$wanted" = bad ] && [ $status != 0 ] && [ $status != 124 ]; } ||
		complain "status $status, not $wanted"
}
said() { cat out err | grep -qE -- "$1" || complain "not said: $1"; }
end() {
	local left=
	for _ in $(seq 100); do
		left=$(pgrep -f "$programs/|orted|hydra_pmi_proxy")
		[ -z "$left" ] && break
		sleep 0.1
	done
	[ -z "$left" ] || { complain "still running: $(ps -o pid=,args= -p $(echo $left))"; kill -9 $left; }
	[ -z "$is_bad" ] && echo "ok   $name ($((SECONDS - began)) s$(sed 's/^/; /' again | tr -d '\n'))" && return
	n_bad=$((n_bad + 1))
	head -c 3000 out | sed 's/^/     out: /'
	head -c 6000 err | sed 's/^/     err: /'
}

# --- The same bits, wherever the ranks are.
for where in "2 2" "3 2" "2 3" "3 2 by node"; do
	set -- $where
	shape $1 $2
	map=${3:+--map-by node}
	begin "native and SHMEM under Open MPI's mpirun, $where" && {
		go 0 openmpi $map "$programs/grid_native" cover $n; said "over $n ranks, 0 wrong"
		go 0 openmpi $map "$programs/grid_native" few $n; said "over $n ranks, 0 wrong"
		go 0 openmpi $map "$programs/grid_shmem" cover $n; said "over $n ranks, 0 wrong"; end
	}
	begin "mpi under Open MPI's mpirun, $where" && {
		go 0 openmpi $map -x LD_PRELOAD="$build/lib/libsumac_ompi.so" "$programs/grid_mpi" cover $n
		said "over $n ranks, 0 wrong"; end
	}
	begin "mpi under Hydra, $where" && {
		hydra_map=${3:+-ppn 1}
		go 0 mpich $hydra_map -genv LD_PRELOAD "$build/lib/libsumac_mpich.so" "$programs/mpich/grid_mpi" cover $n
		said "over $n ranks, 0 wrong"; end
	}
done

shape 2 2
begin "mpi under sumac mpirun, with a report" && {
	for host in openmpi mpich; do
		[ $host = mpich ] && words=$mpich_words at=mpich/ how=again || words=$openmpi_words at= how=
		go 0 $how first "$sumac" mpirun -n $n --engine cpu --report "$PWD/report.json" $words "$programs/${at}grid_mpi" \
			cover 1 0 1000
		said "over $n ranks, 0 wrong"
		"$programs/check_report" cpu report.json $n >report.log 2>&1 || complain "the report: $(head -3 report.log)"
	done
	end
}
begin "SHMEM under Hydra is refused, and the error names what starts it" && {
	go bad mpich "$programs/grid_shmem" cover; said "started by a PMI-1 launcher .*Open MPI's mpirun"; end
}

# --- Ways between hosts.
begin "the network that joins the hosts is found and named" && {
	go 0 openmpi -x SUMAC_VERBOSE=1 "$programs/grid_native" cover 1 0 7
	said "the hosts of the ranks are joined by [^ ]+ on 10.9.0.0/24"; end
}
begin "another provider of libfabric does it, too" && {
	go 0 openmpi -x SUMAC_VERBOSE=1 -x SUMAC_NETWORK=tcp "$programs/grid_native" cover 1 0 1000
	said "are joined by tcp[^ ]* on"; said "over $n ranks, 0 wrong"; end
}
begin "a network that does not join the hosts is refused" && {
	go bad openmpi -x SUMAC_NETWORK=a_bridge "$programs/grid_native" cover
	said "no network joins all ranks; libfabric has here .*setting network allows: .*on 172.17.0.0/16 \(a_bridge\)"; end
}

# --- A rank that dies, and the launcher tells.
begin "a killed rank on another host ends the job, native and SHMEM" && {
	for api in native shmem; do
		go 137 openmpi "$programs/killed_$api"; said "process rank 2 .* on node h1 exited on signal 9"
	done
	end
}
begin "a killed rank on another host ends the job, mpi" && {
	go 137 openmpi -x LD_PRELOAD="$build/lib/libsumac_ompi.so" "$programs/killed_mpi"; said "rank 2 .* on node h1"
	go bad mpich -genv LD_PRELOAD "$build/lib/libsumac_mpich.so" "$programs/mpich/killed_mpi"; said "EXIT CODE: 9"; end
}

# --- A silent host. Its cable is out at the switch, or its own end is down: then connecting fails at once.
all_have() {
	for _ in $(seq 300); do
		[ "$(ls rounds/$1.* 2>/dev/null | wc -l)" = $n ] && return
		sleep 0.1
	done
	complain "the ranks have not $1"
}
start() { # OPTION...
	rm -rf rounds && mkdir rounds
	openmpi "$@" "$programs/native_rounds" "$PWD/rounds" >out 2>err </dev/null &
	job=$!
	all_have came
}
turn() { # CABLE up|down
	if [ "$1" = switch ]; then ip link set h1 $2; else on h1 ip link set eth0 $2; fi
}
finish() { # STATUS
	local status
	: >rounds/end
	wait $job
	status=$?
	[ $status = "$1" ] || complain "status $status, not $1"
}
for cable in switch host; do
	begin "a host falls silent and comes back, $cable" && {
		start -x SUMAC_VERBOSE=1
		: >rounds/go; all_have began
		turn $cable down; sleep 8; turn $cable up
		finish 0
		said "has waited 5 s: it waits for [12] of the ranks; the first of them, rank 2, does not answer"
		said "rounds over 4 ranks, 0 wrong"; end
	}
	begin "a host is silent before the first message, and comes, $cable" && {
		start -x SUMAC_VERBOSE=1
		turn $cable down; : >rounds/go; sleep 8; turn $cable up
		finish 0
		[ $cable = switch ] || said "rank [23] cannot reach rank [01] for now"
		said "has waited 5 s"; said "rounds over 4 ranks, 0 wrong"; end
	}
	begin "a silent host is an error after the setting timeout, $cable" && {
		start -x SUMAC_TIMEOUT=5
		: >rounds/go; all_have began
		turn $cable down; sleep 10; turn $cable up
		finish 3
		said "no progress within the time limit \(rank 2 of the team"; end
	}
done
begin "a silent host is named after a minute" && {
	start
	: >rounds/go; all_have began
	turn switch down; sleep 63; turn switch up
	finish 0
	said "has waited 60 s: it waits for [12] of the ranks; the first of them, rank 2"; said "rounds over 4 ranks, 0 wrong"; end
}

[ $n_cases != 0 ] || { echo "no case is called $which"; exit 1; }
echo "hosts: $n_cases cases in $((SECONDS / 60)) minutes, $n_bad failed"
[ $n_bad = 0 ]
