/*
 * Prints SHMEM's reductions: the public header with all declarations and the generic forms, and the list
 * of definitions that the front end includes.
 */
#include "output.h"

#include <string.h>

struct member { unsigned group; const char *op; };

/* In the order of the standard's page. */
static const struct member members[] = {
	{ GEN_BITWISE, "AND" }, { GEN_BITWISE, "OR" }, { GEN_BITWISE, "XOR" }, { GEN_MINMAX, "MAX" },
	{ GEN_MINMAX, "MIN" }, { GEN_ARITH, "SUM" }, { GEN_ARITH, "PROD" },
};

static const size_t n_members = sizeof(members) / sizeof(members[0]);

/* C++ has no _Complex; std::complex has its layout, and the linkage is C's either way. */
static const char *c_type_of(const struct gen_shmem *row)
{
	if (!strcmp(row->c_type, "float _Complex"))
		return "sumac_complexf";
	if (!strcmp(row->c_type, "double _Complex"))
		return "sumac_complexd";
	return row->c_type;
}

static void print_declarations(struct gen_text *text, const struct gen_tables *t)
{
	for (size_t m = 0; m < n_members; m++) {
		const char *op = gen_lower(members[m].op);

		gen_print(text, "\n/* %s */\n", members[m].op);
		for (size_t i = 0; i < t->n_shmem; i++)
			if (t->shmem[i].typed & members[m].group)
				gen_print(text, "int shmem_%s_%s_reduce(shmem_team_t team, %s *dest, const %s *source, size_t nreduce);\n",
					  t->shmem[i].name, op, c_type_of(&t->shmem[i]), c_type_of(&t->shmem[i]));
		for (size_t i = 0; i < t->n_shmem; i++)
			if (t->shmem[i].active & members[m].group)
				gen_print(text, "void shmem_%s_%s_to_all(%s *dest, const %s *source, int nreduce, int PE_start,\n"
					  "\tint logPE_stride, int PE_size, %s *pWrk, long *pSync);\n",
					  t->shmem[i].name, op, c_type_of(&t->shmem[i]), c_type_of(&t->shmem[i]),
					  c_type_of(&t->shmem[i]));
	}
}

/*
 * Types that may be aliases of one another must not be in one _Generic: first C's own types, then the
 * fixed widths, then size_t, then ptrdiff_t, each in the default of the one before.
 */
static int alias_level(const struct gen_shmem *row)
{
	size_t len = strlen(row->c_type);

	if (len < 2 || strcmp(row->c_type + len - 2, "_t"))
		return 0;
	if (!strcmp(row->c_type, "size_t"))
		return 2;
	if (!strcmp(row->c_type, "ptrdiff_t"))
		return 3;
	return 1;
}

static void print_generic(struct gen_text *text, const struct gen_tables *t, const struct member *member)
{
	const char *op = gen_lower(member->op);
	int depth = 0;

	gen_print(text, "\n#define shmem_%s_reduce(team, dest, source, nreduce) \\\n", op);
	for (int level = 0; level < 4; level++) {
		int open = 0;

		for (size_t i = 0; i < t->n_shmem; i++) {
			if (!(t->shmem[i].generic & member->group) || alias_level(&t->shmem[i]) != level)
				continue;
			if (!open)
				gen_print(text, "\t_Generic((dest), \\\n");
			open = 1;
			gen_print(text, "\t%s *: shmem_%s_%s_reduce, \\\n", c_type_of(&t->shmem[i]), t->shmem[i].name, op);
		}
		depth += open;
		if (open)
			gen_print(text, "\tdefault: \\\n");
	}
	gen_print(text, "\tsumac_shmem_no_such_reduction_for_this_type");
	while (depth--)
		gen_print(text, ")");
	gen_print(text, "(team, dest, source, nreduce)\n");
}

