/*
 * Prints the C side's generated headers: the hash, the public codes, and the list of all pairs of an
 * operation and a type.
 */
#include "output.h"

#include <string.h>

void gen_print_hash(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "/* Made by sumac-gen from the tables in include/spec. Do not edit. */\n"
			"#ifndef SUMAC_SPEC_HASH_H\n#define SUMAC_SPEC_HASH_H\n\n"
			"/* The hash of all that hardware and host share; a NIC's own is in register SPEC_HASH. */\n"
			"#define SUMAC_SPEC_HASH 0x%08Xu\n\n#endif\n", gen_hash(t));
}

void gen_print_ops(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "/*\n * Made by sumac-gen from the tables in include/spec. Do not edit.\n *\n"
			" * Codes of operations, element types, collectives and status.\n */\n"
			"#ifndef SUMAC_OPS_H\n#define SUMAC_OPS_H\n\n"
			"#ifndef SUMAC_CODES_DEFINED\n#define SUMAC_CODES_DEFINED\n\n"
			"enum sumac_op {\n");
	for (size_t i = 0; i < t->n_ops; i++)
		gen_print(text, "\tSUMAC_OP_%s = %d, /* %s%s */\n", t->ops[i].name, t->ops[i].code,
			  t->ops[i].bench ? "for test benches, never accepted here: " : "", t->ops[i].help);
	gen_print(text, "};\n\nenum sumac_class {\n");
	for (size_t i = 0; i < t->n_classes; i++)
		gen_print(text, "\tSUMAC_CLASS_%s = %u, /* %s */\n", t->classes[i].name, t->classes[i].code,
			  t->classes[i].help);
	gen_print(text, "};\n\nenum sumac_type {\n");
	for (size_t i = 0; i < t->n_types; i++)
		gen_print(text, "\tSUMAC_TYPE_%s = 0x%02X, /* %s */\n", t->types[i].name, t->types[i].code,
			  t->types[i].help);
	gen_print(text, "};\n\nenum sumac_coll {\n");
	for (size_t i = 0; i < t->n_collectives; i++)
		gen_print(text, "\tSUMAC_COLL_%s = %d, /* %s */\n", t->collectives[i].name, t->collectives[i].code,
			  t->collectives[i].help);
	gen_print(text, "};\n\n/* A function returns 0 or the negative of one of these. */\nenum sumac_status {\n");
	for (size_t i = 0; i < t->n_statuses; i++)
		gen_print(text, "\tSUMAC_%s = %d, /* %s */\n", t->statuses[i].name, t->statuses[i].code,
			  t->statuses[i].message);
	gen_print(text, "};\n\n#endif\n#endif\n");
}

void gen_print_combinations(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "/*\n * Made by sumac-gen from rules.def and types.def. Do not edit.\n *\n"
			" * Every pair of an operation and a type that is defined, with its rule from rules.def.\n"
			" * SUMAC_COMBINATION(op, type, C type, computing type, EXPR or CALL, body, FREE or FIXED, NIC or CPU,\n"
			" *                   API or BENCH)\n */\n");
	for (size_t i = 0; i < t->n_ops; i++) {
		for (size_t j = 0; j < t->n_types; j++) {
			const struct gen_type *type = &t->types[j];
			const struct gen_rule *rule = gen_rule_find(t, t->ops[i].name, type->class_name);

			if (!rule)
				continue;
			gen_print(text, "SUMAC_COMBINATION(%s, %s, %s, %s, %s, %s, %s, %s, %s)\n", rule->op, type->name,
				  type->c_type, type->c_calc, rule->call ? "CALL" : "EXPR", rule->body,
				  rule->free_order ? "FREE" : "FIXED", rule->nic_sizes & type->bytes ? "NIC" : "CPU",
				  t->ops[i].bench ? "BENCH" : "API");
		}
	}
}
