/*
 * The host MPI as Sumac's front end sees it, played by the test: PMPI_* on communicators that the test makes.
 * Only the handles are from a real library, which is never initialised. In collectives all ranks of the
 * communicator contribute what this one does.
 */
#ifndef FAKE_MPI_H
#define FAKE_MPI_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#include "fake_mpi_requests.h"

enum { FAKE_MPI_COMMS = 16, FAKE_MPI_RANKS = 8, FAKE_MPI_CALLS = 64, FAKE_MPI_TEXT = 512, FAKE_MPI_KEYS = 8 };

struct fake_comm {
	int rank, size;
	int world_ranks[FAKE_MPI_RANKS]; /* MPI_UNDEFINED: of another job */
	bool is_inter, is_freed;
	void *attribute[FAKE_MPI_KEYS]; /* by key */
	bool has_attribute[FAKE_MPI_KEYS];
};

/* The last reduction of any kind. */
struct fake_reduction {
	const void *sendbuf;
	void *recvbuf;
	int count, root; /* -1: there is none */
	const int *counts;
	MPI_Datatype datatype;
	MPI_Op op;
	MPI_Comm comm;
	const char *name;
};

struct fake_mpi {
	struct fake_comm comms[FAKE_MPI_COMMS]; /* 0: MPI_COMM_WORLD */
	struct fake_comm self;
	int n_comms;
	int failing; /* what all calls that move data return */
	const char *version; /* of another library */
	int n_init, n_finalize, thread_level;
	int n_tests_left;	/* how many tests of a request until it is done */
	int n_tests, n_probes, n_gathers;
	int n_given; /* bytes given to the last MPI_Iallgatherv */
	MPI_Comm gathered, probed;
	int n_reductions, n_barriers; /* that went to the host */
	struct fake_reduction reduction;
	const char *minds_alias; /* the calls that do not take one buffer twice */
	/* The last error that was raised. */
	MPI_Comm raised_on;
	int raised, n_raised, n_classes, n_codes;
	char strings[FAKE_MPI_CALLS][FAKE_MPI_TEXT];
	/* Attributes. */
	MPI_Comm_delete_attr_function *on_delete[FAKE_MPI_KEYS];
	int n_keys, n_keyvals, n_groups;
	/* Types that have another size in this library. */
	MPI_Datatype odd_type;
	int odd_size;
	MPI_Datatype wrong_type; /* a handle of none; NULL: there is no such */
	int aborted;
	bool is_fatal; /* the error handler */
	int attribute_code; /* what asking for an attribute returns */
	bool is_begun, is_over; /* what PMPI_Initialized and PMPI_Finalized say */
	bool is_spawned, hides_requests;
};

extern struct fake_mpi fake_mpi;

/* Makes a world of that size, in which this process is that rank. */
void fake_mpi_reset(int rank, int size);
/* The handle of a communicator; number 0 is MPI_COMM_WORLD. */
struct fake_comm *fake_mpi_comm(MPI_Comm comm);
/* Makes a communicator of these ranks of the world. */
MPI_Comm fake_mpi_comm_of(int rank, int size, const int *world_ranks);
/* MPI_Comm_free, as the program calls it. */
void fake_mpi_comm_free(MPI_Comm comm);

#endif