void gen_print_shmem_header(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text,
		  "/*\n"
		  " * Made by sumac-gen from the tables in include/spec. Do not edit.\n"
		  " *\n"
		  " * OpenSHMEM's reductions: on teams, typed and (in C11) generic, and on active sets. shmem.h includes\n"
		  " * this, after shmem_team_t and outside of extern \"C\".\n"
		  " */\n"
		  "#ifndef SUMAC_SHMEM_REDUCTIONS_H\n#define SUMAC_SHMEM_REDUCTIONS_H\n\n"
		  "#include <stddef.h>\n#include <stdint.h>\n\n"
		  "#ifdef __cplusplus\n#include <complex>\n\n"
		  "typedef std::complex<float> sumac_complexf;\ntypedef std::complex<double> sumac_complexd;\n\n"
		  "extern \"C\" {\n#else\n"
		  "typedef float _Complex sumac_complexf;\ntypedef double _Complex sumac_complexd;\n#endif\n");
	print_declarations(text, t);
	gen_print(text,
		  "\n#ifdef __cplusplus\n}\n"
		  "#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L\n\n"
		  "/* Defined nowhere: the compiler names it when a type lacks the operation. */\n"
		  "int sumac_shmem_no_such_reduction_for_this_type(void);\n");
	for (size_t m = 0; m < n_members; m++)
		print_generic(text, t, &members[m]);
	gen_print(text, "\n#endif\n#endif\n");
}

void gen_print_shmem_list(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text,
		  "/*\n"
		  " * Made by sumac-gen from the tables in include/spec. Do not edit.\n"
		  " *\n"
		  " * Every reduction that SHMEM has. Define the row macros that you want, then include this: the others\n"
		  " * expand to nothing, and afterwards none is left defined.\n"
		  " *\n"
		  " * SUMAC_SHMEM_TEAM(type name, C type, type, OP, op)       int shmem_<type name>_<op>_reduce\n"
		  " * SUMAC_SHMEM_ACTIVE(type name, C type, type, OP, op)     void shmem_<type name>_<op>_to_all\n"
		  " * SUMAC_SHMEM_ACTIVE_FORTRAN(type name, type, OP, op)     subroutine shmem_<type name>_<op>_to_all\n"
		  " */\n"
		  "#ifndef SUMAC_SHMEM_TEAM\n#define SUMAC_SHMEM_TEAM(...)\n#endif\n"
		  "#ifndef SUMAC_SHMEM_ACTIVE\n#define SUMAC_SHMEM_ACTIVE(...)\n#endif\n"
		  "#ifndef SUMAC_SHMEM_ACTIVE_FORTRAN\n#define SUMAC_SHMEM_ACTIVE_FORTRAN(...)\n#endif\n\n");
	for (size_t m = 0; m < n_members; m++) {
		const char *upper = members[m].op, *op = gen_lower(members[m].op);

		for (size_t i = 0; i < t->n_shmem; i++)
			if (t->shmem[i].typed & members[m].group)
				gen_print(text, "SUMAC_SHMEM_TEAM(%s, %s, %s, %s, %s)\n", t->shmem[i].name,
					  t->shmem[i].c_type, t->shmem[i].type, upper, op);
		for (size_t i = 0; i < t->n_shmem; i++)
			if (t->shmem[i].active & members[m].group)
				gen_print(text, "SUMAC_SHMEM_ACTIVE(%s, %s, %s, %s, %s)\n", t->shmem[i].name,
					  t->shmem[i].c_type, t->shmem[i].type, upper, op);
		for (size_t i = 0; i < t->n_shmem_fortran; i++)
			if (t->shmem_fortran[i].groups & members[m].group)
				gen_print(text, "SUMAC_SHMEM_ACTIVE_FORTRAN(%s, %s, %s, %s)\n", t->shmem_fortran[i].name,
					  t->shmem_fortran[i].type, upper, op);
	}
	gen_print(text, "\n#undef SUMAC_SHMEM_TEAM\n#undef SUMAC_SHMEM_ACTIVE\n#undef SUMAC_SHMEM_ACTIVE_FORTRAN\n");
}
