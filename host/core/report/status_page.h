/*
 * The status page shows what a rank is doing, in a small file that it maps, so that the launcher can say where a job hangs. The
 * rank uses plain stores, and never waits for a reader.
 */
#ifndef SUMAC_STATUS_PAGE_H
#define SUMAC_STATUS_PAGE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
	SUMAC_STATUS_PAGE_VERSION = 3,
	SUMAC_STATUS_PAGE_MAX_WAITING = 16,
};

/* A call, and the engine that does it: texts, cut where they are longer. */
struct sumac_status_text {
	char call[32], engine[8];
};

struct sumac_status_text sumac_status_text(const char *call, const char *engine);

/* The file <job directory>/rank-<n>.status. Launcher and ranks are from the same build. */
struct sumac_status_page {
	uint32_t version;
	int32_t pid;
	int32_t rank;	     /* in the job */
	uint32_t is_in_call; /* 0: `call` and what follows describe the last one */
	uint64_t n_changes;  /* stores begun and ended: odd while the rank is storing */
	uint64_t seq;	     /* the call's sequence number on its team */
	int32_t team_size;
	uint32_t has_finished; /* it has met the others for the last time, and has only to leave */
	int32_t exit_status;   /* 0, or the status with which the rank ends once the others let it go */
	int64_t exit_ns;       /* when it noted that, by the clock that all processes of the host share */
	uint64_t n_refused; /* calls that were refused because they would not have run on a NIC */
	uint32_t n_waiting; /* number of ranks it waits for; may exceed the length of the list */
	int32_t waiting_for[SUMAC_STATUS_PAGE_MAX_WAITING]; /* ranks in the job */
	struct sumac_status_text name;
};

/* Without a job directory (NULL or "") the page is private memory, so callers need not care. The same holds if the directory's
 * file system is full, which the first such rank says; but it is an error if the page is needed. */
int sumac_status_page_open(const char *job_dir, int rank, bool is_needed, struct sumac_status_page **page_out);

/* The fences order stores, for the compiler and the processor; nothing here waits. */
static inline void sumac_status_page_begin_change(struct sumac_status_page *page)
{
	page->n_changes++;
	atomic_thread_fence(memory_order_release);
}

static inline void sumac_status_page_end_change(struct sumac_status_page *page)
{
	atomic_thread_fence(memory_order_release);
	page->n_changes++;
}

/* Every call does this, so it is inline. */
static inline void sumac_status_page_enter(struct sumac_status_page *page, const struct sumac_status_text *name,
					   uint64_t seq, int team_size)
{
	sumac_status_page_begin_change(page);
	page->name = *name;
	page->seq = seq;
	page->team_size = team_size;
	page->n_waiting = 0;
	page->is_in_call = 1;
	sumac_status_page_end_change(page);
}

static inline void sumac_status_page_leave(struct sumac_status_page *page)
{
	sumac_status_page_begin_change(page);
	page->is_in_call = 0;
	page->n_waiting = 0;
	sumac_status_page_end_change(page);
}

/* Replaces the list; n_ranks 0 empties it. */
void sumac_status_page_wait_for(struct sumac_status_page *page, const int *ranks, int n_ranks);
void sumac_status_page_refuse(struct sumac_status_page *page);
void sumac_status_page_finish(struct sumac_status_page *page);
void sumac_status_page_note_exit(struct sumac_status_page *page, int status);
void sumac_status_page_close(struct sumac_status_page *page);

/* The launcher's side: a consistent copy, -SUMAC_ENODEV if that rank has no page, or -SUMAC_ENOMEM if there was no room for one. */
int sumac_status_page_read(const char *job_dir, int rank, struct sumac_status_page *page_out);

/* Makes an empty file in the folder. Returns whether this process made it: one of those that try is the first. If the file cannot
 * be made, each is. */
bool sumac_status_mark(const char *job_dir, const char *name);
/* Whether any process has made that file. */
bool sumac_status_is_marked(const char *job_dir, const char *name);
/* The mark of sumac_note_bypass(). */
#define SUMAC_STATUS_BYPASSED "bypassed"

#endif
