/*
 * The structures and functions that the files of the SHMEM front end share.
 */
#ifndef SUMAC_SHMEM_PRIVATE_H
#define SUMAC_SHMEM_PRIVATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shmem.h"
#include "sumac.h"

/* Prints what went wrong in that call and ends the job: for calls that cannot return an error. */
void sumac_shmem_die(const char *call, const char *why) __attribute__((noreturn));
/* Prints what went wrong in a call whose status hardly any program checks: once for each cause, and, for a team that has failed,
 * on one of its PEs; returns the status. */
int sumac_shmem_complain(const char *call, const struct sumac_team *team, int status);
/* Dies unless shmem_init() has been called. */
void sumac_shmem_require_init(const char *call);

/* Guards the front end's own data. Nobody waits for other PEs while holding it. */
extern pthread_mutex_t sumac_shmem_lock;
/* For the beginning of a function: locks, and unlocks when the function returns. */
#define SUMAC_SHMEM_LOCKED \
	__attribute__((cleanup(sumac_shmem_unlock), unused)) int is_locked = pthread_mutex_lock(&sumac_shmem_lock)

static inline void sumac_shmem_unlock(const int *is_locked)
{
	(void)is_locked;
	pthread_mutex_unlock(&sumac_shmem_lock);
}

/* At the beginning, PE 0 prints what the variables SHMEM_VERSION and SHMEM_INFO ask for. */
void sumac_shmem_introduce(void);

/* NULL for SHMEM_TEAM_INVALID; the core recognises a handle that is no team. For collective calls: the first one makes the team
 * of this host's PEs. */
struct sumac_team *sumac_shmem_team_of(shmem_team_t team);

/* Teams that serve active sets of the same PEs: adds a team that may, finds the one for a set (or NULL), and notes that it does. */
void sumac_shmem_lend_add(struct sumac_team *team);
struct sumac_team *sumac_shmem_lend_find(const int *members, int size);
void sumac_shmem_lend(const struct sumac_team *team);
/* The program destroys the team: true if a set goes on with it, so that it must not be freed. */
bool sumac_shmem_lend_keeps(const struct sumac_team *team);
/* Whether the program has destroyed teams that live on; for such a team living() gives a value that is no team, else the team. */
extern bool sumac_shmem_lend_has_destroyed __attribute__((visibility("hidden")));
struct sumac_team *sumac_shmem_lend_living(struct sumac_team *team);
void sumac_shmem_lend_forget(void);

/* A team of PEs in ascending order, in which this PE is number `place`, made by them alone; or one that they have already. The
 * name is used once. */
int sumac_shmem_meet(const char *name, const int *members, int size, int place, struct sumac_team **team_out);

/* The team of this host's PEs, made at the first use; and its members, who are known without it. */
struct sumac_team *sumac_shmem_shared_team(void);
int sumac_shmem_shared_size(void);
int sumac_shmem_shared_place_of(int pe); /* -1: on another host */
int sumac_shmem_shared_pe(int place);	 /* -1: there is no such place */
void sumac_shmem_shared_forget(void);

/* The configuration that a team was made with. */
int sumac_shmem_team_contexts(shmem_team_t team);
void sumac_shmem_team_configs_forget(void);

/* The team of the active set, made at its first use when its members meet. check: whether this PE may call on it; known: the team
 * that it has already, on which this PE may call, or NULL. */
int sumac_shmem_active_set_check(int start, int log_stride, int size);
struct sumac_team *sumac_shmem_active_set_known(int start, int log_stride, int size);
int sumac_shmem_active_set_find(int start, int log_stride, int size, struct sumac_team **team_out);
void sumac_shmem_active_sets_forget(void);

/* The symmetric heap. */
int sumac_shmem_heap_open(void);
void sumac_shmem_heap_close(void);
extern struct sumac_shmem_heap {
	char *base;
	size_t len_bytes;
} sumac_shmem_heap __attribute__((visibility("hidden"))); /* here, since every reduction looks at it */

static inline bool sumac_shmem_heap_holds(const void *start, size_t len_bytes)
{
	uintptr_t offset = (uintptr_t)start - (uintptr_t)sumac_shmem_heap.base;

	return offset <= sumac_shmem_heap.len_bytes && len_bytes <= sumac_shmem_heap.len_bytes - offset;
}

/* Whether it begins on the heap and ends beyond it. */
static inline bool sumac_shmem_heap_is_left(const void *start, size_t len_bytes)
{
	uintptr_t offset = (uintptr_t)start - (uintptr_t)sumac_shmem_heap.base;

	return __builtin_expect(offset < sumac_shmem_heap.len_bytes && len_bytes > sumac_shmem_heap.len_bytes - offset, false);
}

