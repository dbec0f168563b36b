/*
 * When a NIC's waveforms are recorded: during one of its calls, or between two cycles. A call is the descriptors that the host
 * posts to one group with one sequence number. Calls count from 1, in the order in which the first descriptor of each is posted. A
 * call's window begins with the first register write that posts it, the first word of a push or a doorbell, and ends with the
 * interrupt after which the completions of all its descriptors are in host memory.
 */
#ifndef SUMAC_WAVE_WINDOW_H
#define SUMAC_WAVE_WINDOW_H

#include "sim/nic/vnic.h"
#include "spec/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SUMAC_WAVE_GROUPS = 64, SUMAC_WAVE_WORDS = SUMAC_DESC_BYTES / 4 };

struct sumac_wave_window {
	const struct sumac_vnic_host *host;
	uint64_t call;	   /* the one that is wanted; 0: cycles are */
	uint64_t from, to; /* those cycles; of a call, from when it is posted; both belong to the window */
	uint64_t n_calls;  /* that have been posted so far */
	/* The wanted call, once it is posted. */
	unsigned group;
	uint32_t seq;
	uint32_t n_posted, n_completed; /* its descriptors */
	bool is_told;			/* the interrupt has come, too */
	bool is_over;			/* nothing in the window can follow */
	/* private: */
	struct sumac_wave_group {
		uint64_t dring, cring;
		uint32_t ring_log2;
		uint16_t posted;
		bool has_call; /* seq is of its newest call */
		uint32_t seq;
		bool is_pushing; /* since when: */
		uint64_t pushed_at;
		uint32_t words[SUMAC_WAVE_WORDS]; /* as the NIC keeps them */
	} groups[SUMAC_WAVE_GROUPS];
};

/* The host posts a register write, which reaches the NIC in cycle `at`. */
void sumac_wave_window_posted(struct sumac_wave_window *window, uint64_t at, uint32_t offset, uint32_t value);
/* The NIC has handed over a beat for host memory. */
void sumac_wave_window_wrote(struct sumac_wave_window *window, uint64_t address, const void *beat);
/* The NIC raises its interrupt: all that it wrote before is in host memory. */
void sumac_wave_window_irq(struct sumac_wave_window *window);
/* Whether cycle `now`, which is the present one, belongs to the window. */
bool sumac_wave_window_holds(const struct sumac_wave_window *window, uint64_t now);

#ifdef __cplusplus
}
#endif
#endif
