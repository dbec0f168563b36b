/*
 * Seals: good under the secret alone with which they were made, and for that message alone.
 */
#include "child.h"

#include "fabric/ofi_seal.h"

enum { TAG = 3, LEN = 101 };

static struct sumac_ofi_secret secret;
static uint8_t message[LEN], seal[SUMAC_FABRIC_SEAL_BYTES];

static bool is_good(bool is_control, uint64_t tag, size_t len_bytes)
{
	return sumac_ofi_seal_is_good(&secret, tag, message, len_bytes, is_control, seal);
}

/* Whether a seal is bad while any bit of those bytes is another one. */
static bool is_bound_to(bool is_control, uint8_t *bytes, size_t len_bytes)
{
	bool is_bound = true;

	for (size_t bit = 0; bit < 8 * len_bytes; bit++) {
		bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
		is_bound &= !is_good(is_control, TAG, LEN);
		bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
	}
	return is_bound && is_good(is_control, TAG, LEN);
}

static void a_seal_is_of_one_message_and_one_receiver(void **state)
{
	(void)state;
	assert_int_equal(sumac_ofi_secret_draw(&secret), 0);
	for (int is_control = 0; is_control <= 1; is_control++) {
		sumac_ofi_seal(&secret, TAG, message, LEN, is_control, seal);
		assert_true(is_good(is_control, TAG, LEN));
		assert_true(is_bound_to(is_control, message, is_control ? LEN : SUMAC_FABRIC_HEADER_BYTES));
		assert_true(is_bound_to(is_control, seal, sizeof(seal)));
		assert_true(is_bound_to(is_control, secret.bytes, sizeof(secret)));
		assert_false(is_good(is_control, TAG ^ UINT64_C(1) << 60, LEN) || is_good(is_control, TAG, LEN - 1));
	}
}

static void secrets_and_keys_differ_and_fit(void **state)
{
	struct sumac_ofi_secret other;
	uint64_t key, keys = 0;

	(void)state;
	assert_int_equal(sumac_ofi_secret_draw(&secret) | sumac_ofi_secret_draw(&other), 0);
	assert_memory_not_equal(&secret, &other, sizeof(secret));
	for (int i = 0; i < 200; i++, keys |= key) {
		assert_int_equal(sumac_ofi_secret_key(2, &key), 0);
		assert_true(key <= UINT16_MAX);
	}
	assert_int_equal(keys, UINT16_MAX);
	for (int i = 0; i < 200; i++, keys |= key)
		assert_int_equal(sumac_ofi_secret_key(8, &key), 0);
	assert_true(keys == UINT64_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		CHILD_TEST(a_seal_is_of_one_message_and_one_receiver),
		CHILD_TEST(secrets_and_keys_differ_and_fit),
	};

	return cmocka_run_group_tests_name("ofi_seal", tests, NULL, NULL);
}
