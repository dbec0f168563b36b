/*
 * XRT's emulation of a card needs more than a card does: a shared object of its own (sim/xrt_emulation) has that, and is loaded
 * where XRT emulates.
 */
#ifndef SUMAC_XRT_EMULATION_H
#define SUMAC_XRT_EMULATION_H

#include <signal.h>
#include <stdbool.h>

struct sumac_xrt_model; /* that stands for the card, as a rank sees it */

/* Those that return an int return 0 or a negative status, with a story. */
struct sumac_xrt_emulation {
	/* Before XRT is asked for the card: only then, and if nobody else has this NIC's model, may XRT be asked. */
	int (*open)(int nic, struct sumac_xrt_model **model_out);
	/* XRT has been asked, and has opened the card or not. */
	int (*opened)(struct sumac_xrt_model *model, bool is_open);
	/* After XRT has closed it. */
	void (*close)(struct sumac_xrt_model *model);
	/* Around XRT's other calls. */
	void (*enter)(const struct sumac_xrt_model *model, sigset_t *before_out);
	void (*leave)(const struct sumac_xrt_model *model, const sigset_t *before);
	/* XRT's calls come back from then on, and mean nothing. */
	bool (*has_died)(const struct sumac_xrt_model *model);
	/* As if it had died: it takes the rank for dead. */
	void (*cut)(struct sumac_xrt_model *model);
	/* In a forked child, by system calls alone. */
	void (*forked)(struct sumac_xrt_model *model);
};

typedef int sumac_xrt_fail_fn(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What the shared object exports, by this name. fail: where its stories go. */
typedef const struct sumac_xrt_emulation *sumac_xrt_emulation_fn(sumac_xrt_fail_fn *fail);
#define SUMAC_XRT_EMULATION_FUNCTION "sumac_xrt_emulation"
#define SUMAC_XRT_EMULATION_FILE "sumac_xrt_emulation.so"

/* Loads it from beside this library, or from the library's folder beside this program's, and keeps it. 0, or -SUMAC_ENODEV. */
int sumac_xrt_emulation_load(const struct sumac_xrt_emulation **emulation_out);

#endif
