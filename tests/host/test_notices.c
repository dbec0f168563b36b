/*
 * Notices to the launcher: in order, as many as there may be, and nobody waits for them to be taken.
 */
#include "child.h"

#include <poll.h>

#include "launch/notices.h"

enum { MANY = 3000 }; /* of which a pipe does not hold a tenth */

static int give_and_take(void *ctx)
{
	struct sumac_notice notice = { .kind = SUMAC_NOTICE_LOST, .why = "why" };
	struct sumac_notices notices;

	(void)ctx;
	CHILD_EXPECT(!sumac_notices_open(&notices));
	CHILD_EXPECT(!sumac_notices_take(&notices, &notice));
	CHILD_EXPECT(!poll(&(struct pollfd){ .fd = notices.fd, .events = POLLIN }, 1, 0));
	for (notice.rank = 0; notice.rank < MANY; notice.rank++)
		CHILD_EXPECT(!sumac_notices_give(&notices, &notice));
	for (int i = 0; i < MANY; i++) {
		CHILD_EXPECT(poll(&(struct pollfd){ .fd = notices.fd, .events = POLLIN }, 1, 0) == 1);
		CHILD_EXPECT(sumac_notices_take(&notices, &notice));
		CHILD_EXPECT(notice.rank == i && notice.kind == SUMAC_NOTICE_LOST && !strcmp(notice.why, "why"));
	}
	CHILD_EXPECT(!sumac_notices_take(&notices, &notice));
	CHILD_EXPECT(!sumac_notices_give(&notices, &notice) && sumac_notices_take(&notices, &notice));
	close(notices.fd);
	return 0;
}

static void any_number_of_notices_is_given_without_waiting(void **state)
{
	(void)state;
	assert_int_equal(child_run(give_and_take, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(any_number_of_notices_is_given_without_waiting) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
