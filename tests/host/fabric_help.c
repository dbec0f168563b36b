/*
 * Waiting for messages and sends.
 */
#include "fabric_help.h"

#include <time.h>

struct sumac_fabric_buf *fabric_receive(struct sumac_fabric *fabric, struct sumac_fabric *other)
{
	time_t end = time(NULL) + 10;

	while (time(NULL) < end) {
		struct sumac_fabric_buf *buf = sumac_fabric_next(fabric, SUMAC_FABRIC_ENGINE);

		if (buf)
			return buf;
		sumac_fabric_progress(fabric);
		if (other)
			sumac_fabric_progress(other);
	}
	return NULL;
}

int fabric_finish(struct sumac_fabric *fabric, struct sumac_fabric_send *send)
{
	time_t end = time(NULL) + 10;
	int status;

	while ((status = sumac_fabric_send_status(send)) > 0 && time(NULL) < end)
		sumac_fabric_progress(fabric);
	return status;
}

void fabric_fill(unsigned char *bytes, size_t len_bytes, unsigned seed)
{
	for (size_t i = 0; i < len_bytes; i++)
		bytes[i] = (unsigned char)(seed * 31 + i * 7 + (i >> 8));
}
