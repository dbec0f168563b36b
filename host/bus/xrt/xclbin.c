/*
 * Reads what an xclbin says about itself, whether our packer or v++ has written it.
 */
#include "bus/xrt/xclbin.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "bus/xrt/axlf.h"
#include "sumac.h"

/* Copies text that need not end within its field. */
static void copy_text(const unsigned char *field, size_t field_bytes, char *text_out, size_t cap_bytes)
{
	size_t len = strnlen((const char *)field, field_bytes);

	len = len < cap_bytes ? len : cap_bytes - 1;
	memcpy(text_out, field, len);
	text_out[len] = 0;
}

static int read_banks(const struct sumac_axlf *axlf, struct sumac_xclbin *xclbin)
{
	struct sumac_axlf_section section;
	int n;

	if (sumac_axlf_find(axlf, SUMAC_AXLF_KIND_MEM_TOPOLOGY, &section))
		return sumac_fail(SUMAC_EINVAL, "it lists no memory banks");
	n = sumac_axlf_entries(&section, SUMAC_AXLF_BANKS_HEAD_BYTES, SUMAC_AXLF_BANK_BYTES);
	if (n < 0)
		return n;
	if (n > SUMAC_XCLBIN_MAX_BANKS)
		return sumac_fail(SUMAC_EINVAL, "it has %d memory banks, more than %d", n,
				  SUMAC_XCLBIN_MAX_BANKS);
	for (int i = 0; i < n; i++) {
		const unsigned char *at =
			section.bytes + SUMAC_AXLF_BANKS_HEAD_BYTES + (size_t)i * SUMAC_AXLF_BANK_BYTES;
		struct sumac_xclbin_bank *bank = &xclbin->banks[i];

		copy_text(SUMAC_AXLF_AT(at, BANK, TAG), SUMAC_AXLF_BANK_TAG_BYTES, bank->tag, sizeof(bank->tag));
		bank->type = (unsigned)SUMAC_AXLF_GET(at, BANK, TYPE);
		bank->is_used = SUMAC_AXLF_GET(at, BANK, IS_USED);
		bank->is_host = !strncmp(bank->tag, SUMAC_XCLBIN_HOST_TAG, strlen(SUMAC_XCLBIN_HOST_TAG));
		bank->base = SUMAC_AXLF_GET(at, BANK, BASE);
		bank->size_bytes = SUMAC_AXLF_GET(at, BANK, SIZE_KIB) * 1024;
	}
	xclbin->n_banks = n;
	return 0;
}

/* A unit is called KERNEL:UNIT. There may be others, of the network's kernels. */
static int read_unit(const struct sumac_axlf *axlf, struct sumac_xclbin *xclbin)
{
	struct sumac_axlf_section section;
	int n;

	if (sumac_axlf_find(axlf, SUMAC_AXLF_KIND_IP_LAYOUT, &section))
		return sumac_fail(SUMAC_EINVAL, "it has no kernels");
	n = sumac_axlf_entries(&section, SUMAC_AXLF_UNITS_HEAD_BYTES, SUMAC_AXLF_UNIT_BYTES);
	if (n < 0)
		return n;
	for (int i = 0; i < n; i++) {
		const unsigned char *at =
			section.bytes + SUMAC_AXLF_UNITS_HEAD_BYTES + (size_t)i * SUMAC_AXLF_UNIT_BYTES;
		char name[SUMAC_AXLF_UNIT_NAME_BYTES + 1], *colon;

		copy_text(SUMAC_AXLF_AT(at, UNIT, NAME), SUMAC_AXLF_UNIT_NAME_BYTES, name, sizeof(name));
		colon = strchr(name, ':');
		if (!colon || SUMAC_AXLF_GET(at, UNIT, TYPE) != SUMAC_AXLF_UNIT_IS_KERNEL)
			continue;
		*colon = 0;
		if (strcmp(name, SUMAC_XCLBIN_KERNEL))
			continue;
		snprintf(xclbin->kernel, sizeof(xclbin->kernel), "%s", name);
		snprintf(xclbin->unit, sizeof(xclbin->unit), "%s", colon + 1);
		xclbin->base_address = SUMAC_AXLF_GET(at, UNIT, BASE);
		return 0;
	}
	return sumac_fail(SUMAC_EINVAL, "it holds no kernel %s", SUMAC_XCLBIN_KERNEL);
}

