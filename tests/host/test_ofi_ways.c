/*
 * The networks of libfabric that a rank offers: no loopback and no address of one cable, unless the setting asks for the loopback;
 * and where two providers serve the same place, the one without a layer in between comes first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>

#include "base/settings_load.h"
#include "fabric/ofi_ways.h"

enum { MESSAGE_BYTES = 65600 };

static const struct sumac_libfabric *library;
static struct sumac_ofi_offer offer;
static struct fi_info *infos[SUMAC_OFI_MAX_WAYS];

static void find_for(size_t message_bytes, const char *options)
{
	setenv("SUMAC_OPTIONS", options, 1);
	assert_int_equal(sumac_settings_load(), 0);
	unsetenv("SUMAC_OPTIONS");
	assert_int_equal(sumac_libfabric_load(&library), 0);
	sumac_ofi_ways_find(library, &(struct sumac_ofi_need){ .message_bytes = message_bytes }, &offer, infos);
}

static void find(const char *options)
{
	find_for(MESSAGE_BYTES, options);
}

static int end(void **state)
{
	(void)state;
	sumac_ofi_ways_free(library, infos);
	memset(infos, 0, sizeof(infos));
	return 0;
}

static void test_only_what_reaches_other_hosts_is_offered(void **state)
{
	(void)state;
	find("");
	for (uint32_t i = 0; i < offer.n_ways; i++) {
		assert_string_not_equal(infos[i]->domain_attr->name, "lo");
		assert_int_not_equal(strncmp(infos[i]->fabric_attr->name, "fe80:", 5), 0);
		assert_true(infos[i]->ep_attr->max_msg_size >= MESSAGE_BYTES);
	}
}

static void test_the_setting_picks_an_interface_or_a_provider(void **state)
{
	char text[SUMAC_OFI_WAYS_TEXT_CAP];

	(void)state;
	find("network=lo");
	assert_true(offer.n_ways > 0);
	for (uint32_t i = 0; i < offer.n_ways; i++)
		assert_string_equal(infos[i]->domain_attr->name, "lo");
	sumac_ofi_ways_text(infos, text);
	assert_non_null(strstr(text, " on 127.0.0.1/"));
	assert_non_null(strstr(text, " (lo)"));
	end(NULL);
	find("network=tcp");
	for (uint32_t i = 0; i < offer.n_ways; i++)
		assert_int_equal(strncmp(infos[i]->fabric_attr->prov_name, "tcp", 3), 0);
	end(NULL);
	find("network=no_such");
	assert_int_equal(offer.n_ways, 0);
	assert_null(infos[0]);
}

static void test_a_provider_comes_before_a_layer_over_it(void **state)
{
	int n_layered = 0;

	(void)state;
	find("network=lo");
	for (uint32_t i = 0; i < offer.n_ways; i++) {
		if (strchr(infos[i]->fabric_attr->prov_name, ';'))
			n_layered++;
		for (uint32_t before = 0; before < i; before++)
			if (infos[before]->addr_format == infos[i]->addr_format &&
			    strchr(infos[before]->fabric_attr->prov_name, ';'))
				assert_true(strchr(infos[i]->fabric_attr->prov_name, ';') ||
					    !strcmp(infos[i]->fabric_attr->prov_name, "sockets"));
	}
	printf("%d of %u ways on the loopback have a layer\n", n_layered, offer.n_ways);
}

/* net, which tells of a delivery too early, has no part in memory; and what waits for its owner comes after what does not. */
static void test_a_provider_that_keeps_promises_comes_first(void **state)
{
	bool has_late = false, is_late;

	(void)state;
	find_for(0, "network=lo");
	assert_true(offer.n_ways > 0);
	for (uint32_t i = 0; i < offer.n_ways; i++) {
		const char *name = infos[i]->fabric_attr->prov_name;

		assert_string_not_equal(name, "net");
		is_late = !strcmp(name, "tcp;ofi_rxm") || !strcmp(name, "sockets");
		assert_true(is_late || !has_late);
		has_late |= is_late;
	}
}

/* Others' memory is for what is granted to go on by itself and to tell when it was delivered; and a card names its device. */
static void test_others_memory_is_for_providers_that_promise_all_it_takes(void **state)
{
	const struct sumac_ofi_need any = { .message_bytes = 0 }, card = { .by_card = true };
	struct fid_nic nic = { .device_attr = NULL };
	struct fi_info *info;

	(void)state;
	assert_int_equal(sumac_libfabric_load(&library), 0);
	info = library->dupinfo(NULL);
	info->fabric_attr->prov_name = strdup("a provider");
	info->caps = FI_RMA;
	info->mode = FI_CONTEXT;
	info->domain_attr->data_progress = FI_PROGRESS_AUTO;
	info->domain_attr->mr_mode = FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
	info->tx_attr->op_flags = FI_DELIVERY_COMPLETE;
	assert_true(sumac_ofi_ways_serves(&any, info));
	assert_false(sumac_ofi_ways_serves(&card, info));
	info->nic = &nic;
	assert_true(sumac_ofi_ways_serves(&card, info));
	for (int lack = 0; lack < 5; lack++) {
		struct fi_info other = *info;
		struct fi_domain_attr domain = *info->domain_attr;
		struct fi_tx_attr tx = *info->tx_attr;

		other.domain_attr = &domain;
		other.tx_attr = &tx;
		other.caps = lack == 0 ? FI_TAGGED : info->caps;
		other.mode = lack == 1 ? FI_MSG_PREFIX : info->mode;
		domain.data_progress = lack == 2 ? FI_PROGRESS_MANUAL : FI_PROGRESS_AUTO;
		domain.mr_mode |= lack == 3 ? FI_MR_RMA_EVENT : 0;
		tx.op_flags = lack == 4 ? FI_TRANSMIT_COMPLETE : tx.op_flags;
		assert_false(sumac_ofi_ways_serves(&card, &other));
	}
	info->nic = NULL;
	library->freeinfo(info);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_only_what_reaches_other_hosts_is_offered, end),
		cmocka_unit_test_teardown(test_the_setting_picks_an_interface_or_a_provider, end),
		cmocka_unit_test_teardown(test_a_provider_comes_before_a_layer_over_it, end),
		cmocka_unit_test_teardown(test_a_provider_that_keeps_promises_comes_first, end),
		cmocka_unit_test(test_others_memory_is_for_providers_that_promise_all_it_takes),
	};

	return cmocka_run_group_tests_name("ofi_ways", tests, NULL, NULL);
}
