/*
 * The words of a trace, from the tables.
 */
#include <stdio.h>

#include "sim/rack/rack_trace_private.h"
#include "spec/spec.h"

const char *sumac_rack_trace_kind(unsigned kind)
{
	switch (kind) {
#define SUMAC_KIND(name, code, help) case code: return #name;
#include "spec/rows.def"
	default:
		return "frame";
	}
}

static const char *op_name(unsigned op)
{
	switch (op) {
#define SUMAC_OP(name, code, origin, help) case code: return #name;
#include "spec/rows.def"
	default:
		return "?";
	}
}

static const char *type_name(unsigned type)
{
	switch (type) {
#define SUMAC_TYPE(name, code, ...) case code: return #name;
#include "spec/rows.def"
	default:
		return "?";
	}
}

const char *sumac_rack_trace_work(unsigned op, unsigned type, bool combines, char name_out[SUMAC_TRACE_NAME_CAP])
{
	if (!combines)
		return "move";
	snprintf(name_out, SUMAC_TRACE_NAME_CAP, "%s on %s", op_name(op), type_name(type));
	return name_out;
}
