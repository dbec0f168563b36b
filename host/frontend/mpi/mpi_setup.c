/*
 * Sumac begins after MPI and ends before it. Its own messages go over a duplicate of MPI_COMM_WORLD.
 */
#include "frontend/mpi/mpi_setup.h"

#include <mpi.h>
#include <stdlib.h>

#include "base/say.h"
#include "core/frontend.h"
#include "frontend/mpi/bootstrap_mpi.h"
#include "frontend/mpi/mpi_alias.h"
#include "frontend/mpi/mpi_bypass.h"
#include "frontend/mpi/mpi_error.h"
#include "frontend/mpi/mpi_group.h"
#include "frontend/mpi/mpi_library.h"
#include "frontend/mpi/mpi_map.h"
#include "frontend/mpi/mpi_next.h"
#include "frontend/mpi/mpi_request.h"
#include "frontend/mpi/mpi_version.h"
#include "frontend/mpi/mpi_wait.h"

static MPI_Comm own_comm = MPI_COMM_NULL;
enum sumac_mpi_state sumac_mpi_state;
static const char *why_not_begun = "MPI was initialised by an MPI_Init that Sumac did not see";
static const char *why_no_requests;

const char *sumac_mpi_why_not_up(void)
{
	int is_begun = 0, is_over = 0;

#ifdef SUMAC_MPI_HAS_SESSIONS
	is_begun = 1; /* by a session, which MPI_Initialized does not know of, or the host MPI says that it is not */
#else
	PMPI_Initialized(&is_begun);
#endif
	PMPI_Finalized(&is_over);
	return sumac_mpi_state == SUMAC_MPI_NOT_BEGUN && is_begun && !is_over ? why_not_begun : NULL;
}

const char *sumac_mpi_why_no_requests(void)
{
	return why_no_requests;
}

/* Tests and waits that reach us neither by their own names nor by PMPI's go to the MPI library behind us, which would wait for
 * ever for a request that only we complete. All ranks must know this. */
static int agree_on_requests(void)
{
	int is_hidden = !sumac_mpi_requests_reach_us(), is_any = 1;

	if (sumac_mpi_host.Allreduce(&is_hidden, &is_any, 1, MPI_INT, MPI_MAX, own_comm) != MPI_SUCCESS)
		return -SUMAC_EBOOTSTRAP;
	why_no_requests = is_any ? "another library's MPI_Wait or MPI_Test comes before Sumac's" : NULL;
	return 0;
}

static int set_up(void)
{
	struct sumac_bootstrap bootstrap;
	int err;

	if (PMPI_Comm_dup(MPI_COMM_WORLD, &own_comm) != MPI_SUCCESS)
		return -SUMAC_EBOOTSTRAP;
	err = sumac_bootstrap_mpi_open(own_comm, &bootstrap);
	if (err)
		return err;
	err = sumac_init_with(&bootstrap);
	if (err) {
		bootstrap.close(bootstrap.ctx);
		return err;
	}
	sumac_mpi_map_open();
	sumac_mpi_alias_open();
	err = agree_on_requests();
	if (!err)
		err = sumac_mpi_groups_open(own_comm);
	return err ? err : sumac_mpi_push_begin(own_comm);
}

/* A disagreement of ranks may show only here, and nobody looks at what MPI_Finalize returns, so we also print it. */
static int end(void)
{
	int err, rank, code = MPI_SUCCESS;

	if (sumac_mpi_state != SUMAC_MPI_UP)
		return MPI_SUCCESS;
	sumac_mpi_requests_close();
	sumac_mpi_state = SUMAC_MPI_OVER;
	rank = sumac_rank();
	err = sumac_finalize();
	if (err) {
		sumac_say(SUMAC_SAY_ALWAYS, "rank %d: MPI_Finalize: %s", rank, sumac_last_error());
		code = sumac_mpi_error_raise(MPI_COMM_WORLD, "MPI_Finalize", NULL, err);
	}
	sumac_mpi_push_end();
	sumac_mpi_groups_close();
	PMPI_Comm_free(&own_comm);
	return code;
}

/* The host MPI frees MPI_COMM_SELF's attributes first when it ends, so Sumac ends even if another library's MPI_Finalize comes
 * before ours and goes to the host. */
static int on_self_free(MPI_Comm comm, int key, void *attribute, void *extra)
{
	(void)comm, (void)key, (void)attribute, (void)extra;
	return end();
}

static void end_with_mpi(void)
{
	int key;

	if (PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_self_free, &key, NULL) != MPI_SUCCESS)
		return;
	PMPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
	PMPI_Comm_free_keyval(&key); /* when the attribute is gone */
}

/* The world of a spawned program is a job of its own, but its environment, the rack's name and all, is its parent's. */
static bool is_spawned(void)
{
	MPI_Comm parent = MPI_COMM_NULL;

	PMPI_Comm_get_parent(&parent);
	return parent != MPI_COMM_NULL;
}

/* A user who asked for Sumac must learn that it is missing: the default handler ends the job. */
static int begin(const char *call)
{
	int err, rank;

	if (is_spawned()) {
		why_not_begun = "MPI_Comm_spawn started the program, and its parent's job has the engines";
		return MPI_SUCCESS;
	}
	err = set_up();
	if (err) {
		why_not_begun = "Sumac could not start";
		PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
		return sumac_mpi_error_raise(MPI_COMM_WORLD, call, rank ? NULL : "all ranks", err);
	}
	sumac_mpi_state = SUMAC_MPI_UP;
	end_with_mpi();
	return MPI_SUCCESS;
}

/* The program has reached MPI_Init. There is no error handler yet. */
static void enter(void)
{
	const char *why = sumac_mpi_library_mismatch();

	sumac_mpi_bypass_deny();
	if (!why)
		return;
	sumac_say(SUMAC_SAY_ALWAYS, "%s", why);
	exit(EXIT_FAILURE);
}

int sumac_mpi_init(int *argc, char ***argv)
{
	int code;

	enter();
	code = sumac_mpi_next.Init(argc, argv);
	return code == MPI_SUCCESS ? begin("MPI_Init") : code;
}

int sumac_mpi_init_thread(int *argc, char ***argv, int required, int *provided)
{
	int code;

	enter();
	code = sumac_mpi_next.Init_thread(argc, argv, required, provided);
	return code == MPI_SUCCESS ? begin("MPI_Init_thread") : code;
}

int sumac_mpi_finalize(void)
{
	int code = end(), code_of_host = sumac_mpi_next.Finalize();

	return code == MPI_SUCCESS ? code_of_host : code;
}

int MPI_Init(int *argc, char ***argv)
{
	return sumac_mpi_init(argc, argv);
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
	return sumac_mpi_init_thread(argc, argv, required, provided);
}

int MPI_Finalize(void)
{
	return sumac_mpi_finalize();
}
