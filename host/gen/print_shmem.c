/*
 * Prints SHMEM's reductions and scans: the public header with all declarations and the generic forms, and the list
 * of definitions that the front end includes.
 */
#include "print_shmem.h"

#include <string.h>

const struct gen_shmem_member gen_shmem_members[] = {
	{ GEN_BITWISE, "AND", "and_reduce", NULL }, { GEN_BITWISE, "OR", "or_reduce", NULL },
	{ GEN_BITWISE, "XOR", "xor_reduce", NULL }, { GEN_MINMAX, "MAX", "max_reduce", NULL },
	{ GEN_MINMAX, "MIN", "min_reduce", NULL },  { GEN_ARITH, "SUM", "sum_reduce", NULL },
	{ GEN_ARITH, "PROD", "prod_reduce", NULL }, { GEN_ARITH, "SUM", "sum_inscan", "scan" },
	{ GEN_ARITH, "SUM", "sum_exscan", "exscan" },
};

const size_t gen_n_shmem_members = sizeof(gen_shmem_members) / sizeof(gen_shmem_members[0]);

static int is_complex(const struct gen_shmem *row)
{
	return strstr(row->c_type, "_Complex") != NULL;
}

/* C++ has no _Complex; std::complex has its layout, and the linkage is C's either way. */
static const char *c_type_of(const struct gen_shmem *row)
{
	if (!strcmp(row->c_type, "float _Complex"))
		return "sumac_complexf";
	if (!strcmp(row->c_type, "double _Complex"))
		return "sumac_complexd";
	return row->c_type;
}

static void print_declarations(struct gen_text *text, const struct gen_tables *t, int complex)
{
	for (size_t m = 0; m < gen_n_shmem_members; m++) {
		const char *op = gen_lower(gen_shmem_members[m].op);

		gen_print(text, "\n/* %s */\n", gen_shmem_members[m].call);
		for (size_t i = 0; i < t->n_shmem; i++)
			if (t->shmem[i].typed & gen_shmem_members[m].group && is_complex(&t->shmem[i]) == complex)
				gen_print(text, "int shmem_%s_%s(shmem_team_t team, %s *dest, const %s *source, size_t nreduce);\n",
					  t->shmem[i].name, gen_shmem_members[m].call, c_type_of(&t->shmem[i]),
					  c_type_of(&t->shmem[i]));
		for (size_t i = 0; i < t->n_shmem; i++)
			if (t->shmem[i].active & gen_shmem_members[m].group && !gen_shmem_members[m].scan &&
			    is_complex(&t->shmem[i]) == complex)
				gen_print(text, "void shmem_%s_%s_to_all(%s *dest, const %s *source, int nreduce, int PE_start,\n"
					  "\tint logPE_stride, int PE_size, %s *pWrk, long *pSync);\n",
					  t->shmem[i].name, op, c_type_of(&t->shmem[i]), c_type_of(&t->shmem[i]),
					  c_type_of(&t->shmem[i]));
	}
}

/* For C++: the same names for pointers to C's complex types. */
static void print_overloads(struct gen_text *text, const struct gen_tables *t)
{
	for (size_t m = 0; m < gen_n_shmem_members; m++)
		for (size_t i = 0; i < t->n_shmem; i++) {
			const char *name = t->shmem[i].name, *c = c_type_of(&t->shmem[i]);

			if (!is_complex(&t->shmem[i]))
				continue;
			if (t->shmem[i].typed & gen_shmem_members[m].group)
				gen_print(text, "\ninline int shmem_%s_%s(shmem_team_t team, %s_in_c *dest, const %s_in_c *source, "
						"size_t nreduce)\n{\n"
					  "\treturn shmem_%s_%s(team, reinterpret_cast<%s *>(dest), reinterpret_cast<const %s "
					  "*>(source),\n\t\tnreduce);\n}\n",
					  name, gen_shmem_members[m].call, c, c, name, gen_shmem_members[m].call, c, c);
			if (t->shmem[i].active & gen_shmem_members[m].group && !gen_shmem_members[m].scan) {
				const char *op = gen_lower(gen_shmem_members[m].op);

				gen_print(text, "inline void shmem_%s_%s_to_all(%s_in_c *dest, const %s_in_c *source, int nreduce, "
						"int PE_start,\n\tint logPE_stride, int PE_size, %s_in_c *pWrk, long *pSync)\n{\n"
					  "\tshmem_%s_%s_to_all(reinterpret_cast<%s *>(dest), reinterpret_cast<const %s "
					  "*>(source), nreduce, PE_start,\n"
					  "\t\tlogPE_stride, PE_size, reinterpret_cast<%s *>(pWrk), pSync);\n}\n",
					  name, op, c, c, c, name, op, c, c, c);
			}
		}
}

