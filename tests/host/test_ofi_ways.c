/*
 * What a rank offers of libfabric: no loopback and no address of one cable, unless the setting asks for the loopback; and where
 * two providers serve the same place, the one without a layer in between comes first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/settings_load.h"
#include "fabric/ofi_ways.h"

enum { MESSAGE_BYTES = 65600 };

static const struct sumac_libfabric *library;
static struct sumac_ofi_offer offer;
static struct fi_info *infos[SUMAC_OFI_MAX_WAYS];

static void find(const char *options)
{
	setenv("SUMAC_OPTIONS", options, 1);
	assert_int_equal(sumac_settings_load(), 0);
	unsetenv("SUMAC_OPTIONS");
	assert_int_equal(sumac_libfabric_load(&library), 0);
	sumac_ofi_ways_find(library, MESSAGE_BYTES, &offer, infos);
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
			if (infos[before]->addr_format == infos[i]->addr_format && strchr(infos[before]->fabric_attr->prov_name, ';'))
				assert_true(strchr(infos[i]->fabric_attr->prov_name, ';') ||
					    !strcmp(infos[i]->fabric_attr->prov_name, "sockets"));
	}
	printf("%d of %u ways on the loopback have a layer\n", n_layered, offer.n_ways);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_only_what_reaches_other_hosts_is_offered, end),
		cmocka_unit_test_teardown(test_the_setting_picks_an_interface_or_a_provider, end),
		cmocka_unit_test_teardown(test_a_provider_comes_before_a_layer_over_it, end),
	};

	return cmocka_run_group_tests_name("ofi_ways", tests, NULL, NULL);
}