/* Where a quoted text begins after blanks and one such mark, or NULL. */
static const char *quoted_after(const char *at, char mark)
{
	at += strspn(at, " \t\r\n");
	if (*at++ != mark)
		return NULL;
	at += strspn(at, " \t\r\n");
	return *at == '"' ? at + 1 : NULL;
}

/* A value of {"key": ..., "value": ...}, as XRT's tools write them: in this order, as plain text. */
static bool find_value(const char *text, const char *key, char *value_out, size_t cap_bytes)
{
	static const char first[] = "\"key\"", second[] = "value\"";
	size_t key_len = strlen(key);

	for (const char *at = strstr(text, first); at; at = strstr(at, first)) {
		at += strlen(first);
		const char *name = quoted_after(at, ':'), *value;

		if (!name || strncmp(name, key, key_len) || name[key_len] != '"')
			continue;
		value = quoted_after(name + key_len + 1, ',');
		if (value && !strncmp(value, second, strlen(second)))
			value = quoted_after(value + strlen(second), ':');
		else
			value = NULL;
		if (value && strcspn(value, "\"") < cap_bytes && strchr(value, '"')) {
			snprintf(value_out, cap_bytes, "%.*s", (int)strcspn(value, "\""), value);
			return true;
		}
	}
	return false;
}

static int read_keys(const struct sumac_axlf *axlf, struct sumac_xclbin *xclbin)
{
	struct sumac_axlf_section section;
	char value[SUMAC_XCLBIN_TEXT_BYTES], *text, *end;
	unsigned char digest[SUMAC_AXLF_TOP_UUID_BYTES];
	bool is_digest;

	if (sumac_axlf_find(axlf, SUMAC_AXLF_KIND_KEYVALUE_METADATA, &section))
		return 0;
	text = malloc(section.len_bytes + 1);
	if (!text)
		return sumac_fail(SUMAC_ENOMEM, "no memory for its keys");
	copy_text(section.bytes, section.len_bytes, text, section.len_bytes + 1);
	if (find_value(text, SUMAC_XCLBIN_KEY_SPEC, value, sizeof(value))) {
		errno = 0;
		xclbin->spec_hash = (uint32_t)strtoul(value, &end, 16);
		xclbin->has_spec_hash = *value && !*end && !errno;
	}
	find_value(text, SUMAC_XCLBIN_KEY_GIT, xclbin->git_id, sizeof(xclbin->git_id));
	is_digest = find_value(text, SUMAC_XCLBIN_KEY_UUID, value, sizeof(value)) &&
		    !strcmp(value, SUMAC_XCLBIN_UUID_IS_DIGEST);
	free(text);
	if (!is_digest)
		return 0;
	sumac_axlf_digest(axlf->bytes, axlf->len_bytes, digest);
	return memcmp(digest, xclbin->uuid, sizeof(digest))
		       ? sumac_fail(SUMAC_EINVAL, "it has been changed since it was packed: its UUID "
						  "does not match its contents")
		       : 0;
}

static int parse(const void *bytes, size_t len_bytes, struct sumac_xclbin *xclbin)
{
	struct sumac_axlf axlf;
	int rc = sumac_axlf_open(bytes, len_bytes, &axlf);

	if (rc)
		return rc;
	memcpy(xclbin->uuid, SUMAC_AXLF_AT(axlf.bytes, TOP, UUID), sizeof(xclbin->uuid));
	xclbin->mode = (unsigned)SUMAC_AXLF_GET(axlf.bytes, TOP, MODE);
	copy_text(SUMAC_AXLF_AT(axlf.bytes, TOP, PLATFORM), SUMAC_AXLF_TOP_PLATFORM_BYTES, xclbin->platform,
		  sizeof(xclbin->platform));
	rc = read_keys(&axlf, xclbin);
	if (!rc)
		rc = read_banks(&axlf, xclbin);
	return rc ? rc : read_unit(&axlf, xclbin);
}

