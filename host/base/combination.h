/*
 * Which pairs of operation and type exist, with their names and sizes, from the spec's tables.
 */
#ifndef SUMAC_COMBINATION_H
#define SUMAC_COMBINATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SUMAC_N_OP_CODES = 16, SUMAC_N_TYPE_CODES = 256 };

#pragma GCC visibility push(default) /* used by front ends */
extern const uint8_t sumac_type_sizes[SUMAC_N_TYPE_CODES];
#pragma GCC visibility pop

/* Bytes of an element; 0 for an unknown type. */
static inline size_t sumac_type_bytes(int type)
{
	return type >= 0 && type < SUMAC_N_TYPE_CODES ? sumac_type_sizes[type] : 0;
}

/* The table's name, as "I32" or "SUM"; "?" for an unknown one. */
const char *sumac_type_name(int type);
const char *sumac_op_name(int op);

/* The pairs that the API takes are numbered 0 .. count - 1,
 * the same in every process of a build; -1 for others. */
int sumac_combination_count(void);
int sumac_combination_index(int op, int type);
/* The pair with that number. */
void sumac_combination_get(int index, int *op_out, int *type_out);

/* Whether the bits of a result are the same in whatever order values are combined. */
bool sumac_combination_is_free(int op, int type);

/* One more than the number of the pair; 0 if there is no such pair. */
extern const uint16_t sumac_combination_numbers[SUMAC_N_OP_CODES][SUMAC_N_TYPE_CODES] __attribute__((visibility("hidden")));

/* Whether the API takes the pair: inline, for calls with few elements. */
static inline bool sumac_combination_is_there(int op, int type)
{
	return (unsigned)op < SUMAC_N_OP_CODES && (unsigned)type < SUMAC_N_TYPE_CODES && sumac_combination_numbers[op][type];
}

/* 0 if the API takes the pair, else -SUMAC_EOP or -SUMAC_ETYPE, with a story. */
int sumac_combination_check(int op, int type);

#endif