/*
 * Types that may be aliases of one another must not be in one _Generic: first C's own types, then the
 * fixed widths, then size_t, then ptrdiff_t, each in the default of the one before.
 */
int gen_alias_level(const char *c_type)
{
	size_t len = strlen(c_type);

	if (len < 2 || strcmp(c_type + len - 2, "_t"))
		return 0;
	if (!strcmp(c_type, "size_t"))
		return 2;
	if (!strcmp(c_type, "ptrdiff_t"))
		return 3;
	return 1;
}

/* The complex types of a call, which exist only if the compiler has them, as one macro. */
static void print_generic_complex(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "\n#ifndef __STDC_NO_COMPLEX__\n#define SUMAC_SHMEM_COMPLEX(call)");
	for (size_t i = 0; i < t->n_shmem; i++)
		if (t->shmem[i].generic && is_complex(&t->shmem[i]))
			gen_print(text, " %s *: shmem_%s_##call,", c_type_of(&t->shmem[i]), t->shmem[i].name);
	gen_print(text, "\n#else\n#define SUMAC_SHMEM_COMPLEX(call)\n#endif\n");
}

static void print_generic_level(struct gen_text *text, const struct gen_tables *t, const struct gen_shmem_member *member, int level,
				int *depth_io)
{
	int open = 0, has_complex = 0;

	for (size_t i = 0; i < t->n_shmem; i++) {
		if (!(t->shmem[i].generic & member->group) || gen_alias_level(t->shmem[i].c_type) != level)
			continue;
		if (!open)
			gen_print(text, "\t_Generic((dest), \\\n");
		open = 1;
		if (is_complex(&t->shmem[i]))
			has_complex = 1;
		else
			gen_print(text, "\t%s *: shmem_%s_%s, \\\n", c_type_of(&t->shmem[i]), t->shmem[i].name, member->call);
	}
	if (has_complex)
		gen_print(text, "\tSUMAC_SHMEM_COMPLEX(%s) \\\n", member->call);
	if (open)
		gen_print(text, "\tdefault: \\\n");
	*depth_io += open;
}

static void print_generic(struct gen_text *text, const struct gen_tables *t, const struct gen_shmem_member *member)
{
	int depth = 0;

	gen_print(text, "\n#define shmem_%s(team, dest, source, nreduce) \\\n", member->call);
	for (int level = 0; level < GEN_ALIAS_LEVELS; level++)
		print_generic_level(text, t, member, level, &depth);
	gen_print(text, "\tsumac_shmem_no_such_reduction_for_this_type");
	while (depth--)
		gen_print(text, ")");
	gen_print(text, "(team, dest, source, nreduce)\n");
}

void gen_print_shmem_reductions(struct gen_text *text, const struct gen_tables *t)
{
	print_declarations(text, t, 0);
	gen_print(text, "\n#ifndef __STDC_NO_COMPLEX__\n");
	print_declarations(text, t, 1);
	gen_print(text, "#endif\n");
}

void gen_print_shmem_header(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text,
		  "/*\n"
		  " * Made by sumac-gen from the tables in include/spec. Do not edit.\n"
		  " *\n"
		  " * OpenSHMEM's reductions and scans: on teams, typed and (in C11) generic, and reductions on active sets.\n"
		  " * shmem.h includes this, after shmem_team_t and outside of extern \"C\".\n"
		  " */\n"
		  "#ifndef SUMAC_SHMEM_REDUCTIONS_H\n#define SUMAC_SHMEM_REDUCTIONS_H\n\n"
		  "#include <stddef.h>\n#include <stdint.h>\n"
		  "\n#ifdef __cplusplus\n"
		  "#ifndef __STDC_NO_COMPLEX__\n#include <complex>\n"
		  "typedef std::complex<float> sumac_complexf;\ntypedef std::complex<double> sumac_complexd;\n#endif\n"
		  "extern \"C\" {\n"
		  "#elif !defined(__STDC_NO_COMPLEX__)\n"
		  "typedef float _Complex sumac_complexf;\ntypedef double _Complex sumac_complexd;\n#endif\n");
	gen_print_shmem_reductions(text, t);
	gen_print(text,
		  "\n#ifdef __cplusplus\n}\n"
		  "#if defined(__GNUC__) && !defined(__STDC_NO_COMPLEX__)\n"
		  "/* Compilers that have C's complex types in C++, too. */\n"
		  "__extension__ typedef float _Complex sumac_complexf_in_c;\n"
		  "__extension__ typedef double _Complex sumac_complexd_in_c;\n");
	print_overloads(text, t);
	gen_print(text,
		  "#endif\n"
		  "#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L\n\n"
		  "/* Defined nowhere: the compiler names it when a type lacks the operation. */\n"
		  "int sumac_shmem_no_such_reduction_for_this_type(void);\n");
	print_generic_complex(text, t);
	for (size_t m = 0; m < gen_n_shmem_members; m++)
		print_generic(text, t, &gen_shmem_members[m]);
	gen_print(text, "\n#endif\n#endif\n");
}

