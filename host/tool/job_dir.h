/*
 * A job's private folder: status pages, reports, the rack's socket, the PMIx server's files.
 */
#ifndef SUMAC_JOB_DIR_H
#define SUMAC_JOB_DIR_H

#include <stddef.h>

/* Mode 0700, under $XDG_RUNTIME_DIR, $TMPDIR or /tmp, the first that serves; -1 where none does, with
 * sumac_last_error(). Also removes folders whose job was killed whole. */
int sumac_job_dir_make(size_t cap_bytes, char *path_out);
/* And what sumac_job_dir_make_shared() made. */
void sumac_job_dir_remove(const char *path);

/* A folder of the job in /dev/shm, for the shared memory of a host MPI: what its ranks leave there when they
 * are killed goes with the job. */
int sumac_job_dir_make_shared(const char *path, size_t cap_bytes, char *shared_path_out);

#endif
