/*
 * Shared memory as a processor with store buffers shows it: what a process stores waits in a buffer of its own until it is
 * seen by others, in any order but for two rules: stores to one word stay in order, and a release comes after all before it.
 * (Loads are done in order, as acquiring ones are.) N_WORDS and N_PROCESSES are the model's.
 */
#define CAP 6

byte memory[N_WORDS];
typedef buffer { byte word[CAP]; byte value[CAP]; bool releases[CAP]; byte n };
buffer stored[N_PROCESSES];
byte n_ended; /* processes of the protocol that have come to their end */

inline store_as(me, w, v, r)
{
	atomic {
		stored[me].n < CAP;
		stored[me].word[stored[me].n] = w;
		stored[me].value[stored[me].n] = v;
		stored[me].releases[stored[me].n] = r;
		stored[me].n++
	}
}

#define store(me, w, v) store_as(me, w, v, false)
#ifdef NO_RELEASE
#define store_release(me, w, v) store_as(me, w, v, false)
#else
#define store_release(me, w, v) store_as(me, w, v, true)
#endif

#ifdef NO_FENCE
#define fence(me) skip
#else
#define fence(me) (stored[me].n == 0)
#endif

/* One's own newest store to the word, if it is still in the buffer. */
inline load(me, w, out)
{
	d_step {
		out = memory[w];
		li = 0;
		do
		:: li < stored[me].n ->
			if
			:: stored[me].word[li] == w -> out = stored[me].value[li]
			:: else
			fi;
			li++
		:: else -> break
		od;
		li = 0
	}
}

/* An atomic operation is done on memory itself, and after all that was stored before. */
inline add(me, w, v)
{
	atomic { stored[me].n == 0; memory[w] = memory[w] + v }
}

/* Entry i of a buffer becomes visible. */
inline drain(me, i)
{
	memory[stored[me].word[i]] = stored[me].value[i];
	di = i;
	do
	:: di + 1 < stored[me].n ->
		stored[me].word[di] = stored[me].word[di + 1];
		stored[me].value[di] = stored[me].value[di + 1];
		stored[me].releases[di] = stored[me].releases[di + 1];
		di++
	:: else -> break
	od;
	stored[me].n--;
	stored[me].word[stored[me].n] = 0;
	stored[me].value[stored[me].n] = 0;
	stored[me].releases[stored[me].n] = false;
	di = 0
}

/* Whether entry i may pass those before it. */
#define is_first(me, i) (i == 0)
#define may_pass_1(me) (stored[me].n > 1 && !stored[me].releases[1] && stored[me].word[1] != stored[me].word[0])
#define may_pass_2(me) (stored[me].n > 2 && !stored[me].releases[2] && stored[me].word[2] != stored[me].word[0] && stored[me].word[2] != stored[me].word[1])

proctype drains(byte me)
{
	byte di;

end:	do
	:: atomic { stored[me].n > 0 -> drain(me, 0) }
	:: atomic { may_pass_1(me) -> drain(me, 1) }
	:: atomic { may_pass_2(me) -> drain(me, 2) }
	od
}
