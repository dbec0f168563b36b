/*
 * Wrong use of other PEs' memory, each of which ends the job. The argument says which.
 */
#include "far_pes.h"

static int numbers[4];
static long words[2];

static void misuse(const char *what)
{
	int local[2] = { 0 };
	int *heap = shmem_malloc(sizeof(numbers));
	long local_word = 0;
	shmem_ctx_t ctx;

	/* An empty call asks nothing. */
	shmem_int_put(numbers, NULL, 0, next);
	shmem_int_get(NULL, heap, 0, next);
	shmem_int_iput(heap, NULL, 1, 1, 0, next);
	shmem_int_ibget(NULL, heap, 1, 1, 0, 1, next);
	if (!strcmp(what, "a PE that does not exist"))
		shmem_int_p(numbers, 1, 7);
	if (!strcmp(what, "a destination on the stack"))
		shmem_int_put(local, numbers, 2, next);
	if (!strcmp(what, "a library's data"))
		shmem_int_p((int *)stdin, 1, next);
	if (!strcmp(what, "an atomic on the stack"))
		shmem_long_atomic_inc(&local_word, next);
	if (!strcmp(what, "an atomic at an odd place"))
		shmem_long_atomic_inc((long *)((char *)words + 4), next);
	if (!strcmp(what, "a source of NULL"))
		shmem_int_put(numbers, NULL, 2, next);
	if (!strcmp(what, "a destination of NULL"))
		shmem_getmem_nbi(NULL, numbers, 2, next);
	if (!strcmp(what, "a source that is not mapped"))
		shmem_int_put(numbers, (int *)8, 2, next);
	if (!strcmp(what, "a destination that is not mapped"))
		shmem_int_iget((int *)8, numbers, 1, 1, 2, next);
	if (!strcmp(what, "blocks from NULL"))
		shmem_int_ibput(heap, NULL, 2, 2, 1, 2, next);
	if (!strcmp(what, "elements to NULL"))
		shmem_iget32(NULL, heap, 2, 2, 1, next);
	if (!strcmp(what, "a fetch to NULL"))
		shmem_long_atomic_fetch_add_nbi(NULL, words, 1, next);
	if (!strcmp(what, "a lock at NULL"))
		shmem_clear_lock(NULL);
	if (!strcmp(what, "a signal at NULL"))
		shmem_signal_fetch(NULL);
	if (!strcmp(what, "a list of PEs at NULL"))
		shmem_pe_quiet(NULL, 1);
	if (!strcmp(what, "a stride of 0"))
		shmem_int_iput(numbers, local, 0, 1, 1, next);
	if (!strcmp(what, "a comparison that does not exist"))
		shmem_int_wait_until(numbers, 99, 1);
	if (!strcmp(what, "a lock of another PE")) {
		if (me)
			shmem_set_lock(words);
		shmem_barrier_all();
		if (!me)
			shmem_clear_lock(words);
		shmem_barrier_all();
	}
	if (!strcmp(what, "a wait for NULL"))
		shmem_int_wait_until(NULL, SHMEM_CMP_EQ, 1);
	if (!strcmp(what, "a list of NULL"))
		shmem_int_test_some(numbers, 4, NULL, NULL, SHMEM_CMP_EQ, 0);
	if (!strcmp(what, "a result at NULL") && shmem_ctx_create(0, NULL))
		shmem_info_get_name(NULL);
	if (!strcmp(what, "a context that was destroyed")) {
		shmem_ctx_create(0, &ctx);
		shmem_ctx_destroy(ctx);
		shmem_ctx_int_p(ctx, numbers, 1, next);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "a call before the beginning"))
		shmem_int_g(numbers, 0);
	begin();
	misuse(what);
	if (strcmp(what, "a call after the end"))
		fprintf(stderr, "still there\n");
	shmem_finalize();
	shmem_set_lock(words);
	return 0;
}
