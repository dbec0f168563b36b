/*
 * A buffer that doubles. It begins as zeros.
 */
#include "bitstreams/xclbin/xclbin_buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned char *sumac_xclbin_buffer_extend(struct sumac_xclbin_buffer *buffer, size_t len_bytes)
{
	size_t wanted = buffer->len_bytes + len_bytes, cap = buffer->cap_bytes ? buffer->cap_bytes : 1024;
	unsigned char *at;

	while (cap < wanted)
		cap *= 2;
	if (cap > buffer->cap_bytes) {
		at = realloc(buffer->bytes, cap);
		if (!at) {
			buffer->has_failed = true;
			return NULL;
		}
		buffer->bytes = at;
		buffer->cap_bytes = cap;
	}
	at = buffer->bytes + buffer->len_bytes;
	memset(at, 0, len_bytes);
	buffer->len_bytes = wanted;
	return at;
}

void sumac_xclbin_buffer_print(struct sumac_xclbin_buffer *buffer, const char *format, ...)
{
	va_list args, again;
	unsigned char *at;
	int len;

	va_start(args, format);
	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, args);
	/* Writes the zero at the end, and then does not count it. */
	at = sumac_xclbin_buffer_extend(buffer, (size_t)len + 1);
	if (at) {
		vsnprintf((char *)at, (size_t)len + 1, format, again);
		buffer->len_bytes--;
	}
	va_end(again);
	va_end(args);
}

void sumac_xclbin_buffer_destroy(struct sumac_xclbin_buffer *buffer)
{
	free(buffer->bytes);
	memset(buffer, 0, sizeof(*buffer));
}
