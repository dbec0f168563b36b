/*
 * Loads libfabric, and keeps it.
 *
 * libfabric loads the libraries of InfiniPath and Omni-Path cards, whether such a card exists or not. Their
 * constructors take the signals that end a program: they print a backtrace and exit(1), so nobody learns what killed
 * the program. So we give all signals back their earlier handlers.
 */
#include "fabric/libfabric.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "base/fail.h"
#include "spec/spec.h"

static const char name[] = "libfabric.so.1";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sumac_libfabric library;

static void *open_without_signals(void)
{
	struct sigaction before[NSIG], after;
	void *handle;

	for (int number = 1; number < NSIG; number++)
		sigaction(number, NULL, &before[number]);
	handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	for (int number = 1; number < NSIG; number++)
		if (!sigaction(number, NULL, &after) && after.sa_handler != before[number].sa_handler)
			sigaction(number, &before[number], NULL);
	return handle;
}

/* POSIX lets a pointer to an object hold one to a function. */
static int find(void *handle, const char *symbol, void *function_out)
{
	void *address = dlsym(handle, symbol);

	memcpy(function_out, &address, sizeof(address));
	return address ? 0 : -SUMAC_EIO;
}

static int load(void)
{
	void *handle = open_without_signals();
	struct sumac_libfabric found;

	if (!handle || find(handle, "fi_getinfo", &found.getinfo) || find(handle, "fi_freeinfo", &found.freeinfo) ||
	    find(handle, "fi_dupinfo", &found.dupinfo) || find(handle, "fi_fabric", &found.fabric) ||
	    find(handle, "fi_strerror", &found.strerror))
		return sumac_fail(SUMAC_EIO, "cannot load libfabric, without which ranks of several hosts do not reach "
				  "each other: %s", dlerror());
	library = found;
	return 0;
}

int sumac_libfabric_load(const struct sumac_libfabric **library_out)
{
	int err;

	pthread_mutex_lock(&lock);
	err = library.getinfo ? 0 : load();
	pthread_mutex_unlock(&lock);
	*library_out = &library;
	return err;
}
