/*
 * An xclbin of any bytes: the reader refuses it with a sentence or believes it, and what it then says holds: texts that end, banks
 * that are in its list. ASan sees a read beyond the bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "bus/xrt/xclbin.h"
#include "fuzz.h"
#include "sumac.h"

static bool ends(const char *text, size_t cap_bytes)
{
	return memchr(text, 0, cap_bytes);
}

static void judge(const struct sumac_xclbin *xclbin)
{
	static const char *const memories[] = { "auto", "host", "device" };

	fuzz_expect(xclbin->n_banks >= 0 && xclbin->n_banks <= SUMAC_XCLBIN_MAX_BANKS, "the number of banks");
	fuzz_expect(!strcmp(xclbin->kernel, SUMAC_XCLBIN_KERNEL), "the kernel's name");
	fuzz_expect(ends(xclbin->unit, sizeof(xclbin->unit)) && ends(xclbin->git_id, sizeof(xclbin->git_id)) &&
			    ends(xclbin->platform, sizeof(xclbin->platform)), "a text without end");
	for (int i = 0; i < xclbin->n_banks; i++)
		fuzz_expect(ends(xclbin->banks[i].tag, sizeof(xclbin->banks[i].tag)), "a tag without end");
	for (int i = 0; i < 3; i++) {
		int bank = sumac_xclbin_bank("it", xclbin, memories[i]);

		fuzz_expect(bank < xclbin->n_banks && (bank < 0 || xclbin->banks[bank].is_used), "a bank that is not there");
	}
	sumac_xclbin_check("it", xclbin);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len_bytes)
{
	struct sumac_xclbin xclbin;
	int rc = sumac_xclbin_parse("it", bytes, len_bytes, &xclbin);

	fuzz_expect(rc == 0 || rc == -SUMAC_EINVAL, "a status that the reader does not have");
	if (rc)
		fuzz_expect(!strncmp(sumac_last_error(), "it: ", 4), "a refusal without a sentence");
	else
		judge(&xclbin);
	return 0;
}
