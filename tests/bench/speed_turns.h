/*
 * Programs that measure take turns, so that what one of them finds on the machine the next one finds, too. Ranks of the others
 * are blocked, and use no processor. The turns are a file, empty at first and mapped by all, in which each program has a word,
 * how often it was its turn. All take equally many turns: while a program has not come to its turn, nobody else takes it.
 */
#ifndef SPEED_TURNS_H
#define SPEED_TURNS_H

/* This program is number `which` of them. */
void speed_turns_open(const char *path, int which, int n_programs);
/* On each rank. Exits where the file's first word says that a program has failed. */
void speed_turn_take(void);
/* On one rank, when all are done; the others have done nothing but take it. */
void speed_turn_pass(void);
/* A turn of which this rank needs nothing. */
void speed_turn_skip(void);

#endif