/* The beginning of the block that holds this place of the heap, or NULL: none does. */
void *sumac_shmem_heap_block(const void *place);

uint64_t sumac_shmem_heap_offset(const void *start);

/* A symmetric place, which is the same on every PE; anywhere: no bytes, so the place does not matter. */
enum sumac_shmem_kind { SUMAC_SHMEM_NOWHERE, SUMAC_SHMEM_HEAP, SUMAC_SHMEM_STATIC, SUMAC_SHMEM_ANYWHERE };
struct sumac_shmem_place {
	uint64_t kind;
	uint64_t object; /* a hash of the program's or library's name */
	uint64_t offset;
};
struct sumac_shmem_place sumac_shmem_place_of(const void *start, size_t len_bytes);

/* The arguments that the PEs of a collective call must agree on. Names of arguments are the call's own; one without a name is not
 * compared. */
enum { SUMAC_SHMEM_NUMBERS = 3 };
struct sumac_shmem_number {
	const char *name;
	uint64_t value;
	bool is_signed;
};
struct sumac_shmem_call {
	const char *name;
	struct sumac_shmem_number numbers[SUMAC_SHMEM_NUMBERS];
	const void *dest, *source, *work, *sync;
	const void *ptr; /* a block of the heap */
	bool has_no_dest, has_no_source; /* no bytes here, so they may be anything */
	char fault[128]; /* the fault found here, or "" */
};
/* Keeps the story of an error, which other calls would clear; does nothing for 0, or if it has one already. */
void sumac_shmem_note_fault(struct sumac_shmem_call *call, int err);
/* Whether to compare PEs: in checking mode. Kept here so that a call need not ask the core for it. */
extern bool sumac_shmem_is_checking __attribute__((visibility("hidden")));
static inline bool sumac_shmem_compares(void)
{
	return __builtin_expect(sumac_shmem_is_checking, false);
}
/* Collective over the team, whose calls all do this first: compares what the PEs have called, and tells all of them about a fault
 * that one has found, err here. It leaves a handle that is no team to the call itself. */
int sumac_shmem_compare(struct sumac_team *team, struct sumac_shmem_call *call, int err) __attribute__((cold));
/* The same for a call on an active set that this PE is in; leave comes after the call, whatever its result. */
int sumac_shmem_enter(struct sumac_shmem_call *call, int start, int log_stride, int size, int err, struct sumac_team **team_out)
	__attribute__((cold));
void sumac_shmem_leave(void) __attribute__((cold));

/* In checking mode: PEs of a host see which active sets the others are in, so that PEs which wait for each other in different
 * sets end with an error. Begin returns an error if the work arrays are in use. */
int sumac_shmem_watch_open(void);
void sumac_shmem_watch_close(void);
int sumac_shmem_watch_begin(const struct sumac_shmem_call *call, int start, int log_stride, int size);
void sumac_shmem_watch_end(void);

/* 0, or a status with a story: a range that begins on the heap must end there. In checking mode also: it must be symmetric, and
 * work arrays must be as they should. */
int sumac_shmem_check_buffers(const void *dest, const void *source, size_t len_bytes);
int sumac_shmem_check_both(const void *dest, size_t dest_bytes, const void *source, size_t source_bytes);
/* Whether that check is due: the only question of a reduction when nothing is wrong and checking mode is off. */
static inline bool sumac_shmem_must_check(const void *dest, const void *source, size_t len_bytes)
{
	return sumac_shmem_compares() || sumac_shmem_heap_is_left(dest, len_bytes) || sumac_shmem_heap_is_left(source, len_bytes);
}
/* In checking mode: the two must share no byte. */
int sumac_shmem_check_apart(const void *dest, size_t dest_bytes, const void *source, size_t source_bytes);
/* sync: a pSync, whose elements are long in C, and INTEGER in Fortran. */
int sumac_shmem_check_work(const void *work, size_t work_bytes, const void *sync, size_t sync_elem_bytes);

/* The calls on active sets behind those of every language; they die on an error. */
struct sumac_shmem_reduction {
	const char *name;
	enum sumac_op op;
	enum sumac_type type;
	void *dest;
	const void *source;
	int n_elems;
	int start, log_stride, size;
	const void *work, *sync;
	size_t sync_elem_bytes;
};
void sumac_shmem_reduce_among(const struct sumac_shmem_reduction *call);
void sumac_shmem_barrier_among(const char *name, int start, int log_stride, int size, const void *sync, size_t sync_elem_bytes);

#endif
