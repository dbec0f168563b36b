/*
 * Prints the map of MPI's predefined handles.
 */
#include "output.h"

#include <string.h>

/* The value that MPI_Type_size must give: padding does not count. */
static int mpi_size(const struct gen_tables *t, const struct gen_type *type)
{
	for (size_t i = 0; i < t->n_pairs; i++)
		if (!strcmp(t->pairs[i].type, type->name))
			return t->pairs[i].value_bytes + t->pairs[i].index_bytes;
	return type->bytes;
}

void gen_print_mpi_list(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text,
		  "/*\n"
		  " * Made by sumac-gen from the tables in include/spec. Do not edit.\n"
		  " *\n"
		  " * MPI's predefined datatypes and operations, as far as mpi.h has them; include that first. Use a\n"
		  " * datatype only if MPI_Type_size agrees: a library may have compiled it out, or have other widths.\n"
		  " * Define the row macros that you want: the others expand to nothing, and none is left defined.\n"
		  " *\n"
		  " * SUMAC_MPI_HANDLE(handle, type, what MPI_Type_size must give, bit n: MPI allows op code n, FORTRAN or C\n"
		  " *                  or CXX or ANY)\n"
		  " * SUMAC_MPI_OPERATION(handle, op)\n"
		  " */\n"
		  "#ifndef SUMAC_MPI_HANDLE\n#define SUMAC_MPI_HANDLE(...)\n#endif\n"
		  "#ifndef SUMAC_MPI_OPERATION\n#define SUMAC_MPI_OPERATION(...)\n#endif\n\n");
	for (size_t i = 0; i < t->n_mpi_types; i++) {
		const struct gen_mpi_type *row = &t->mpi_types[i];

		gen_print(text, "#ifdef %s\nSUMAC_MPI_HANDLE(%s, %s, %d, 0x%04x, %s)\n#endif\n", row->handle, row->handle,
			  row->type, mpi_size(t, gen_type_find(t, row->type)), gen_mpi_ops(t, row->group),
			  row->language);
	}
	gen_print(text, "\n");
	for (size_t i = 0; i < t->n_mpi_ops; i++)
		gen_print(text, "#ifdef %s\nSUMAC_MPI_OPERATION(%s, %s)\n#endif\n", t->mpi_ops[i].handle,
			  t->mpi_ops[i].handle, t->mpi_ops[i].op);
	gen_print(text, "\n#undef SUMAC_MPI_HANDLE\n#undef SUMAC_MPI_OPERATION\n");
}
