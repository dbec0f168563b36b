/*
 * For tests alone: an XRT with one card, which another process has, as its real library says that. BUSY is `load` or `open`: what
 * that process keeps this one from. It prints that the card is closed.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int card;

static int is_at(const char *what)
{
	const char *busy = getenv("BUSY");

	return busy && !strcmp(busy, what);
}

void *xrtDeviceOpen(unsigned index)
{
	return index ? NULL : &card;
}

int xrtDeviceClose(void *device)
{
	fprintf(stderr, "%s is closed\n", device == &card ? "the card" : "what is no card");
	return 0;
}

int xrtDeviceLoadXclbinFile(void *device, const char *path)
{
	(void)device, (void)path;
	if (!is_at("load"))
		return 0;
	fputs("[XRT] ERROR: Xclbin on card is in use, can't change.\n[XRT] ERROR: See dmesg log for details. err = -16\n", stderr);
	errno = EBUSY;
	return -1;
}

/* An xclbin's is at 0x1a0 of the file; this card has been loaded with that. */
int xrtDeviceGetXclbinUUID(void *device, unsigned char uuid_out[16])
{
	FILE *file = fopen(getenv("SUMAC_XRT_XCLBIN"), "rb");

	(void)device;
	if (!file || fseek(file, 0x1a0, SEEK_SET) || fread(uuid_out, 1, 16, file) != 16)
		return -1;
	return fclose(file);
}

void *xrtPLKernelOpenExclusive(void *device, const unsigned char uuid[16], const char *name)
{
	(void)device, (void)uuid, (void)name;
	fputs("[XRT] ERROR: failed to open cu context: Device or resource busy\n", stderr);
	errno = EBUSY;
	return NULL;
}

/* Never reached. */
#define NOT_REACHED(name) void name(void) { abort(); }
NOT_REACHED(xrtDeviceOpenByBDF) NOT_REACHED(xrtKernelClose) NOT_REACHED(xrtKernelReadRegister) NOT_REACHED(xrtKernelWriteRegister)
NOT_REACHED(xrtBOAlloc) NOT_REACHED(xrtBOFree) NOT_REACHED(xrtBOAddress) NOT_REACHED(xrtBOMap) NOT_REACHED(xrtBOSync)
