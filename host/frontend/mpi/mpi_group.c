/*
 * A group is made when it is first needed, in a blocking call that all ranks of a communicator make: Sumac's
 * exchanges then run over that communicator itself. It is an attribute that is not copied, so a duplicate begins
 * anew. When a communicator is freed, its ranks do not meet, so its team is only released locally; it is freed when
 * its ranks next make a team.
 *
 * Calls find the group where the communicator's handle points, without a lock and without asking the host for the
 * attribute: a group found there belongs to the communicator that it names. So the memory of a freed group stays a
 * group's, since another thread may be looking at it.
 */
#include "frontend/mpi/mpi_group.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/say.h"
#include "base/spread.h"
#include "core/frontend.h"
#include "frontend/mpi/mpi_request.h"
#include "frontend/mpi/mpi_wait.h"

static int keyval = MPI_KEYVAL_INVALID;
static MPI_Group job_group = MPI_GROUP_NULL;
static struct sumac_mpi_group *groups; /* all of them, to be freed at the end */
static struct sumac_mpi_group *spare;  /* for communicators to come */
static pthread_mutex_t groups_lock = PTHREAD_MUTEX_INITIALIZER;

enum { N_PLACES_BITS = 10 };
static struct sumac_mpi_group *_Atomic places[1 << N_PLACES_BITS];
struct sumac_mpi_group *_Atomic sumac_mpi_group_last;

static struct sumac_mpi_group *_Atomic *place_of(MPI_Comm comm)
{
	return &places[sumac_spread((uintptr_t)comm, N_PLACES_BITS)];
}

static struct sumac_mpi_group *find(MPI_Comm comm)
{
	struct sumac_mpi_group *group = atomic_load_explicit(place_of(comm), memory_order_acquire);

	return group && atomic_load_explicit(&group->comm, memory_order_relaxed) == comm ? group : NULL;
}

static void add_to(struct sumac_mpi_group **list, struct sumac_mpi_group *group)
{
	pthread_mutex_lock(&groups_lock);
	group->next = *list;
	*list = group;
	pthread_mutex_unlock(&groups_lock);
}

static int on_comm_free(MPI_Comm comm, int key, void *attribute, void *extra)
{
	struct sumac_mpi_group *group = attribute, **at = &groups;
	bool is_there;

	(void)key, (void)extra;
	pthread_mutex_lock(&groups_lock);
	while (*at && *at != group)
		at = &(*at)->next;
	is_there = *at != NULL;
	if (is_there)
		*at = group->next;
	pthread_mutex_unlock(&groups_lock);
	if (!is_there)
		return MPI_SUCCESS; /* freed at the very end */
	group->comm = MPI_COMM_NULL;
	sumac_mpi_requests_leave(comm);
	if (group->team && group->team != sumac_team_world())
		sumac_team_release(group->team);
	add_to(&spare, group);
	return MPI_SUCCESS;
}

int sumac_mpi_groups_open(MPI_Comm all_ranks)
{
	if (PMPI_Comm_group(all_ranks, &job_group) != MPI_SUCCESS)
		return -SUMAC_EBOOTSTRAP;
	if (PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_comm_free, &keyval, NULL) != MPI_SUCCESS)
		return -SUMAC_EBOOTSTRAP;
	return 0;
}

static void free_all(struct sumac_mpi_group **list)
{
	while (*list) {
		struct sumac_mpi_group *group = *list;

		*list = group->next;
		free(group);
	}
}

void sumac_mpi_groups_close(void)
{
	for (int i = 0; i < 1 << N_PLACES_BITS; i++)
		places[i] = NULL;
	sumac_mpi_group_last = NULL;
	free_all(&groups);
	free_all(&spare);
	PMPI_Group_free(&job_group);
	PMPI_Comm_free_keyval(&keyval);
}

static int exchange(void *ctx, const void *value, size_t len_bytes, void *recv_out)
{
	MPI_Comm comm = *(MPI_Comm *)ctx;
	MPI_Request request;
	int code = PMPI_Iallgather(value, (int)len_bytes, MPI_BYTE, recv_out, (int)len_bytes, MPI_BYTE, comm, &request);

	if (code == MPI_SUCCESS)
		code = sumac_mpi_wait(&request);
	if (code == SUMAC_MPI_GAVE_UP)
		return -SUMAC_ETIMEOUT;
	return code == MPI_SUCCESS ? 0 : -SUMAC_EBOOTSTRAP;
}

