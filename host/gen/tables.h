/*
 * The rows of the tables in include/spec as data, so that the generator can check, hash and print them, and a
 * test can feed it bad ones.
 */
#ifndef SUMAC_GEN_TABLES_H
#define SUMAC_GEN_TABLES_H

#include <stddef.h>
#include <stdint.h>

struct gen_record { const char *name; int bytes; int aligned; const char *help; };
struct gen_word { const char *name; int bits; const char *help; };
struct gen_field { const char *record, *name; int offset, bytes; const char *help; };
struct gen_flag { const char *record, *name; int bit; const char *help; };
struct gen_bits { const char *word, *name; int lsb, bits; const char *help; };
/* of: the event that the field is; NULL: it is bits. */
struct gen_event { const char *event, *name; int bits; const char *help, *of; };
/* Every row that is a name and a number. */
struct gen_code { const char *name; uint32_t code; const char *help; };
struct gen_reg { const char *name; uint32_t offset; const char *access; const char *help; };
struct gen_status { const char *name; int code; const char *class_name, *message; };
struct gen_param { const char *name; int def, small, low, high, power; const char *help; };
struct gen_param_rule { const char *condition, *words; };
struct gen_op { const char *name; int code; int bench; const char *help; };
struct gen_type {
	const char *name;
	int code;
	const char *class_name;
	int bytes, align;
	const char *c_type, *c_calc, *help;
};
struct gen_complex { const char *type; };
struct gen_pair {
	const char *type, *value_type;
	int value_bytes;
	const char *index_type;
	int index_bytes, index_offset;
};
struct gen_rule {
	const char *op, *class_name;
	int call;
	const char *body;
	int free_order;
	int nic_sizes, goal_sizes;
	const char *help;
};
struct gen_wide { const char *op, *type, *wider, *help; };
/* The groups of operations that a type has: in SHMEM's three forms of interface, and in Fortran's. */
struct gen_shmem { const char *name, *c_type, *type; unsigned generic, typed, active; };
struct gen_shmem_fortran { const char *name, *type; unsigned groups; const char *help; };
/* kind: INT, LONG or STRING. */
struct gen_shmem_constant { const char *name, *kind, *value, *help; };
struct gen_mpi_type { const char *handle, *type, *group, *language, *help; };
struct gen_mpi_op { const char *handle, *op; };
struct gen_mpi_allow { const char *op, *groups; };
struct gen_setting { const char *name, *upper, *kind, *choices, *def; int in_plan; const char *help; };
struct gen_plan { const char *coll; int least; const char *most; long bytes; const char *parts, *needs, *family; };
/* code: in the mark of the form's accumulators; lsb: the exponent of the lowest bit. */
struct gen_exact_form { const char *name, *upper; int code, digits, lsb; const char *help; };
struct gen_coll { const char *name; int code; const char *text, *gives, *gets, *order, *help; };

#define GEN_TABLES(X) \
	X(struct gen_record, records) \
	X(struct gen_word, words) \
	X(struct gen_field, fields) \
	X(struct gen_field, aliases) \
	X(struct gen_flag, flags) \
	X(struct gen_bits, bits) \
	X(struct gen_event, events) \
	X(struct gen_code, consts) \
	X(struct gen_code, kinds) \
	X(struct gen_code, streams) \
	X(struct gen_reg, regs) \
	X(struct gen_reg, gregs) \
	X(struct gen_code, features) \
	X(struct gen_code, counters) \
	X(struct gen_code, stages) \
	X(struct gen_code, causes) \
	X(struct gen_status, statuses) \
	X(struct gen_param, params) \
	X(struct gen_param_rule, param_rules) \
	X(struct gen_op, ops) \
	X(struct gen_code, classes) \
	X(struct gen_type, types) \
	X(struct gen_complex, complexes) \
	X(struct gen_pair, pairs) \
	X(struct gen_rule, rules) \
	X(struct gen_wide, wides) \
	X(struct gen_shmem, shmem) \
	X(struct gen_shmem_fortran, shmem_fortran) \
	X(struct gen_shmem_constant, shmem_constants) \
	X(struct gen_mpi_type, mpi_types) \
	X(struct gen_mpi_op, mpi_ops) \
	X(struct gen_mpi_allow, mpi_allow) \
	X(struct gen_setting, settings) \
	X(struct gen_coll, collectives) \
	X(struct gen_plan, plans) \
	X(struct gen_code, exact_limits) \
	X(struct gen_code, exact_heads) \
	X(struct gen_exact_form, exact_forms)

struct gen_tables {
#define X(type, name) const type *name; size_t n_##name;
	GEN_TABLES(X)
#undef X
};

/* Groups of operations in the SHMEM tables. */
enum { GEN_BITWISE = 1, GEN_MINMAX = 2, GEN_ARITH = 4 };

/* The project's own rows. */
extern const struct gen_tables gen_tables;

const struct gen_op *gen_op_find(const struct gen_tables *t, const char *name);
const struct gen_type *gen_type_find(const struct gen_tables *t, const char *name);
const struct gen_code *gen_code_find(const struct gen_code *codes, size_t n, const char *name);
const struct gen_rule *gen_rule_find(const struct gen_tables *t, const char *op, const char *class_name);

/* Whether word is one of those in words, which "|" separates. */
int gen_list_has(const char *words, const char *word);

/* Bit n: the NIC does op code n for this type. bench: the bench operations rather than the API's. */
unsigned gen_nic_ops(const struct gen_tables *t, const struct gen_type *type, int bench);

/* Bit n: MPI allows op code n on datatypes of this group. */
unsigned gen_mpi_ops(const struct gen_tables *t, const char *group);

/* FNV-1a over all that hardware and host share; texts, settings and default parameters are left out. */
uint32_t gen_hash(const struct gen_tables *t);

#endif
