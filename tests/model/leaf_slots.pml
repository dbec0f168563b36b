/*
 * Slots of a leaf (host/engine/leaf/leaf_slot.c): two ranks, N_CALLS calls on N_SLOTS slots each, several in flight. Odd calls
 * are allreduces, which both read; even ones are reduces to rank 0, after which rank 1 knows nothing of its reader but what
 * that says in its slots and in its control line. A reader finds both halves of the operand of its own call, and all calls end.
 */
#ifndef N_SLOTS
#define N_SLOTS 2
#endif
#ifndef N_CALLS
#define N_CALLS 4
#endif
#define N_PROCESSES 2
#define WORDS_A_RANK (4 * N_SLOTS + 1)
#define N_WORDS (2 * WORDS_A_RANK)
#include "memory.pml"

#define slot(r, call) (r * WORDS_A_RANK + 4 * (call % N_SLOTS))
#define half_a(r, call) slot(r, call)
#define half_b(r, call) (slot(r, call) + 1)
#define rides(r, call) (slot(r, call) + 2)
#define flag(r, call) (slot(r, call) + 3)
#define control(r) (r * WORDS_A_RANK + 4 * N_SLOTS)

#define reads(r, call) (r == 0 || call % 2 == 1)

proctype rank(byte me)
{
	byte li, x, y, n_posted, n_done, peer_done;
	byte peer = 1 - me;

	do
	/* A call is published when the peer has finished the one that had its slot before. */
	:: n_posted < N_CALLS && (n_posted < N_SLOTS || peer_done + N_SLOTS > n_posted) ->
		n_posted++;
		store(me, half_a(me, n_posted), n_posted);
		store(me, half_b(me, n_posted), n_posted);
		store(me, rides(me, n_posted), n_done);
		store_release(me, flag(me, n_posted), n_posted)
	:: n_posted < N_CALLS && n_posted >= N_SLOTS && peer_done + N_SLOTS <= n_posted ->
#ifdef NO_WAIT
		peer_done = n_posted
#else
		load(me, control(peer), x);
		if
		:: x > peer_done -> peer_done = x
		:: else
		fi
#endif
	/* The oldest call in flight is finished. */
	:: n_done < n_posted && reads(me, (n_done + 1)) ->
		load(me, flag(peer, (n_done + 1)), x);
		if
		:: x < n_done + 1
		:: else ->
			assert(x == n_done + 1);
			load(me, half_a(peer, (n_done + 1)), x);
			load(me, half_b(peer, (n_done + 1)), y);
			assert(x == n_done + 1 && y == n_done + 1);
			load(me, rides(peer, (n_done + 1)), x);
			if
			:: x > peer_done -> peer_done = x
			:: else
			fi;
			n_done++;
			store_release(me, control(me), n_done)
		fi
	:: n_done < n_posted && !reads(me, (n_done + 1)) ->
		n_done++;
		store_release(me, control(me), n_done)
	:: n_done == N_CALLS -> break
	od;
	n_ended++
}

init { atomic { run drains(0); run drains(1); run rank(0); run rank(1) } (n_ended == 2) }
