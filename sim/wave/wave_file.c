#include "sim/wave/wave_file.h"

#include <endian.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The format is that of GTKWave's fstapi.c: a block is its kind, a byte, and its length from there on. */
enum { KIND_BYTES = 1, LENGTH_BYTES = 8, END_TIME_AT = 17, N_VALUE_BLOCKS_AT = 65, HEAD_BYTES = 73 };
enum { HEAD = 0, VALUES = 1, WIDTHS = 3, NAMES = 4, VALUES_ALIASED = 5, NAMES_LZ4 = 6, NAMES_LZ4_TWICE = 7, VALUES_ALIASED_2 = 8 };

struct found {
	uint64_t end_time, n_value_blocks, n_values;
	bool has_head, has_names, has_widths;
};

static uint64_t number_at(const unsigned char *bytes)
{
	uint64_t number;

	memcpy(&number, bytes, sizeof number);
	return be64toh(number);
}

static void take_block(const unsigned char *block, size_t len_bytes, struct found *found)
{
	switch (block[0]) {
	case HEAD:
		found->has_head = len_bytes == HEAD_BYTES;
		found->end_time = number_at(block + END_TIME_AT);
		found->n_value_blocks = number_at(block + N_VALUE_BLOCKS_AT);
		return;
	case VALUES:
	case VALUES_ALIASED:
	case VALUES_ALIASED_2:
		found->n_values++;
		return;
	case WIDTHS:
		found->has_widths = true;
		return;
	case NAMES:
	case NAMES_LZ4:
	case NAMES_LZ4_TWICE:
		found->has_names = true;
		return;
	}
}

/* Returns whether the blocks end where the file does. */
static bool walk(FILE *file, struct found *found)
{
	unsigned char block[HEAD_BYTES] = { 0 };
	long at = 0, end;

	if (fseek(file, 0, SEEK_END) || (end = ftell(file)) < 0)
		return false;
	while (at < end) {
		size_t got = fseek(file, at, SEEK_SET) ? 0 : fread(block, 1, sizeof block, file);
		uint64_t length = got < KIND_BYTES + LENGTH_BYTES ? 0 : number_at(block + KIND_BYTES);

		if (length < LENGTH_BYTES || length > (uint64_t)(end - at - KIND_BYTES))
			return false;
		take_block(block, got, found);
		at += KIND_BYTES + (long)length;
	}
	return true;
}

const char *sumac_wave_file_judge(const char *path, uint64_t end)
{
	struct found found = { 0 };
	FILE *file = fopen(path, "re");
	bool is_chain;

	if (!file)
		return strerror(errno);
	is_chain = walk(file, &found);
	fclose(file);
	if (!is_chain || !found.has_head)
		return "it breaks off; perhaps the disk is full";
	if (!found.has_names || !found.has_widths || !found.n_values || found.n_values != found.n_value_blocks)
		return "parts of it are missing; perhaps the disk is full";
	return found.end_time == end ? NULL : "it does not reach to the last cycle; perhaps the disk is full";
}
