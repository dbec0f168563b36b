/*
 * Bytes that grow: sections are written into such a buffer before their lengths are known.
 */
#ifndef SUMAC_XCLBIN_BUFFER_H
#define SUMAC_XCLBIN_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct sumac_xclbin_buffer {
	unsigned char *bytes;
	size_t len_bytes, cap_bytes;
	bool has_failed; /* no memory: the buffer's user reports it, at the end */
};

/* Room for more at the end, zeroed; NULL if there is no memory. */
unsigned char *sumac_xclbin_buffer_extend(struct sumac_xclbin_buffer *buffer, size_t len_bytes);
void sumac_xclbin_buffer_print(struct sumac_xclbin_buffer *buffer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void sumac_xclbin_buffer_destroy(struct sumac_xclbin_buffer *buffer);

#endif
