/*
 * Prints the rest of SHMEM: the public header with every form of every call, and the list of types that the front end
 * includes.
 */
#include "print_shmem.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { NAME_CAP = 64 };
enum { NONE = 0, RMA = 1, AMO = 2, EXTENDED = 4, BITWISE = 8, POINT = 16, OLD = 32, OLDSWAP = 64, OLDWAIT = 128 };
enum { PLAIN = 1, TYPED = 2, CTX = 4, SIZED = 8, MEM = 16, ACTIVE = 32 };

struct type_row { const char *name, *c_type; unsigned groups; };
struct form { unsigned group, forms; const char *group_name, *result, *name, *params; };
struct size { int bits; unsigned forms; };

static const struct type_row types[] = {
#define SUMAC_SHMEM_REMOTE(name, c_type, groups) { #name, #c_type, groups },
#include "../../include/spec/rows.def"
};
static const struct form forms[] = {
#define SUMAC_SHMEM_FORM(group, forms, result, name, params) { group, forms, #group, #result, #name, #params },
#include "../../include/spec/rows.def"
};
static const struct size sizes[] = {
#define SUMAC_SHMEM_SIZE(bits, forms) { bits, forms },
#include "../../include/spec/rows.def"
};
static const struct { unsigned group; const char *name; } groups[] = {
	{ RMA, "RMA" }, { AMO, "AMO" }, { EXTENDED, "EXTENDED" }, { BITWISE, "BITWISE" }, { POINT, "POINT" },
	{ OLD, "OLD" }, { OLDSWAP, "OLDSWAP" }, { OLDWAIT, "OLDWAIT" },
};

#define N_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* The text with the type put in for each T, and for no t. */
static void print_with_type(struct gen_text *text, const char *pattern, const char *c_type)
{
	for (const char *at = pattern; *at; at++) {
		int is_word = (at > pattern && (isalnum((unsigned char)at[-1]) || at[-1] == '_')) ||
			      isalnum((unsigned char)at[1]) || at[1] == '_';

		if (*at == 'T' && !is_word)
			gen_print(text, "%s", c_type);
		else
			gen_print(text, "%c", *at);
	}
}

static void print_declaration(struct gen_text *text, const struct form *form, const char *c_type, const char *name, int has_ctx)
{
	int is_pointer = form->result[strlen(form->result) - 1] == '*';

	print_with_type(text, form->result, c_type);
	gen_print(text, "%sshmem_%s%s(%s", is_pointer ? "" : " ", has_ctx ? "ctx_" : "", name, has_ctx ? "shmem_ctx_t ctx, " : "");
	print_with_type(text, form->params + 1, c_type); /* up to its closing parenthesis */
	gen_print(text, ";\n");
}

/* The form with a context, too, if there is one. */
static void print_both(struct gen_text *text, const struct form *form, const char *c_type, const char *name)
{
	print_declaration(text, form, c_type, name, 0);
	if (form->forms & CTX)
		print_declaration(text, form, c_type, name, 1);
}

/* The element's size or "mem" follows the first word: put32_nbi. */
static void insert(const char *name, const char *what, char out[NAME_CAP])
{
	size_t stem = strcspn(name, "_");

	snprintf(out, NAME_CAP, "%.*s%s%s", (int)stem, name, what, name + stem);
}

static void print_form(struct gen_text *text, const struct form *form)
{
	char name[NAME_CAP], bits[16];

	gen_print(text, "\n/* %s */\n", form->name);
	if (form->forms & PLAIN)
		print_both(text, form, "", form->name);
	for (size_t i = 0; i < N_OF(types) && (form->forms & TYPED); i++) {
		if (!(types[i].groups & form->group))
			continue;
		snprintf(name, sizeof(name), "%s_%s", types[i].name, form->name);
		print_both(text, form, types[i].c_type, name);
	}
	for (size_t i = 0; i < N_OF(sizes); i++) {
		if (!(form->forms & sizes[i].forms & (SIZED | ACTIVE)))
			continue;
		snprintf(bits, sizeof(bits), "%d", sizes[i].bits);
		insert(form->name, bits, name);
		print_both(text, form, "void", name);
	}
	if (form->forms & MEM) {
		insert(form->name, "mem", name);
		print_both(text, form, "void", name);
	}
}

/* One macro per group: SUMAC_SHMEM_OF_RMA(argument, shmem_, _put) is the group's function for the type that the argument points
 * to. */
static void print_choice(struct gen_text *text, unsigned group, const char *group_name)
{
	int depth = 0;

	gen_print(text, "\n#define SUMAC_SHMEM_OF_%s(argument, before, after) \\\n", group_name);
	for (int level = 0; level < GEN_ALIAS_LEVELS; level++) {
		int open = 0;

		for (size_t i = 0; i < N_OF(types); i++) {
			if (!(types[i].groups & group) || gen_alias_level(types[i].c_type) != level)
				continue;
			if (!open)
				gen_print(text, "\t_Generic((argument), \\\n");
			open = 1;
			gen_print(text, "\t%s *: before##%s##after, const %s *: before##%s##after, volatile %s *: "
				  "before##%s##after, \\\n",
				  types[i].c_type, types[i].name, types[i].c_type, types[i].name, types[i].c_type, types[i].name);
		}
		depth += open;
		if (open)
			gen_print(text, "\tdefault: \\\n");
	}
	gen_print(text, "\tsumac_shmem_no_such_call_for_this_type");
	while (depth--)
		gen_print(text, ")");
	gen_print(text, "\n");
}

