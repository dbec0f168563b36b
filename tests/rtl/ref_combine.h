/* Script of the combine unit's bench: see ref_combine_script.c; ref_combine.c runs it. */
#ifndef SUMAC_TESTS_RTL_REF_COMBINE_H
#define SUMAC_TESTS_RTL_REF_COMBINE_H

enum kind { PASS, LOAD, LOAD_EDGE, WAIT, STALLS, RATE_BEGIN, RATE_END, CHAIN_END, NESTED };

/* the port that the traffic of other ports stalls */
enum aim { ALL, LEFT, RIGHT, WRITE };

#define CHAIN_BEATS 100

struct step {
	enum kind kind;
	int left, right, dst, beats, op, type;
};

/* Writes the whole script; returns its length. */
int ref_combine_script(int pool_beats, int slot_beats, int smallest, struct step **steps_out);

#endif
