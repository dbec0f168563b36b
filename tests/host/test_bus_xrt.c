/*
 * The bus to a card, on an XRT that the test plays: registers, windows, the card's end.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bus/xrt/bus_xrt.h"
#include "spec/spec.h"
#include "sumac.h"

#define BASE UINT64_C(0x2000000000)
enum { BANK = 1, WINDOWS = 3 };

static struct sumac_bus_xrt *card;
static struct sumac_bus *bus;
static char story[1024];
static uint32_t magic;
static int n_reads;
static bool refuses;
static uint64_t misplaced;
static unsigned char of_card[4 * 4096]; /* the memory of a buffer on it */

static void tell(const char *format, ...)
{
	size_t len = strlen(story);
	va_list args;

	va_start(args, format);
	vsnprintf(story + len, sizeof(story) - len, format, args);
	va_end(args);
}

static int refuse(int error)
{
	errno = error;
	return -1;
}

static int write_register(void *kernel, uint32_t offset, uint32_t value)
{
	(void)kernel;
	if (refuses)
		return refuse(EPERM);
	tell("%x=%x ", offset, value);
	return 0;
}

static int read_register(void *kernel, uint32_t offset, uint32_t *value_out)
{
	(void)kernel, (void)offset;
	n_reads++;
	*value_out = magic;
	return refuses ? refuse(EIO) : 0;
}

static void *alloc(void *device, size_t len_bytes, uint64_t flags, uint32_t bank)
{
	void *buffer = refuses ? NULL : aligned_alloc(4096, len_bytes);

	(void)device;
	assert_int_equal(flags, bus->copies ? 0 : SUMAC_XRT_HOST_ONLY);
	assert_int_equal(bank, BANK);
	errno = ENOSPC;
	if (buffer)
		memset(buffer, 0xff, len_bytes);
	tell("alloc %zu ", len_bytes);
	return buffer;
}

static void *map(void *buffer)
{
	return buffer;
}

static uint64_t address(void *buffer)
{
	(void)buffer;
	return BASE + 0x3000 + misplaced;
}

static int sync_buffer(void *buffer, int direction, size_t len_bytes, size_t offset)
{
	unsigned char *host = (unsigned char *)buffer + offset, *ours = of_card + offset;

	if (refuses)
		return refuse(EIO);
	tell("sync%d %zu+%zu ", direction, offset, len_bytes);
	memcpy(direction == SUMAC_XRT_TO_CARD ? ours : host, direction == SUMAC_XRT_TO_CARD ? host : ours, len_bytes);
	return 0;
}

static int free_buffer(void *buffer)
{
	free(buffer);
	tell("free ");
	return 0;
}

static int close_kernel(void *kernel)
{
	(void)kernel;
	tell("close kernel ");
	return 0;
}

static int close_device(void *device)
{
	(void)device;
	tell("close device ");
	return 0;
}

static int set_up(void **state)
{
	static const struct sumac_xrt_library xrt = { .xrtKernelWriteRegister = write_register,
						      .xrtKernelReadRegister = read_register,
						      .xrtBOAlloc = alloc, .xrtBOMap = map, .xrtBOAddress = address,
						      .xrtBOSync = sync_buffer, .xrtBOFree = free_buffer,
						      .xrtKernelClose = close_kernel, .xrtDeviceClose = close_device };

	(void)state;
	card = calloc(1, sizeof(*card));
	bus = &card->bus;
	bus->ops = &sumac_bus_xrt_ops;
	card->xrt = &xrt;
	card->device = card->kernel = card;
	card->bank = BANK;
	card->n_windows = WINDOWS;
	*story = 0;
	magic = SUMAC_MAGIC;
	refuses = false;
	n_reads = 0;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	bus->ops->close(bus);
	return 0;
}

static void what_xrt_says_of_a_register_is_told_and_the_card_has_gone(void **state)
{
	uint32_t value = 0;

	(void)state;
	assert_int_equal(bus->ops->reg_write(bus, 0x150, 7), 0);
	assert_int_equal(bus->ops->reg_read(bus, 0x100, &value), 0);
	assert_int_equal(value, SUMAC_MAGIC);
	refuses = true;
	assert_int_equal(bus->ops->reg_write(bus, 0x150, 8), -SUMAC_EIO);
	assert_non_null(strstr(sumac_last_error(), "cannot write a register of the card; XRT says: Operation not permitted"));
	refuses = false;
	assert_int_equal(bus->ops->reg_write(bus, 0x150, 9), -SUMAC_EIO);
	assert_int_equal(bus->ops->reg_read(bus, 0x100, &value), -SUMAC_EIO);
	assert_int_equal(bus->ops->health(bus), -SUMAC_EIO);
	assert_string_equal(story, "150=7 ");
}

