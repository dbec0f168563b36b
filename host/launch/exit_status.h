/*
 * Exit statuses of `sumac` and of its jobs.
 */
#ifndef SUMAC_EXIT_STATUS_H
#define SUMAC_EXIT_STATUS_H

/* Exit statuses of the tool itself; a job's are those of its ranks. */
enum {
	SUMAC_EXIT_FAILED = 1,
	SUMAC_EXIT_USAGE = 2,
	SUMAC_EXIT_TIMEOUT = 124,   /* as timeout(1) */
	SUMAC_EXIT_CANNOT_RUN = 126, /* as a shell does */
	SUMAC_EXIT_NOT_FOUND = 127,
	SUMAC_EXIT_SIGNAL = 128, /* plus the signal's number */
};

#endif
