/*
 * After a boot the kernel may have to gather randomness first, and a signal may interrupt the call; it also gives few
 * bytes at once.
 */
#include "base/random.h"

#include <errno.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/types.h>

int sumac_random(void *bytes_out, size_t len_bytes)
{
	uint8_t *at = bytes_out;

	while (len_bytes) {
		ssize_t n = getrandom(at, len_bytes, 0);

		if (n < 0 && errno != EINTR)
			return -1;
		if (n > 0) {
			at += n;
			len_bytes -= (size_t)n;
		}
	}
	return 0;
}
