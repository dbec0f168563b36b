/*
 * put() keeps a value; a fence gathers, from all ranks to all, the values put since the last one; get() looks one up.
 * A record in transit is key length, value length, key and value.
 */
#include "frontend/mpi/bootstrap_mpi.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "frontend/mpi/mpi_wait.h"
#include "frontend/mpi/mpi_watch.h"
#include "sumac.h"

struct record_head {
	uint32_t key_bytes, value_bytes;
};

/* The records of all ranks that one fence gathered. */
struct gathered {
	struct gathered *next;
	char *records;
	int *starts; /* of each rank's records; then the end */
};

struct world {
	MPI_Comm comm;
	int rank, size;
	char *fresh; /* records put since the last fence */
	size_t n_fresh_bytes;
	struct gathered *newest;
	struct sumac_mpi_watch *watch;
};

static int world_rank(void *ctx)
{
	return ((struct world *)ctx)->rank;
}

static int world_size(void *ctx)
{
	return ((struct world *)ctx)->size;
}

static int no_memory(void)
{
	return sumac_fail(SUMAC_ENOMEM, "no memory for the ranks' exchange");
}

static int mpi_fail(const char *call, int code)
{
	char text[MPI_MAX_ERROR_STRING] = "";
	int len;

	if (code == SUMAC_MPI_GAVE_UP)
		return -SUMAC_ETIMEOUT;
	PMPI_Error_string(code, text, &len);
	return sumac_fail(SUMAC_EBOOTSTRAP, "%s failed: %s", call, text);
}

static int world_put(void *ctx, const char *key, const void *value, size_t len_bytes)
{
	struct world *world = ctx;
	struct record_head head = { (uint32_t)strlen(key), (uint32_t)len_bytes };
	size_t more = sizeof(head) + head.key_bytes + len_bytes;
	char *fresh;

	if (len_bytes > INT32_MAX || world->n_fresh_bytes + more > INT32_MAX)
		return sumac_fail(SUMAC_EINVAL, "%zu bytes are too many for a value of %s", len_bytes, key);
	fresh = realloc(world->fresh, world->n_fresh_bytes + more);
	if (!fresh)
		return no_memory();
	world->fresh = fresh;
	fresh += world->n_fresh_bytes;
	memcpy(fresh, &head, sizeof(head));
	memcpy(fresh + sizeof(head), key, head.key_bytes);
	if (len_bytes)
		memcpy(fresh + sizeof(head) + head.key_bytes, value, len_bytes);
	world->n_fresh_bytes += more;
	return 0;
}

static int gather_lengths(struct world *world, int *lengths_out, int *starts_out)
{
	int mine = (int)world->n_fresh_bytes;
	MPI_Request request;
	int64_t end = 0;
	int code = PMPI_Iallgather(&mine, 1, MPI_INT, lengths_out, 1, MPI_INT, world->comm, &request);

	if (code == MPI_SUCCESS)
		code = sumac_mpi_wait(&request);
	if (code != MPI_SUCCESS)
		return mpi_fail("MPI_Iallgather", code);
	for (int rank = 0; rank <= world->size; rank++) {
		starts_out[rank] = (int)end;
		end += rank < world->size ? lengths_out[rank] : 0;
		if (end > INT32_MAX)
			return sumac_fail(SUMAC_EINVAL, "the ranks exchange more than MPI can count");
	}
	return 0;
}

static int gather_records(struct world *world, const int *lengths, struct gathered *gathered)
{
	MPI_Request request;
	int code;

	gathered->records = malloc((size_t)gathered->starts[world->size] + 1);
	if (!gathered->records)
		return no_memory();
	code = PMPI_Iallgatherv(world->fresh, (int)world->n_fresh_bytes, MPI_BYTE, gathered->records, lengths,
				gathered->starts, MPI_BYTE, world->comm, &request);
	if (code == MPI_SUCCESS)
		code = sumac_mpi_wait(&request);
	return code == MPI_SUCCESS ? 0 : mpi_fail("MPI_Iallgatherv", code);
}

