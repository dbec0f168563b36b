/*
 * The small tables: an operation that the NIC does on one
 * size, one that only benches have, a pair, a record.
 */
#include "gen_small.h"

#include <stdlib.h>
#include <string.h>

static const struct gen_record records[] = { { "CPL", 8, 1, "a completion" } };
static const struct gen_word words[] = { { "HEAD", 16, "a head" } };
static const struct gen_field fields[] = { { "CPL", "COOKIE", 0, 4, "the host's | own" }, { "CPL", "SEQ", 4, 4, "" } };
static const struct gen_flag flags[] = { { "CPL", "LAST", 3, "the last" } };
static const struct gen_bits bits[] = { { "HEAD", "N_IN", 0, 5, "inputs" }, { "HEAD", "RING", 5, 11, "" } };
static const struct gen_event events[] = { { "GO", "TYPE", 8, "what", NULL }, { "GO", "AT", 1, "", NULL },
					   { "DID", "AT", 3, "", NULL }, { "DID", "WHAT", 0, "", "GO" } };
static const struct gen_code consts[] = { { "MAGIC", 0xABCDu, "who it is" } };
static const struct gen_code kinds[] = { { "DATA", 1, "a chunk" } };
static const struct gen_code streams[] = { { "MEMORY", 1, "memory" } };
static const struct gen_code features[] = { { "LINKS", 2, "links" } };
static const struct gen_code counters[] = { { "FRAMES", 0, "frames" } };
static const struct gen_code classes[] = { { "SINT", 1, "signed" }, { "PAIR", 8, "pairs" } };
static const struct gen_reg regs[] = { { "MAGIC", 0x100, "RO", "who it is" } };
static const struct gen_reg gregs[] = { { "G_KEY", 0x8, "RW", "the key" } };
static const struct gen_status statuses[] = { { "OK", 0, "OK", "success" }, { "EOP", 2, "USER", "no such operation" } };
static const struct gen_param params[] = { { "Groups", 16, 2, 1, 32, 1, "contexts" }, { "Width", 3, 5, 0, 9, 0, "how wide" } };
static const struct gen_param_rule param_rules[] = { { "Groups > Width", "Groups is more than Width" } };
static const struct gen_op ops[] = { { "SUM", 1, 0, "the sum" }, { "MINLOC", 10, 0, "where" }, { "TEST", 15, 1, "odd" } };
static const struct gen_type types[] = {
	{ "I8", 0x10, "SINT", 1, 1, "int8_t", "uint8_t", "a byte" },
	{ "I32", 0x12, "SINT", 4, 4, "int32_t", "uint32_t", "a word" },
	{ "PAIR_I16", 0x80, "PAIR", 8, 4, "struct pair", "struct pair", "a pair" },
};
static const struct gen_pair pairs[] = { { "PAIR_I16", "int16_t", 2, "int32_t", 4, 4 } };
static const struct gen_rule rules[] = {
	{ "SUM", "SINT", 0, "l | r", 1, 4, 5, "wraps" },
	{ "MINLOC", "PAIR", 1, "minloc", 0, 0, 0, "the lower index" },
	{ "TEST", "SINT", 0, "l - r", 0, 1, 1, "" },
};
static const struct gen_wide wides[] = { { "SUM", "I8", "I32", "as words" } };
static const struct gen_shmem shmem[] = {
	{ "int", "int", "I32", GEN_ARITH, GEN_ARITH, GEN_ARITH | GEN_BITWISE },
	{ "int32", "int32_t", "I32", GEN_ARITH, GEN_ARITH, 0 },
	{ "complexf", "float _Complex", "I8", 0, GEN_ARITH, 0 },
};
static const struct gen_shmem_fortran shmem_fortran[] = { { "int4", "I32", GEN_MINMAX, "INTEGER*4" } };
static const struct gen_shmem_constant shmem_constants[] = {
	{ "SIZE", "INT", "7", "elements" }, { "VALUE", "LONG", "-3", "what it is" }, { "NAME", "STRING", "\"me\"", "" },
};
static const struct gen_coll collectives[] = { { "SCAN", 4, "scan", "WHOLE", "WHOLE", "LEFT", "over the ranks" } };
static const struct gen_plan plans[] = { { "SCAN", 2, "ANY", 9, "EQUAL", "SUMAC_FEATURE_TAPS", "chain" },
					 { "SCAN", 1, "RADIX", 0, "ANY", "0", "scan" } };
static const struct gen_code exact_limits[] = { { "DIGIT_BITS", 48, "bits" } };
static const struct gen_code exact_heads[] = { { "MARK", 0, "the mark" } };
static const struct gen_exact_form exact_forms[] = { { "exact", "EXACT", 1, 45, -1074, "sums" } };
static const struct gen_mpi_type mpi_types[] = {
	{ "MPI_INT", "I32", "INTEGER", "C", "" },
	{ "MPI_SHORT_INT", "PAIR_I16", "LOCATION", "C", "" },
};
static const struct gen_mpi_op mpi_ops[] = { { "MPI_SUM", "SUM" } };
static const struct gen_mpi_allow mpi_allow[] = { { "SUM", "INTEGER" }, { "MINLOC", "LOCATION" } };
static const struct gen_setting settings[] = {
	{ "engine", "ENGINE", "ENUM", "auto|nic|cpu", "auto", 1, "who computes" },
	{ "timeout", "TIMEOUT", "TIME", "0..86400", "600", 0, "how long" },
	{ "report", "REPORT", "STRING", "", "", 0, "where" },
};

const struct gen_tables gen_small = {
#define X(name) .name = name, .n_##name = sizeof(name) / sizeof(name[0]),
	X(records) X(words) X(fields) X(flags) X(bits) X(events) X(consts) X(kinds) X(streams) X(features)
	X(counters) X(classes) X(regs) X(gregs) X(statuses) X(params) X(param_rules) X(ops) X(types) X(pairs) X(rules) X(wides)
	X(shmem) X(shmem_fortran) X(shmem_constants) X(mpi_types) X(mpi_ops) X(mpi_allow) X(settings) X(collectives) X(plans)
	X(exact_limits) X(exact_heads) X(exact_forms)
#undef X
};

static int has(void (*print)(struct gen_text *text, const struct gen_tables *t), const char *piece)
{
	struct gen_text text = { 0 };
	int found;

	print(&text, &gen_small);
	found = strstr(text.data, piece) != NULL;
	if (!found)
		print_message("%s", text.data);
	free(text.data);
	return found;
}

void gen_small_expect(void (*print)(struct gen_text *text, const struct gen_tables *t), const char *piece)
{
	if (!has(print, piece))
		fail_msg("not printed: %s", piece);
}

void gen_small_expect_not(void (*print)(struct gen_text *text, const struct gen_tables *t), const char *piece)
{
	struct gen_text text = { 0 };

	print(&text, &gen_small);
	if (strstr(text.data, piece))
		fail_msg("printed: %s\n%s", piece, text.data);
	free(text.data);
}
