/*
 * Finds and loads the shared object that XRT's emulation needs.
 */
#define _GNU_SOURCE /* dladdr */
#include "bus/xrt/xrt_emulation.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct sumac_xrt_emulation *emulation;

/* The library and the file lie in one folder; the tool, which has the library in itself, in the folder next to it. */
static void *open_near(const char *object)
{
	static const char *const places[] = { "", "../lib/" };
	char folder[PATH_MAX], path[PATH_MAX + 64];
	void *handle = NULL;

	if (!realpath(object, folder))
		return NULL;
	*strrchr(folder, '/') = 0;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]) && !handle; i++) {
		snprintf(path, sizeof(path), "%s/%s%s", folder, places[i], SUMAC_XRT_EMULATION_FILE);
		handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	}
	return handle;
}

static int load(void)
{
	sumac_xrt_emulation_fn *function = NULL;
	void *handle = NULL, *address;
	Dl_info self;

	if (dladdr(&lock, &self))
		handle = open_near(self.dli_fname);
	if (!handle)
		handle = open_near("/proc/self/exe");
	address = handle ? dlsym(handle, SUMAC_XRT_EMULATION_FUNCTION) : NULL;
	memcpy(&function, &address, sizeof(address));
	if (!function)
		return sumac_fail(SUMAC_ENODEV, "XRT's emulation needs %s beside libsumac; `make` builds it: %s",
				  SUMAC_XRT_EMULATION_FILE, dlerror());
	emulation = function(sumac_fail);
	return 0;
}

int sumac_xrt_emulation_load(const struct sumac_xrt_emulation **emulation_out)
{
	int err;

	pthread_mutex_lock(&lock);
	err = emulation ? 0 : load();
	pthread_mutex_unlock(&lock);
	*emulation_out = emulation;
	return err;
}
