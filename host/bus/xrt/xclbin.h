/*
 * The host's questions about an xclbin before it gives it to XRT: whether it holds our NIC, from which spec, and
 * where.
 */
#ifndef SUMAC_XCLBIN_H
#define SUMAC_XCLBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The NIC's kernel, and its unit if it has one. */
#define SUMAC_XCLBIN_KERNEL "sumac_nic"
#define SUMAC_XCLBIN_UNIT "sumac_nic_1"
/* A bank in the host's own memory has a tag that begins so. */
#define SUMAC_XCLBIN_HOST_TAG "HOST["
/* Keys of section KEYVALUE_METADATA, as `xclbinutil --key-value USER:key:value` writes them, too. */
#define SUMAC_XCLBIN_KEY_SPEC "sumac_spec_hash"
#define SUMAC_XCLBIN_KEY_GIT "sumac_git"
#define SUMAC_XCLBIN_KEY_UUID "sumac_uuid"
#define SUMAC_XCLBIN_UUID_IS_DIGEST "digest" /* the UUID is the hash of all other bytes, so a changed file is noticed */

enum { SUMAC_XCLBIN_MAX_BANKS = 64, SUMAC_XCLBIN_TEXT_BYTES = 72 };

struct sumac_xclbin_bank {
	char tag[20];
	unsigned type; /* SUMAC_AXLF_MEMORY_... */
	bool is_used, is_host;
	uint64_t base, size_bytes;
};

struct sumac_xclbin {
	unsigned char uuid[16];
	unsigned mode; /* SUMAC_AXLF_MODE_... */
	bool has_spec_hash;
	uint32_t spec_hash;
	char git_id[SUMAC_XCLBIN_TEXT_BYTES]; /* empty if the file does not say */
	char platform[SUMAC_XCLBIN_TEXT_BYTES];
	char kernel[SUMAC_XCLBIN_TEXT_BYTES], unit[SUMAC_XCLBIN_TEXT_BYTES]; /* of the first unit of our kernel */
	uint64_t base_address;						     /* of its registers */
	int n_banks; /* as MEM_TOPOLOGY has them: a bank's index is its place */
	struct sumac_xclbin_bank banks[SUMAC_XCLBIN_MAX_BANKS];
};

/* Reads a file. Its spec is the caller's business: sumac_xclbin_check().
 * -SUMAC_EIO: it cannot be read; -SUMAC_EINVAL: it is no xclbin, cut off, changed, or without our kernel. */
int sumac_xclbin_read(const char *path, struct sumac_xclbin *xclbin_out);
/* The same for bytes; the name is for the sentence that says what is wrong. */
int sumac_xclbin_parse(const char *name, const void *bytes, size_t len_bytes, struct sumac_xclbin *xclbin_out);
/* -SUMAC_ESPEC, with a sentence, unless it was built from this library's spec.
 */
int sumac_xclbin_check(const char *path, const struct sumac_xclbin *xclbin);
/* The bank for windows: in the host's memory, on the card (`device`), or, with `auto`, the first if the file has such a bank. Its
 * index; -SUMAC_ENOTSUP, with a sentence: it has none. */
int sumac_xclbin_bank(const char *path, const struct sumac_xclbin *xclbin, const char *memory);
/* All bytes of a file, for the caller to free. */
int sumac_xclbin_load(const char *path, unsigned char **bytes_out, size_t *len_bytes_out);

#endif
