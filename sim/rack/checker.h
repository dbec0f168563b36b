/*
 * The protocol checker: sees every frame as it enters the switch, and every register write on its way to a NIC (which
 * tells it the channels), and reports frames that break the protocol. It changes nothing.
 */
#ifndef SUMAC_SIM_CHECKER_H
#define SUMAC_SIM_CHECKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* SUMAC_CHECKER_RULE(name, how a frame breaks it) */
#define SUMAC_CHECKER_RULES                                                             \
	SUMAC_CHECKER_RULE(LENGTH, "its length fields disagree with its length")                 \
	SUMAC_CHECKER_RULE(HEADER, "an Ethernet, IPv4 or UDP field is not what it must be") \
	SUMAC_CHECKER_RULE(ADDRESS, "its source is not its port's, or its destination is not a NIC's") \
	SUMAC_CHECKER_RULE(IP_SUM, "the IPv4 checksum is wrong")                        \
	SUMAC_CHECKER_RULE(CRC, "the CRC is wrong")                                     \
	SUMAC_CHECKER_RULE(KIND, "its kind or flags are unknown")                       \
	SUMAC_CHECKER_RULE(WORD, "its WORD is not zero, and neither FIRST nor ABORT is set") \
	SUMAC_CHECKER_RULE(CHANNEL, "its sender has no such channel, or another key")   \
	SUMAC_CHECKER_RULE(SEQ, "a chunk is not the next one of its channel, nor on a lossy wire one of its last window") \
	SUMAC_CHECKER_RULE(REPEAT, "a repeated chunk is not as it was first")           \
	SUMAC_CHECKER_RULE(LIMIT, "a chunk is beyond the limit that its sender was told") \
	SUMAC_CHECKER_RULE(ACK, "it acknowledges chunks that were not sent, or fewer than before") \
	SUMAC_CHECKER_RULE(GRANT, "its limit goes backwards or beyond the window")      \
	SUMAC_CHECKER_RULE(SLOTS, "the two ends of a channel were told different slots")

enum sumac_checker_rule {
#define SUMAC_CHECKER_RULE(name, text) SUMAC_CHECKER_##name,
	SUMAC_CHECKER_RULES
#undef SUMAC_CHECKER_RULE
	SUMAC_CHECKER_N_RULES
};

struct sumac_checker_counts {
	uint64_t frames, chunks, repeated, acks, aborts;
	uint64_t repeated_cycle; /* of the last chunk that came again */
	uint64_t broken[SUMAC_CHECKER_N_RULES];
};

struct sumac_checker;

/* Called for each violation, with a sentence about it. */
typedef void sumac_checker_report(void *ctx, enum sumac_checker_rule rule, const char *text);

int sumac_checker_open(int n_nics, unsigned seq_bits, sumac_checker_report *report, void *ctx,
		       struct sumac_checker **checker_out);
/* From now on frames may be lost behind the checker, so chunks may be sent again. */
void sumac_checker_allow_repeats(struct sumac_checker *checker);
void sumac_checker_close(struct sumac_checker *checker);

void sumac_checker_reg_write(struct sumac_checker *checker, int nic, uint32_t offset, uint32_t value);
void sumac_checker_frame(struct sumac_checker *checker, int from_nic, uint64_t cycle, const uint8_t *frame,
			 size_t len_bytes);
const struct sumac_checker_counts *sumac_checker_counts(const struct sumac_checker *checker);

#endif
