/*
 * Calls of a leaf that are shared out (host/engine/leaf/leaf_shared.c): two members make N_CALLS calls of two slices, in place, and
 * whoever comes first folds a slice. Member 0 uses one buffer over and over, and so waits for each call; member 1 has two in turn,
 * and publishes a call ahead: it may still look at one call when member 0 folds the next. Who folds finds both operands of its
 * call, so nobody has folded the slice, or written the next operand, meanwhile; who leaves finds all results in its buffer; no
 * number is one that nobody can have written, and all calls end. Member 1 may give up a call, and then nobody ends that one as if all
 * were well.
 */
#ifndef N_CALLS
#define N_CALLS 3
#endif
#define N_PROCESSES 2
#define N_WORDS 13
#include "memory.pml"

#define buffer(m, s, call) (m * (2 + 2 * (call % 2)) + s)
#define flag(m) (6 + m)
#define taken(s) (8 + s)
#define folded(s) (10 + s)
#define failed_in 12
#define ahead(m) (1 + m)

#define operand(call) (2 * call)
#define result(call) (2 * call + 1)
#define RUBBISH 255
#define taker_word(call, m) (2 * call + m)
#define call_of(word) (word / 2)

/* The exchange is relaxed: what was stored before may become visible after it. */
inline exchange(me, w, expected, v, done)
{
#ifdef NO_EXCHANGE
	store(me, w, v);
	done = true
#else
	d_step {
		if
		:: memory[w] == expected -> memory[w] = v; done = true
		:: else -> done = false
		fi
	}
#endif
}

/* Numbers grow with the calls, so a later one says no less, and none is above what this member has published. */
#ifdef SAME_NUMBER
#define is_folded(seen) (seen == call)
#else
#define is_folded(seen) (seen >= call)
#endif

inline fold_if_free(by, slice)
{
	load(by, taken(slice), x);
	assert(call_of(x) <= n_published);
	if
	:: call_of(x) < call ->
		exchange(by, taken(slice), x, taker_word(call, by), is_mine);
		if
		:: is_mine ->
			folded_value = result(call);
			load(by, buffer(0, slice, call), x);
			assert(x == operand(call));
			load(by, buffer(1, slice, call), x);
			assert(x == operand(call) || x == RUBBISH);
			if
			:: x == RUBBISH -> folded_value = RUBBISH
			:: else
			fi;
			store(by, buffer(0, slice, call), folded_value);
			store(by, buffer(1, slice, call), folded_value);
			folded_value = 0;
#ifdef LATE_RESULT
			store(by, folded(slice), call)
#else
			store_release(by, folded(slice), call)
#endif
		:: else
		fi
	:: else
	fi;
	is_mine = false;
	x = 0
}

proctype member(byte me)
{
	byte li, x, folded_value, call = 1, n_published, seen[2];
	bool is_mine, has_looked, may_give_up;

	/* Who always could would never be waiting for ever. */
	if
	:: me == 1 -> may_give_up = true
	:: true
	fi;
	do
	/* Its buffer is its own again when the call that used it has been left. */
	:: n_published < N_CALLS && n_published + 1 < call + ahead(me) ->
		n_published++;
		store(me, buffer(me, 0, n_published), operand(n_published));
		store(me, buffer(me, 1, n_published), operand(n_published));
		store_release(me, flag(me), n_published)
	/* All have come. Who has looked in vain waits for news, so that one who does so for ever stands still. */
	:: call <= n_published &&
#ifndef EARLY
	   memory[flag(1 - me)] >= call &&
#endif
	   (!has_looked || memory[folded(0)] != seen[0] || memory[folded(1)] != seen[1]) ->
		fold_if_free(me, me);
		fold_if_free(me, (1 - me));
		load(me, folded(0), seen[0]);
		load(me, folded(1), seen[1]);
		assert(seen[0] <= n_published && seen[1] <= n_published);
		if
#ifdef LEAVES_EARLY
		:: is_folded(seen[me]) ->
#else
		:: is_folded(seen[0]) && is_folded(seen[1]) ->
#endif
#ifndef NO_LOOK
			load(me, failed_in, x);
			if
			:: me == 0 && x && x <= call -> break
			:: else
			fi;
#endif
			load(me, buffer(me, 0, call), x);
			assert(x == result(call));
			load(me, buffer(me, 1, call), x);
			assert(x == result(call));
			x = 0;
			seen[0] = 0;
			seen[1] = 0;
			has_looked = false;
			call++
		:: else -> has_looked = true
		fi
	:: call > N_CALLS -> break
	/* Its call fails, and it says so before its program has back what it lent, and uses it for something else. What it has to tell
	 * ends the other's call. */
	:: may_give_up && call <= n_published ->
#ifdef TELLS_LATE
		store(me, buffer(me, 0, call), RUBBISH);
		store(me, buffer(me, 1, call), RUBBISH);
		store_release(me, failed_in, call);
#else
		store_release(me, failed_in, call);
		fence(me);
		store(me, buffer(me, 0, call), RUBBISH);
		store(me, buffer(me, 1, call), RUBBISH);
#endif
		break
	:: me == 0 && memory[failed_in] -> break
	od;
	n_ended++
}

init { atomic { run drains(0); run drains(1); run member(0); run member(1) } (n_ended == 2) }
