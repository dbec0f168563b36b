/*
 * Prints what a program says about itself when it begins, if its environment has SHMEM_VERSION or SHMEM_INFO.
 */
#include <stdio.h>

#include "base/settings.h"
#include "frontend/shmem/shmem_private.h"

static void print_info(void)
{
	fprintf(stderr,
		"SHMEM_SYMMETRIC_SIZE   bytes of the symmetric heap, with K, M, G or T; here %lld\n"
		"SHMEM_DEBUG            reports decisions, as SUMAC_VERBOSE=1 does; here %lld\n"
		"SHMEM_VERSION          prints the version at the start\n"
		"SHMEM_INFO             prints this at the start\n"
		"`sumac info --settings` prints all settings; the environment has them as SUMAC_<NAME>.\n",
		(long long)sumac_setting_int(SUMAC_SETTING_HEAP_BYTES), (long long)sumac_setting_int(SUMAC_SETTING_VERBOSE));
}

void sumac_shmem_introduce(void)
{
	if (sumac_rank())
		return;
	if (sumac_settings_shmem_asks_for("VERSION"))
		fprintf(stderr, "%s %s, OpenSHMEM %d.%d\n", SHMEM_VENDOR_STRING, sumac_version(), SHMEM_MAJOR_VERSION,
			SHMEM_MINOR_VERSION);
	if (sumac_settings_shmem_asks_for("INFO"))
		print_info();
}
