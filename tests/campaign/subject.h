/*
 * A subject of the campaign: something that combines whole arrays.
 */
#ifndef SUMAC_CAMPAIGN_SUBJECT_H
#define SUMAC_CAMPAIGN_SUBJECT_H

#include <stddef.h>

struct subject {
	/* Arrays have room for a whole number of 64-byte beats. */
	void (*run)(int op, int type, const void *left, const void *right, size_t count, void *dst);
	void (*close)(void);
};

/* The Verilated lanes. */
int subject_rtl(struct subject *subject_out);
/* A build of the CPU engine's kernels, called while the caller flushes subnormals. -1, with a message, if it
 * cannot be loaded. */
int subject_kernels(const char *path, struct subject *subject_out);

#endif
