/*
 * Shared by the targets of `make fuzz`: libFuzzer's entry, an input that is read from its beginning, and an expectation whose
 * failure ends the run with the input saved.
 */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len_bytes);

static inline void fuzz_expect(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "fuzz: %s\n", what);
	abort();
}

struct fuzz_input {
	const uint8_t *at;
	size_t left_bytes;
};

/* Up to 8 bytes; 0 where the input has ended. */
static inline uint64_t fuzz_take(struct fuzz_input *input, size_t n_bytes)
{
	uint64_t value = 0;

	n_bytes = n_bytes < input->left_bytes ? n_bytes : input->left_bytes;
	memcpy(&value, input->at, n_bytes);
	input->at += n_bytes;
	input->left_bytes -= n_bytes;
	return value;
}

#endif
