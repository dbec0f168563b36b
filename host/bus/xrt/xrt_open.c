/*
 * Opening a card: we judge the xclbin before XRT sees it, load it, and take its one unit for this process alone.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "bus/address.h"
#include "bus/xrt/axlf.h"
#include "bus/xrt/bus_xrt.h"
#include "bus/xrt/xclbin.h"
#include "bus/xrt/xrt_prints.h"
#include "spec/spec.h"

bool sumac_xrt_is_emulated(void)
{
	return getenv("XCL_EMULATION_MODE") != NULL;
}

static int judge(const char *path, bool is_emulated, struct sumac_xclbin *xclbin_out)
{
	int err;

	if (!*path)
		return sumac_fail(SUMAC_ENODEV, "the setting xrt_xclbin names no file for the card");
	err = sumac_xclbin_read(path, xclbin_out);
	if (!err)
		err = sumac_xclbin_check(path, xclbin_out);
	if (err)
		return err;
	if ((xclbin_out->mode == SUMAC_AXLF_MODE_HW_EMU) != is_emulated)
		return sumac_fail(SUMAC_EINVAL, is_emulated ? "%s is for a card, and XCL_EMULATION_MODE asks for its emulation" :
				  "%s is for XRT's emulation, which needs `sumac run --bus xrt`", path);
	return 0;
}

static int choose_bank(struct sumac_bus_xrt *card, const char *path, const struct sumac_xclbin *xclbin, const char *memory)
{
	int bank = sumac_xclbin_bank(path, xclbin, memory);

	if (bank < 0)
		return bank;
	card->bank = (uint32_t)bank;
	card->bus.copies = !xclbin->banks[bank].is_host;
	return 0;
}

/* Returns what could not be done, or NULL. */
static const char *open_device(struct sumac_bus_xrt *card, const char *name)
{
	char *end;
	unsigned long index = strtoul(name, &end, 10);

	card->device = *name && !*end ? card->xrt->xrtDeviceOpen((unsigned)index) : card->xrt->xrtDeviceOpenByBDF(name);
	return card->device ? NULL : "XRT sees no such card";
}

static const char *load(struct sumac_bus_xrt *card, const char *path, const struct sumac_xclbin *xclbin)
{
	unsigned char uuid[16] = { 0 };
	char unit[2 * SUMAC_XCLBIN_TEXT_BYTES + 4];

	if (card->xrt->xrtDeviceLoadXclbinFile(card->device, path))
		return "it does not take the xclbin";
	if (card->xrt->xrtDeviceGetXclbinUUID(card->device, uuid) || memcmp(uuid, xclbin->uuid, sizeof(uuid)))
		return "it is loaded with another xclbin";
	snprintf(unit, sizeof(unit), "%s:{%s}", xclbin->kernel, xclbin->unit);
	card->kernel = card->xrt->xrtPLKernelOpenExclusive(card->device, uuid, unit);
	return card->kernel ? NULL : "its NIC is not available to this process alone: another may be using it";
}

static int take_card(struct sumac_bus_xrt *card, const char *device, const char *path, const struct sumac_xclbin *xclbin)
{
	struct sumac_xrt_prints prints;
	char words[SUMAC_XRT_WORDS_BYTES];
	const char *what;
	int error;

	sumac_xrt_prints_begin(&prints);
	errno = 0;
	what = open_device(card, device);
	if (!what)
		what = load(card, path, xclbin);
	error = errno;
	sumac_xrt_prints_end(&prints, words);
	if (!what)
		return 0;
	return sumac_fail(SUMAC_ENODEV, "card %s, xclbin %s: %s%s%s", device, path, what, *words || error ? "; XRT says: " : "",
			  *words ? words : error ? strerror(error) : "");
}

static int open_card(struct sumac_bus_xrt *card, const char *device, const char *path, const char *memory, int nic)
{
	struct sumac_xclbin xclbin;
	int err = judge(path, card->bus.simulated, &xclbin), watch_err;

	if (!err)
		err = choose_bank(card, path, &xclbin, memory);
	if (!err)
		err = sumac_xrt_library_load(&card->xrt);
	if (err || !card->bus.simulated)
		return err ? err : take_card(card, device, path, &xclbin);
	err = sumac_xrt_emulation_load(&card->emulation);
	if (!err)
		err = card->emulation->open(nic, &card->model);
	if (err)
		return err;
	err = take_card(card, device, path, &xclbin);
	watch_err = card->emulation->opened(card->model, !err);
	return err ? err : watch_err;
}

static int check_nic(struct sumac_bus_xrt *card)
{
	uint32_t magic = 0;

	if (sumac_bus_xrt_read(&card->bus, SUMAC_REG_MAGIC, &magic) ||
	    sumac_bus_xrt_read(&card->bus, SUMAC_REG_PARAM(Windows), &card->n_windows))
		return -SUMAC_EIO;
	if (magic != SUMAC_MAGIC)
		return sumac_fail(SUMAC_ENODEV, "this is not a Sumac NIC: its magic number is 0x%08x", magic);
	if (card->n_windows > SUMAC_XRT_WINDOWS)
		card->n_windows = SUMAC_XRT_WINDOWS;
	return 0;
}

int sumac_bus_xrt_open(const char *device, const char *xclbin_path, const char *memory, int nic, struct sumac_bus **bus_out)
{
	struct sumac_bus_xrt *card = calloc(1, sizeof(*card));
	int err;

	if (!card)
		return sumac_fail(SUMAC_ENOMEM, "out of memory");
	card->bus = (struct sumac_bus){ .ops = &sumac_bus_xrt_ops, .kind = "xrt", .simulated = sumac_xrt_is_emulated(),
					.clock_hz = SUMAC_XRT_CLOCK_HZ };
	sumac_address_mac(nic, card->bus.mac);
	sumac_address_ip(nic, card->bus.ip);
	err = open_card(card, device, xclbin_path, memory, nic);
	sumac_xrt_exit_note(card);
	if (!err)
		err = check_nic(card);
	if (err)
		sumac_bus_xrt_ops.close(&card->bus);
	else
		*bus_out = &card->bus;
	return err;
}
