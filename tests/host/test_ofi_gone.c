/*
 * Where nobody listens, a peer has gone; one whose kernel takes a connection is late, and is not asked often.
 */
#include <errno.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>
#include <rdma/fi_domain.h>

#include "base/clock.h"
#include "fabric/ofi_gone.h"

/* A port of the loopback, and the socket that listens there. */
static int listen_somewhere(struct sockaddr_in *address_out)
{
	int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	socklen_t len_bytes = sizeof(*address_out);

	*address_out = (struct sockaddr_in){ .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	assert_int_equal(bind(listener, (struct sockaddr *)address_out, sizeof(*address_out)), 0);
	assert_int_equal(listen(listener, 8), 0);
	assert_int_equal(getsockname(listener, (struct sockaddr *)address_out, &len_bytes), 0);
	return listener;
}

/* Whether it is found to have gone; when, in seconds. */
static bool ask_for(double limit_s, struct sumac_ofi_gone *gone, const struct sockaddr_in *address, double *s_out)
{
	int64_t start = sumac_clock_ns();
	bool is_gone;

	do {
		is_gone = sumac_ofi_gone_ask(gone, (const struct sockaddr *)address, sizeof(*address));
		*s_out = (double)(sumac_clock_ns() - start) * 1e-9;
		usleep(1000);
	} while (!is_gone && *s_out < limit_s);
	return is_gone;
}

static void test_where_nobody_listens_the_peer_has_gone(void **state)
{
	struct sumac_ofi_gone gone = { 0 };
	struct sockaddr_in address;
	double s;

	(void)state;
	close(listen_somewhere(&address));
	assert_true(ask_for(20, &gone, &address, &s) && s >= 1);
	assert_true(sumac_ofi_gone_ask(&gone, (struct sockaddr *)&address, sizeof(address)));
	sumac_ofi_gone_end(&gone);
	assert_false(sumac_ofi_gone_ask(&gone, (struct sockaddr *)&address, sizeof(address)));
}

/* Asked once in 2 s; what it takes of the question is an error, which it can throw away. */
static void test_a_peer_that_only_listens_is_late(void **state)
{
	struct sumac_ofi_gone gone = { 0 };
	struct sockaddr_in address;
	int listener = listen_somewhere(&address), question;
	double s;
	char byte;

	(void)state;
	assert_false(ask_for(2, &gone, &address, &s));
	sumac_ofi_gone_end(&gone);
	question = accept(listener, NULL, NULL);
	assert_true(question >= 0);
	assert_true(recv(question, &byte, 1, 0) < 0 && errno == ECONNRESET);
	assert_true(accept(listener, NULL, NULL) < 0 && errno == EAGAIN);
	close(question);
	close(listener);
}

static bool is_known(char *provider, uint32_t format)
{
	struct fi_fabric_attr fabric = { .prov_name = provider };
	struct fi_info info = { .addr_format = format, .fabric_attr = &fabric };

	return sumac_ofi_gone_is_known(&info);
}

/* The ports of verbs' addresses, for one, are none of TCP's. */
static void test_only_where_addresses_are_ports_of_tcp_is_it_known(void **state)
{
	(void)state;
	assert_true(is_known("net", FI_SOCKADDR_IN) && is_known("tcp;ofi_rxm", FI_SOCKADDR_IN6) && is_known("tcp", FI_SOCKADDR_IN));
	assert_false(is_known("verbs;ofi_rxm", FI_SOCKADDR_IN) || is_known("udp;ofi_rxd", FI_SOCKADDR_IN));
	assert_false(is_known("net", FI_ADDR_STR));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_where_nobody_listens_the_peer_has_gone),
		cmocka_unit_test(test_a_peer_that_only_listens_is_late),
		cmocka_unit_test(test_only_where_addresses_are_ports_of_tcp_is_it_known),
	};

	return cmocka_run_group_tests_name("ofi_gone", tests, NULL, NULL);
}