int sumac_xclbin_parse(const char *name, const void *bytes, size_t len_bytes, struct sumac_xclbin *xclbin_out)
{
	int rc;

	memset(xclbin_out, 0, sizeof(*xclbin_out));
	rc = parse(bytes, len_bytes, xclbin_out);
	return rc ? sumac_fail(rc, "%s: %s", name, sumac_last_error()) : 0;
}

int sumac_xclbin_load(const char *path, unsigned char **bytes_out, size_t *len_bytes_out)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), rc = 0;
	unsigned char *bytes = NULL;
	struct stat file;
	size_t done = 0;

	if (fd < 0)
		return sumac_fail(SUMAC_EIO, "cannot open %s: %s", path, strerror(errno));
	if (fstat(fd, &file) || !S_ISREG(file.st_mode))
		rc = sumac_fail(SUMAC_EIO, "%s is not a file", path);
	else if (!(bytes = malloc((size_t)file.st_size + 1)))
		rc = sumac_fail(SUMAC_ENOMEM, "no memory for %s", path);
	while (!rc && done < (size_t)file.st_size) {
		ssize_t n = read(fd, bytes + done, (size_t)file.st_size - done);

		if (n < 0 && errno != EINTR)
			rc = sumac_fail(SUMAC_EIO, "cannot read %s: %s", path, strerror(errno));
		if (n == 0)
			break; /* the file has become shorter: we judge what is there */
		done += n > 0 ? (size_t)n : 0;
	}
	close(fd);
	if (rc) {
		free(bytes);
		return rc;
	}
	*bytes_out = bytes;
	*len_bytes_out = done;
	return 0;
}

int sumac_xclbin_read(const char *path, struct sumac_xclbin *xclbin_out)
{
	unsigned char *bytes;
	size_t len_bytes;
	int rc = sumac_xclbin_load(path, &bytes, &len_bytes);

	if (rc)
		return rc;
	rc = sumac_xclbin_parse(path, bytes, len_bytes, xclbin_out);
	free(bytes);
	return rc;
}

int sumac_xclbin_check(const char *path, const struct sumac_xclbin *xclbin)
{
	if (!xclbin->has_spec_hash)
		return sumac_fail(SUMAC_ESPEC,
				  "%s does not say from which spec it was built; this "
				  "library's is 0x%08X",
				  path, SUMAC_SPEC_HASH);
	if (xclbin->spec_hash != SUMAC_SPEC_HASH)
		return sumac_fail(SUMAC_ESPEC,
				  "%s was built from spec 0x%08X%s%s, this library from "
				  "0x%08X: rebuild one of them",
				  path, xclbin->spec_hash, *xclbin->git_id ? ", git " : "", xclbin->git_id,
				  SUMAC_SPEC_HASH);
	return 0;
}

static bool is_memory(const struct sumac_xclbin_bank *bank)
{
	return bank->is_used && (bank->is_host || bank->type == SUMAC_AXLF_MEMORY_DDR3 || bank->type == SUMAC_AXLF_MEMORY_DDR4 ||
				 bank->type == SUMAC_AXLF_MEMORY_DRAM || bank->type == SUMAC_AXLF_MEMORY_HBM);
}

static int find_bank(const struct sumac_xclbin *xclbin, bool is_host)
{
	for (int i = 0; i < xclbin->n_banks; i++)
		if (is_memory(&xclbin->banks[i]) && xclbin->banks[i].is_host == is_host)
			return i;
	return -SUMAC_ENOTSUP;
}

int sumac_xclbin_bank(const char *path, const struct sumac_xclbin *xclbin, const char *memory)
{
	int bank = strcmp(memory, "device") ? find_bank(xclbin, true) : find_bank(xclbin, false);

	if (bank < 0 && !strcmp(memory, "auto"))
		bank = find_bank(xclbin, false);
	if (bank >= 0)
		return bank;
	return sumac_fail(SUMAC_ENOTSUP, "%s has no bank %s for the NIC's rings (the setting xrt_memory is %s)", path,
			  !strcmp(memory, "host") ? SUMAC_XCLBIN_HOST_TAG "0] in the host's memory" : "of memory on the card",
			  memory);
}
