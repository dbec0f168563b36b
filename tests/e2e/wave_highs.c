/*
 * Prints the cycles in which a signal of an FST file is high when they end: wave_highs FILE NAME UNITS_PER_CYCLE
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gtkwave/fstapi.h"

static fstHandle wanted;
static uint64_t cycle_units, high_since;
static int is_high;

/* A cycle ends with a rising edge, at which the next value may come. */
static void changed(void *ctx, uint64_t time, fstHandle handle, const unsigned char *value)
{
	if (handle != wanted)
		return;
	for (uint64_t cycle = high_since / cycle_units; is_high && (cycle + 1) * cycle_units <= time; cycle++)
		printf("%" PRIu64 "\n", cycle);
	is_high = *value == '1';
	high_since = time;
}

int main(int argc, char **argv)
{
	void *file = fstReaderOpen(argv[1]);
	struct fstHier *item;
	char name[1024];

	if (!file || argc < 4)
		return 1;
	cycle_units = strtoull(argv[3], NULL, 10);
	while ((item = fstReaderIterateHier(file))) {
		if (item->htyp == FST_HT_SCOPE)
			fstReaderPushScope(file, item->u.scope.name, NULL);
		else if (item->htyp == FST_HT_UPSCOPE)
			fstReaderPopScope(file);
		else if (item->htyp == FST_HT_VAR) {
			snprintf(name, sizeof name, "%s.%s", fstReaderGetCurrentFlatScope(file), item->u.var.name);
			if (!strcmp(name, argv[2]))
				wanted = item->u.var.handle;
		}
	}
	fstReaderSetFacProcessMaskAll(file);
	fstReaderIterBlocks(file, changed, NULL, NULL);
	fstReaderClose(file);
	return !wanted;
}
