/*
 * Serves the shim's requests: each has its function, which puts the answer together.
 */
#include <stdio.h>
#include <string.h>

#include "sim/xrt/xrt_device.h"
#include "spec/spec.h"

enum { REGISTER_MASK = 0xffff, WORD_BYTES = 4 };

/* The shim adds the unit's address, a multiple of its 64 KiB. */
static uint32_t register_of(uint64_t address)
{
	return (uint32_t)(address & REGISTER_MASK);
}

static int say_yes(struct sumac_xrt_device *device, const struct sumac_xrt_message *request)
{
	(void)request;
	sumac_xrt_put_number(&device->answer, 1, 1);
	return 0;
}

/* There is no file: the copies bring a buffer's contents. */
static int alloc(struct sumac_xrt_device *device, const struct sumac_xrt_message *request)
{
	sumac_xrt_put_number(&device->answer, 1, sumac_xrt_banks_find(device, request->number[1], request->number[2]) != NULL);
	sumac_xrt_put_bytes(&device->answer, 2, 0);
	return 0;
}

static int copy_in(struct sumac_xrt_device *device, const struct sumac_xrt_message *request)
{
	size_t len_bytes = request->len_bytes[4];
	uint8_t *place = sumac_xrt_banks_find(device, request->number[3] + request->number[6], len_bytes);

	if (place)
		memcpy(place, request->bytes[4], len_bytes);
	sumac_xrt_put_number(&device->answer, 1, place ? len_bytes : 0);
	return 0;
}

static int copy_out(struct sumac_xrt_device *device, const struct sumac_xrt_message *request)
{
	uint64_t len_bytes = request->number[5];
	const uint8_t *place = len_bytes > SUMAC_XRT_LONGEST_BYTES ? NULL :
			       sumac_xrt_banks_find(device, request->number[4] + request->number[6], len_bytes);
	uint8_t *bytes;

	sumac_xrt_put_number(&device->answer, 1, place ? len_bytes : 0);
	bytes = sumac_xrt_put_bytes(&device->answer, 2, place ? len_bytes : 0);
	if (place && bytes)
		sumac_xrt_banks_read(bytes, place, len_bytes);
	return 0;
}

/* Several words at once are one write each, in order. */
static int write_registers(struct sumac_xrt_device *device, const struct sumac_xrt_message *request)
{
	uint32_t offset = register_of(request->number[2]);
	int err = 0;

	for (size_t at = 0; at + WORD_BYTES <= request->len_bytes[4] && !err; at += WORD_BYTES)
		err = sumac_bus_rack_write(device->bus, offset + (uint32_t)at,
					   (uint32_t)sumac_record_get(request->bytes[4], (unsigned)at, WORD_BYTES));
	sumac_xrt_put_number(&device->answer, 1, !err);
	return err;
}

static int read_registers(struct sumac_xrt_device *device, const struct sumac_xrt_message *request)
{
	uint32_t offset = register_of(request->number[2]), value;
	uint64_t len_bytes = request->number[3];
	uint8_t *bytes;
	int err = 0;

	if (len_bytes > REGISTER_MASK)
		return -SUMAC_EINVAL;
	sumac_xrt_put_number(&device->answer, 1, 1);
	bytes = sumac_xrt_put_bytes(&device->answer, 2, len_bytes);
	if (!bytes)
		return -SUMAC_ENOMEM;
	memset(bytes, 0, len_bytes);
	for (size_t at = 0; at + WORD_BYTES <= len_bytes && !err; at += WORD_BYTES) {
		err = sumac_bus_rack_read(device->bus, offset + (uint32_t)at, &value);
		sumac_record_put(bytes, (unsigned)at, WORD_BYTES, value);
	}
	return err;
}

static int say_nothing(struct sumac_xrt_device *device, const struct sumac_xrt_message *request)
{
	(void)device, (void)request;
	return 0;
}

static int close_it(struct sumac_xrt_device *device, const struct sumac_xrt_message *request)
{
	sumac_xrt_host_tell_close(&device->host);
	device->is_closed = true;
	return say_yes(device, request);
}

static int (*const functions[])(struct sumac_xrt_device *device, const struct sumac_xrt_message *request) = {
	[SUMAC_XRT_CLOSE] = close_it,
	[SUMAC_XRT_ALLOC] = alloc,
	[SUMAC_XRT_FREE] = say_yes,
	[SUMAC_XRT_TO_DEVICE] = copy_in,
	[SUMAC_XRT_FROM_DEVICE] = copy_out,
	[SUMAC_XRT_REG_WRITE] = write_registers,
	[SUMAC_XRT_REG_READ] = read_registers,
	[SUMAC_XRT_MESSAGES] = say_nothing,
	[SUMAC_XRT_ENVIRONMENT] = say_yes,
};

int sumac_xrt_serve(struct sumac_xrt_device *device)
{
	struct sumac_xrt_message request;
	int err = sumac_xrt_receive(device->shim_fd, SUMAC_XRT_HEADER_BYTES, &device->request);
	uint32_t api = device->request.api;

	if (err)
		return err;
	if (api >= sizeof functions / sizeof *functions || !functions[api] || !sumac_xrt_parse(&device->request, &request)) {
		fprintf(stderr, "sumac-xrt-device: XRT sends a request that this device does not know (%u)\n", api);
		return -SUMAC_ENOTSUP;
	}
	sumac_xrt_begin(&device->answer, api);
	err = functions[api](device, &request);
	return err ? err : sumac_xrt_send(device->shim_fd, SUMAC_XRT_SHORT_HEADER_BYTES, &device->answer);
}
