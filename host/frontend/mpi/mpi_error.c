/*
 * One error class for Sumac, and a code for each of its statuses, made when first needed.
 */
#include "frontend/mpi/mpi_error.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/say.h"
#include "core/frontend.h"

enum { MAX_STATUS = 64 };

static int error_class = MPI_SUCCESS;
static int codes[MAX_STATUS];

/* To be called inside the lock. */
static int make_code(int number)
{
	if (error_class == MPI_SUCCESS) {
		if (PMPI_Add_error_class(&error_class) != MPI_SUCCESS)
			return MPI_ERR_INTERN;
		PMPI_Add_error_string(error_class, "Sumac could not do this");
	}
	if (!codes[number] && PMPI_Add_error_code(error_class, &codes[number]) != MPI_SUCCESS)
		return MPI_ERR_INTERN;
	return codes[number];
}

static int code_of(int status)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	int code;

	if (-status <= 0 || -status >= MAX_STATUS)
		return MPI_ERR_INTERN;
	pthread_mutex_lock(&lock);
	code = make_code(-status);
	pthread_mutex_unlock(&lock);
	return code;
}

/* Cut between words, if the text is too long. */
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

/* MPICH's C++ binding throws when it sees the returned code; its C function does not know that handler. */
static bool is_called_by_binding(MPI_Errhandler handler)
{
#ifdef MPIR_ERRORS_THROW_EXCEPTIONS
	return handler == MPIR_ERRORS_THROW_EXCEPTIONS;
#else
	(void)handler;
	return false;
#endif
}

static MPI_Errhandler handler_of(MPI_Comm comm)
{
	MPI_Errhandler handler, it;

	if (PMPI_Comm_get_errhandler(comm, &handler) != MPI_SUCCESS)
		return MPI_ERRHANDLER_NULL;
	it = handler;
	PMPI_Errhandler_free(&handler);
	return it;
}

/* All ranks that the failure affects come here; mpirun needs a while to pass on what one of them prints. */
static void end_job(MPI_Comm comm, const char *call, const char *who, const char *why, int code)
{
	const struct timespec pause = { .tv_nsec = 300000000 };

	if (who)
		sumac_say(SUMAC_SAY_ALWAYS, "%s: %s: %s", who, call, why);
	fflush(NULL);
	nanosleep(&pause, NULL);
	PMPI_Abort(comm, code);
}

/* The account may already begin with the call's name. */
static const char *why_of(const char *call, int status)
{
	const char *why = *sumac_last_error() ? sumac_last_error() : sumac_strerror(status);
	size_t len = strlen(call);

	return !strncmp(why, call, len) && !strncmp(why + len, ": ", 2) ? why + len + 2 : why;
}

/* The error handler may return, or throw. */
static void hand_over(MPI_Comm comm, const char *call, const char *who, const char *why, int code)
{
	MPI_Errhandler handler = handler_of(comm);

	if (handler == MPI_ERRORS_ARE_FATAL)
		end_job(comm, call, who, why, code);
	else if (!is_called_by_binding(handler))
		PMPI_Comm_call_errhandler(comm, code);
}

int sumac_mpi_error_code(const char *call, int status)
{
	char text[MPI_MAX_ERROR_STRING];
	int code = code_of(status);

	write_text(call, why_of(call, status), text);
	if (code != MPI_ERR_INTERN)
		PMPI_Add_error_string(code, text);
	return code;
}

int sumac_mpi_error_raise(MPI_Comm comm, const char *call, const char *who, int status)
{
	int code = sumac_mpi_error_code(call, status);

	hand_over(comm, call, who, why_of(call, status), code);
	return code;
}

int sumac_mpi_error_raise_of(const struct sumac_team *team, MPI_Comm comm, const char *call, int status)
{
	char who[96];
	bool speaks = sumac_team_should_report(team, "rank", who, sizeof(who));

	if (sumac_rank() < 0) /* Sumac is not up */
		snprintf(who, sizeof(who), "a rank");
	return sumac_mpi_error_raise(comm, call, speaks ? who : NULL, status);
}

int sumac_mpi_error_raise_code(MPI_Comm comm, const char *call, int code, const char *why)
{
	char who[32];
	int rank = 0;

	PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
	snprintf(who, sizeof(who), "rank %d", rank);
	hand_over(comm, call, who, why, code);
	return code;
}
