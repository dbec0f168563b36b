/*
 * One error class for Sumac, and a code for each of its statuses, made when first needed.
 */
#include "frontend/mpi/mpi_error.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "sumac.h"

enum { MAX_STATUS = 64 };

static int error_class = MPI_SUCCESS;
static int codes[MAX_STATUS];

static int code_of(int status)
{
	int number = -status;

	if (number <= 0 || number >= MAX_STATUS)
		return MPI_ERR_INTERN;
	if (error_class == MPI_SUCCESS) {
		if (PMPI_Add_error_class(&error_class) != MPI_SUCCESS)
			return MPI_ERR_INTERN;
		PMPI_Add_error_string(error_class, "Sumac could not do this");
	}
	if (!codes[number] && PMPI_Add_error_code(error_class, &codes[number]) != MPI_SUCCESS)
		return MPI_ERR_INTERN;
	return codes[number];
}

/* Cut between words, if it must be. */
static void write_text(const char *call, const char *why, char text_out[MPI_MAX_ERROR_STRING])
{
	static const char more[] = " ...";
	int len = snprintf(text_out, MPI_MAX_ERROR_STRING, "sumac: %s: %s", call, why);
	char *end;

	if (len < MPI_MAX_ERROR_STRING)
		return;
	text_out[MPI_MAX_ERROR_STRING - sizeof(more)] = 0;
	end = strrchr(text_out, ' ');
	strcpy(end && end[-1] != ':' ? end : text_out + strlen(text_out), more);
}

static bool is_fatal(MPI_Comm comm)
{
	MPI_Errhandler handler;
	bool is_fatal;

	if (PMPI_Comm_get_errhandler(comm, &handler) != MPI_SUCCESS)
		return false;
	is_fatal = handler == MPI_ERRORS_ARE_FATAL;
	PMPI_Errhandler_free(&handler);
	return is_fatal;
}

/* All ranks that the failure holds for come here; mpirun needs a while to pass on what one of them prints. */
static void end_job(MPI_Comm comm, const char *call, const char *who, const char *why, int code)
{
	const struct timespec pause = { .tv_nsec = 300000000 };

	if (who)
		fprintf(stderr, "sumac: %s: %s: %s\n", who, call, why);
	fflush(NULL);
	nanosleep(&pause, NULL);
	PMPI_Abort(comm, code);
}

int sumac_mpi_error_raise(MPI_Comm comm, const char *call, const char *who, int status)
{
	const char *why = *sumac_last_error() ? sumac_last_error() : sumac_strerror(status);
	char text[MPI_MAX_ERROR_STRING];
	int code = code_of(status);

	write_text(call, why, text);
	if (code != MPI_ERR_INTERN)
		PMPI_Add_error_string(code, text);
	if (is_fatal(comm))
		end_job(comm, call, who, why, code);
	else
		PMPI_Comm_call_errhandler(comm, code);
	return code;
}
