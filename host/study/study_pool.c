/*
 * Blocks in one list, freed together.
 */
#include "study/study_pool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch/exit_status.h"

static struct block {
	struct block *next;
	_Alignas(16) char bytes[];
} * blocks;

static void give_up(void)
{
	fprintf(stderr, "sumac study: no memory; finished points are kept\n");
	exit(SUMAC_EXIT_FAILED);
}

void *sumac_study_alloc(size_t len_bytes)
{
	struct block *block = calloc(1, sizeof(*block) + len_bytes);

	if (!block)
		give_up();
	block->next = blocks;
	blocks = block;
	return block->bytes;
}

char *sumac_study_text(const char *format, ...)
{
	va_list args, again;
	char *text;
	int len;

	va_start(args, format);
	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, args);
	text = sumac_study_alloc((size_t)len + 1);
	vsnprintf(text, (size_t)len + 1, format, again);
	va_end(again);
	va_end(args);
	return text;
}

/* The room doubles whenever it is full: where n is a power of two. */
void *sumac_study_grow(void *list, int n, size_t element_bytes)
{
	void *more;

	if (n & (n - 1))
		return list;
	more = sumac_study_alloc((n ? 2 * (size_t)n : 1) * element_bytes);
	if (n)
		memcpy(more, list, (size_t)n * element_bytes);
	return more;
}

void sumac_study_forget(void)
{
	while (blocks) {
		struct block *next = blocks->next;

		free(blocks);
		blocks = next;
	}
}

FILE *sumac_study_memory(char **text_out, size_t *len_out)
{
	FILE *file = open_memstream(text_out, len_out);

	if (!file)
		give_up();
	return file;
}
