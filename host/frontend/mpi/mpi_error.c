/*
 * One error class for Sumac, and a code for each of its statuses, made when first needed.
 */
#include "frontend/mpi/mpi_error.h"

#include <stdio.h>

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

int sumac_mpi_error_raise(MPI_Comm comm, int status)
{
	const char *why = *sumac_last_error() ? sumac_last_error() : sumac_strerror(status);
	char text[MPI_MAX_ERROR_STRING];
	int code = code_of(status);

	snprintf(text, sizeof(text), "sumac: %.*s", (int)sizeof(text) - 8, why);
	if (code != MPI_ERR_INTERN)
		PMPI_Add_error_string(code, text);
	PMPI_Comm_call_errhandler(comm, code);
	return code;
}
