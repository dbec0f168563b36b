/*
 * PMIx server for one host: all ranks are local, so a fence is complete when libpmix calls up, and there is no other
 * server to ask.
 */
#include "launch/pmix_server.h"

#include <errno.h>
#include <fcntl.h>
#include <pmix.h>
#include <pmix_server.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/random.h"
#include "bootstrap/bootstrap.h"
#include "bootstrap/pmix_deaths.h"
#include "launch/pmix_guard.h"

extern char **environ;

static struct {
	pmix_nspace_t nspace;
	int n_ranks;
	struct sumac_notices notices;
	pthread_mutex_t lock;
	int first_dead; /* -1: none; under lock */
	bool has_loss;	/* of a connection; under lock */
} server = { .lock = PTHREAD_MUTEX_INITIALIZER, .first_dead = -1 };

static void give_notice(enum sumac_notice_kind kind, const pmix_proc_t *proc, int status, const char *why)
{
	struct sumac_notice notice = { .kind = kind, .rank = (int)proc->rank, .status = status };

	if (!PMIX_CHECK_NSPACE(proc->nspace, server.nspace) || notice.rank < 0 || notice.rank >= server.n_ranks)
		return;
	snprintf(notice.why, sizeof(notice.why), "%s", why ? why : "");
	if (sumac_notices_give(&server.notices, &notice))
		fprintf(stderr, "sumac: a notice from the PMIx server did not reach the launcher\n");
}

