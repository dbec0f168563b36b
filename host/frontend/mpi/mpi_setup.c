/*
 * Sumac begins after MPI and ends before it. Its own messages go over a duplicate of MPI_COMM_WORLD.
 */
#include "frontend/mpi/mpi_setup.h"

#include <mpi.h>
#include <stdio.h>

#include "core/frontend.h"
#include "frontend/mpi/bootstrap_mpi.h"
#include "frontend/mpi/mpi_error.h"
#include "frontend/mpi/mpi_group.h"
#include "frontend/mpi/mpi_map.h"
#include "frontend/mpi/mpi_wait.h"

static MPI_Comm own_comm = MPI_COMM_NULL;
static bool is_up;

bool sumac_mpi_is_up(void)
{
	return is_up;
}

/* One thread at a time may be inside Sumac; whether the
 * program keeps to that must be known to all ranks alike. */
static const char *why_no_teams(void)
{
	int level, highest;

	PMPI_Query_thread(&level);
	PMPI_Allreduce(&level, &highest, 1, MPI_INT, MPI_MAX, own_comm);
	return highest == MPI_THREAD_MULTIPLE ? "the program may call MPI from several threads at once" : NULL;
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
	err = sumac_mpi_groups_open(own_comm, why_no_teams());
	return err ? err : sumac_mpi_push_begin(own_comm);
}

/* Whoever asked for Sumac must learn that it is not there: the default handler ends the job. */
static int begin(const char *call)
{
	int err = set_up(), rank;

	if (err) {
		PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
		return sumac_mpi_error_raise(MPI_COMM_WORLD, call, rank ? NULL : "all ranks", err);
	}
	is_up = true;
	return MPI_SUCCESS;
}

int MPI_Init(int *argc, char ***argv)
{
	int code = PMPI_Init(argc, argv);

	return code == MPI_SUCCESS ? begin("MPI_Init") : code;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
	int code = PMPI_Init_thread(argc, argv, required, provided);

	return code == MPI_SUCCESS ? begin("MPI_Init_thread") : code;
}

/* A disagreement of ranks may show only here, and nobody looks
 * at what MPI_Finalize returns: it is printed as well. */
int MPI_Finalize(void)
{
	int err, rank, code = MPI_SUCCESS, code_of_host;

	if (is_up) {
		is_up = false;
		rank = sumac_rank();
		err = sumac_finalize();
		if (err) {
			fprintf(stderr, "sumac: rank %d: MPI_Finalize: %s\n", rank, sumac_last_error());
			code = sumac_mpi_error_raise(MPI_COMM_WORLD, "MPI_Finalize", NULL, err);
		}
		sumac_mpi_push_end();
		sumac_mpi_groups_close();
		PMPI_Comm_free(&own_comm);
	}
	code_of_host = PMPI_Finalize();
	return code == MPI_SUCCESS ? code_of_host : code;
}
