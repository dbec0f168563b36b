/*
 * Watches the other ranks of this host through a descriptor of each process (pidfd), which tells when it ends and
 * cannot come to mean another process. None ends before all have come to MPI_Finalize(), so an end that a waiting call
 * sees is a death. Ranks on another host are not watched, nor any where the system has no such descriptors.
 */
#define _GNU_SOURCE
#include "frontend/mpi/mpi_watch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

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
	struct pollfd *ranks; /* fd -1: not watched */
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

static void watch_one(struct sumac_mpi_watch *watch, int rank, const struct place *place, const struct place *mine)
{
	watch->ranks[rank] = (struct pollfd){ .fd = -1, .events = POLLIN };
	if (!place->pid || !mine->pid || place->pid == mine->pid || place->pid_space != mine->pid_space ||
	    memcmp(place->boot_id, mine->boot_id, BOOT_ID_BYTES))
		return;
	watch->ranks[rank].fd = (int)syscall(SYS_pidfd_open, (pid_t)place->pid, 0);
	if (watch->ranks[rank].fd < 0 && errno == ESRCH)
		watch->first_dead = rank;
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
		watch_one(watch, rank, &places[rank], &mine);
	free(places);
	return watch;
}

void sumac_mpi_watch_close(struct sumac_mpi_watch *watch)
{
	if (!watch)
		return;
	for (int rank = 0; rank < watch->size; rank++)
		if (watch->ranks[rank].fd >= 0)
			close(watch->ranks[rank].fd);
	free(watch->ranks);
	free(watch);
}

int sumac_mpi_watch_first_dead(struct sumac_mpi_watch *watch)
{
	if (watch->first_dead >= 0 || poll(watch->ranks, (nfds_t)watch->size, 0) <= 0)
		return watch->first_dead;
	for (int rank = 0; rank < watch->size && watch->first_dead < 0; rank++)
		if (watch->ranks[rank].fd >= 0 && watch->ranks[rank].revents & POLLIN)
			watch->first_dead = rank;
	return watch->first_dead;
}
