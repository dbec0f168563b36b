/*
 * The short path: how many instructions this process spends on a call of 8 bytes on the NIC engine, from the call to the
 * doorbell and from the completion to the return. Run under callgrind, which counts between the marks and writes a file for
 * each kind of call; the NIC is a fake one that completes what it has at once, so that the library looks once. That look is
 * counted, the fake is not. The last kind has an engine that is done when it is asked: what remains is what any engine's calls
 * cost. All this is linked into the library as users get it, a shared one, in the place of its rack. mpi_path.c puts the MPI
 * front end before it.
 *
 * Rank 1 opens the job in a thread of its own, and then does nothing: the fake NIC needs no other one.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/settings.h"
#include "bench/measure.h"
#include "core/frontend.h"
#include "core/job/job.h"
#include "core/job/process.h"
#include "host/bootstrap_threads.h"
#include "host/fake_bus.h"
#include "sumac.h"

static struct sumac_bootstrap bootstraps[2];
static struct fake_bus *fakes[2];
static struct sumac_bus_ops fake_ops, ops;
static bool is_looking; /* and not counted */
static struct sumac_team *world;
static int64_t *data;

/* Instead of the rack's. */
int sumac_bus_rack_open(const char *path, int rank, int size, struct sumac_bus **bus_out)
{
	(void)path, (void)size;
	fakes[rank] = fake_bus_open((unsigned)rank);
	fakes[rank]->holds = true;
	fake_ops = ops = *fakes[rank]->bus.ops;
	*bus_out = &fakes[rank]->bus;
	return 0;
}

static void complete_all(void)
{
	while (fakes[0]->group[0].n_nodes)
		fake_bus_complete(fakes[0], 0, 0, 0, 0);
}

/* The NIC is done before the doorbell's write, or the push, returns; neither is counted. */
static int ring(struct sumac_bus *bus, uint32_t offset, uint32_t value)
{
	int status;

	if (is_looking)
		return fake_ops.reg_write(bus, offset, value);
	CALLGRIND_TOGGLE_COLLECT; /* off */
	status = fake_ops.reg_write(bus, offset, value);
	if (offset == SUMAC_GROUP_BASE + SUMAC_G_DOORBELL)
		complete_all();
	CALLGRIND_TOGGLE_COLLECT; /* on */
	return status;
}

static int push(struct sumac_bus *bus, struct sumac_bus_aperture *aperture, uint64_t first, uint64_t end)
{
	int status;

	CALLGRIND_TOGGLE_COLLECT; /* off */
	status = fake_ops.push(bus, aperture, first, end);
	complete_all();
	CALLGRIND_TOGGLE_COLLECT; /* on */
	return status;
}

static void *open_other(void *arg)
{
	struct sumac_job *job;

	(void)arg;
	if (sumac_job_open(&bootstraps[1], &job))
		exit(1);
	pause();
	return NULL;
}

static int allreduce(void)
{
	return sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I64, &data[8], data, 1);
}

/* Each call has another destination than the one before. */
static int in_turn(void)
{
	static int64_t turn;

	turn = 8 - turn;
	return sumac_allreduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I64, &data[8 + turn], data, 1);
}

static int reduce(void)
{
	return sumac_reduce(world, SUMAC_OP_SUM, SUMAC_TYPE_I64, &data[8], data, 1, 0);
}

static int barrier(void)
{
	return sumac_barrier(world);
}

/* The calls of a solver in each of its steps. */
static int alternating(void)
{
	static int turn;

	switch (turn++ % 3) {
	case 0:
		return allreduce();
	case 1:
		return sumac_allreduce(world, SUMAC_OP_MAX, SUMAC_TYPE_I32, &data[16], data, 1);
	default:
		return barrier();
	}
}

/* An engine that does nothing. */
static int be_done(struct sumac_engine_team *team, const struct sumac_call *call, struct sumac_ticket *ticket)
{
	(void)team, (void)call;
	ticket->status = 0;
	return 0;
}

static const struct sumac_engine_ops *nic_ops;

static int look(struct sumac_engine *engine)
{
	int moved;

	CALLGRIND_TOGGLE_COLLECT; /* off */
	is_looking = true;
	moved = nic_ops->progress(engine);
	is_looking = false;
	CALLGRIND_TOGGLE_COLLECT; /* on */
	return moved;
}

/* In the NIC engine's place: it as it is, but for what is given. */
static void replace(__typeof__(be_done) *post, __typeof__(look) *progress)
{
	struct sumac_engine *nic = sumac_job_current()->engine[SUMAC_ENGINE_NIC];
	static struct sumac_engine_ops other;

	nic_ops = nic->ops;
	other = *nic_ops;
	if (post)
		other.post = other.post_like = post;
	if (progress)
		other.progress = progress;
	nic->ops = &other;
}

__attribute__((visibility("default"))) int short_path_open(int looks_are_counted)
{
	pthread_t other;

	setenv("SUMAC_OPTIONS", "engine=nic;rack=/fake", 1);
	if (sumac_settings_load() || bootstrap_threads_open(2, bootstraps))
		return -1;
	pthread_create(&other, NULL, open_other, NULL);
	if (sumac_init_with(&bootstraps[0])) {
		fprintf(stderr, "%s\n", sumac_last_error());
		return -1;
	}
	ops.reg_write = ring;
	ops.push = push;
	fakes[0]->bus.ops = &ops;
	if (!looks_are_counted)
		replace(NULL, look);
	return 0;
}

__attribute__((visibility("default"))) int short_path(void)
{
	if (short_path_open(true) || sumac_alloc(4096, (void **)&data))
		return 1;
	world = sumac_team_world();
	measure("nothing", nothing);
	measure("allreduce", allreduce);
	measure("reduce", reduce);
	measure("barrier", barrier);
	measure("in_turn", in_turn);
	measure("alternating", alternating);
	replace(be_done, NULL);
	measure("core_alone", allreduce);
	printf("%d\n", N_CALLS);
	fflush(stdout);
	_exit(0);
}
