/*
 * The list of generated files.
 */
#include "output.h"

const struct gen_output gen_outputs[] = {
	{ "hw/rtl/sumac_pkg.sv", gen_print_sv },
	{ "include/spec/spec_hash.h", gen_print_hash },
	{ "include/spec/combinations.def", gen_print_combinations },
	{ "include/sumac_ops.h", gen_print_ops },
	{ "include/sumac_exact_words.h", gen_print_exact },
	{ "include/sumac_exact_words.fh", gen_print_exact_fortran },
	{ "include/shmem_constants.h", gen_print_shmem_constants },
	{ "include/shmem_reductions.h", gen_print_shmem_header },
	{ "host/frontend/shmem/reductions.inc", gen_print_shmem_list },
	{ "include/shmem.fh", gen_print_shmem_fortran },
	{ "include/shmem_external/shmem.fh", gen_print_shmem_fortran_external },
	{ "include/shmem_remote.h", gen_print_shmem_remote },
	{ "include/pshmem_calls.h", gen_print_pshmem },
	{ "host/frontend/shmem/remote.inc", gen_print_shmem_remote_list },
	{ "host/frontend/mpi/mpi_handles.inc", gen_print_mpi_list },
	{ "docs/manual/intro_shmem.3", gen_print_shmem_man },
	{ "docs/reference/types.md", gen_print_doc_types },
	{ "docs/reference/operations.md", gen_print_doc_operations },
	{ "docs/reference/collectives.md", gen_print_doc_collectives },
	{ "docs/reference/exact.md", gen_print_doc_exact },
	{ "docs/reference/offload.md", gen_print_doc_offload },
	{ "docs/reference/registers.md", gen_print_doc_registers },
	{ "docs/reference/records.md", gen_print_doc_records },
	{ "docs/reference/sumac.lua", gen_print_lua },
	{ "docs/reference/settings.md", gen_print_doc_settings },
	{ "docs/reference/status.md", gen_print_doc_status },
};

const size_t gen_n_outputs = sizeof(gen_outputs) / sizeof(gen_outputs[0]);
