/*
 * Memory of a process by the kernel's way, which here is this process: whose memory it is that is missing, and that what comes
 * before the hole has been moved.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "remote/remote_private.h"
#include "sumac.h"

enum { PAGE = 4096, BEFORE = 100 };

static struct sumac_remote_peer peer;
static char other[2 * PAGE];

static int move(void *there, void *here, bool writes)
{
	return sumac_remote_vm(&peer, (uintptr_t)there, here, BEFORE + 1, writes);
}

static void test_the_missing_side_is_reported(void **state)
{
	char *hole = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *at = hole + PAGE - BEFORE;

	(void)state;
	peer.pid = getpid();
	mprotect(hole + PAGE, PAGE, PROT_NONE);
	if (move(other, at - 1, true) == 1)
		skip(); /* there is no such way here */
	for (int writes = 0; writes < 2; writes++) {
		memset(at, 'a', BEFORE);
		memset(other, 'b', BEFORE);
		assert_int_equal(move(other, at, writes), -SUMAC_ERANGE);
		assert_non_null(strstr(sumac_last_error(), writes ? "cannot be read here" : "cannot be written here"));
		assert_int_equal(*at, *other);
		memset(at, 'a', BEFORE);
		memset(other, 'b', BEFORE);
		assert_int_equal(move(at, other, writes), -SUMAC_EIO);
		assert_non_null(strstr(sumac_last_error(), writes ? "of process" : "cannot be read: Bad address"));
		assert_int_equal(*at, *other);
	}
	mprotect(hole, PAGE, PROT_READ); /* can be a source, and nothing else */
	assert_int_equal(move(other, hole, true), 0);
	assert_int_equal(move(other, hole, false), -SUMAC_ERANGE);
	assert_int_equal(move(hole, other, true), -SUMAC_EIO);
	munmap(hole, 2 * PAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_missing_side_is_reported),
	};

	return cmocka_run_group_tests_name("remote_vm", tests, NULL, NULL);
}
