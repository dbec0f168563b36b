/*
 * Linked into a program, this writes rubbish into one rank's part of its host's segment while the program runs: RUBBISH="RANK SEED
 * WORDS MILLISECONDS". Random words, at random moments of that time, where a rank says how far it is and where its things lie: its
 * header and board, its leaf's control line and slots without their data, and the beginnings of its rings. It says of each what it
 * was.
 */
#include <stddef.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/job/job.h"
#include "core/job/process.h"
#include "core/team/team.h"
#include "engine/cpu/cpu.h"
#include "engine/leaf/leaf_private.h"
#include "segment/segment_private.h"

enum { BEGINNING_BYTES = 1024, MOST_RING_BYTES = 1 << 20, MOST_PLACES = 32 };

static uint64_t state;

static uint64_t draw(uint64_t n)
{
	state = (state + 0x9E3779B97F4A7C15) * 0xD1342543DE82EF95;
	return (state >> 20) % n;
}

static uint64_t draw_word(void)
{
	uint64_t high = draw(UINT64_C(1) << 32);

	return high << 32 | draw(UINT64_C(1) << 32);
}

struct place {
	const char *what;
	uint8_t *at;
	size_t len_bytes;
};

/* Rings are made when there is something to send, so this is asked each time. */
static int find_places(const struct sumac_job *job, const struct sumac_leaf *leaf, struct place *places)
{
	struct sumac_segment *segment = job->segment;
	struct sumac_segment_header *header = sumac_segment_header(segment, segment->local_rank);
	struct sumac_leaf_slot *slot = &leaf->slots[draw(leaf->n_slots)];
	int n = 0;

	places[n++] = (struct place){ "its header", (uint8_t *)header, offsetof(struct sumac_segment_header, board) };
	places[n++] = (struct place){ "its board", header->board, BEGINNING_BYTES };
	places[n++] = (struct place){ "its leaf's control line", (uint8_t *)leaf->control, sizeof(*leaf->control) };
	places[n++] = (struct place){ "its leaf's counters", (uint8_t *)leaf->control->counters, sizeof(leaf->control->counters) };
	places[n++] = (struct place){ "a slot", (uint8_t *)slot, offsetof(struct sumac_leaf_slot, bytes) };
	for (struct sumac_segment_range *range = segment->ranges; range && n < MOST_PLACES; range = range->next) {
		uint8_t *at = sumac_segment_at(segment, segment->local_rank, range->offset, range->len_bytes);

		if (range->is_taken && range->len_bytes <= MOST_RING_BYTES && at != leaf->payloads &&
		    at != (uint8_t *)leaf->control)
			places[n++] = (struct place){ "what it gave out", at, BEGINNING_BYTES };
	}
	return n;
}

static void write_rubbish(const struct sumac_job *job, const struct sumac_leaf *leaf)
{
	struct place places[MOST_PLACES];
	const struct place *place = &places[draw((uint64_t)find_places(job, leaf, places))];
	size_t at = draw(place->len_bytes / sizeof(uint64_t)) * sizeof(uint64_t);
	_Atomic uint64_t *word = (_Atomic uint64_t *)(place->at + at);
	uint64_t value = draw_word(), was = atomic_exchange(word, value);

	fprintf(stderr, "rubbish: %s, at %zu: %#llx, was %#llx\n", place->what, at, (unsigned long long)value,
		(unsigned long long)was);
}

static void *run(void *arg)
{
	const char *words = arg;
	const struct sumac_job *job;
	const struct sumac_cpu_team *team = NULL;
	int victim, n_words, duration_ms;

	if (sscanf(words, "%d %lu %d %d", &victim, &state, &n_words, &duration_ms) != 4)
		return NULL;
	while (!team) {
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
		job = sumac_job_current();
		if (job && job->world)
			team = (const struct sumac_cpu_team *)job->world->context[SUMAC_ENGINE_CPU];
	}
	for (int i = 0; job->rank == victim && team->leaf && team->leaf->control && i < n_words; i++) {
		long pause_us = (long)draw((uint64_t)duration_ms * 1000 / (uint64_t)n_words);

		nanosleep(&(struct timespec){ pause_us / 1000000, pause_us % 1000000 * 1000 }, NULL);
		write_rubbish(job, team->leaf);
	}
	return NULL;
}

__attribute__((constructor)) static void begin(void)
{
	pthread_t thread;
	char *words = getenv("RUBBISH");

	if (words && pthread_create(&thread, NULL, run, words) == 0)
		pthread_detach(thread);
}
