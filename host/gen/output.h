/*
 * Generated files: text gathered in memory, then written below a folder or compared with the files there.
 */
#ifndef SUMAC_GEN_OUTPUT_H
#define SUMAC_GEN_OUTPUT_H

#include <stddef.h>

#include "tables.h"

struct gen_text { char *data; size_t len_bytes, cap_bytes; };

/* Appends. Ends the generator if there is no memory. */
void gen_print(struct gen_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends a cell of a Markdown table, with a backslash before each of these characters. */
void gen_print_cell(struct gen_text *text, const char *cell, const char *escaped);

/* Both return 0, or -1 after saying on stderr what is wrong with the file. */
int gen_text_write(const struct gen_text *text, const char *dir, const char *path);
int gen_text_compare(const struct gen_text *text, const char *dir, const char *path);

/* One generated file: its path in the tree, and who prints it. */
struct gen_output { const char *path; void (*print)(struct gen_text *text, const struct gen_tables *t); };
extern const struct gen_output gen_outputs[];
extern const size_t gen_n_outputs;

void gen_print_sv(struct gen_text *text, const struct gen_tables *t);
void gen_print_hash(struct gen_text *text, const struct gen_tables *t);
void gen_print_ops(struct gen_text *text, const struct gen_tables *t);
void gen_print_combinations(struct gen_text *text, const struct gen_tables *t);
void gen_print_exact(struct gen_text *text, const struct gen_tables *t);
void gen_print_exact_fortran(struct gen_text *text, const struct gen_tables *t);
void gen_print_doc_exact(struct gen_text *text, const struct gen_tables *t);
void gen_print_shmem_header(struct gen_text *text, const struct gen_tables *t);
void gen_print_shmem_constants(struct gen_text *text, const struct gen_tables *t);
void gen_print_shmem_man(struct gen_text *text, const struct gen_tables *t);
void gen_print_shmem_list(struct gen_text *text, const struct gen_tables *t);
void gen_print_shmem_fortran(struct gen_text *text, const struct gen_tables *t);
void gen_print_shmem_fortran_external(struct gen_text *text, const struct gen_tables *t);
void gen_print_pshmem(struct gen_text *text, const struct gen_tables *t);
void gen_print_shmem_remote(struct gen_text *text, const struct gen_tables *t);
void gen_print_shmem_remote_list(struct gen_text *text, const struct gen_tables *t);
void gen_print_mpi_list(struct gen_text *text, const struct gen_tables *t);
void gen_print_doc_types(struct gen_text *text, const struct gen_tables *t);
void gen_print_doc_operations(struct gen_text *text, const struct gen_tables *t);
void gen_print_doc_offload(struct gen_text *text, const struct gen_tables *t);
void gen_print_doc_registers(struct gen_text *text, const struct gen_tables *t);
void gen_print_doc_records(struct gen_text *text, const struct gen_tables *t);
void gen_print_doc_collectives(struct gen_text *text, const struct gen_tables *t);
void gen_print_lua(struct gen_text *text, const struct gen_tables *t);
void gen_print_doc_settings(struct gen_text *text, const struct gen_tables *t);
void gen_print_doc_status(struct gen_text *text, const struct gen_tables *t);

/* Types that may be aliases of one another must not be in one _Generic: those of one level never are. */
enum { GEN_ALIAS_LEVELS = 4 };
int gen_alias_level(const char *c_type);

/* Lower-cases into a static buffer, for one use at a time. */
const char *gen_lower(const char *name);

#endif