static void free_gathered(struct gathered *gathered)
{
	if (!gathered)
		return;
	free(gathered->records);
	free(gathered->starts);
	free(gathered);
}

static int world_fence(void *ctx)
{
	struct world *world = ctx;
	int *lengths = malloc((size_t)world->size * sizeof(*lengths));
	struct gathered *gathered = calloc(1, sizeof(*gathered));
	int err;

	if (gathered)
		gathered->starts = malloc((size_t)(world->size + 1) * sizeof(*gathered->starts));
	if (!lengths || !gathered || !gathered->starts)
		err = no_memory();
	else
		err = gather_lengths(world, lengths, gathered->starts);
	if (!err)
		err = gather_records(world, lengths, gathered);
	free(lengths);
	if (err) {
		free_gathered(gathered);
		return err;
	}
	gathered->next = world->newest;
	world->newest = gathered;
	world->n_fresh_bytes = 0;
	return 0;
}

/* The record with that key between start and end, or NULL. */
static const char *find(const char *start, const char *end, const char *key, struct record_head *head_out)
{
	size_t key_bytes = strlen(key);

	while (start < end) {
		memcpy(head_out, start, sizeof(*head_out));
		start += sizeof(*head_out);
		if (head_out->key_bytes == key_bytes && !memcmp(start, key, key_bytes))
			return start + key_bytes;
		start += head_out->key_bytes + head_out->value_bytes;
	}
	return NULL;
}

static int world_get(void *ctx, int rank, const char *key, void *value_out, size_t cap_bytes, size_t *len_bytes_out)
{
	struct world *world = ctx;
	struct record_head head;

	for (const struct gathered *at = world->newest; at && rank >= 0 && rank < world->size; at = at->next) {
		const char *value = find(at->records + at->starts[rank], at->records + at->starts[rank + 1], key, &head);

		if (!value)
			continue;
		if (head.value_bytes > cap_bytes)
			return sumac_fail(SUMAC_EBOOTSTRAP, "the value that rank %d put under %s does not fit %zu bytes", rank,
					  key, cap_bytes);
		if (head.value_bytes)
			memcpy(value_out, value, head.value_bytes);
		if (len_bytes_out)
			*len_bytes_out = head.value_bytes;
		return 0;
	}
	return sumac_fail(SUMAC_EBOOTSTRAP, "rank %d has put nothing under %s", rank, key);
}

/* Another front end may keep the job for longer than MPI lasts; then the caller ends this process, and its launcher the others. */
static bool is_mpi_over(void)
{
	int is_over = 0;

	PMPI_Finalized(&is_over);
	return is_over;
}

static void world_abort(void *ctx, int status, const char *why)
{
	(void)why; /* the caller has printed it, or the host MPI's error handler has */
	if (!is_mpi_over())
		PMPI_Abort(((struct world *)ctx)->comm, status);
}

static int world_first_dead(void *ctx)
{
	return sumac_mpi_watch_first_dead(((struct world *)ctx)->watch);
}

static void world_close(void *ctx)
{
	struct world *world = ctx;

	while (world->newest) {
		struct gathered *gathered = world->newest;

		world->newest = gathered->next;
		free_gathered(gathered);
	}
	sumac_mpi_watch_close(world->watch);
	free(world->fresh);
	free(world);
}

int sumac_bootstrap_mpi_open(MPI_Comm comm, struct sumac_bootstrap *bootstrap_out)
{
	struct world *world = calloc(1, sizeof(*world));

	if (!world)
		return no_memory();
	world->watch = sumac_mpi_watch_open(comm);
	if (!world->watch) {
		free(world);
		return no_memory();
	}
	world->comm = comm;
	PMPI_Comm_rank(comm, &world->rank);
	PMPI_Comm_size(comm, &world->size);
	*bootstrap_out = (struct sumac_bootstrap){
		.name = "mpi",
		.ctx = world,
		.rank = world_rank,
		.size = world_size,
		.put = world_put,
		.get = world_get,
		.fence = world_fence,
		.abort = world_abort,
		.first_dead = world_first_dead,
		.close = world_close,
	};
	return 0;
}
