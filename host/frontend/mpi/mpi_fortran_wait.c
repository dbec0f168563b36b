/*
 * Tests, waits and frees in Fortran, taken as those in C are (mpi_c_wait.c): Sumac's requests are completed, and the
 * host MPI's own binding answers, so that statuses, indices and logicals have its form. Its library for Fortran is
 * loaded only if the program calls one of these, so we look for it then.
 */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "frontend/mpi/mpi_fortran.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/say.h"
#include "frontend/mpi/mpi_answer.h"
#include "frontend/mpi/mpi_request.h"
#include "frontend/mpi/mpi_wait.h"

/* The host's function, by the name that its compiler makes of this one, as the caller would find it: if the program loaded the
 * library that calls us, nobody else may see the host's library. */
static void *find(const char *lower, const char *upper, const void *caller)
{
#ifdef OPEN_MPI
	const char *const forms[] = { "pmpi_%s_", "pmpi_%s", "pmpi_%s__", "PMPI_%s" };
#else
	const char *const forms[] = { "pmpir_%s_f08_" };
#endif
	void *handle = NULL, *found = NULL;
	Dl_info library;
	char name[64];

	if (dladdr(caller, &library))
		handle = dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]) && !found; i++) {
		snprintf(name, sizeof(name), forms[i], i < 3 ? lower : upper);
		found = dlsym(RTLD_DEFAULT, name);
		if (!found && handle)
			found = dlsym(handle, name);
	}
	if (handle)
		dlclose(handle);
	if (found)
		return found;
	sumac_say(SUMAC_SAY_ALWAYS, "no library has the function that the program's MPI_%s needs", upper);
	abort();
}

