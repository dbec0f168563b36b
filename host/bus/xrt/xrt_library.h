/*
 * XRT's C API, loaded when the first card is opened: hosts without cards need no XRT. Declared here, so that no
 * header of XRT is needed either.
 */
#ifndef SUMAC_XRT_LIBRARY_H
#define SUMAC_XRT_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

/* XRT_FUNCTION(what it returns, name, what it takes) */
#define SUMAC_XRT_FUNCTIONS                                                                                \
	XRT_FUNCTION(void *, xrtDeviceOpen, (unsigned index))                                              \
	XRT_FUNCTION(void *, xrtDeviceOpenByBDF, (const char *bdf))                                        \
	XRT_FUNCTION(int, xrtDeviceClose, (void *device))                                                  \
	XRT_FUNCTION(int, xrtDeviceLoadXclbinFile, (void *device, const char *path))                       \
	XRT_FUNCTION(int, xrtDeviceGetXclbinUUID, (void *device, unsigned char uuid_out[16]))              \
	XRT_FUNCTION(void *, xrtPLKernelOpenExclusive, (void *device, const unsigned char uuid[16], const char *name)) \
	XRT_FUNCTION(int, xrtKernelClose, (void *kernel))                                                  \
	XRT_FUNCTION(int, xrtKernelReadRegister, (void *kernel, uint32_t offset, uint32_t *value_out))     \
	XRT_FUNCTION(int, xrtKernelWriteRegister, (void *kernel, uint32_t offset, uint32_t value))         \
	XRT_FUNCTION(void *, xrtBOAlloc, (void *device, size_t len_bytes, uint64_t flags, uint32_t bank))  \
	XRT_FUNCTION(int, xrtBOFree, (void *buffer))                                                       \
	XRT_FUNCTION(uint64_t, xrtBOAddress, (void *buffer))                                               \
	XRT_FUNCTION(void *, xrtBOMap, (void *buffer))                                                     \
	XRT_FUNCTION(int, xrtBOSync, (void *buffer, int direction, size_t len_bytes, size_t offset_bytes))

struct sumac_xrt_library {
#define XRT_FUNCTION(type, name, arguments) type(*name) arguments;
	SUMAC_XRT_FUNCTIONS
#undef XRT_FUNCTION
};

enum { SUMAC_XRT_HOST_ONLY = 1 << 29 }; /* a flag of xrtBOAlloc() */
enum { SUMAC_XRT_TO_CARD, SUMAC_XRT_FROM_CARD };

/* 0, or -SUMAC_ENODEV with the package that is missing. */
int sumac_xrt_library_load(const struct sumac_xrt_library **library_out);

#endif
