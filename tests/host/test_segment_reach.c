/*
 * Reading others' memory by the kernel: what is there, what is not, and that a rank which may not says so to all.
 */
#define _GNU_SOURCE
#include "segment_threads.h"
#include "child.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "fabric/segment_private.h"
#include "spec/spec.h"

static uint64_t word = 17;

/* Nobody's child reads its parent under Yama; parents may read children. */
static void test_what_a_process_has_is_read(void **state)
{
	uint64_t seen = 0;
	pid_t child = fork();

	(void)state;
	if (!child) {
		pause();
		_exit(0);
	}
	word = 18; /* not there */
	assert_int_equal(sumac_reach_read(child, (uintptr_t)&word, sizeof(word), &seen), 0);
	assert_int_equal(seen, 17);
	assert_int_equal(sumac_reach_read(child, 8, 8, &seen), -SUMAC_EIO);
	assert_int_equal(sumac_reach_read(child, UINT64_MAX - 3, 8, &seen), -SUMAC_EIO);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	assert_int_equal(sumac_reach_read(child, (uintptr_t)&word, sizeof(word), &seen), -SUMAC_EPEER);
}

static int find_out(void *forbid)
{
	struct sock_filter steps[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(steps) / sizeof(steps[0]), steps };
	struct sumac_segment *segments[2];

	if (forbid)
		CHILD_EXPECT(!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
	CHILD_EXPECT(!segment_threads_open(2, segments));
	for (int i = 0; i < 4; i++)
		CHILD_EXPECT(sumac_segment_can_reach(segments[i / 2], i % 2) == !forbid);
	sumac_segment_close(segments[0]);
	sumac_segment_close(segments[1]);
	return 0;
}

static void test_all_know_who_can(void **state)
{
	(void)state;
	assert_int_equal(child_run(find_out, NULL), 0);
	assert_int_equal(child_run(find_out, &word), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_a_process_has_is_read),
		cmocka_unit_test(test_all_know_who_can),
	};

	return cmocka_run_group_tests_name("segment_reach", tests, NULL, NULL);
}
