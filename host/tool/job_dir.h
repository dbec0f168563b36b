/*
 * A job's private folder: status pages, reports, the rack's socket, the PMIx server's files.
 */
#ifndef SUMAC_JOB_DIR_H
#define SUMAC_JOB_DIR_H

#include <stddef.h>

/* What its name begins with; six characters follow. */
#define SUMAC_JOB_DIR_PREFIX "sumac-job-"

/* Where jobs' folders may be, the first choice first; NULL or empty: not set. */
enum { SUMAC_JOB_DIR_BASES = 3 };
void sumac_job_dir_bases(const char *bases_out[SUMAC_JOB_DIR_BASES]);

/* Mode 0700, under $XDG_RUNTIME_DIR, $TMPDIR or /tmp, the first that serves; -1 where none does, with
 * sumac_last_error(). Also removes folders whose job was killed whole. */
int sumac_job_dir_make(size_t cap_bytes, char *path_out);
/* And what sumac_job_dir_make_shared() made. */
void sumac_job_dir_remove(const char *path);
/* A folder alone, with all that is in it. Links are not followed. */
void sumac_job_dir_remove_tree(const char *path);

/* A folder of the job in /dev/shm, for the shared memory of a host MPI: what its ranks leave there when they
 * are killed goes with the job. It has a lock of its own. */
int sumac_job_dir_make_shared(const char *path, size_t cap_bytes, char *shared_path_out);

#endif