static pmix_status_t on_connected(const pmix_proc_t *proc, void *object, pmix_info_t info[], size_t n_info,
				  pmix_op_cbfunc_t done, void *done_ctx)
{
	(void)object, (void)info, (void)n_info, (void)done, (void)done_ctx;
	give_notice(SUMAC_NOTICE_CONNECTED, proc, 0, NULL);
	return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t on_finalized(const pmix_proc_t *proc, void *object, pmix_op_cbfunc_t done, void *done_ctx)
{
	(void)object, (void)done, (void)done_ctx;
	give_notice(SUMAC_NOTICE_FINALIZED, proc, 0, NULL);
	return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t on_abort(const pmix_proc_t *proc, void *object, int status, const char why[],
			      pmix_proc_t procs[], size_t n_procs, pmix_op_cbfunc_t done, void *done_ctx)
{
	(void)object, (void)procs, (void)n_procs, (void)done, (void)done_ctx;
	give_notice(SUMAC_NOTICE_ABORTED, proc, status, why);
	return PMIX_OPERATION_SUCCEEDED;
}

static void free_data(void *data)
{
	free(data);
}

/* libpmix completes a fence without the ranks that it has lost, and mostly says so. A fence that it completes before it reports
 * the loss passes here: the lost rank's values are missing then, and the others' get() waits for the news. */
static bool is_whole(const pmix_info_t info[], size_t n_info)
{
	bool is_whole;

	pthread_mutex_lock(&server.lock);
	is_whole = server.first_dead < 0 && !server.has_loss;
	pthread_mutex_unlock(&server.lock);
	for (size_t i = 0; i < n_info; i++)
		if (PMIX_CHECK_KEY(&info[i], PMIX_LOCAL_COLLECTIVE_STATUS) && info[i].value.type == PMIX_STATUS)
			is_whole &= info[i].value.data.status == PMIX_SUCCESS;
	return is_whole;
}

/* All local ranks have come, and there are no others. */
static pmix_status_t on_fence(const pmix_proc_t procs[], size_t n_procs, const pmix_info_t info[], size_t n_info,
			      char *data, size_t n_bytes, pmix_modex_cbfunc_t done, void *done_ctx)
{
	(void)procs, (void)n_procs;
	if (!is_whole(info, n_info)) {
		free(data);
		return PMIX_ERR_PROC_ABORTED;
	}
	done(PMIX_SUCCESS, data, n_bytes, done_ctx, free_data, data);
	return PMIX_SUCCESS;
}

/* libpmix asks only for values that no local rank has given. */
static pmix_status_t on_direct_modex(const pmix_proc_t *proc, const pmix_info_t info[], size_t n_info,
				     pmix_modex_cbfunc_t done, void *done_ctx)
{
	(void)proc, (void)info, (void)n_info, (void)done, (void)done_ctx;
	return PMIX_ERR_NOT_FOUND;
}

static pmix_status_t on_register_events(pmix_status_t *codes, size_t n_codes, const pmix_info_t info[],
					size_t n_info, pmix_op_cbfunc_t done, void *done_ctx)
{
	(void)codes, (void)n_codes, (void)info, (void)n_info, (void)done, (void)done_ctx;
	return PMIX_OPERATION_SUCCEEDED;
}

static pmix_status_t on_deregister_events(pmix_status_t *codes, size_t n_codes, pmix_op_cbfunc_t done,
					  void *done_ctx)
{
	(void)codes, (void)n_codes, (void)done, (void)done_ctx;
	return PMIX_OPERATION_SUCCEEDED;
}

/* libpmix has told the ranks of this host itself; there are no others. */
static pmix_status_t on_notify(pmix_status_t code, const pmix_proc_t *source, pmix_data_range_t range,
			       pmix_info_t info[], size_t n_info, pmix_op_cbfunc_t done, void *done_ctx)
{
	(void)code, (void)source, (void)range, (void)info, (void)n_info, (void)done, (void)done_ctx;
	return PMIX_OPERATION_SUCCEEDED;
}

static pmix_server_module_t upcalls = {
	.client_connected2 = on_connected,
	.client_finalized = on_finalized,
	.abort = on_abort,
	.fence_nb = on_fence,
	.direct_modex = on_direct_modex,
	.register_events = on_register_events,
	.deregister_events = on_deregister_events,
	.notify_event = on_notify,
};

static void on_lost(size_t handler, pmix_status_t code, const pmix_proc_t *source, pmix_info_t info[], size_t n_info,
		    pmix_info_t results[], size_t n_results, pmix_event_notification_cbfunc_fn_t done, void *done_ctx)
{
	const pmix_proc_t *lost = source;

	(void)handler, (void)code, (void)results, (void)n_results;
	for (size_t i = 0; i < n_info; i++)
		if (PMIX_CHECK_KEY(&info[i], PMIX_EVENT_AFFECTED_PROC) && info[i].value.type == PMIX_PROC)
			lost = info[i].value.data.proc;
	if (lost && PMIX_CHECK_NSPACE(lost->nspace, server.nspace)) {
		pthread_mutex_lock(&server.lock);
		server.has_loss = true;
		pthread_mutex_unlock(&server.lock);
		give_notice(SUMAC_NOTICE_LOST, lost, 0, NULL);
	}
	if (done)
		done(PMIX_EVENT_ACTION_COMPLETE, NULL, 0, NULL, NULL, done_ctx);
}

static int fail(const char *call, pmix_status_t status)
{
	fprintf(stderr, "sumac: the PMIx server cannot start: %s: %s\n", call, PMIx_Error_string(status));
	return -1;
}

/* libpmix complains on stderr about each connection that a killed rank broke. We send its messages to a file, which is shown if
 * the server does not start. */
static int divert_messages(const char *tmp_dir)
{
	char path[512], number[16];
	int fd;

	snprintf(path, sizeof(path), "%s/messages", tmp_dir);
	fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	snprintf(number, sizeof(number), "%d", fd);
	if (fd >= 0)
		setenv("PMIX_OUTPUT_STDERR_FD", number, 1);
	return fd;
}

static void show_messages(int fd)
{
	char text[4096];
	ssize_t n = fd < 0 ? 0 : pread(fd, text, sizeof(text), 0);

	if (n > 0)
		fprintf(stderr, "%.*s", (int)n, text);
}

enum { N_INFO = 9 };

static int start_library(const char *tmp_dir)
{
	pmix_status_t lost_codes[] = { PMIX_ERR_LOST_CONNECTION };
	pmix_status_t status;
	pmix_nspace_t name = "sumac-launcher";
	pmix_rank_t rank = 0;
	pmix_info_t info[N_INFO];
	bool no = false, yes = true;

	/* The shared-memory store has locks, which a killed rank may hold for ever. */
	setenv("PMIX_MCA_gds", "hash", 0);
	/* Without /sys, as in some containers, each rank's hwloc would complain on stderr. */
	setenv("HWLOC_HIDE_ERRORS", "2", 0);
	PMIX_INFO_LOAD(&info[0], PMIX_SERVER_TMPDIR, tmp_dir, PMIX_STRING);
	PMIX_INFO_LOAD(&info[1], PMIX_SYSTEM_TMPDIR, tmp_dir, PMIX_STRING);
	PMIX_INFO_LOAD(&info[2], PMIX_SERVER_NSPACE, name, PMIX_STRING);
	PMIX_INFO_LOAD(&info[3], PMIX_SERVER_RANK, &rank, PMIX_PROC_RANK);
	/* Its port is for the ranks alone, whatever the user's settings of PMIx say. */
	PMIX_INFO_LOAD(&info[4], PMIX_SERVER_REMOTE_CONNECTIONS, &no, PMIX_BOOL);
	PMIX_INFO_LOAD(&info[5], PMIX_SERVER_TOOL_SUPPORT, &no, PMIX_BOOL);
	PMIX_INFO_LOAD(&info[6], PMIX_SERVER_SYSTEM_SUPPORT, &no, PMIX_BOOL);
	PMIX_INFO_LOAD(&info[7], PMIX_SERVER_SESSION_SUPPORT, &no, PMIX_BOOL);
	PMIX_INFO_LOAD(&info[8], PMIX_TCP_DISABLE_IPV6, &yes, PMIX_BOOL);
	status = PMIx_server_init(&upcalls, info, N_INFO);
	for (int i = 0; i < N_INFO; i++)
		PMIX_INFO_DESTRUCT(&info[i]);
	if (status != PMIX_SUCCESS)
		return fail("PMIx_server_init", status);
	if (!sumac_pmix_guard_stands())
		return -1;
	status = PMIx_Register_event_handler(lost_codes, 1, NULL, 0, on_lost, NULL, NULL);
	return status < 0 ? fail("PMIx_Register_event_handler", status) : 0;
}

/* Nobody can guess the name, so only those who were given it become ranks. */
static int name_job(pmix_nspace_t name_out)
{
	unsigned char bytes[16];
	size_t len = (size_t)snprintf(name_out, sizeof(pmix_nspace_t), "sumac-run-");

	if (sumac_random(bytes, sizeof(bytes))) {
		fprintf(stderr, "sumac: the kernel gives no random name for the job: %s\n", strerror(errno));
		return -1;
	}
	for (size_t i = 0; i < sizeof(bytes); i++)
		len += (size_t)snprintf(name_out + len, sizeof(pmix_nspace_t) - len, "%02x", bytes[i]);
	return 0;
}

int sumac_pmix_server_open(const char *tmp_dir, int n_ranks, struct sumac_notices **notices_out)
{
	int messages_fd, err;

	if (sumac_notices_open(&server.notices))
		return fail("eventfd", PMIX_ERROR);
	signal(SIGPIPE, SIG_IGN); /* libpmix writes to ranks that may be dead */
	server.n_ranks = n_ranks;
	if (name_job(server.nspace) || sumac_pmix_guard_begin())
		return -1;
	messages_fd = divert_messages(tmp_dir);
	err = start_library(tmp_dir) || sumac_pmix_job_register(server.nspace, n_ranks) ? -1 : 0;
	unsetenv("PMIX_OUTPUT_STDERR_FD"); /* the ranks' libpmix speaks for itself */
	if (err) {
		show_messages(messages_fd);
		return err;
	}
	*notices_out = &server.notices;
	return 0;
}

char **sumac_pmix_server_environment(int rank)
{
	char **environment = NULL;
	pmix_status_t status;
	pmix_proc_t proc;
	size_t n = 0;

	while (environ[n])
		n++;
	environment = calloc(n + 1, sizeof(*environment));
	for (size_t i = 0; environment && i < n; i++)
		environment[i] = strdup(environ[i]);
	if (!environment)
		return NULL;
	PMIX_LOAD_PROCID(&proc, server.nspace, (pmix_rank_t)rank);
	status = PMIx_server_register_client(&proc, geteuid(), getegid(), NULL, NULL, NULL);
	if (status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED)
		status = PMIx_server_setup_fork(&proc, &environment);
	if (status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED)
		return environment;
	fail("registering a rank", status);
	return NULL;
}

static void on_turn(pmix_status_t status, void *ctx)
{
	struct sumac_notice notice = { .kind = SUMAC_NOTICE_TURNED, .rank = -1 };

	(void)status, (void)ctx;
	if (sumac_notices_give(&server.notices, &notice))
		fprintf(stderr, "sumac: a notice from the PMIx server did not reach the launcher\n");
}

/* No handler has this number: we want only the answer, which comes from the thread that reads the ranks' messages. */
int sumac_pmix_server_ask_turn(void)
{
	return PMIx_Deregister_event_handler(SIZE_MAX, on_turn, NULL) == PMIX_SUCCESS ? 0 : -1;
}

enum { N_TOLD = 2 };

static void on_told(pmix_status_t status, void *ctx)
{
	pmix_info_t *told = ctx;

	(void)status;
	for (int i = 0; i < N_TOLD; i++)
		PMIX_INFO_DESTRUCT(&told[i]);
	free(told);
}

void sumac_pmix_server_tell_death(int rank)
{
	pmix_info_t *told = calloc(N_TOLD, sizeof(*told));
	pmix_status_t status;
	pmix_proc_t dead;
	int first_dead;

	pthread_mutex_lock(&server.lock);
	if (server.first_dead < 0)
		server.first_dead = rank;
	first_dead = server.first_dead;
	pthread_mutex_unlock(&server.lock);
	if (!told)
		return;
	PMIX_LOAD_PROCID(&dead, server.nspace, (pmix_rank_t)rank);
	PMIX_INFO_LOAD(&told[0], PMIX_EVENT_AFFECTED_PROC, &dead, PMIX_PROC);
	PMIX_INFO_LOAD(&told[1], SUMAC_PMIX_FIRST_DEAD, &first_dead, PMIX_INT);
	status = PMIx_Notify_event(PMIX_ERR_PROC_ABORTED, &dead, PMIX_RANGE_LOCAL, told, N_TOLD, on_told, told);
	if (status != PMIX_SUCCESS)
		on_told(status, told);
}
