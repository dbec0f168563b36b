/*
 * Beginning and end of a SHMEM program, and its identity.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/say.h"
#include "base/settings.h"
#include "core/frontend.h"
#include "frontend/shmem/shmem_far.h"

bool sumac_shmem_is_checking;
pthread_mutex_t sumac_shmem_lock = PTHREAD_MUTEX_INITIALIZER;

static atomic_int n_inits;
static atomic_int thread_level = SHMEM_THREAD_SINGLE;
static bool is_over;

void sumac_shmem_die(const char *call, const char *why)
{
	char text[1024];

	if (sumac_rank() >= 0)
		snprintf(text, sizeof(text), "PE %d: %s: %s", sumac_rank(), call, why);
	else
		snprintf(text, sizeof(text), "%s: %s", call, why);
	sumac_say(SUMAC_SAY_ALWAYS, "%s", text);
	sumac_abort(EXIT_FAILURE, text);
}

/* Of a result's place. */
static void require_place(const char *call, const void *place)
{
	if (!place)
		sumac_shmem_die(call, "the place for the result is NULL");
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
	sumac_shmem_is_checking = !err && sumac_setting_bool(SUMAC_SETTING_CHECK);
	if (!err && !n_inits)
		err = sumac_shmem_heap_open();
	if (!err && !n_inits)
		err = sumac_shmem_watch_open();
	if (err)
		sumac_shmem_die("shmem_init", sumac_last_error());
	if (!n_inits++)
		sumac_shmem_introduce();
}

/* The core lets one thread in at a time, and waiting threads let others pass; so every level is as good as another. */
int shmem_init_thread(int requested, int *provided)
{
	if (requested < SHMEM_THREAD_SINGLE || requested > SHMEM_THREAD_MULTIPLE || !provided)
		return sumac_fail(SUMAC_EINVAL, "shmem_init_thread(%d, %p)", requested, (void *)provided);
	shmem_init();
	if (requested > thread_level)
		thread_level = requested;
	*provided = thread_level;
	return 0;
}

void shmem_query_initialized(int *initialized)
{
	require_place("shmem_query_initialized", initialized);
	*initialized = n_inits > 0;
}

void shmem_query_thread(int *provided)
{
	require_place("shmem_query_thread", provided);
	*provided = thread_level;
}

void shmem_finalize(void)
{
	int err;

	/* Each is collective, not the last alone. */
	sumac_shmem_quiet("shmem_finalize");
	if (n_inits > 1 && sumac_barrier(sumac_team_world()))
		sumac_shmem_die("shmem_finalize", sumac_last_error());
	if (!--n_inits) {
		is_over = true;
		sumac_shmem_contexts_forget();
		/* The heap is freed with the library, when no PE reads or writes it any more. */
		sumac_shmem_watch_close();
		sumac_shmem_active_sets_forget();
		sumac_shmem_shared_forget();
		sumac_shmem_lend_forget();
		sumac_shmem_team_configs_forget();
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
	require_place("shmem_info_get_version", major);
	require_place("shmem_info_get_version", minor);
	*major = SHMEM_MAJOR_VERSION;
	*minor = SHMEM_MINOR_VERSION;
}

void shmem_info_get_name(char *name)
{
	require_place("shmem_info_get_name", name);
	snprintf(name, SHMEM_MAX_NAME_LEN, "%s", SHMEM_VENDOR_STRING);
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

/* Not declared: programs have variables of these names. */
int my_pe(void);
int num_pes(void);

int my_pe(void)
{
	return shmem_my_pe();
}

int num_pes(void)
{
	return shmem_n_pes();
}

void shmem_pcontrol(int level, ...)
{
	(void)level;
}

void shmem_set_cache_inv(void)
{
}

void shmem_clear_cache_inv(void)
{
}

void shmem_set_cache_line_inv(void *dest)
{
	(void)dest;
}

void shmem_clear_cache_line_inv(void *dest)
{
	(void)dest;
}

void shmem_udcflush(void)
{
}

void shmem_udcflush_line(void *dest)
{
	(void)dest;
}
