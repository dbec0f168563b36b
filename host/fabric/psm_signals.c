/*
 * libfabric loads the libraries of InfiniPath and Omni-Path cards, whether there is such a card or not. Their
 * constructors take the signals that end a program: they print a backtrace and exit(1), so that nobody learns of what the
 * program died. Constructors of a library run after those of the libraries that it needs; so this undoes it.
 */
#define _GNU_SOURCE /* dladdr */
#include "fabric/psm_signals.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>

static bool is_of_a_card(void *handler)
{
	const char *name;
	Dl_info info;

	if (!dladdr(handler, &info) || !info.dli_fname)
		return false;
	name = strrchr(info.dli_fname, '/');
	name = name ? name + 1 : info.dli_fname;
	return !strncmp(name, "libinfinipath.", 14) || !strncmp(name, "libpsm2.", 8);
}

__attribute__((constructor)) void sumac_psm_signals_undo(void)
{
	struct sigaction action;

	for (int number = 1; number < NSIG; number++)
		if (!sigaction(number, NULL, &action) && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN &&
		    is_of_a_card((void *)action.sa_handler))
			signal(number, SIG_DFL);
}