static void a_push_writes_what_has_changed_and_the_last_word(void **state)
{
	static uint32_t ring[2 * SUMAC_BUS_APERTURE_WORDS];
	struct sumac_bus_aperture aperture = { .offset = 0x8040, .ring = ring, .ring_mask = 1, .is_known = true };

	(void)state;
	ring[1] = 5;
	ring[SUMAC_BUS_APERTURE_WORDS + 1] = ring[SUMAC_BUS_APERTURE_WORDS + 9] = 5;
	assert_int_equal(bus->ops->push(bus, &aperture, 0, 2), 0);
	assert_string_equal(story, "8044=5 807c=0 8064=5 807c=0 ");
	refuses = true;
	ring[3] = 1;
	assert_int_equal(bus->ops->push(bus, &aperture, 2, 3), -SUMAC_EIO);
	assert_string_equal(story, "8044=5 807c=0 8064=5 807c=0 ");
}

static void a_window_is_a_buffer_in_the_host_and_an_entry_of_the_table(void **state)
{
	static const char zeros[6000];
	struct sumac_bus_window window, second;

	(void)state;
	assert_int_equal(bus->ops->window_alloc(bus, sizeof(zeros), &window), 0);
	assert_string_equal(story, "alloc 8192 150=0 154=3000 158=20 15c=1780 160=0 ");
	assert_memory_equal(window.memory, zeros, sizeof(zeros));
	assert_true(window.bus_address == BASE + 0x3000);
	assert_int_equal(bus->ops->window_alloc(bus, 1, &second), 0);
	assert_int_equal(second.index, 1);
	*story = 0;
	bus->ops->window_free(bus, &window);
	assert_string_equal(story, "150=0 154=3000 158=20 15c=0 160=0 free ");
	*story = 0;
	bus->ops->close(bus); /* with what is left */
	assert_string_equal(story, "150=1 154=3000 158=20 15c=0 160=0 free close kernel close device ");
	set_up(state);
}

static void a_window_on_the_card_is_copied_in_whole_lines(void **state)
{
	static const char zeros[8192];
	struct sumac_bus_window window;
	unsigned char *memory;

	(void)state;
	bus->copies = true;
	memset(of_card, 0xee, sizeof(of_card));
	assert_int_equal(bus->ops->window_alloc(bus, 6000, &window), 0);
	assert_string_equal(story, "alloc 8192 sync0 0+8192 150=0 154=3000 158=20 15c=1780 160=0 ");
	assert_memory_equal(of_card, zeros, sizeof(zeros)); /* a completion that was there would be taken for a new one */
	*story = 0;
	memory = window.memory;
	memory[70] = 7;
	assert_int_equal(bus->ops->to_nic(bus, window.index, 70, 1), 0);
	assert_int_equal(of_card[70], 7);
	of_card[191] = 8;
	of_card[256] = 9;
	assert_int_equal(bus->ops->from_nic(bus, window.index, 120, 72), 0);
	assert_int_equal(memory[191], 8);
	assert_int_equal(memory[256], 0);
	assert_string_equal(story, "sync0 64+64 sync1 64+128 ");
	refuses = true;
	assert_int_equal(bus->ops->from_nic(bus, window.index, 0, 64), -SUMAC_EIO);
	assert_non_null(strstr(sumac_last_error(), "cannot copy memory from the card; XRT says: Input/output error"));
	assert_int_equal(bus->ops->health(bus), -SUMAC_EIO);
	refuses = false;
}

static void where_there_is_no_room_there_is_no_window(void **state)
{
	struct sumac_bus_window window;

	(void)state;
	assert_int_equal(bus->ops->window_alloc(bus, 0, &window), -SUMAC_EINVAL);
	refuses = true;
	assert_int_equal(bus->ops->window_alloc(bus, 1, &window), -SUMAC_ENOMEM);
	assert_non_null(strstr(sumac_last_error(), "No space left"));
	refuses = false;
	misplaced = 2048; /* the NIC would reach beside it */
	assert_int_equal(bus->ops->window_alloc(bus, 1, &window), -SUMAC_ENOMEM);
	misplaced = 0;
	for (int i = 0; i < WINDOWS; i++)
		assert_int_equal(bus->ops->window_alloc(bus, 1, &window), 0);
	assert_int_equal(bus->ops->window_alloc(bus, 1, &window), -SUMAC_ENORES);
	assert_null(bus->ops->window_lend);
}

static void a_card_that_reads_as_ones_has_gone(void **state)
{
	(void)state;
	for (int i = 0; i < 100; i++)
		assert_int_equal(bus->ops->health(bus), 0);
	assert_in_range(n_reads, 1, 5); /* not at each look */
	card->health_at_ns = 0;
	magic = ~0u;
	assert_int_equal(bus->ops->health(bus), -SUMAC_EIO);
	assert_non_null(strstr(sumac_last_error(), "the card is gone"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(what_xrt_says_of_a_register_is_told_and_the_card_has_gone),
		TEST(a_push_writes_what_has_changed_and_the_last_word),
		TEST(a_window_is_a_buffer_in_the_host_and_an_entry_of_the_table),
		TEST(a_window_on_the_card_is_copied_in_whole_lines),
		TEST(where_there_is_no_room_there_is_no_window),
		TEST(a_card_that_reads_as_ones_has_gone),
	};

	return cmocka_run_group_tests_name("bus_xrt", tests, NULL, NULL);
}
