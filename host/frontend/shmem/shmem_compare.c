/*
 * In checking mode, a collective call begins with an exchange of what each PE has called, with which arguments, and what it
 * has found wrong: so all PEs end it in the same way, and both sides of a disagreement are told.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/settings.h"
#include "frontend/shmem/shmem_private.h"

enum { N_BUFFERS = 2, N_PLACES = 4 }; /* buffers of no elements may be anything */

static const char *const place_names[N_PLACES] = { "dest", "source", "pWrk", "pSync" };

struct record {
	char name[48];
	char fault[128]; /* "": nothing is wrong */
	uint64_t n_elems;
	struct sumac_shmem_place place[N_PLACES];
};

bool sumac_shmem_compares(void)
{
	return sumac_setting_bool(SUMAC_SETTING_CHECK);
}

static void describe(const struct record *record, int i, char *text_out, size_t cap_bytes)
{
	const struct sumac_shmem_place *place = &record->place[i];

	if (place->kind == SUMAC_SHMEM_HEAP)
		snprintf(text_out, cap_bytes, "at offset %llu of the heap", (unsigned long long)place->offset);
	else if (place->kind == SUMAC_SHMEM_STATIC)
		snprintf(text_out, cap_bytes, "at 0x%llx of static data", (unsigned long long)place->offset);
	else
		snprintf(text_out, cap_bytes, "NULL");
}

static int differ(const struct record *lowest, int lowest_pe, const struct record *other, int pe)
{
	char mine[64], theirs[64];

	if (strcmp(lowest->name, other->name))
		return sumac_fail(SUMAC_EMISMATCH, "PE %d called %s, PE %d %s", pe, other->name, lowest_pe, lowest->name);
	if (lowest->n_elems != other->n_elems)
		return sumac_fail(SUMAC_EMISMATCH, "nreduce is %llu on PE %d, and %llu on PE %d", (unsigned long long)other->n_elems,
				  pe, (unsigned long long)lowest->n_elems, lowest_pe);
	for (int i = 0; i < N_PLACES; i++) {
		if (!memcmp(&lowest->place[i], &other->place[i], sizeof(lowest->place[i])))
			continue;
		describe(other, i, theirs, sizeof(theirs));
		describe(lowest, i, mine, sizeof(mine));
		return sumac_fail(SUMAC_EMISMATCH, "%s is %s on PE %d, and %s on PE %d", place_names[i], theirs, pe, mine, lowest_pe);
	}
	return 0;
}

/* A fault of one PE goes before differences, which may come of it. */
static int judge(const struct sumac_team *team, const struct record *records, int n)
{
	int err = 0;

	for (int i = 0; i < n; i++)
		if (*records[i].fault)
			return sumac_fail(SUMAC_EINVAL, "on PE %d: %s", sumac_team_world_rank(team, i), records[i].fault);
	for (int i = 1; i < n && !err; i++)
		err = differ(&records[0], sumac_team_world_rank(team, 0), &records[i], sumac_team_world_rank(team, i));
	return err;
}

void sumac_shmem_note_fault(struct sumac_shmem_call *call, int err)
{
	if (err)
		snprintf(call->fault, sizeof(call->fault), "%s", *sumac_last_error() ? sumac_last_error() : sumac_strerror(err));
}

int sumac_shmem_compare(struct sumac_team *team, const struct sumac_shmem_call *call)
{
	const void *const starts[N_PLACES] = { call->dest, call->source, call->work, call->sync };
	struct record mine, *records;
	int n = sumac_team_size(team), err;

	if (n < 1)
		return 0;
	memset(&mine, 0, sizeof(mine));
	snprintf(mine.name, sizeof(mine.name), "%s", call->name);
	memcpy(mine.fault, call->fault, sizeof(mine.fault));
	mine.n_elems = call->n_elems;
	for (int i = call->n_elems ? 0 : N_BUFFERS; i < N_PLACES; i++)
		mine.place[i] = sumac_shmem_place_of(starts[i], 0);
	records = malloc((size_t)n * sizeof(*records));
	if (!records)
		return sumac_fail(SUMAC_ENOMEM, "no memory for the calls of %d PEs", n);
	err = sumac_allgather(team, records, &mine, sizeof(mine));
	if (!err)
		err = judge(team, records, n);
	free(records);
	return err;
}
