/*
 * The card's memory: a sparse memory file for each bank, which the rack maps at the bank's address.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/sealed_file.h"
#include "sim/xrt/xrt_device.h"
#include "spec/spec.h"

enum { LINE_BYTES = SUMAC_CPL_BYTES, LINE_WORDS = LINE_BYTES / 8 };

int sumac_xrt_offer(struct sumac_xrt_device *device, uint32_t kind, uint32_t index, const struct sumac_xrt_range *range, int fd)
{
	const struct sumac_rack_window window = { .kind = kind, .index = index, .len_bytes = range->len_bytes,
						  .bus_address = range->base };
	char why[SUMAC_RACK_WHY_BYTES];
	int err = sumac_bus_rack_ask(sumac_bus_rack_of(device->bus), &window, sizeof window, fd, why);

	if (err)
		fprintf(stderr, "sumac-xrt-device: the rack refuses memory at 0x%llx: %s\n", (unsigned long long)range->base,
			why);
	return err;
}

int sumac_xrt_banks_open(struct sumac_xrt_device *device)
{
	for (int i = 0; i < device->options->n_banks; i++) {
		struct sumac_xrt_bank *bank = &device->banks[i];
		void *memory;
		int fd, err;

		bank->range = device->options->banks[i];
		fd = sumac_sealed_file_create("sumac-xrt-bank", bank->range.len_bytes, &memory);
		if (fd < 0) {
			perror("sumac-xrt-device: memory of the card");
			return -SUMAC_ENOMEM;
		}
		bank->memory = memory;
		device->n_banks++;
		err = sumac_xrt_offer(device, SUMAC_RACK_WINDOW, (uint32_t)i, &bank->range, fd);
		close(fd);
		if (err)
			return err;
	}
	return 0;
}

void sumac_xrt_banks_close(struct sumac_xrt_device *device)
{
	while (device->n_banks) {
		struct sumac_xrt_bank *bank = &device->banks[--device->n_banks];

		munmap(bank->memory, bank->range.len_bytes);
	}
}

/* The NIC writes a line's last word last (hostport.c), so we read it first. */
static void read_line(uint64_t words_out[LINE_WORDS], const uint8_t *line)
{
	const _Atomic uint64_t *from = (const _Atomic uint64_t *)(const void *)line;

	for (size_t i = LINE_WORDS; i-- > 0;)
		words_out[i] = atomic_load_explicit(&from[i], memory_order_acquire);
}

void sumac_xrt_banks_read(uint8_t *to, const uint8_t *place, uint64_t len_bytes)
{
	const uint8_t *end = place + len_bytes;

	while (place < end) {
		size_t in_line = (uintptr_t)place % LINE_BYTES, n = LINE_BYTES - in_line;
		uint64_t line[LINE_WORDS];

		if (n > (size_t)(end - place))
			n = (size_t)(end - place);
		read_line(line, place - in_line);
		memcpy(to, (const uint8_t *)line + in_line, n);
		place += n;
		to += n;
	}
}

uint8_t *sumac_xrt_banks_find(const struct sumac_xrt_device *device, uint64_t address, uint64_t len_bytes)
{
	for (int i = 0; i < device->n_banks; i++) {
		const struct sumac_xrt_bank *bank = &device->banks[i];
		uint64_t offset = address - bank->range.base;

		if (len_bytes <= bank->range.len_bytes && offset <= bank->range.len_bytes - len_bytes)
			return bank->memory + offset;
	}
	return NULL;
}
