/*
 * A job's private folder: status pages, reports, the rack's socket, the PMIx server's files.
 */
#ifndef SUMAC_JOB_DIR_H
#define SUMAC_JOB_DIR_H

#include <stddef.h>

/* The name begins with this; six characters follow. */
#define SUMAC_JOB_DIR_PREFIX "sumac-job-"

/* A job makes its lock at once. On a busy machine even that takes a while, so a folder without a lock counts as in use for this
 * long. */
enum { SUMAC_JOB_DIR_YOUNG_S = 60 };

/* Where jobs' folders may be, the first choice first; NULL or empty: not set. */
enum { SUMAC_JOB_DIR_BASES = 3 };
void sumac_job_dir_bases(const char *bases_out[SUMAC_JOB_DIR_BASES]);

/* Mode 0700, under $XDG_RUNTIME_DIR, $TMPDIR or /tmp, the first that serves; -1 where none does, with
 * sumac_last_error(). Also removes folders whose job was killed whole. */
int sumac_job_dir_make(size_t cap_bytes, char *path_out);
/* Removes it, and what sumac_job_dir_make_shared() made. */
void sumac_job_dir_remove(const char *path);
/* Removes one folder with all its contents. Links are not followed. Its lock goes last, so a removal that is cut short leaves
 * either a folder that is known to be nobody's, or an empty one. */
void sumac_job_dir_remove_tree(const char *path);

/* A folder of the job in /dev/shm, for the shared memory of a host MPI: what its ranks leave there when they are killed goes with
 * the job. It has a lock of its own. */
int sumac_job_dir_make_shared(const char *path, size_t cap_bytes, char *shared_path_out);

#endif
