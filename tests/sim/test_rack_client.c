/*
 * The rack's connections: welcomed, refused with a reason, heard, lost.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "rack_ranks.h"
#include "sim/rack/rack_run.h"

static void who_does_not_fit_is_refused_with_a_reason(void **state)
{
	(void)state;
	n_ranks = 0;
	rack_child_start(&rack, 3, sumac_rack_run, NULL);
	expect_refusal(0, 4, -SUMAC_EINVAL, "does not fit a rack of 3");
	expect_refusal(2, 2, -SUMAC_EINVAL, "does not fit");
	expect_refusal(-1, 2, -SUMAC_EINVAL, "does not fit");
	buses[0] = attach(0, 2);
	n_ranks = 1;
	expect_refusal(0, 2, -SUMAC_EINVAL, "rank 0 is attached already");
	expect_refusal(1, 3, -SUMAC_EINVAL, "others said 2");
	assert_int_equal(end(), 0);
}

static int main_of_another_spec(int argc, char *const argv[])
{
	fake_nic_spec_hash = SUMAC_SPEC_HASH ^ 1;
	return sumac_rack_run(argc, argv);
}

static void a_nic_of_another_spec_is_refused(void **state)
{
	(void)state;
	n_ranks = 0;
	rack_child_start(&rack, 1, main_of_another_spec, NULL);
	expect_refusal(0, 1, -SUMAC_ESPEC, "build both from one tree");
	assert_int_equal(end(), 0);
}

/* Says hello with one word changed. */
static void expect_hello_refused(uint32_t protocol, uint32_t spec_hash, const char *version, int status)
{
	struct sumac_rack_hello hello = { .kind = SUMAC_RACK_HELLO, .protocol = protocol, .rank = 0, .size = 1,
					  .spec_hash = spec_hash };
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct sumac_rack_answer answer;
	int fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);

	strncpy(hello.version, version, sizeof hello.version - 1);
	strcpy(address.sun_path, rack.socket_path);
	assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
	assert_int_equal(send(fd, &hello, sizeof hello, 0), sizeof hello);
	assert_int_equal(recv(fd, &answer, sizeof answer, 0), sizeof answer);
	assert_int_equal(answer.kind, SUMAC_RACK_REFUSED);
	assert_int_equal(answer.status, status);
	assert_true(strlen(answer.why) > 20);
	assert_int_equal(recv(fd, &answer, sizeof answer, 0), 0); /* and hung up on */
	close(fd);
}

static void other_versions_are_refused(void **state)
{
	(void)state;
	n_ranks = 0;
	rack_child_start(&rack, 1, sumac_rack_run, NULL);
	expect_hello_refused(SUMAC_RACK_PROTOCOL + 1, SUMAC_SPEC_HASH, SUMAC_RACK_VERSION, -SUMAC_EBUILD);
	expect_hello_refused(SUMAC_RACK_PROTOCOL, SUMAC_SPEC_HASH, "0.0.0", -SUMAC_EBUILD);
	expect_hello_refused(SUMAC_RACK_PROTOCOL, SUMAC_SPEC_HASH + 1, SUMAC_RACK_VERSION, -SUMAC_ESPEC);
	assert_int_equal(end(), 0);
}

static int offer_window(int fd, uint32_t index, uint64_t len_bytes, const char *words)
{
	struct sumac_rack_window window = { SUMAC_RACK_WINDOW, index, len_bytes, 0, 0 };
	char why[SUMAC_RACK_WHY_BYTES];
	int status = sumac_bus_rack_ask(sumac_bus_rack_of(buses[0]), &window, sizeof window, fd, why);

	if (!strstr(why, words))
		fail_msg("no \"%s\" in \"%s\"", words, why);
	return status;
}

