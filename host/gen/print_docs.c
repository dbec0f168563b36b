/*
 * Prints the reference pages of types, operations and collectives: what can be reduced, how, and which engine
 * computes it.
 */
#include "output.h"

#include <string.h>

static const char made[] = "<!-- Made by sumac-gen from the tables in include/spec. Do not edit. -->\n";

void gen_print_doc_types(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "%s\n# Element types\n\n"
		  "A type code is the type's class in its high nibble and log2 of the element's bytes in its low one;\n"
		  "pairs are numbered. Signedness belongs to the class.\n\n", made);
	gen_print(text, "| class | code | what |\n|---|---|---|\n");
	for (size_t i = 0; i < t->n_classes; i++)
		gen_print(text, "| `%s` | %u | %s |\n", t->classes[i].name, t->classes[i].code, t->classes[i].help);
	gen_print(text, "\n| type | code | class | bytes | alignment | what |\n|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < t->n_types; i++)
		gen_print(text, "| `SUMAC_TYPE_%s` | 0x%02X | %s | %d | %d | %s |\n", t->types[i].name, t->types[i].code,
			  t->types[i].class_name, t->types[i].bytes, t->types[i].align, t->types[i].help);
	gen_print(text, "\n## Names in SHMEM\n\n| name | C or Fortran type | type |\n|---|---|---|\n");
	for (size_t i = 0; i < t->n_shmem; i++)
		gen_print(text, "| `%s` | `%s` | %s |\n", t->shmem[i].name, t->shmem[i].c_type, t->shmem[i].type);
	for (size_t i = 0; i < t->n_shmem_fortran; i++)
		gen_print(text, "| `%s` | `%s` | %s |\n", t->shmem_fortran[i].name, t->shmem_fortran[i].help,
			  t->shmem_fortran[i].type);
	gen_print(text, "\n## Names in MPI\n\n| datatype | type | group |\n|---|---|---|\n");
	for (size_t i = 0; i < t->n_mpi_types; i++)
		gen_print(text, "| `%s` | %s | %s |\n", t->mpi_types[i].handle, t->mpi_types[i].type,
			  gen_lower(t->mpi_types[i].group));
}

static void print_rule(struct gen_text *text, const struct gen_rule *rule)
{
	gen_print(text, "| %s | ", rule->class_name);
	if (!rule->call) {
		gen_print(text, "`");
		gen_print_cell(text, rule->body, "|");
		gen_print(text, "`");
	}
	gen_print(text, " | %s | ", rule->free_order ? "any" : "that of E");
	gen_print_cell(text, rule->help, "|*");
	gen_print(text, " |\n");
}

void gen_print_doc_operations(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "%s\n# Operations\n\n"
		  "For n ranks a result is E(0, n), where E(lo, 1) is the value of rank lo and\n"
		  "E(lo, n) = E(lo, p) (+) E(lo + p, n - p), p being the largest power of two below n. So the left\n"
		  "operand is always the lower ranks'. T is the element's C type. C is the computing type: for\n"
		  "integers an unsigned type, so that overflow wraps.\n\n"
		  "Floating point rounds to nearest even, with subnormals. Sums, differences and products: a NaN\n"
		  "on the left is returned, quieted; else a NaN on the right, quieted; an invalid operation gives the\n"
		  "default NaN (0xFE00 of binary16, 0xFFC0 of bfloat16, 0xFFC00000, 0xFFF8000000000000); overflow gives\n"
		  "infinity.\n\n"
		  "The column `order` says in which order operands may be combined without changing a bit.\n", made);
	for (size_t i = 0; i < t->n_ops; i++) {
		gen_print(text, "\n## %s (code %d)\n\n%s%s.\n\n| class | expression | order | rule |\n|---|---|---|---|\n",
			  t->ops[i].name, t->ops[i].code, t->ops[i].help,
			  t->ops[i].bench ? ". Only for test benches: no interface of the host takes it" : "");
		for (size_t j = 0; j < t->n_rules; j++)
			if (!strcmp(t->rules[j].op, t->ops[i].name))
				print_rule(text, &t->rules[j]);
		for (size_t j = 0; j < t->n_wides; j++)
			if (!strcmp(t->wides[j].op, t->ops[i].name))
				gen_print(text, "\nOn `%s` with the setting `narrow_sums=wide`: %s.\n", t->wides[j].type,
					  t->wides[j].help);
	}
}

