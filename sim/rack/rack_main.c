/*
 * sumac-rack: simulated NICs, the switch between them and their clock, which ranks attach to.
 */
#include "sim/rack/rack_run.h"

int main(int argc, char *argv[])
{
	return sumac_rack_run(argc, argv);
}
