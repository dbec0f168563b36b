/*
 * In checking mode, a collective call begins with an exchange of what each PE has called, with which arguments, and
 * which faults it has found: so all PEs end it in the same way, and the message names both sides of a disagreement.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "frontend/shmem/shmem_private.h"

enum { DEST, SOURCE, WORK, SYNC, PTR, N_PLACES };

static const char *const place_names[N_PLACES] = { "dest", "source", "pWrk", "pSync", "ptr" };

struct record {
	char name[48];
	char fault[128]; /* "": nothing is wrong */
	uint64_t number[SUMAC_SHMEM_NUMBERS];
	struct sumac_shmem_place place[N_PLACES];
};

static void describe(const struct sumac_shmem_place *place, char *text_out, size_t cap_bytes)
{
	if (place->kind == SUMAC_SHMEM_HEAP)
		snprintf(text_out, cap_bytes, "at offset %llu of the heap", (unsigned long long)place->offset);
	else if (place->kind == SUMAC_SHMEM_STATIC)
		snprintf(text_out, cap_bytes, "at 0x%llx of static data", (unsigned long long)place->offset);
	else
		snprintf(text_out, cap_bytes, "NULL");
}

static int differ_in_number(const struct sumac_shmem_number *number, uint64_t theirs, int pe, int lowest_pe, uint64_t lowest)
{
	if (number->is_signed)
		return sumac_fail(SUMAC_EMISMATCH, "%s is %lld on PE %d, and %lld on PE %d", number->name, (long long)theirs, pe,
				  (long long)lowest, lowest_pe);
	return sumac_fail(SUMAC_EMISMATCH, "%s is %llu on PE %d, and %llu on PE %d", number->name, (unsigned long long)theirs, pe,
			  (unsigned long long)lowest, lowest_pe);
}

/* Compares a place that matters to both. */
static int differ_in_place(const struct sumac_team *team, const struct record *records, int i, int place)
{
	const struct sumac_shmem_place *theirs = &records[i].place[place], *first;
	char texts[2][64];
	int at = 0;

	while (records[at].place[place].kind == SUMAC_SHMEM_ANYWHERE)
		at++;
	first = &records[at].place[place];
	if (!memcmp(first, theirs, sizeof(*first)))
		return 0;
	describe(theirs, texts[0], sizeof(texts[0]));
	describe(first, texts[1], sizeof(texts[1]));
	return sumac_fail(SUMAC_EMISMATCH, "%s is %s on PE %d, and %s on PE %d", place_names[place], texts[0],
			  sumac_team_world_rank(team, i), texts[1], sumac_team_world_rank(team, at));
}

static int differ(const struct sumac_team *team, const struct sumac_shmem_call *call, const struct record *records, int i)
{
	int err = 0;

	for (int k = 0; k < SUMAC_SHMEM_NUMBERS; k++)
		if (records[0].number[k] != records[i].number[k])
			return differ_in_number(&call->numbers[k], records[i].number[k], sumac_team_world_rank(team, i),
						sumac_team_world_rank(team, 0), records[0].number[k]);
	for (int place = 0; place < N_PLACES && !err; place++)
		if (records[i].place[place].kind != SUMAC_SHMEM_ANYWHERE)
			err = differ_in_place(team, records, i, place);
	return err;
}

/* A fault of one PE comes before differences, which may result from it. Arguments are compared within one call. */
static int judge(const struct sumac_team *team, const struct sumac_shmem_call *call, const struct record *records, int n)
{
	int err = 0;

	for (int i = 0; i < n; i++)
		if (*records[i].fault)
			return sumac_fail(SUMAC_EINVAL, "on PE %d: %s", sumac_team_world_rank(team, i), records[i].fault);
	for (int i = 1; i < n; i++)
		if (strcmp(records[0].name, records[i].name))
			return sumac_fail(SUMAC_EMISMATCH, "PE %d called %s, PE %d %s", sumac_team_world_rank(team, i),
					  records[i].name, sumac_team_world_rank(team, 0), records[0].name);
	for (int i = 1; i < n && !err; i++)
		err = differ(team, call, records, i);
	return err;
}

void sumac_shmem_note_fault(struct sumac_shmem_call *call, int err)
{
	if (err && !*call->fault)
		snprintf(call->fault, sizeof(call->fault), "%s", *sumac_last_error() ? sumac_last_error() : sumac_strerror(err));
}

static void fill(const struct sumac_shmem_call *call, struct record *record_out)
{
	const void *const starts[N_PLACES] = { call->dest, call->source, call->work, call->sync, call->ptr };

	memset(record_out, 0, sizeof(*record_out));
	snprintf(record_out->name, sizeof(record_out->name), "%s", call->name);
	memcpy(record_out->fault, call->fault, sizeof(record_out->fault));
	for (int i = 0; i < SUMAC_SHMEM_NUMBERS; i++)
		record_out->number[i] = call->numbers[i].value;
	for (int i = 0; i < N_PLACES; i++)
		record_out->place[i] = sumac_shmem_place_of(starts[i], 0);
	if (call->has_no_dest)
		record_out->place[DEST] = (struct sumac_shmem_place){ .kind = SUMAC_SHMEM_ANYWHERE };
	if (call->has_no_source)
		record_out->place[SOURCE] = (struct sumac_shmem_place){ .kind = SUMAC_SHMEM_ANYWHERE };
}

int sumac_shmem_compare(struct sumac_team *team, struct sumac_shmem_call *call, int err)
{
	struct record mine, *records;
	int n = sumac_team_size(team);

	if (n < 1)
		return err;
	sumac_shmem_note_fault(call, err);
	fill(call, &mine);
	records = malloc((size_t)n * sizeof(*records));
	if (!records)
		return sumac_fail(SUMAC_ENOMEM, "no memory for the calls of %d PEs", n);
	err = sumac_allgather(team, records, &mine, sizeof(mine));
	if (!err)
		err = judge(team, call, records, n);
	free(records);
	return err;
}

int sumac_shmem_enter(struct sumac_shmem_call *call, int start, int log_stride, int size, int err, struct sumac_team **team_out)
{
	sumac_shmem_note_fault(call, err);
	sumac_shmem_note_fault(call, sumac_shmem_watch_begin(call, start, log_stride, size));
	err = sumac_shmem_active_set_find(start, log_stride, size, team_out);
	return err ? err : sumac_shmem_compare(*team_out, call, 0);
}

void sumac_shmem_leave(void)
{
	sumac_shmem_watch_end();
}
