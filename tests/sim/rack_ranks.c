/*
 * Ranks in the test's own process.
 */
#include "rack_ranks.h"

#include <string.h>
#include <unistd.h>

#include "sim/rack/rack_run.h"
#include "sumac.h"

struct rack_child rack;
struct sumac_bus *buses[MAX_RANKS];
struct sumac_bus_window rings[MAX_RANKS];
int n_ranks;
char log_text[4096];

struct sumac_bus *attach(int rank, int size)
{
	struct sumac_bus *bus;

	if (sumac_bus_rack_open(rack.socket_path, rank, size, &bus))
		fail_msg("%s", sumac_last_error());
	return bus;
}

void write_register(int rank, uint32_t offset, uint32_t value)
{
	assert_int_equal(buses[rank]->ops->reg_write(buses[rank], offset, value), 0);
}

uint32_t read_register(int rank, uint32_t offset)
{
	uint32_t value = 0;

	assert_int_equal(buses[rank]->ops->reg_read(buses[rank], offset, &value), 0);
	return value;
}

/* A rank's channel to a peer has the peer's number as its index. */
void open_channels(int rank, uint32_t key)
{
	write_register(rank, SUMAC_REG_MAC_LO, (uint32_t)sumac_record_get(buses[rank]->mac, 0, 4));
	write_register(rank, SUMAC_REG_MAC_HI, (uint32_t)sumac_record_get(buses[rank]->mac, 4, 2));
	write_register(rank, SUMAC_GROUP_BASE + SUMAC_G_KEY, key);
	write_register(rank, SUMAC_GROUP_BASE + SUMAC_G_CRING_LO, (uint32_t)rings[rank].bus_address);
	write_register(rank, SUMAC_GROUP_BASE + SUMAC_G_CRING_HI, (uint32_t)(rings[rank].bus_address >> 32));
	for (int peer = 0; peer < n_ranks; peer++) {
		if (peer == rank)
			continue;
		write_register(rank, SUMAC_REG_CHANNEL_INDEX, (uint32_t)peer);
		write_register(rank, SUMAC_REG_CHANNEL_GROUP, 0);
		write_register(rank, SUMAC_REG_CHANNEL_PEER, (uint32_t)rank);
		write_register(rank, SUMAC_REG_CHANNEL_MAC_LO, (uint32_t)sumac_record_get(buses[peer]->mac, 0, 4));
		write_register(rank, SUMAC_REG_CHANNEL_MAC_HI, (uint32_t)sumac_record_get(buses[peer]->mac, 4, 2));
		write_register(rank, SUMAC_REG_CHANNEL_SLOTS, SLOTS_LOG2 | SLOTS_LOG2 << 16);
	}
}

void start(int n, const char *const *options)
{
	n_ranks = n;
	rack_child_start(&rack, n, sumac_rack_run, options);
	for (int r = 0; r < n; r++)
		buses[r] = attach(r, n);
	for (int r = 0; r < n; r++) {
		assert_int_equal(buses[r]->ops->window_alloc(buses[r], 65536, &rings[r]), 0);
		open_channels(r, KEY);
	}
	for (int r = 0; r < n; r++)
		read_register(r, SUMAC_REG_MAGIC); /* all is written */
}

void detach(int rank)
{
	buses[rank]->ops->close(buses[rank]);
	buses[rank] = NULL;
}

int end(void)
{
	for (int r = 0; r < n_ranks; r++)
		if (buses[r])
			detach(r);
	return rack_child_end(&rack, log_text, sizeof log_text);
}

void ring(int rank, uint32_t value)
{
	write_register(rank, SUMAC_GROUP_BASE + SUMAC_G_DOORBELL, value);
}

const uint8_t *completion(int rank, uint32_t index)
{
	return (const uint8_t *)rings[rank].memory + SUMAC_CPL_BYTES * index;
}

bool wait_event(int rank, uint32_t seen, uint64_t timeout_ns)
{
	buses[rank]->ops->sleep(buses[rank], seen, timeout_ns);
	return buses[rank]->ops->events(buses[rank]) != seen ||
	       __atomic_load_n(&sumac_bus_rack_of(buses[rank])->page->flags, __ATOMIC_RELAXED) & SUMAC_RACK_BROKEN;
}

void expect_refusal(int rank, int size, int status, const char *words)
{
	struct sumac_bus *bus;

	assert_int_equal(sumac_bus_rack_open(rack.socket_path, rank, size, &bus), status);
	if (!strstr(sumac_last_error(), words))
		fail_msg("no \"%s\" in \"%s\"", words, sumac_last_error());
}

void die(int rank)
{
	close(sumac_bus_rack_of(buses[rank])->socket_fd);
	sumac_bus_rack_of(buses[rank])->socket_fd = -1;
}
