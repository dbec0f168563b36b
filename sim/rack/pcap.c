#include "sim/rack/pcap.h"

#include <errno.h>
#include <string.h>

enum { MAGIC_NS = 0xa1b23c4d, MAJOR = 2, MINOR = 4, MOST_BYTES = 65535, ETHERNET = 1 };

static const uint64_t NS_PER_S = UINT64_C(1000000000);

static FILE *complain(const char *path)
{
	fprintf(stderr, "sumac-rack: the frames cannot be written to %s: %s\n", path, strerror(errno));
	return NULL;
}

FILE *sumac_pcap_open(const char *path)
{
	const uint32_t head[] = { MAGIC_NS, MAJOR | MINOR << 16, 0, 0, MOST_BYTES, ETHERNET };
	FILE *file = fopen(path, "wb");

	if (!file)
		return complain(path);
	fwrite(head, sizeof head, 1, file); /* errors are told at the end */
	return file;
}

void sumac_pcap_frame(FILE *file, uint64_t ns, const uint8_t *bytes, size_t len_bytes)
{
	const uint32_t head[] = { (uint32_t)(ns / NS_PER_S), (uint32_t)(ns % NS_PER_S), (uint32_t)len_bytes, (uint32_t)len_bytes };

	fwrite(head, sizeof head, 1, file);
	fwrite(bytes, len_bytes, 1, file);
}

int sumac_pcap_close(FILE *file, const char *path)
{
	int is_bad = ferror(file);

	if (!fclose(file) && !is_bad)
		return 0;
	complain(path);
	return -1;
}
