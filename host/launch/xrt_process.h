/*
 * Cards that XRT emulates: a process each, in front of a NIC of the rack, and the environment that the ranks' XRT
 * needs.
 */
#ifndef SUMAC_XRT_PROCESS_H
#define SUMAC_XRT_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "launch/rack_process.h"

struct sumac_xrt_processes {
	int n;	     /* 0: there are none */
	pid_t *pids; /* by card; 0: it has ended */
	int lifeline_fd;
};

/* Whether the settings ask for XRT's emulation of cards; gives the ranks its xclbin if the user has not named one. 0: yes; 1:
 * they ask for real cards; -1, with a message on stderr: they ask for something that is not available. */
int sumac_xrt_wanted(const char *title, bool *emulates_out);
/* That xclbin, as it was read then. */
const struct sumac_xclbin *sumac_xrt_xclbin(void);

/* Starts that many, and sets the environment that all ranks get. dir: the job's. 0, or -1 with a message on stderr. */
int sumac_xrt_processes_start(const char *title, const char *dir, const char *rack, int n_cards, struct sumac_rack_wait *wait,
			      struct sumac_xrt_processes *cards_out);
/* Which card this process is, or -1. */
int sumac_xrt_processes_card(const struct sumac_xrt_processes *cards, pid_t pid);
/* Notes that this process has ended. Which card it was, or -1. */
int sumac_xrt_processes_forget(struct sumac_xrt_processes *cards, pid_t pid);
void sumac_xrt_processes_stop(struct sumac_xrt_processes *cards);

/* Where XRT's sockets are (the user's folder below /tmp), and the names of a job's sockets, from its folder's name. */
const char *sumac_xrt_socket_folder(size_t cap_bytes, char *path_out);
const char *sumac_xrt_socket_id(const char *job_dir);
/* Removes what a job's processes have left there. */
void sumac_xrt_sockets_remove(const char *job_dir);

#endif
