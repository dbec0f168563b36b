/*
 * Prints the manual page that SHMEM's pages refer to: intro_shmem(3), with all names of reductions.
 */
#include "print_shmem.h"

#include "output.h"

static const char head[] =
	".\\\" Made by sumac-gen from the tables in include/spec. Do not edit.\n"
	".TH INTRO_SHMEM 3 \"\" Sumac \"OpenSHMEM on Sumac\"\n"
	".SH NAME\nintro_shmem \\- reductions of symmetric arrays among the processing elements of a program\n"
	".SH SYNOPSIS\n.nf\n#include <shmem.h>\n.fi\nor the older\n.nf\n#include <mpp/shmem.h>\n.fi\n.PP\n"
	".nf\nINCLUDE 'shmem.fh'\n.fi\nor the older\n.nf\nINCLUDE 'mpp/shmem.fh'\n.fi\n.PP\n"
	".nf\noshcc prog.c -o prog\noshfort prog.f -o prog\noshrun -n 8 ./prog\n.fi\n"
	".SH TERMS\n"
	".TP\n.B processing element (PE)\none of the processes of a program, numbered from 0.\n"
	".TP\n.B symmetric\n"
	"An object is symmetric if every PE has it at a place that the PEs can name to each other: memory from\n"
	".BR shmem_malloc ()\n"
	"and its like, called by all PEs with the same arguments, and global or static data, in the program or a shared\n"
	"library; in Fortran COMMON blocks and variables with the SAVE attribute. Its address may differ from PE to PE.\n"
	"Memory on the stack or from\n.BR malloc (3)\nis not symmetric.\n"
	"The symmetric heap is registered with the network card, so a reduction on it copies nothing on the host; other\n"
	"symmetric objects are copied on the way.\n"
	".TP\n.B collective\n"
	"A call is collective if every PE of a team or of an active set makes it, and no other PE does. All make their collective\n"
	"calls on it in one order, with the same arguments if the call says so.\n"
	".TP\n.B active set\n"
	"the PEs PE_start, PE_start + 2**logPE_stride and so on, PE_size of them.\n"
	".TP\n.B cache aligned\n"
	"An object is cache aligned if it begins at a multiple of a data cache line, 64 bytes here, as all memory from\n"
	".BR shmem_malloc ()\n"
	"does. No call needs its arguments to be cache aligned: any alignment that the type allows will do, and after\n"
	"a call its results are coherent for every thread of the PE.\n"
	".TP\n.B pSync, pWrk\n"
	"symmetric work arrays of calls on active sets. Every element of a pSync is SHMEM_SYNC_VALUE before its first use, and "
	"again\nwhen a call returns. Two pairs may be used alternately without a barrier between calls on the same active set.\n"
	"A pWrk has max(nreduce/2 + 1, SHMEM_REDUCE_MIN_WRKDATA_SIZE) elements.\n"
	".SH REDUCTIONS\n"
	"dest and source are the same array or do not overlap. When a call returns, dest has the result on each PE of the team or\n"
	"active set, and source may be changed. Calls on teams return 0, or print the error and return another number; calls on\n"
	"active sets print it and end the job. The C11 names take any of the types.\n";

/* The names of one call, as one paragraph that may be broken between them. */
static void print_names(struct gen_text *text, const struct gen_tables *t, const struct gen_shmem_member *member)
{
	gen_print(text, ".TP\n.BR shmem_%s \" (C11)\"\n", member->call);
	for (size_t i = 0; i < t->n_shmem; i++)
		if (t->shmem[i].typed & member->group)
			gen_print(text, "shmem_%s_%s\n", t->shmem[i].name, member->call);
	if (member->scan)
		return;
	gen_print(text, ".br\non active sets:\n");
	for (size_t i = 0; i < t->n_shmem; i++)
		if (t->shmem[i].active & member->group)
			gen_print(text, "shmem_%s_%s_to_all\n", t->shmem[i].name, gen_lower(member->op));
}

static void print_fortran(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, ".SH FORTRAN\nOn active sets: CALL SHMEM_TYPE_OP_TO_ALL(dest, source, nreduce, PE_start, logPE_stride, "
			"PE_size,\npWrk, pSync). pSync is INTEGER. A default INTEGER or REAL may have any kind.\n");
	for (size_t i = 0; i < t->n_shmem_fortran; i++) {
		gen_print(text, ".TP\n.B SHMEM_%s_\n%s:", t->shmem_fortran[i].name, t->shmem_fortran[i].help);
		for (size_t m = 0; m < gen_n_shmem_members; m++)
			if (!gen_shmem_members[m].scan && t->shmem_fortran[i].groups & gen_shmem_members[m].group)
				gen_print(text, " %s", gen_shmem_members[m].op);
		gen_print(text, "\n");
	}
	gen_print(text, ".PP\nThe other routines are those of OpenSHMEM 1.4, and START_PES, MY_PE, NUM_PES. A Fortran compiler "
			"does not\ndistinguish upper and lower case.\n");
}

static void print_types(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, ".SH TYPES\n");
	for (size_t i = 0; i < t->n_shmem; i++)
		gen_print(text, ".TP\n.B %s\n%s\n", t->shmem[i].name, t->shmem[i].c_type);
}

static void print_constants(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, ".SH CONSTANTS\nEach exists as SHMEM_NAME and as _SHMEM_NAME.\n");
	for (size_t i = 0; i < t->n_shmem_constants; i++)
		gen_print(text, ".TP\n.B SHMEM_%s\n%s (%s)\n", t->shmem_constants[i].name, t->shmem_constants[i].help,
			  t->shmem_constants[i].value);
}

void gen_print_shmem_man(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "%s", head);
	for (size_t m = 0; m < gen_n_shmem_members; m++)
		print_names(text, t, &gen_shmem_members[m]);
	print_fortran(text, t);
	print_types(text, t);
	print_constants(text, t);
	gen_print(text,
		  ".SH OTHER CALLS\n"
		  "All other calls of OpenSHMEM 1.6 exist. Put, get and atomics reach the symmetric heap and the program's own "
		  "static\n"
		  "data, but not that of shared libraries. Each context is independent: shmem_ctx_quiet and shmem_ctx_fence wait "
		  "for no\n"
		  "other context, while barriers and the calls on the heap wait for all. In a session with SHMEM_CTX_SESSION_BATCH "
		  "small puts\nand atomics to another host share messages, and may take a millisecond longer.\n"
		  ".SH ENVIRONMENT\n"
		  ".TP\n.B SHMEM_SYMMETRIC_SIZE\nbytes of the symmetric heap, as 20m or 2.5G, with K, M, G or T in either case; "
		  "anything\n"
		  "after the suffix is ignored.\nA size below the smallest heap, such as 0, gives the smallest (see the setting "
		  "heap_bytes)\n.TP\n.B SHMEM_DEBUG\nreports decisions\n"
		  ".TP\n.B SHMEM_VERSION\nprints the version at the start\n"
		  ".TP\n.B SHMEM_INFO\nprints these variables at the start\n"
		  ".P\nThe older names, such as SMA_SYMMETRIC_SIZE, count if these are not set.\n"
		  ".TP\n.B SUMAC_CHECK\n1: checks arguments, and compares them among the PEs\n"
		  ".SH PROFILING\nEvery function also exists as p<name>, declared in <pshmem.h>, for a tool that stands in for it. "
		  "Fortran's\n"
		  "calls, such as shmem_init_, are functions of their own beside those of C, each with a p<name>: a tool that "
		  "stands in for C's\ndoes not see them.\n");
}
