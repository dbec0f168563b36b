/*
 * Beginning and end of a SHMEM program, and its identity.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/frontend.h"
#include "frontend/shmem/shmem_private.h"

static int n_inits;
static bool is_over;
static int thread_level = SHMEM_THREAD_SINGLE;

void sumac_shmem_die(const char *call, const char *why)
{
	char text[1024];

	if (sumac_rank() >= 0)
		snprintf(text, sizeof(text), "PE %d: %s: %s", sumac_rank(), call, why);
	else
		snprintf(text, sizeof(text), "%s: %s", call, why);
	fprintf(stderr, "sumac: %s\n", text);
	sumac_abort(EXIT_FAILURE, text);
}

void sumac_shmem_require_init(const char *call)
{
	if (!n_inits)
		sumac_shmem_die(call, "the program is not between shmem_init() and shmem_finalize()");
}

void shmem_init(void)
{
	int err;

	/* Launchers do not take back a rank that has left. */
	if (is_over)
		sumac_shmem_die("shmem_init", "SHMEM cannot be initialised again after shmem_finalize()");
	err = sumac_init();
	if (!err && !n_inits)
		err = sumac_shmem_heap_open();
	if (err)
		sumac_shmem_die("shmem_init", sumac_last_error());
	n_inits++;
}

int shmem_init_thread(int requested, int *provided)
{
	shmem_init();
	thread_level = requested < SHMEM_THREAD_SERIALIZED ? requested : SHMEM_THREAD_SERIALIZED;
	*provided = thread_level;
	return 0;
}

void shmem_query_thread(int *provided)
{
	*provided = thread_level;
}

void shmem_finalize(void)
{
	int err;

	sumac_shmem_require_init("shmem_finalize");
	if (!--n_inits) {
		is_over = true;
		/* The heap is freed with the library, when no PE reads or writes it any more. */
		sumac_shmem_active_sets_forget();
		sumac_shmem_heap_close();
	}
	err = sumac_finalize();
	if (err)
		sumac_shmem_die("shmem_finalize", sumac_last_error());
}

void shmem_global_exit(int status)
{
	sumac_abort(status, "shmem_global_exit");
}

int shmem_my_pe(void)
{
	return n_inits ? sumac_rank() : -1;
}

int shmem_n_pes(void)
{
	return n_inits ? sumac_size() : -1;
}

void shmem_info_get_version(int *major, int *minor)
{
	*major = SHMEM_MAJOR_VERSION;
	*minor = SHMEM_MINOR_VERSION;
}

void shmem_info_get_name(char *name)
{
	snprintf(name, SHMEM_MAX_NAME_LEN, "%s %s", SHMEM_VENDOR_STRING, sumac_version());
}

/* A PE that failed leaves at once: the others would wait for it, or it for them. */
static void end_at_exit(int status, void *ctx)
{
	(void)ctx;
	if (n_inits && !status && !sumac_is_forked())
		shmem_finalize();
}

void start_pes(int npes)
{
	(void)npes; /* the launcher says how many there are */
	if (n_inits)
		return;
	shmem_init();
	if (on_exit(end_at_exit, NULL))
		sumac_shmem_die("start_pes", "no memory");
}

int _my_pe(void)
{
	return shmem_my_pe();
}

int _num_pes(void)
{
	return shmem_n_pes();
}
