/*
 * Sleeping and waking (host/segment/segment_sleep.c): one rank publishes N_NEWS times, and wakes; the other looks, and sleeps
 * when there is no news. Sleeps have no end of their own here: so a wake-up that is lost is a deadlock, which the search finds.
 */
#ifndef N_NEWS
#define N_NEWS 3
#endif
#define N_PROCESSES 2
#define N_WORDS 3
#define NEWS 0
#define SLEEPS 1
#define EVENTS 2
#include "memory.pml"

bool is_asleep;

proctype waker()
{
	byte li, i, x;

	do
	:: i == N_NEWS -> break
	:: else ->
		i++;
		store_release(0, NEWS, i);
		fence(0);
		load(0, SLEEPS, x);
		if
		:: x == 0
		:: else ->
			store(0, SLEEPS, 0);
			add(0, EVENTS, 1);
			is_asleep = false
		fi
	od;
	n_ended++
}

proctype sleeper()
{
	byte li, seen, x, wanted = 1;

	do
	:: wanted > N_NEWS -> break
	:: else ->
		load(1, EVENTS, seen);
		load(1, NEWS, x);
		if
		:: x >= wanted -> wanted = x + 1
		:: else ->
			/* Where the flag was not up, the look before may have missed what came just then: another look first. */
			load(1, SLEEPS, x);
			store(1, SLEEPS, 1);
			fence(1);
#ifdef AT_ONCE
			x = 1;
#endif
			if
			:: x == 0
			:: else ->
				/* The kernel compares and sleeps in one step. */
				if
				:: atomic { memory[EVENTS] == seen -> is_asleep = true };
				   (!is_asleep)
				:: memory[EVENTS] != seen
				fi
			fi
		fi
	od;
	n_ended++
}

init { atomic { run drains(0); run drains(1); run waker(); run sleeper() } (n_ended == 2) }
