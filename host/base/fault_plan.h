/*
 * A fault plan: what the simulated wire does to frames, as users write it (the setting `faults`).
 */
#ifndef SUMAC_FAULT_PLAN_H
#define SUMAC_FAULT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* SUMAC_FAULT(NAME, name): each has its chance a frame. */
#define SUMAC_FAULT_KINDS                \
	SUMAC_FAULT(LOSS, "loss")         \
	SUMAC_FAULT(DUP, "dup")           \
	SUMAC_FAULT(REORDER, "reorder")   \
	SUMAC_FAULT(CORRUPT, "corrupt")   \
	SUMAC_FAULT(TRUNCATE, "truncate")

enum sumac_fault {
#define SUMAC_FAULT(NAME, name) SUMAC_FAULT_##NAME,
	SUMAC_FAULT_KINDS
#undef SUMAC_FAULT
	SUMAC_N_FAULTS
};

enum { SUMAC_FAULT_DOWNS = 64 };

/* A NIC's link is down: frames from and to it are lost. Cycles count from the job's start. */
struct sumac_fault_down {
	int nic;
	uint64_t from, length;
};

struct sumac_fault_plan {
	double chance[SUMAC_N_FAULTS];
	uint64_t seed;
	uint64_t until; /* chances end here, in cycles from the job's start */
	struct sumac_fault_down downs[SUMAC_FAULT_DOWNS];
	int n_downs;
};

/* Reads "loss=0.01,dup=0.001,seed=7,down=1@5000+2000"; an empty text is a plan without faults. Returns 0, or -SUMAC_EINVAL with
 * what would have been right in why_out. */
int sumac_fault_plan_parse(const char *text, struct sumac_fault_plan *plan_out, char *why_out, size_t cap_bytes);

/* Whether it leaves every frame alone. */
bool sumac_fault_plan_is_empty(const struct sumac_fault_plan *plan);

#endif
