/*
 * Prints shmem.fh: SHMEM's constants and calls for Fortran, in fixed and in free form at once: statements stand
 * between columns 7 and 72, and none is continued.
 *
 * A call is a generic name of one specific procedure, which is bound to the function in C. So a program may declare
 * it once more, as INTEGER or EXTERNAL, which many do. Its arguments are of any type and rank. If an element is of a
 * default kind, the function's name ends with the last digit of the compiler's kind for it.
 */
#include "output.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct shape { const char *name, *result, *args; } shapes[] = {
#define SUMAC_SHMEM_FORTRAN_SHAPE(name, result, args) { #name, #result, args },
#include "../../include/spec/rows.def"
};
static const struct { const char *name, *shape, *unit; } calls[] = {
#define SUMAC_SHMEM_FORTRAN_CALL(name, shape, unit) { #name, #shape, #unit },
#include "../../include/spec/rows.def"
};
/* Types in a form that gfortran knows to be C's, too. */
#define DEFAULT_INTEGER "INTEGER(MERGE(C_INT,C_INT64_T,KIND(0).EQ.C_INT))"

/* For each unit: the type of a result, and the parameter that has the kind's digit. */
static const struct unit { const char *name, *type, *digit; } units[] = {
	{ "INT4", "INTEGER(C_INT32_T)", NULL }, { "INT8", "INTEGER(C_INT64_T)", NULL }, { "REAL4", "REAL(C_FLOAT)", NULL },
	{ "REAL8", "REAL(C_DOUBLE)", NULL },    { "INTEGER", DEFAULT_INTEGER, "SHMKI" },      { "LOGICAL", NULL, "SHMKI" },
	{ "REAL", NULL, "SHMKR" },		{ "COMPLEX", NULL, "SHMKR" },		{ "DOUBLE", NULL, "SHMKD" },
};

#define N_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static const char *upper(const char *name)
{
	static char buf[64];
	size_t i = 0;

	for (; name[i] && i + 1 < sizeof(buf); i++)
		buf[i] = (char)toupper((unsigned char)name[i]);
	buf[i] = 0;
	return buf;
}

static const struct shape *shape_of(const char *name)
{
	for (size_t i = 0; i < N_OF(shapes); i++)
		if (!strcmp(shapes[i].name, name))
			return &shapes[i];
	return NULL;
}

static const struct unit *unit_of(const char *name)
{
	for (size_t i = 0; i < N_OF(units); i++)
		if (!strcmp(units[i].name, name))
			return &units[i];
	return NULL;
}

/* C has no LOGICAL of the default kind, so a function that returns one is found by its name: NAME_L is name_l_. */
static int is_logical(const struct shape *shape)
{
	return !strcmp(shape->result, "LOGICAL");
}

static int is_declared(const struct shape *shape, int with_subroutines)
{
	return strcmp(shape->name, "UNDECLARED") && (with_subroutines || strcmp(shape->result, "NONE"));
}

static const char *result_type(const struct shape *shape, const struct unit *unit)
{
	if (!strcmp(shape->result, "OF"))
		return unit->type;
	if (is_logical(shape))
		return "LOGICAL";
	return strcmp(shape->result, "ADDRESS") ? DEFAULT_INTEGER : "INTEGER(C_INTPTR_T)";
}

static int count_args(const char *args)
{
	int n = *args != 0;

	for (; *args; args++)
		n += *args == ',';
	return n;
}

/* The arguments by letters, so that all fit a line. */
static void print_letters(struct gen_text *text, int n)
{
	for (int i = 0; i < n; i++)
		gen_print(text, "%s%c", i ? "," : "", 'A' + i);
}

/* The declarations that all calls of a shape, and if need be of a unit, share. */
static void print_abstract(struct gen_text *text, const struct shape *shape, const struct unit *unit)
{
	int n = count_args(shape->args), is_function = strcmp(shape->result, "NONE");
	const char *kind = is_function ? "FUNCTION" : "SUBROUTINE", *of = unit ? unit->name : "";

	gen_print(text, "!     %s%s%s(%s)\n", shape->name, unit ? ", " : "", of, shape->args);
	gen_print(text, "      %s SHM_%s%s(", kind, shape->name, of);
	print_letters(text, n);
	gen_print(text, ")%s\n", is_logical(shape) ? "" : "BIND(C)");
	if (n || is_function)
		gen_print(text, "      USE,INTRINSIC::ISO_C_BINDING\n");
	if (n) {
		gen_print(text, "!GCC$ ATTRIBUTES NO_ARG_CHECK :: ");
		print_letters(text, n);
		gen_print(text, "\n      INTEGER(C_SIGNED_CHAR),DIMENSION(*)::");
		print_letters(text, n);
		gen_print(text, "\n");
	}
	if (is_function)
		gen_print(text, "      %s SHM_%s%s\n", result_type(shape, unit), shape->name, of);
	gen_print(text, "      END %s SHM_%s%s\n", kind, shape->name, of);
}

static void print_abstracts(struct gen_text *text, int with_subroutines)
{
	gen_print(text, "\n      ABSTRACT INTERFACE\n");
	for (size_t i = 0; i < N_OF(shapes); i++) {
		int is_of = !strcmp(shapes[i].result, "OF");

		if (!is_of && strcmp(shapes[i].name, "TEXT") && is_declared(&shapes[i], with_subroutines))
			print_abstract(text, &shapes[i], NULL);
		for (size_t u = 0; u < N_OF(units) && is_of; u++)
			if (units[u].type)
				print_abstract(text, &shapes[i], &units[u]);
	}
	gen_print(text, "      END INTERFACE\n\n");
}