/* Each member's rank in the job; 0 if one belongs to another job, which all members find out alike. */
static int name_members(MPI_Comm comm, int size, int *members_out)
{
	int *ranks = malloc((size_t)size * sizeof(*ranks));
	MPI_Group group;
	int is_ours = 1;

	if (!ranks)
		return 0;
	for (int i = 0; i < size; i++)
		ranks[i] = i;
	PMPI_Comm_group(comm, &group);
	PMPI_Group_translate_ranks(group, size, ranks, job_group, members_out);
	PMPI_Group_free(&group);
	free(ranks);
	for (int i = 0; i < size; i++)
		is_ours &= members_out[i] != MPI_UNDEFINED;
	return is_ours;
}

static void make_team(MPI_Comm comm, struct sumac_mpi_group *group)
{
	struct sumac_oob oob = { &comm, exchange };
	int *members = malloc((size_t)group->size * sizeof(*members));

	if (!members || !name_members(comm, group->size, members))
		group->why_not = "the communicator has processes of another job";
	else if (sumac_team_create(&oob, group->rank, group->size, members, &group->team))
		group->why_not = "its ranks could not make a team";
	free(members);
}

/* Whether the communicator's ranks have to meet before the group is known. */
static bool must_meet(MPI_Comm comm, const struct sumac_mpi_group *group)
{
	int is_inter = 0;

	PMPI_Comm_test_inter(comm, &is_inter);
	return !is_inter && comm != MPI_COMM_WORLD && group->size > 1;
}

static void decide(MPI_Comm comm, struct sumac_mpi_group *group)
{
	int is_inter = 0;

	PMPI_Comm_test_inter(comm, &is_inter);
	if (is_inter)
		group->why_not = "it is an intercommunicator";
	else if (comm == MPI_COMM_WORLD)
		group->team = sumac_team_world();
	else
		make_team(comm, group);
	if (!group->team && !group->rank)
		sumac_say(SUMAC_SAY_DECISIONS, "a communicator of %d ranks is left to the host MPI: %s", group->size,
			  group->why_not);
}

static struct sumac_mpi_group *new_group(MPI_Comm comm)
{
	struct sumac_mpi_group *group;

	pthread_mutex_lock(&groups_lock);
	group = spare;
	if (group)
		spare = group->next;
	pthread_mutex_unlock(&groups_lock);
	if (!group)
		group = malloc(sizeof(*group));
	if (!group)
		return NULL;
	group->comm = MPI_COMM_NULL;
	group->team = NULL;
	group->why_not = NULL;
	PMPI_Comm_rank(comm, &group->rank);
	PMPI_Comm_size(comm, &group->size);
	return group;
}

static void remember(MPI_Comm comm, struct sumac_mpi_group *group)
{
	group->comm = comm;
	atomic_store_explicit(place_of(comm), group, memory_order_release);
	atomic_store_explicit(&sumac_mpi_group_last, group, memory_order_release);
}

static struct sumac_mpi_group *make(MPI_Comm comm, bool may_meet)
{
	struct sumac_mpi_group *group = new_group(comm);

	if (!group)
		return NULL;
	if (!may_meet && must_meet(comm, group)) {
		add_to(&spare, group);
		return NULL;
	}
	decide(comm, group);
	add_to(&groups, group);
	PMPI_Comm_set_attr(comm, keyval, group);
	remember(comm, group);
	return group;
}

int sumac_mpi_group_look_up(MPI_Comm comm, struct sumac_mpi_group **group_out)
{
	int is_there = 0, code;

	*group_out = find(comm);
	if (*group_out) {
		atomic_store_explicit(&sumac_mpi_group_last, *group_out, memory_order_release);
		return MPI_SUCCESS;
	}
	code = PMPI_Comm_get_attr(comm, keyval, group_out, &is_there);
	if (code != MPI_SUCCESS || !is_there)
		*group_out = NULL;
	else
		remember(comm, *group_out);
	return code;
}

struct sumac_mpi_group *sumac_mpi_group_make(MPI_Comm comm)
{
	return make(comm, true);
}

struct sumac_mpi_group *sumac_mpi_group_make_alone(MPI_Comm comm)
{
	return make(comm, false);
}
