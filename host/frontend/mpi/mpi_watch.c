/*
 * Watches the other ranks of this host. None ends before all have reached MPI_Finalize(), so an end that a waiting
 * call sees is a death. Ranks on another host are not watched, nor any if the system has no descriptors of processes.
 */
#define _GNU_SOURCE
#include "frontend/mpi/mpi_watch.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process_watch.h"

enum { BOOT_ID_BYTES = 40 };

/* Identifies a process to others, which can find it if they share its host and name space. */
struct place {
	char boot_id[BOOT_ID_BYTES];
	unsigned long long pid_space;
	long long pid;
};

struct sumac_mpi_watch {
	int size;
	int first_dead;
	struct sumac_process_watch *ranks;
};

static void find_myself(struct place *place_out)
{
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	struct stat space;

	memset(place_out, 0, sizeof(*place_out));
	if (fd >= 0 && read(fd, place_out->boot_id, BOOT_ID_BYTES - 1) > 0 && !stat("/proc/self/ns/pid", &space)) {
		place_out->pid_space = (unsigned long long)space.st_ino;
		place_out->pid = getpid();
	}
	if (fd >= 0)
		close(fd);
}

/* The process with that rank as this one can find it; 0: it cannot. */
static pid_t process_at(const struct place *place, const struct place *mine)
{
	bool is_near = mine->pid && place->pid_space == mine->pid_space && !memcmp(place->boot_id, mine->boot_id, BOOT_ID_BYTES);

	return is_near ? (pid_t)place->pid : 0;
}

/* Without memory this rank stays away from the gathering below: it gives up, and MPI_Init with it. */
struct sumac_mpi_watch *sumac_mpi_watch_open(MPI_Comm comm)
{
	struct sumac_mpi_watch *watch = calloc(1, sizeof(*watch));
	struct place mine, *places;
	int size;

	PMPI_Comm_size(comm, &size);
	places = malloc((size_t)size * sizeof(*places));
	if (watch)
		watch->ranks = malloc((size_t)size * sizeof(*watch->ranks));
	if (!places || !watch || !watch->ranks) {
		free(places);
		free(watch);
		return NULL;
	}
	find_myself(&mine);
	watch->size = size;
	watch->first_dead = -1;
	PMPI_Allgather(&mine, sizeof(mine), MPI_BYTE, places, sizeof(mine), MPI_BYTE, comm);
	for (int rank = 0; rank < size; rank++)
		sumac_process_watch_begin(&watch->ranks[rank], process_at(&places[rank], &mine));
	free(places);
	return watch;
}

void sumac_mpi_watch_close(struct sumac_mpi_watch *watch)
{
	if (!watch)
		return;
	for (int rank = 0; rank < watch->size; rank++)
		sumac_process_watch_end(&watch->ranks[rank]);
	free(watch->ranks);
	free(watch);
}

int sumac_mpi_watch_first_dead(struct sumac_mpi_watch *watch)
{
	for (int rank = 0; rank < watch->size && watch->first_dead < 0; rank++)
		if (sumac_process_has_ended(&watch->ranks[rank]))
			watch->first_dead = rank;
	return watch->first_dead;
}
