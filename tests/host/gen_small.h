/*
 * Tables of one or two rows each, and what is printed from them.
 */
#ifndef GEN_SMALL_H
#define GEN_SMALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gen/output.h"

extern const struct gen_tables gen_small;

/* The text printed from the small tables contains that piece, or does not. */
void gen_small_expect(void (*print)(struct gen_text *text, const struct gen_tables *t), const char *piece);
void gen_small_expect_not(void (*print)(struct gen_text *text, const struct gen_tables *t), const char *piece);

#endif