void gen_print_doc_offload(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "%s\n# Who computes what\n\n"
		  "**NIC**: the NIC's combine engine, or the CPU engine if there is no NIC. **cpu**: the CPU engine,\n"
		  "until the NIC learns it. **CPU**: the CPU engine, by design. Empty: not defined, and refused. The result\n"
		  "has the same bits whoever computes it.\n\n| type |", made);
	for (size_t i = 0; i < t->n_ops; i++)
		if (!t->ops[i].bench)
			gen_print(text, " %s |", t->ops[i].name);
	gen_print(text, "\n|---|");
	for (size_t i = 0; i < t->n_ops; i++)
		if (!t->ops[i].bench)
			gen_print(text, "---|");
	gen_print(text, "\n");
	for (size_t j = 0; j < t->n_types; j++) {
		const struct gen_type *type = &t->types[j];

		gen_print(text, "| `%s` |", type->name);
		for (size_t i = 0; i < t->n_ops; i++) {
			const struct gen_rule *rule = gen_rule_find(t, t->ops[i].name, type->class_name);

			if (t->ops[i].bench)
				continue;
			gen_print(text, " %s |", !rule			    ? "" :
				  rule->nic_sizes & type->bytes ? "NIC" :
				  rule->goal_sizes & type->bytes ? "cpu" : "CPU");
		}
		gen_print(text, "\n");
	}
}

/* The words for ranks, or for values, that the columns of the table of collectives stand for. */
static const char *coll_word(const char *word)
{
	static const char *const words[][2] = {
		{ "WHOLE", "all" }, { "PART", "its part" }, { "ROOT", "all, the root alone" },
		{ "LATER", "all, but nothing on rank 0" }, { "NONE", "nothing" },
		{ "TREE", "E(0, n)" }, { "LEFT", "from the left" }, { "MOVE", "not combined" },
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(words[i][0], word))
			return words[i][1];
	return word;
}

/* Those of one collective, in their order. */
static void print_plans(struct gen_text *text, const struct gen_tables *t, const struct gen_coll *coll)
{
	for (size_t i = 0; i < t->n_plans; i++) {
		const struct gen_plan *plan = &t->plans[i];

		if (!strcmp(plan->coll, coll->name))
			gen_print(text, "| `%s` | %d to %s | %ld | %s | %s | `sumac_plan_make_%s()` |\n", coll->text, plan->least,
				  !strcmp(plan->most, "RADIX") ? "the radix" : "any", plan->bytes,
				  !strcmp(plan->parts, "EQUAL") ? "equal" : "", !strcmp(plan->needs, "0") ? "" : plan->needs,
				  plan->family);
	}
}

void gen_print_doc_collectives(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "%s\n# Collectives\n\n"
		  "The table says what each rank of a team gives and gets. Parts lie in rank order, and may be of any size.\n\n"
		  "Values are combined as E(0, n), which operations.md defines, or from the left, in rank order: for\n"
		  "rank r ((x0 (+) x1) (+) x2) ... up to xr, in an exscan up to x(r-1).\n\n"
		  "Each is `sumac_NAME()` in `include/sumac.h`, and as a request `sumac_iNAME()`.\n\n"
		  "| name | code | gives | gets | values | what |\n|---|---|---|---|---|---|\n", made);
	for (size_t i = 0; i < t->n_collectives; i++) {
		const struct gen_coll *coll = &t->collectives[i];

		gen_print(text, "| `%s` | %d | %s | %s | %s | %s |\n", coll->text, coll->code, coll_word(coll->gives),
			  coll_word(coll->gets), !strcmp(coll->gives, "NONE") ? "" : coll_word(coll->order), coll->help);
	}
	gen_print(text, "\n## Its plan\n\n"
		  "A call takes the first row of its collective that fits it. Only an engine with SUMAC_FEATURE_LINKS\n"
		  "serves teams of more ranks than the radix, which is the number of inputs that one of its nodes has.\n\n"
		  "| name | ranks | bytes, at least | parts | the engine needs | plan |\n|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < t->n_collectives; i++)
		print_plans(text, t, &t->collectives[i]);
}
