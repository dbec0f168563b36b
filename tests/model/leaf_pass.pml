/*
 * A giver's own memory in a leaf of two (host/engine/leaf/leaf_pass.c, leaf_read.c): rank 0 makes N_CALLS calls on two slots, of a
 * round each. In some it lends its source, which is its own again when the call returns, and it writes it at once; in the others it
 * copies in. Rank 1 reads what is lent and says so before it has folded, or refuses to, and then awaits a copy. In each call it
 * finds the operand of that call, and all calls end.
 */
#ifndef N_CALLS
#define N_CALLS 5
#endif
#define N_PROCESSES 2
#define N_WORDS 11
#include "memory.pml"

#define SRC 0
#define copy(call) (1 + call % 2)
#define lent(call) (3 + call % 2)
#define flag(call) (5 + call % 2)
#define IN 7
#define FOLDED 8
#define READ 9
#define REFUSED 10

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

inline copy_in()
{
	store(0, copy(call), call);
	store_release(0, IN, call)
}

proctype giver()
{
	byte li, x, call;

	do
	:: call < N_CALLS ->
		call++;
		/* The slot, and the room in the ring, are free. */
		if
		:: call > 2 -> await(0, FOLDED, (call - 2))
		:: else
		fi;
		if
		:: store(0, SRC, call);
		   store(0, lent(call), 1);
		   store_release(0, flag(call), call);
#ifdef NOT_WITHHELD
		   store_release(0, IN, call);
#endif
		   do
		   :: load(0, READ, x);
		      if
		      :: x == call -> store_release(0, IN, call); break
		      :: else
		      fi
		   :: load(0, REFUSED, x);
		      if
		      :: x == call -> copy_in(); break
		      :: else
		      fi
		   od;
		   store(0, SRC, 0)
		:: store(0, lent(call), 0);
		   store_release(0, flag(call), call);
		   copy_in()
		fi;
		x = 0
	:: else -> break
	od;
	n_ended++
}

proctype reader()
{
	byte li, x, call;
	bool has_read;

	do
	:: call < N_CALLS ->
		call++;
		await(1, flag(call), call);
		load(1, lent(call), x);
		has_read = false;
		if
		:: x ->
			if
			:: has_read = true;
#ifdef TOLD_EARLY
			   store_release(1, READ, call);
#endif
			   load(1, SRC, x);
			   assert(x == call);
#ifndef TOLD_EARLY
			   store_release(1, READ, call)
#endif
			:: store_release(1, REFUSED, call)
			fi
		:: else
		fi;
		if
		:: !has_read ->
			await(1, IN, call);
			load(1, copy(call), x);
			assert(x == call)
		:: else
		fi;
		store_release(1, FOLDED, call);
		x = 0
	:: else -> break
	od;
	n_ended++
}

init { atomic { run drains(0); run drains(1); run giver(); run reader() } (n_ended == 2) }
