/*
 * The price that this process pays to reach its NIC, by whichever bus: a register's write, its read, and from the doorbell, or
 * the push, to the completion of a reduction of eight bytes. A rank of `sumac run -n 1`. Prints "NAME MINIMUM MEDIAN
 * CYCLES", the first two in nanoseconds, and the NIC's cycles; with an argument it is run under callgrind, which then writes the
 * instructions of each single one to a file of its own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "base/clock.h"
#include "bus/bus.h"
#include "core/job/job.h"
#include "core/job/process.h"
#include "engine/engine.h"
#include "sumac.h"

enum { TIMES = 500, COUNTED = 21, WARM = 5, LOOKS = 20 };

static struct sumac_bus *bus;
static struct sumac_engine *nic;
static struct sumac_engine_team *team;
static uint64_t *data;
static uint32_t seq;
static uint64_t cycles; /* of the NIC, of the last one */

/* A register that only picks what others are about. */
static int write_one(void)
{
	return bus->ops->reg_write(bus, SUMAC_REG_CHANNEL_INDEX, 0);
}

static int read_one(void)
{
	uint32_t value;

	return bus->ops->reg_read(bus, SUMAC_REG_MAGIC, &value) || value != SUMAC_MAGIC;
}

static int ring_one(void)
{
	struct sumac_ticket ticket = { .status = 1, .fault_rank = -1 };
	struct sumac_call call = { .coll = SUMAC_COLL_ALLREDUCE, .op = SUMAC_OP_SUM, .type = SUMAC_TYPE_U64, .count = 1,
				   .n_parts = 1, .dst = data + 1, .src = data, .seq = ++seq, .digest = seq };

	data[0] = seq;
	sumac_call_measure(&call, 1, 0);
	if (nic->ops->post(team, &call, &ticket))
		return 1;
	for (int n_looks = 0; ticket.status > 0; n_looks++) {
		uint32_t seen = bus->ops->events(bus);

		/* As the library waits: endless looks would take the core from the simulation. */
		if (nic->ops->progress(nic) <= 0 && n_looks > LOOKS)
			bus->ops->sleep(bus, seen, 1000000);
	}
	cycles = ticket.cycles;
	return ticket.status || data[1] != seq;
}

static int compare(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

static int measure(const char *name, int (*one)(void), int is_counted)
{
	static int64_t took_ns[TIMES];
	int n = is_counted ? COUNTED : TIMES;

	for (int i = -WARM; i < n; i++) {
		int64_t begun_ns = sumac_clock_ns();

		if (is_counted && i >= 0)
			CALLGRIND_TOGGLE_COLLECT;
		if (one())
			return 1;
		if (is_counted && i >= 0) {
			CALLGRIND_TOGGLE_COLLECT;
			CALLGRIND_DUMP_STATS_AT(name);
		}
		if (i >= 0)
			took_ns[i] = sumac_clock_ns() - begun_ns;
	}
	qsort(took_ns, (size_t)n, sizeof(took_ns[0]), compare);
	printf("%s %lld %lld %llu\n", name, (long long)took_ns[0], (long long)took_ns[n / 2], (unsigned long long)cycles);
	return 0;
}

int main(int argc, char **argv)
{
	static uint8_t blob[SUMAC_ENGINE_BLOB_BYTES];
	static const int ranks[1];
	struct sumac_team_desc desc = { .size = 1, .world_ranks = ranks, .key = 1 };
	int bad;

	(void)argv;
	if (sumac_init())
		return 1;
	bus = sumac_job_current()->bus;
	nic = sumac_job_current()->engine[SUMAC_ENGINE_NIC];
	if (!nic || sumac_alloc(4096, (void **)&data) || nic->ops->team_reserve(nic, &desc, &team, blob) ||
	    nic->ops->team_install(team, blob))
		return 1;
	bad = measure("write", write_one, argc > 1) || measure("read", read_one, argc > 1) ||
	      measure("doorbell_to_completion", ring_one, argc > 1);
	nic->ops->team_free(team);
	fflush(stdout);
	return sumac_finalize() || bad;
}
