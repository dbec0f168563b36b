/*
 * sumac-rack: simulated NICs, the switch between them and their clock, which ranks attach to.
 */
#include <stdio.h>

#include "sim/rack/rack_run.h"

int main(int argc, char *argv[])
{
	/* Ranks write to the same place, so each line is written at once. */
	setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
	return sumac_rack_run(argc, argv);
}
