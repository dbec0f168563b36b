/*
 * Tells from the status pages of a job's ranks where the ranks are, which processes they were, and which calls they
 * were refused.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/settings.h"
#include "core/report/status_page.h"
#include "spec/spec.h"
#include "launch/host_mpi.h"
#include "launch/launch.h"

/* ", waits for rank 3", ", waits for ranks 1, 2 and 9 more", or nothing. */
static void format_waiting(const struct sumac_status_page *page, size_t cap_bytes, char *text_out)
{
	uint32_t n_listed = page->n_waiting;
	size_t len;

	text_out[0] = '\0';
	if (!page->n_waiting)
		return;
	if (n_listed > SUMAC_STATUS_PAGE_MAX_WAITING)
		n_listed = SUMAC_STATUS_PAGE_MAX_WAITING;
	len = (size_t)snprintf(text_out, cap_bytes, ", waits for rank%s", page->n_waiting > 1 ? "s" : "");
	for (uint32_t i = 0; i < n_listed && len < cap_bytes; i++)
		len += (size_t)snprintf(text_out + len, cap_bytes - len, "%s %d", i ? "," : "", page->waiting_for[i]);
	if (page->n_waiting > n_listed && len < cap_bytes)
		snprintf(text_out + len, cap_bytes - len, " and %" PRIu32 " more", page->n_waiting - n_listed);
}

static void tell_call(const struct sumac_launch *launch, int rank)
{
	struct sumac_status_page page;
	char waiting[320];
	int err = sumac_status_page_read(launch->dir, rank, &page);

	if (err) {
		fprintf(stderr, "%s: rank %d: %s\n", launch->title, rank,
			err == -SUMAC_ENOMEM ? "has no status page, for lack of room" : "has not entered Sumac");
		return;
	}
	format_waiting(&page, sizeof(waiting), waiting);
	if (page.is_in_call)
		fprintf(stderr, "%s: rank %d: in %s, sequence number %" PRIu64 " of a team of %d%s%s%s\n", launch->title,
			rank, page.name.call, page.seq, page.team_size, page.name.engine[0] ? ", on engine " : "", page.name.engine,
			waiting);
	else if (page.name.call[0])
		fprintf(stderr, "%s: rank %d: outside Sumac; its last call was %s, sequence number %" PRIu64 "\n",
			launch->title, rank, page.name.call, page.seq);
	else
		fprintf(stderr, "%s: rank %d: outside Sumac; it has made no call\n", launch->title, rank);
}

void sumac_launch_tell_calls(const struct sumac_launch *launch)
{
	for (int rank = 0; rank < launch->n_ranks; rank++) {
		if (!launch->is_under_mpirun && rank >= launch->n_started)
			fprintf(stderr, "%s: rank %d: was not started\n", launch->title, rank);
		else if (!launch->is_under_mpirun && !launch->processes[rank].pid)
			fprintf(stderr, "%s: rank %d: has ended\n", launch->title, rank);
		else
			tell_call(launch, rank);
	}
}

/* Whether its last call was the one that ends Sumac, and has returned. */
static bool has_ended_well(const struct sumac_status_page *page)
{
	return !strcmp(page->name.call, "finalize") && !page->is_in_call;
}

void sumac_launch_tell_processes(const struct sumac_launch *launch)
{
	struct sumac_status_page page;
	int n_told = 0;

	for (int rank = 0; rank < launch->n_ranks; rank++) {
		if (sumac_status_page_read(launch->dir, rank, &page) || has_ended_well(&page))
			continue;
		if (!n_told++)
			fprintf(stderr, "%s: ranks that did not reach their end:", launch->title);
		fprintf(stderr, "%s rank %d was PID %d", n_told > 1 ? "," : "", rank, (int)page.pid);
	}
	if (n_told)
		fprintf(stderr, "\n");
}

bool sumac_launch_tell_refusals(const struct sumac_launch *launch)
{
	struct sumac_status_page page;
	uint64_t n_refused = 0;
	int n_ranks = 0;

	for (int rank = 0; rank < launch->n_ranks; rank++)
		if (!sumac_status_page_read(launch->dir, rank, &page) && page.n_refused) {
			n_refused += page.n_refused;
			n_ranks++;
		}
	if (n_refused)
		fprintf(stderr, "%s: the setting require is nic: %" PRIu64 " call%s of %d rank%s would not have run on a NIC\n",
			launch->title, n_refused, n_refused == 1 ? "" : "s", n_ranks, n_ranks == 1 ? "" : "s");
	return n_refused != 0;
}

static bool has_come(const struct sumac_launch *launch)
{
	struct sumac_status_page page;

	for (int rank = 0; rank < launch->n_ranks; rank++)
		if (!sumac_status_page_read(launch->dir, rank, &page))
			return true;
	return false;
}

/* The setting that no job may ignore, as the beginning of a sentence; "" if there is none. */
static const char *promise(void)
{
	if (!strcmp(sumac_setting_string(SUMAC_SETTING_REQUIRE), "nic"))
		return "the setting require is nic, but ";
	return strcmp(sumac_setting_string(SUMAC_SETTING_SUMS), "plain") ? "the setting sums is not plain, but " : "";
}

/* Under our own PMIx server each rank of an MPI program is a job of its own, without the front end. A program that does not use
 * MPI, such as hostname, gets no message unless a setting has promised something. */
static bool tell_absence_in_run(const struct sumac_launch *launch)
{
	bool uses_mpi = launch->n_ranks > 1 && launch->program && sumac_host_mpi_within(launch->program);

	if (*promise() || uses_mpi)
		fprintf(stderr, "%s: %sno rank used SHMEM or Sumac's own API; start MPI programs with `sumac mpirun`, even "
			"inside a script\n", launch->title, promise());
	return *promise();
}

/* Does the same under `sumac mpirun`. */
bool sumac_launch_tell_absence(const struct sumac_launch *launch)
{
	bool is_bypassed = sumac_status_is_marked(launch->dir, SUMAC_STATUS_BYPASSED);

	if (has_come(launch))
		return false;
	if (!launch->is_under_mpirun)
		return tell_absence_in_run(launch);
	if (!*promise() && !is_bypassed)
		return false;
	fprintf(stderr, "%s: %sno MPI call went through Sumac: %s\n", launch->title,
		promise(),
		is_bypassed ? "the program gets MPI's functions by dlopen(), as Julia and Python's ctypes do, or a library "
			      "preloaded before Sumac's keeps all calls" :
			      "no rank called Sumac's MPI_Init: the program never calls MPI_Init, or gets it by dlopen() and "
			      "leaves by _exit(), or uses another MPI than the one Sumac was preloaded for");
	return *promise();
}