static void print_logical_call(struct gen_text *text, const char *name, const char *shape_name)
{
	const char *in_fortran = upper(name);

	gen_print(text, "      PROCEDURE(SHM_%s)::%s_L\n", shape_name, in_fortran);
	gen_print(text, "      INTERFACE %s\n      PROCEDURE %s_L\n      END INTERFACE\n", in_fortran, in_fortran);
}

static void print_call(struct gen_text *text, const char *name, const char *shape_name, const char *unit_name, int *n_io)
{
	const struct shape *shape = shape_of(shape_name);
	const struct unit *unit = unit_of(unit_name);
	const char *of = strcmp(shape->result, "OF") ? "" : unit_name;
	int n = ++*n_io;

	gen_print(text, "      CHARACTER*(*) SHMN%d\n      PARAMETER (SHMN%d='%s_'", n, n, name);
	gen_print(text, "%s%s)\n", unit && unit->digit ? "//" : "", unit && unit->digit ? unit->digit : "");
	gen_print(text, "      PROCEDURE(SHM_%s%s),BIND(C,NAME=SHMN%d)::SHMF%d\n", shape_name, of, n, n);
	gen_print(text, "      INTERFACE %s\n      PROCEDURE SHMF%d\n      END INTERFACE\n", upper(name), n);
}

/* Its length is passed after it, as for any CHARACTER*(*). */
static void print_text_call(struct gen_text *text, const char *name)
{
	gen_print(text, "      INTERFACE\n      SUBROUTINE %s(NAME)\n", upper(name));
	gen_print(text, "      CHARACTER*(*) NAME\n      END SUBROUTINE\n      END INTERFACE\n");
}

static void print_reductions(struct gen_text *text, const struct gen_tables *t, int *n_io)
{
	static const struct { unsigned group; const char *op; } ops[] = {
		{ GEN_BITWISE, "and" }, { GEN_BITWISE, "or" }, { GEN_BITWISE, "xor" }, { GEN_MINMAX, "max" },
		{ GEN_MINMAX, "min" },  { GEN_ARITH, "sum" },  { GEN_ARITH, "prod" },
	};
	char name[64];

	for (size_t i = 0; i < t->n_shmem_fortran; i++)
		for (size_t o = 0; o < N_OF(ops); o++) {
			if (!(t->shmem_fortran[i].groups & ops[o].group))
				continue;
			snprintf(name, sizeof(name), "shmem_%s_%s_to_all", t->shmem_fortran[i].name, ops[o].op);
			print_call(text, name, "REDUCE", "NONE", n_io);
		}
}

static void print_constants(struct gen_text *text, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_shmem_constants; i++) {
		const struct gen_shmem_constant *row = &t->shmem_constants[i];

		if (strcmp(row->kind, "STRING"))
			gen_print(text, "      INTEGER SHMEM_%s\n      PARAMETER (SHMEM_%s=%s)\n", row->name, row->name,
				  row->value);
		else
			gen_print(text, "      CHARACTER*(*) SHMEM_%s\n      PARAMETER (SHMEM_%s=%s)\n", row->name, row->name,
				  row->value);
	}
}

static void print_calls(struct gen_text *text, int with_subroutines, int *n_io)
{
	for (size_t i = 0; i < N_OF(calls); i++)
		if (!is_declared(shape_of(calls[i].shape), with_subroutines))
			continue;
		else if (!strcmp(calls[i].shape, "TEXT"))
			print_text_call(text, calls[i].name);
		else if (is_logical(shape_of(calls[i].shape)))
			print_logical_call(text, calls[i].name, calls[i].shape);
		else
			print_call(text, calls[i].name, calls[i].shape, calls[i].unit, n_io);
}

static void print_head(struct gen_text *text, const struct gen_tables *t, const char *subject)
{
	gen_print(text,
		  "!     Made by sumac-gen from the tables in include/spec. Do not edit.\n"
		  "!\n"
		  "!     OpenSHMEM for Fortran, in fixed and in free form%s. Names that\n"
		  "!     begin with SHM and no E are not for programs.\n\n", subject);
	print_constants(text, t);
	gen_print(text, "\n!     The last digits of default kinds.\n"
			"      CHARACTER*(*) SHMKI,SHMKR,SHMKD\n"
			"      PARAMETER (SHMKI=ACHAR(48+MOD(KIND(0),10)))\n"
			"      PARAMETER (SHMKR=ACHAR(48+MOD(KIND(0.0),10)))\n"
			"      PARAMETER (SHMKD=ACHAR(48+MOD(KIND(0D0),10)))\n");
}

void gen_print_shmem_fortran(struct gen_text *text, const struct gen_tables *t)
{
	int n = 0;

	print_head(text, t, "");
	print_abstracts(text, 1);
	print_calls(text, 1, &n);
	print_reductions(text, t, &n);
}

/* A generic name cannot be passed as an argument, and a name with an interface cannot be declared EXTERNAL. So programs that do
 * both get subroutines that are not declared at all, and nothing that tells kinds apart. */
void gen_print_shmem_fortran_external(struct gen_text *text, const struct gen_tables *t)
{
	int n = 0;

	print_head(text, t, ",\n!     for programs that pass its subroutines as arguments");
	gen_print(text, "\n!     An error here: this file is for default kinds of 4 bytes only.\n"
			"      INTEGER(MERGE(4,-1,KIND(0).EQ.4.AND.KIND(0.0).EQ.4)) SHMKOK\n"
			"      PARAMETER (SHMKOK=0)\n");
	print_abstracts(text, 0);
	print_calls(text, 0, &n);
}
