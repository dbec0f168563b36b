/*
 * The CPU engine's kernels from a library of their own, called as from a program that flushes subnormals.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

#include "campaign/subject.h"
#include "engine/kernel/kernels.h"

static void *library;
static __typeof__(sumac_kernel_find) *find;
static __typeof__(sumac_kernel_run) *run;

static void kernels_run(int op, int type, const void *left, const void *right, size_t count, void *dst)
{
	const uint32_t
		flushing = 0x9FC0,
		clean = 0x1F80; /* all masked, with flush to zero and subnormals as zeros; and without */

	__asm__ volatile("ldmxcsr %0" : : "m"(flushing) : "memory");
	run(find(op, type), dst, left, right, count);
	__asm__ volatile("ldmxcsr %0" : : "m"(clean) : "memory");
}

static void kernels_close(void)
{
	dlclose(library);
}

int subject_kernels(const char *path, struct subject *subject_out)
{
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (library) {
		*(void **)&find = dlsym(library, "sumac_kernel_find");
		*(void **)&run = dlsym(library, "sumac_kernel_run");
	}
	if (!library || !find || !run) {
		fprintf(stderr, "%s\n", dlerror());
		return -1;
	}
	*subject_out = (struct subject){ .run = kernels_run, .close = kernels_close };
	return 0;
}