/* Calls it. */
#define HOST(lower, UPPER, ...) \
	do { \
		static _Atomic(void *) host; \
		void *at = atomic_load_explicit(&host, memory_order_relaxed); \
		if (!at) \
			atomic_store_explicit(&host, at = find(#lower, #UPPER, __builtin_return_address(0)), \
					      memory_order_relaxed); \
		((__typeof__(&FORTRAN_NAME(lower)))at)(__VA_ARGS__); \
	} while (0)

/* Tests some requests at a time, as C takes them, and returns whether one is Sumac's. */
static bool with_each(void (*act)(int n, const MPI_Request requests[]), MPI_Fint count, const MPI_Fint *requests)
{
	enum { LOT = 32 };
	MPI_Request lot[LOT];
	bool are_ours = false;

	if (!sumac_mpi_has_requests() || !requests)
		return false;
	for (MPI_Fint begin = 0; begin < count; begin += LOT) {
		int n = count - begin < LOT ? (int)(count - begin) : LOT;

		for (int i = 0; i < n; i++)
			lot[i] = PMPI_Request_f2c(requests[begin + i]);
		are_ours |= sumac_mpi_requests_are_ours(n, lot);
		act(n, lot);
	}
	return are_ours;
}

/* sumac_mpi_requests_codes() for these. */
static int *codes_of(MPI_Fint count, const MPI_Fint *requests)
{
	MPI_Request *handles;
	int *codes;

	if (!sumac_mpi_has_failed_requests() || count <= 0)
		return NULL;
	handles = malloc((size_t)count * sizeof(*handles));
	for (MPI_Fint i = 0; handles && i < count; i++)
		handles[i] = PMPI_Request_f2c(requests[i]);
	codes = handles ? sumac_mpi_requests_codes(count, handles) : NULL;
	free(handles);
	return codes;
}

/* A status in Fortran is what it is in C. MPICH's mpi_f08, the only part of its Fortran that comes here, counts in version 4.0 as
 * C does, before and after that as Fortran does. */
_Static_assert(sizeof(MPI_Status) % sizeof(MPI_Fint) == 0, "statuses are integers");
#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION >= 40000000 && MPICH_NUMVERSION < 40100000
enum { FIRST = 0 };
#else
enum { FIRST = 1 };
#endif

static MPI_Status *list_of(MPI_Fint *statuses)
{
#ifndef OPEN_MPI
	if ((void *)statuses == (void *)MPI_F08_STATUSES_IGNORE)
		return NULL;
#endif
	return statuses == MPI_F_STATUSES_IGNORE ? NULL : (MPI_Status *)(void *)statuses;
}

/* Calls that act, and then ask the host once. Their answer is made of its code and the requests'. */
#define UNPACK(...) __VA_ARGS__
#define ASK(lower, UPPER, act, count, requests, answer, parameters, arguments) \
	BINDING(lower, UPPER, UNPACK parameters, MPI_Fint *ierror) \
	{ \
		MPI_Fint code = MPI_SUCCESS; \
		int *codes; \
		with_each(act, count, requests); \
		codes = codes_of(count, requests); \
		HOST(lower, UPPER, UNPACK arguments, &code); \
		give(ierror, answer); \
	}
#define ONE(index, is_done) sumac_mpi_answer_one(code, codes, index, is_done)
#define LIST(n_done, list) sumac_mpi_answer_list(code, codes, n_done, list, FIRST, list_of(statuses))
#define STATUS (MPI_Fint *request, MPI_Fint *flag, MPI_Fint *status)
#define LIST_FLAG (MPI_Fint *count, MPI_Fint *requests, MPI_Fint *flag, MPI_Fint *statuses)
#define ANY_FLAG (MPI_Fint *count, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *flag, MPI_Fint *status)
#define SOME (MPI_Fint *count, MPI_Fint *requests, MPI_Fint *n_done, MPI_Fint *indices, MPI_Fint *statuses)
ASK(test, TEST, sumac_mpi_requests_look, 1, request, ONE(0, *flag), STATUS, (request, flag, status))
ASK(request_get_status, REQUEST_GET_STATUS, sumac_mpi_requests_look, 1, request, ONE(0, *flag), STATUS, (request, flag, status))
ASK(testall, TESTALL, sumac_mpi_requests_look, *count, requests, LIST(*flag ? *count : 0, NULL), LIST_FLAG,
    (count, requests, flag, statuses))
ASK(testany, TESTANY, sumac_mpi_requests_look, *count, requests, ONE(*index - FIRST, *flag), ANY_FLAG,
    (count, requests, index, flag, status))
ASK(testsome, TESTSOME, sumac_mpi_requests_look, *count, requests, LIST(*n_done, indices), SOME,
    (count, requests, n_done, indices, statuses))
ASK(wait, WAIT, sumac_mpi_requests_finish, 1, request, ONE(0, true), (MPI_Fint *request, MPI_Fint *status), (request, status))
ASK(waitall, WAITALL, sumac_mpi_requests_finish, *count, requests, LIST(*count, NULL),
    (MPI_Fint *count, MPI_Fint *requests, MPI_Fint *statuses), (count, requests, statuses))

static void abandon(int n, const MPI_Request requests[])
{
	for (int i = 0; i < n; i++)
		sumac_mpi_request_abandon(requests[i]);
}
ASK(request_free, REQUEST_FREE, abandon, 1, request, ONE(0, false), (MPI_Fint *request), (request))

/* Calls that wait for one of several: they repeat the host's test. */
BINDING(waitany, WAITANY, MPI_Fint *count, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *status, MPI_Fint *ierror)
{
	struct sumac_mpi_pause pause = { 0 };
	MPI_Fint code = MPI_SUCCESS, is_done = 0;
	int *codes;

	if (!with_each(sumac_mpi_requests_look, *count, requests)) {
		HOST(waitany, WAITANY, count, requests, index, status, &code);
		give(ierror, code);
		return;
	}
	for (;;) {
		codes = codes_of(*count, requests);
		HOST(testany, TESTANY, count, requests, index, &is_done, status, &code);
		if (code != MPI_SUCCESS || is_done)
			break;
		free(codes);
		sumac_mpi_pause(&pause);
		with_each(sumac_mpi_requests_look, *count, requests);
	}
	give(ierror, ONE(*index - FIRST, true));
}

BINDING(waitsome, WAITSOME, MPI_Fint *count, MPI_Fint *requests, MPI_Fint *n_done, MPI_Fint *indices, MPI_Fint *statuses,
	MPI_Fint *ierror)
{
	struct sumac_mpi_pause pause = { 0 };
	MPI_Fint code = MPI_SUCCESS;
	int *codes;

	if (!with_each(sumac_mpi_requests_look, *count, requests)) {
		HOST(waitsome, WAITSOME, count, requests, n_done, indices, statuses, &code);
		give(ierror, code);
		return;
	}
	for (;;) {
		codes = codes_of(*count, requests);
		HOST(testsome, TESTSOME, count, requests, n_done, indices, statuses, &code);
		if (code != MPI_SUCCESS || *n_done)
			break;
		free(codes);
		sumac_mpi_pause(&pause);
		with_each(sumac_mpi_requests_look, *count, requests);
	}
	give(ierror, LIST(*n_done, indices));
}
