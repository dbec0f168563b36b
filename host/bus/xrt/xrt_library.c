/*
 * Loads XRT's library, and keeps it.
 */
#include "bus/xrt/xrt_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "base/fail.h"

static const char file[] = "libxrt_coreutil.so.2";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sumac_xrt_library library;

/* POSIX lets a pointer to an object hold one to a function. */
static int find(void *handle, const char *symbol, void *function_out)
{
	void *address = dlsym(handle, symbol);

	memcpy(function_out, &address, sizeof(address));
	return address ? 0 : -SUMAC_ENODEV;
}

static int load(void)
{
	struct sumac_xrt_library found;
	void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	int err = handle ? 0 : -SUMAC_ENODEV;

	if (!handle)
		return sumac_fail(SUMAC_ENODEV, "cards need Xilinx XRT, from Debian's package libxrt1: %s",
				  dlerror());
#define XRT_FUNCTION(type, name, arguments) err = err ? err : find(handle, #name, &found.name);
	SUMAC_XRT_FUNCTIONS
#undef XRT_FUNCTION
	if (err)
		return sumac_fail(SUMAC_ENODEV, "%s is not the version of XRT that this library knows (2.13): %s", file, dlerror());
	library = found;
	return 0;
}

int sumac_xrt_library_load(const struct sumac_xrt_library **library_out)
{
	int err;

	pthread_mutex_lock(&lock);
	err = library.xrtDeviceOpen ? 0 : load();
	pthread_mutex_unlock(&lock);
	*library_out = &library;
	return err;
}
