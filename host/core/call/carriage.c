#include "core/call/carriage.h"

#include <stdlib.h>

void sumac_carriage_free(struct sumac_carriage *carriage)
{
	if (!carriage)
		return;
	free((void *)carriage->call.firsts);
	free(carriage->memory);
	free(carriage->scales);
	free(carriage);
}
