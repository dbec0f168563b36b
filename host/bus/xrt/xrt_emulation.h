/*
 * XRT's emulation of a card needs more than a card does: a shared object of its own (sim/xrt_emulation) has that, and
 * is loaded if XRT emulates.
 */
#ifndef SUMAC_XRT_EMULATION_H
#define SUMAC_XRT_EMULATION_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "spec/spec.h"
#include "sumac.h"

/* Library and object must be of one build, and begin by comparing this. The protocol counts the changes of this header. */
struct sumac_xrt_emulation_build {
	uint32_t protocol, version[3], spec_hash;
};

#define SUMAC_XRT_EMULATION_BUILD \
	{ 1, { SUMAC_VERSION_MAJOR, SUMAC_VERSION_MINOR, SUMAC_VERSION_PATCH }, SUMAC_SPEC_HASH }

struct sumac_xrt_model; /* the card's model, as a rank sees it */

/* Functions that return an int return 0 or a negative status, with a story. */
struct sumac_xrt_emulation {
	struct sumac_xrt_emulation_build build; /* comes first in every build */
	/* To be called before XRT is asked for the card: XRT may only be asked if this succeeds, so that nobody else has this
	 * NIC's model. */
	int (*open)(int nic, struct sumac_xrt_model **model_out);
	/* To be called after XRT was asked, and has opened the card or not. */
	int (*opened)(struct sumac_xrt_model *model, bool is_open);
	/* To be called after XRT has closed it. */
	void (*close)(struct sumac_xrt_model *model);
	/* To be called around XRT's other calls. */
	void (*enter)(const struct sumac_xrt_model *model, sigset_t *before_out);
	void (*leave)(const struct sumac_xrt_model *model, const sigset_t *before);
	/* Whether the model has died: from then on XRT's calls return, and mean nothing. */
	bool (*has_died)(const struct sumac_xrt_model *model);
	/* Acts as if the model had died: the model takes the rank for dead. */
	void (*cut)(struct sumac_xrt_model *model);
	/* To be called in a forked child; it uses system calls alone. */
	void (*forked)(struct sumac_xrt_model *model);
};

typedef int sumac_xrt_fail_fn(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The shared object exports this function, under this name. fail: takes its stories. */
typedef const struct sumac_xrt_emulation *sumac_xrt_emulation_fn(sumac_xrt_fail_fn *fail);
#define SUMAC_XRT_EMULATION_FUNCTION "sumac_xrt_emulation"
#define SUMAC_XRT_EMULATION_FILE "sumac_xrt_emulation.so"

/* 0, or -SUMAC_EBUILD or -SUMAC_ESPEC, with a story, if the object in that file is not of this build. */
int sumac_xrt_emulation_check(const struct sumac_xrt_emulation_build *theirs, const char *path);

/* Loads it from beside this library, or from the library's folder beside this program's, and keeps it. 0, -SUMAC_ENODEV, or the
 * status of the check. */
int sumac_xrt_emulation_load(const struct sumac_xrt_emulation **emulation_out);

#endif
