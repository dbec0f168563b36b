/*
 * Serves any holder of a request: puts it into words, and frees it.
 */
#include "core/call/request.h"

#include <stdlib.h>

#include "core/call/carriage.h"

void sumac_request_text(const struct sumac_request *request, char text_out[SUMAC_NOTE_TEXT_CAP])
{
	sumac_note_text(&request->note, text_out);
}

void sumac_request_free(struct sumac_request *request)
{
	if (request->call.firsts)
		free((void *)request->call.firsts);
	if (request->call.memo) {
		request->is_under_way = false;
		return;
	}
	sumac_carriage_free(request->carriage);
	free(request);
}
