/*
 * Lending in a leaf (host/engine/leaf/leaf_lend.c): rank 0 makes N_CALLS calls on two slots, of a round each. In some it lends its
 * source, from which rank 1 reads, and its destination, into which rank 1 writes; in the others it copies in. What it has lent is
 * its own again when the call returns, and it writes it at once. Rank 1 finds in each call the operand of that call, rank 0 finds
 * the result, and all calls end.
 */
#ifndef N_CALLS
#define N_CALLS 5
#endif
#define N_PROCESSES 2
#define N_WORDS 10
#include "memory.pml"

#define SRC 0
#define DST 1
#define copy(call) (2 + call % 2)
#define lent(call) (4 + call % 2)
#define flag(call) (6 + call % 2)
#define IN 8
#define FOLDED 9

/* Until a counter has come so far. */
inline await(me, w, n)
{
	do
	:: load(me, w, x);
	   if
	   :: x >= n -> break
	   :: else
	   fi
	od
}

proctype lender()
{
	byte li, x, call;
	bool lends;

	do
	:: call < N_CALLS ->
		call++;
		if
		:: lends = true
		:: lends = false
		fi;
		/* The slot, and the room in the ring, are free. */
		if
		:: call > 2 -> await(0, FOLDED, (call - 2))
		:: else
		fi;
		if
		:: lends -> store(0, SRC, call); store(0, lent(call), 1)
		:: else ->
#ifndef STALE
			store(0, lent(call), 0)
#else
			skip
#endif
		fi;
#ifdef LATE_WORD
		store(0, flag(call), call);
#else
		store_release(0, flag(call), call);
#endif
		if
		:: !lends -> store(0, copy(call), call)
		:: else
		fi;
		store_release(0, IN, call);
		if
		:: lends ->
#ifndef EARLY
			await(0, FOLDED, call);
			load(0, DST, x);
			assert(x == call);
#endif
			store(0, SRC, 0);
			store(0, DST, 0)
		:: else
		fi;
		lends = false;
		x = 0
	:: else -> break
	od;
	n_ended++
}

proctype reader()
{
	byte li, x, call;

	do
	:: call < N_CALLS ->
		call++;
		await(1, flag(call), call);
		load(1, lent(call), x);
		if
		:: x ->
			load(1, SRC, x);
			assert(x == call);
			store(1, DST, call)
		:: else ->
			await(1, IN, call);
			load(1, copy(call), x);
			assert(x == call)
		fi;
		store_release(1, FOLDED, call);
		x = 0
	:: else -> break
	od;
	n_ended++
}

init { atomic { run drains(0); run drains(1); run lender(); run reader() } (n_ended == 2) }