static void dangerous_memory_is_refused(void **state)
{
	char path[] = "/tmp/sumac-test-file-XXXXXX";
	int soft = memfd_create("soft", MFD_ALLOW_SEALING), hard = memfd_create("hard", MFD_ALLOW_SEALING);
	int file = mkstemp(path);

	(void)state;
	start(1, NULL);
	assert_int_equal(ftruncate(soft, 8192) | ftruncate(hard, 8192) | ftruncate(file, 8192), 0);
	assert_int_equal(fcntl(hard, F_ADD_SEALS, F_SEAL_SHRINK), 0);
	assert_int_equal(offer_window(soft, 2, 8192, "not sealed"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(file, 2, 8192, "memory file"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(hard, 2, 8193, "shorter"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(hard, 2, UINT64_C(1) << 63, "too large"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(hard, 2, 0, "empty"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(-1, 2, 4096, "no memory"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(hard, SUMAC_RACK_WINDOWS, 4096, "does not know"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(hard, rings[0].index, 4096, "taken"), -SUMAC_EINVAL);
	assert_int_equal(offer_window(hard, 2, 8192, ""), 0);
	assert_int_equal(offer_window(hard, 2, 8192, "taken"), -SUMAC_EINVAL);
	close(soft);
	close(hard);
	close(file);
	unlink(path);
	assert_int_equal(end(), 0);
}

static void a_death_is_reported_to_the_others(void **state)
{
	uint32_t seen;

	(void)state;
	start(2, NULL);
	seen = buses[0]->ops->events(buses[0]);
	die(1);
	assert_true(wait_event(0, seen, WAIT_NS));
	assert_int_equal(read_register(0, SUMAC_GROUP_BASE + SUMAC_G_STATE), 2 | SUMAC_EPEER << 8 | 0xffffu << 16);
	expect_refusal(1, 2, -SUMAC_EINVAL, "rank 1 has died");
	assert_int_equal(end(), 0);
	assert_non_null(strstr(log_text, "NIC 1 has lost its rank"));
}

static void a_farewell_is_no_death(void **state)
{
	uint32_t seen;

	(void)state;
	start(2, NULL);
	seen = buses[0]->ops->events(buses[0]);
	detach(1);
	assert_false(wait_event(0, seen, SHORT_NS));
	assert_int_equal(read_register(0, SUMAC_GROUP_BASE + SUMAC_G_STATE), 0);
	buses[1] = attach(1, 2); /* and may come back */
	assert_int_equal(end(), 0);
	assert_string_equal(log_text, "");
}

/* Whoever looks need not be a rank, and NICs may be at work. */
static void anybody_may_look_at_the_nics(void **state)
{
	struct sumac_causes causes;
	int n_nics = 0;

	(void)state;
	start(2, NULL);
	for (int nic = 0; nic < 2; nic++) {
		assert_int_equal(sumac_bus_rack_look(rack.socket_path, nic, &n_nics, &causes), 0);
		assert_int_equal(n_nics, 2);
		assert_int_equal(causes.spent[nic][SUMAC_CAUSE_BUSY], causes.cycles);
	}
	assert_int_equal(sumac_bus_rack_look(rack.socket_path, 2, &n_nics, &causes), -SUMAC_EINVAL);
	assert_non_null(strstr(sumac_last_error(), "no such NIC"));
	assert_int_equal(read_register(1, SUMAC_REG_MAGIC), SUMAC_MAGIC);
	assert_int_equal(end(), 0);
}

static void a_rank_may_look_at_its_own_nic(void **state)
{
	struct sumac_causes causes;

	(void)state;
	start(2, NULL);
	write_register(1, SUMAC_GROUP_BASE + SUMAC_G_FAIL, 1); /* which raises the fake's interrupt, later */
	assert_true(wait_event(1, 0, WAIT_NS));
	assert_int_equal(buses[1]->ops->look(buses[1], &causes), 0);
	assert_true(causes.cycles > 0);
	assert_int_equal(causes.spent[1][SUMAC_CAUSE_BUSY], causes.cycles);
	assert_int_equal(read_register(1, SUMAC_REG_MAGIC), SUMAC_MAGIC);
	assert_int_equal(end(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_does_not_fit_is_refused_with_a_reason),
		cmocka_unit_test(a_nic_of_another_spec_is_refused),
		cmocka_unit_test(other_versions_are_refused),
		cmocka_unit_test(dangerous_memory_is_refused),
		cmocka_unit_test(a_death_is_reported_to_the_others),
		cmocka_unit_test(a_farewell_is_no_death),
		cmocka_unit_test(anybody_may_look_at_the_nics),
		cmocka_unit_test(a_rank_may_look_at_its_own_nic),
	};

	return cmocka_run_group_tests_name("rack_client", tests, NULL, NULL);
}