static void print_generic(struct gen_text *text, const struct form *form)
{
	/* The argument that has the type. */
	const char *which = strncmp(form->params, "(shmem_team_t", 13) ? "1ST" : "2ND";

	gen_print(text, "#define shmem_%s(...) \\\n\t", form->name);
	if (form->forms & CTX)
		gen_print(text, "_Generic((SUMAC_SHMEM_1ST(__VA_ARGS__, 0)), \\\n\tshmem_ctx_t: "
				"SUMAC_SHMEM_OF_%s(SUMAC_SHMEM_2ND(__VA_ARGS__, 0), "
				"shmem_ctx_, _%s), \\\n\tdefault: ", form->group_name, form->name);
	gen_print(text, "SUMAC_SHMEM_OF_%s(SUMAC_SHMEM_%s(__VA_ARGS__, 0), shmem_, _%s)%s(__VA_ARGS__)\n", form->group_name, which,
		  form->name, form->forms & CTX ? ")" : "");
}

/* A call of one type, whose first argument may be a context. */
static void print_plain_generic(struct gen_text *text, const struct form *form)
{
	gen_print(text, "#define shmem_%s(...) \\\n\t_Generic((SUMAC_SHMEM_1ST(__VA_ARGS__, 0)), shmem_ctx_t: shmem_ctx_%s, "
		  "default: (shmem_%s))(__VA_ARGS__)\n", form->name, form->name, form->name);
}

void gen_print_shmem_forms(struct gen_text *text)
{
	for (size_t i = 0; i < N_OF(forms); i++)
		print_form(text, &forms[i]);
}

void gen_print_shmem_remote(struct gen_text *text, const struct gen_tables *t)
{
	(void)t;
	gen_print(text,
		  "/*\n"
		  " * Made by sumac-gen from the tables in include/spec. Do not edit.\n"
		  " *\n"
		  " * OpenSHMEM besides reductions, memory management and teams. shmem.h includes this, after shmem_team_t and\n"
		  " * outside of extern \"C\".\n"
		  " */\n"
		  "#ifndef SUMAC_SHMEM_REMOTE_H\n#define SUMAC_SHMEM_REMOTE_H\n\n"
		  "#include <stddef.h>\n#include <stdint.h>\n\n"
		  "/* A handle, not a pointer to be followed. */\n"
		  "typedef struct sumac_shmem_ctx *shmem_ctx_t;\n\n"
		  "#define SHMEM_CTX_INVALID ((shmem_ctx_t)0)\n#define SHMEM_CTX_DEFAULT ((shmem_ctx_t)1)\n"
		  "#define SHMEM_CTX_SERIALIZED 1L\n#define SHMEM_CTX_PRIVATE 2L\n#define SHMEM_CTX_NOSTORE 4L\n\n"
		  "/* Hints: how many operations there will be; used when the mask contains SHMEM_CTX_SESSION_TOTAL_OPS. */\n"
		  "typedef struct {\n\tsize_t total_ops;\n} shmem_ctx_session_config_t;\n\n"
		  "#define SHMEM_SIGNAL_SET 1\n#define SHMEM_SIGNAL_ADD 2\n\n"
		  "#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
	gen_print_shmem_forms(text);
	gen_print(text,
		  "\n#ifdef __cplusplus\n}\n"
		  "#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L\n\n"
		  "/* Defined nowhere: the compiler names it when a type lacks the call. */\n"
		  "int sumac_shmem_no_such_call_for_this_type(void);\n\n"
		  "#define SUMAC_SHMEM_1ST(first, ...) first\n#define SUMAC_SHMEM_2ND(first, second, ...) second\n");
	for (size_t i = 0; i < N_OF(groups); i++)
		print_choice(text, groups[i].group, groups[i].name);
	gen_print(text, "\n");
	for (size_t i = 0; i < N_OF(forms); i++)
		if (forms[i].forms & TYPED)
			print_generic(text, &forms[i]);
		else if ((forms[i].forms & (PLAIN | CTX)) == (PLAIN | CTX))
			print_plain_generic(text, &forms[i]);
	gen_print(text, "\n#endif\n#endif\n");
}

void gen_print_shmem_remote_list(struct gen_text *text, const struct gen_tables *t)
{
	(void)t;
	gen_print(text,
		  "/*\n"
		  " * Made by sumac-gen from the tables in include/spec. Do not edit.\n"
		  " *\n"
		  " * The types of SHMEM's calls besides reductions. Define the row macros that you want, then include this: the\n"
		  " * others expand to nothing, and afterwards none is left defined.\n"
		  " *\n"
		  " * SUMAC_SHMEM_<group>(type name, C type), groups as in shmem_remote.def\n"
		  " * SUMAC_SHMEM_SIZED(bits), SUMAC_SHMEM_ACTIVE_SIZED(bits)\n"
		  " */\n");
	for (size_t g = 0; g < N_OF(groups); g++) {
		gen_print(text, "#ifdef SUMAC_SHMEM_%s\n", groups[g].name);
		for (size_t i = 0; i < N_OF(types); i++)
			if (types[i].groups & groups[g].group)
				gen_print(text, "SUMAC_SHMEM_%s(%s, %s)\n", groups[g].name, types[i].name, types[i].c_type);
		gen_print(text, "#undef SUMAC_SHMEM_%s\n#endif\n", groups[g].name);
	}
	for (int active = 0; active < 2; active++) {
		const char *name = active ? "ACTIVE_SIZED" : "SIZED";

		gen_print(text, "#ifdef SUMAC_SHMEM_%s\n", name);
		for (size_t i = 0; i < N_OF(sizes); i++)
			if (sizes[i].forms & (active ? ACTIVE : SIZED))
				gen_print(text, "SUMAC_SHMEM_%s(%d)\n", name, sizes[i].bits);
		gen_print(text, "#undef SUMAC_SHMEM_%s\n#endif\n", name);
	}
}
