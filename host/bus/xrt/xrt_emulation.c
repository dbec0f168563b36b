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

int sumac_xrt_emulation_check(const struct sumac_xrt_emulation_build *theirs, const char *path)
{
	static const struct sumac_xrt_emulation_build ours = SUMAC_XRT_EMULATION_BUILD;

	if (theirs->protocol != ours.protocol || memcmp(theirs->version, ours.version, sizeof(ours.version)))
		return sumac_fail(SUMAC_EBUILD, "%s and this library are of different versions: install both from one build", path);
	if (theirs->spec_hash != ours.spec_hash)
		return sumac_fail(SUMAC_ESPEC, "%s was built from specification 0x%08x, this library from 0x%08x: build both "
				  "from one tree", path, theirs->spec_hash, ours.spec_hash);
	return 0;
}

static int load(void)
{
	const struct sumac_xrt_emulation *loaded;
	sumac_xrt_emulation_fn *function = NULL;
	void *handle = NULL, *address;
	Dl_info self, object = { .dli_fname = SUMAC_XRT_EMULATION_FILE };
	int err;

	if (dladdr(&lock, &self))
		handle = open_near(self.dli_fname);
	if (!handle)
		handle = open_near("/proc/self/exe");
	address = handle ? dlsym(handle, SUMAC_XRT_EMULATION_FUNCTION) : NULL;
	memcpy(&function, &address, sizeof(address));
	if (!function)
		return sumac_fail(SUMAC_ENODEV, "XRT's emulation needs %s beside libsumac; `make` builds it: %s",
				  SUMAC_XRT_EMULATION_FILE, dlerror());
	dladdr(address, &object);
	loaded = function(sumac_fail);
	err = sumac_xrt_emulation_check(&loaded->build, object.dli_fname);
	emulation = err ? NULL : loaded;
	return err;
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
