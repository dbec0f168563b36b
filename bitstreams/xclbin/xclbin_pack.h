/*
 * Packs an xclbin of our own: the NIC's kernel as the spec describes it, in XRT's container. The same input gives the
 * same bytes.
 */
#ifndef SUMAC_XCLBIN_PACK_H
#define SUMAC_XCLBIN_PACK_H

#include <stddef.h>
#include <stdint.h>

struct sumac_xclbin_recipe {
	unsigned mode; /* SUMAC_AXLF_MODE_... */
	const char *platform;
	const char *git_id;
	uint32_t spec_hash;
	const void *bitstream; /* NULL: none, as for hw_emu with a model that listens
                            already */
	size_t bitstream_bytes;
	int lacks_host; /* no bank in the host's memory, for shells without a slave bridge */
};

/* The caller frees the bytes. */
int sumac_xclbin_pack(const struct sumac_xclbin_recipe *recipe, unsigned char **bytes_out, size_t *len_bytes_out);

#endif
