/*
 * The oracle for many elements: the same bits as oracle_combine(), which is what its test says, by the
 * processor's packed instructions where it has them. Expects the floating-point environment that programs
 * start with.
 */
#ifndef SUMAC_ORACLE_BULK_H
#define SUMAC_ORACLE_BULK_H

#include <stddef.h>

/* dst = left (op) right, elementwise. -1 if the oracle does not know the pair. */
int oracle_combine_all(int op, int type, const void *left, const void *right, size_t count, void *dst);

#endif
