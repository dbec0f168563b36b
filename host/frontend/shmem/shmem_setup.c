/*
 * Beginning and end of a SHMEM program, and its identity.
 */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/say.h"
#include "base/settings.h"
#include "core/frontend.h"
#include "frontend/shmem/shmem_far.h"

bool sumac_shmem_is_checking;
pthread_mutex_t sumac_shmem_lock = PTHREAD_MUTEX_INITIALIZER;

static atomic_int n_inits;
static atomic_int thread_level = SHMEM_THREAD_SINGLE;
static bool is_over, needs_no_end; /* needs_no_end: begun by start_pes() */
static atomic_bool is_exiting, has_left;
static int exit_status = EXIT_FAILURE; /* the status of a job that dies; once exit() was called, exit()'s */
static bool has_failed;		       /* exit() was given a status other than 0 */
static int own_pe;			/* known when the job is over, too */

void sumac_shmem_die(const char *call, const char *why)
{
	char text[1024];

	if (sumac_rank() >= 0)
		snprintf(text, sizeof(text), "PE %d: %s: %s", sumac_rank(), call, why);
	else
		snprintf(text, sizeof(text), "%s: %s", call, why);
	sumac_say(SUMAC_SAY_ALWAYS, "%s", text);
	sumac_abort(exit_status, text);
}

/* Checks the pointer for a result. */
static void require_place(const char *call, const void *place)
{
	if (!place)
		sumac_shmem_die(call, "the pointer for the result is NULL");
}

void sumac_shmem_require_init(const char *call)
{
	if (!n_inits)
		sumac_shmem_die(call, "the program is not between shmem_init() and shmem_finalize()");
}

static void note_exit(int status, void *ctx);

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
	if (!n_inits && on_exit(note_exit, NULL))
		sumac_shmem_die("shmem_init", "no memory");
	own_pe = sumac_rank();
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

/* A PE that has failed leaves with its own status: other PEs' actions meanwhile follow from its failure. */
static void die_at_end(void)
{
	if (has_failed) {
		fflush(NULL);
		_exit(exit_status);
	}
	sumac_shmem_die("shmem_finalize", sumac_last_error());
}

void shmem_finalize(void)
{
	if (is_over) {
		/* An exit handler that runs later than ours may call it. */
		if (!is_exiting)
			sumac_say(SUMAC_SAY_ALWAYS, "PE %d: shmem_finalize: SHMEM has ended already; this call does nothing",
				  own_pe);
		return;
	}
	/* Each is collective, not only the last. */
	sumac_shmem_quiet("shmem_finalize");
	if (n_inits > 1 && sumac_barrier(sumac_team_world()))
		die_at_end();
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
	if (sumac_finalize())
		die_at_end();
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

/* A PE that has failed goes on serving the others until they end. But a PE that waits for something that this one was to do waits
 * for ever. So this PE's patience has a limit: then it leaves, and the launcher tells the others. */
static void *leave_late(void *ctx)
{
	int64_t grace_ns = sumac_setting_time_ns(SUMAC_SETTING_GRACE);
	struct timespec left = { .tv_sec = grace_ns / 1000000000, .tv_nsec = grace_ns % 1000000000 };

	while (nanosleep(&left, &left))
		;
	if (has_left)
		return ctx;
	sumac_say(SUMAC_SAY_ALWAYS, "PE %d: other PEs do not end within %g s, the setting grace, so this PE exits with status %d",
		  own_pe, (double)grace_ns / 1e9, exit_status);
	fflush(NULL);
	_exit(exit_status);
}

static bool start_to_leave(void)
{
	sigset_t all, before;
	pthread_t thread;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&thread, NULL, leave_late, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return !err && !pthread_detach(thread);
}

/* A PE that fails reports it itself, and at once: the others may wait for it. The rest of the job gets one warning, from the
 * first PE that ends. */
static void warn_of_exit(void)
{
	if (has_failed)
		sumac_say(SUMAC_SAY_ALWAYS, "PE %d: exit(%d)%s", own_pe, exit_status,
			  needs_no_end ? "" : " without shmem_finalize()");
	else if (!needs_no_end && sumac_is_first("no-finalize"))
		sumac_say(SUMAC_SAY_ALWAYS, "PE %d: the program ends without shmem_finalize(); Sumac calls it instead", own_pe);
}

static void end(void)
{
	if (sumac_is_in_a_call()) {
		sumac_say(SUMAC_SAY_ALWAYS, "PE %d: the program ends without shmem_finalize(), in the middle of a call, so other "
					    "PEs cannot reach this PE's memory any more", own_pe);
		return;
	}
	warn_of_exit();
	if (has_failed && !start_to_leave())
		return;
	while (n_inits)
		shmem_finalize();
	has_left = true;
}

/*
 * The standard lets programs that return from main() end together, as by shmem_finalize(). The program's own exit
 * handlers and the destructors of its global objects may still call SHMEM. Those that are older than shmem_init() run
 * after our handler, so the handler only notes the status, and our library's destructor, which runs after all of
 * them, ends the job. An exit handler that is older than ours and younger than the program's closes cards of XRT:
 * with these the end cannot wait.
 */
static void note_exit(int status, void *ctx)
{
	(void)ctx;
	if (!n_inits || sumac_is_forked())
		return;
	is_exiting = true;
	has_failed = status & 0xff;
	if (has_failed) {
		exit_status = status & 0xff;
		sumac_note_exit(exit_status);
	}
	if (sumac_exit_closes_nics())
		end();
}

static void __attribute__((destructor)) end_at_exit(void)
{
	if (is_exiting && n_inits && !has_left && !sumac_is_forked())
		end();
}

void start_pes(int npes)
{
	(void)npes; /* the launcher says how many there are */
	if (n_inits)
		return;
	needs_no_end = true;
	shmem_init();
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