static void print_list_of(struct gen_text *text, const struct gen_tables *t, const struct gen_shmem_member *member)
{
	const char *upper = member->op, *op = gen_lower(member->op);

	for (size_t i = 0; i < t->n_shmem; i++) {
		if (!(t->shmem[i].typed & member->group))
			continue;
		if (member->scan)
			gen_print(text, "SUMAC_SHMEM_SCAN(%s, %s, %s, %s, %s)\n", t->shmem[i].name, t->shmem[i].c_type,
				  t->shmem[i].type, member->call, member->scan);
		else
			gen_print(text, "SUMAC_SHMEM_TEAM(%s, %s, %s, %s, %s)\n", t->shmem[i].name, t->shmem[i].c_type,
				  t->shmem[i].type, upper, op);
	}
	if (member->scan)
		return;
	for (size_t i = 0; i < t->n_shmem; i++)
		if (t->shmem[i].active & member->group)
			gen_print(text, "SUMAC_SHMEM_ACTIVE(%s, %s, %s, %s, %s)\n", t->shmem[i].name,
				  t->shmem[i].c_type, t->shmem[i].type, upper, op);
	for (size_t i = 0; i < t->n_shmem_fortran; i++)
		if (t->shmem_fortran[i].groups & member->group)
			gen_print(text, "SUMAC_SHMEM_ACTIVE_FORTRAN(%s, %s, %s, %s)\n", t->shmem_fortran[i].name,
				  t->shmem_fortran[i].type, upper, op);
}

void gen_print_shmem_list(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text,
		  "/*\n"
		  " * Made by sumac-gen from the tables in include/spec. Do not edit.\n"
		  " *\n"
		  " * Every reduction and scan that SHMEM has. Define the row macros that you want, then include this: the others\n"
		  " * expand to nothing, and afterwards none is left defined.\n"
		  " *\n"
		  " * SUMAC_SHMEM_TEAM(type name, C type, type, OP, op)       int shmem_<type name>_<op>_reduce\n"
		  " * SUMAC_SHMEM_SCAN(type name, C type, type, call, scan)   int shmem_<type name>_<call>\n"
		  " * SUMAC_SHMEM_ACTIVE(type name, C type, type, OP, op)     void shmem_<type name>_<op>_to_all\n"
		  " * SUMAC_SHMEM_ACTIVE_FORTRAN(type name, type, OP, op)     subroutine shmem_<type name>_<op>_to_all\n"
		  " */\n"
		  "#ifndef SUMAC_SHMEM_TEAM\n#define SUMAC_SHMEM_TEAM(...)\n#endif\n"
		  "#ifndef SUMAC_SHMEM_SCAN\n#define SUMAC_SHMEM_SCAN(...)\n#endif\n"
		  "#ifndef SUMAC_SHMEM_ACTIVE\n#define SUMAC_SHMEM_ACTIVE(...)\n#endif\n"
		  "#ifndef SUMAC_SHMEM_ACTIVE_FORTRAN\n#define SUMAC_SHMEM_ACTIVE_FORTRAN(...)\n#endif\n\n");
	for (size_t m = 0; m < gen_n_shmem_members; m++)
		print_list_of(text, t, &gen_shmem_members[m]);
	gen_print(text, "\n#undef SUMAC_SHMEM_TEAM\n#undef SUMAC_SHMEM_SCAN\n#undef SUMAC_SHMEM_ACTIVE\n"
			"#undef SUMAC_SHMEM_ACTIVE_FORTRAN\n");
}
