#include "core/call/wide_sums.h"

#include "base/settings.h"

static int put(const struct sumac_carrier *carrier, enum sumac_type type, void *carried_out, const void *src, size_t count,
	       int team_size)
{
	(void)carrier;
	(void)team_size;
	sumac_engine_cpu_widen(type, carried_out, src, count);
	return 0;
}

static int take(const struct sumac_carrier *carrier, enum sumac_type type, void *dst_out, void *carried, size_t count, int n_ranks)
{
	(void)carrier;
	(void)n_ranks;
	sumac_engine_cpu_round(type, dst_out, carried, count);
	return 0;
}

#define SUMAC_WIDE(op_, type_, wider, help) \
	static const struct sumac_carrier wide_##op_##_##type_ = { \
		.name = #wider " sums", .why_cpu = "the setting narrow_sums is wide, and NICs round each sum", \
		.op = SUMAC_OP_##op_, .type = SUMAC_TYPE_##wider, .n_each = 1, .salt = 0x100 | SUMAC_TYPE_##type_, \
		.put = put, .take = take, \
	};
#include "spec/rows.def"

const struct sumac_carrier *sumac_wide_carrier(int op, int type)
{
	if (!sumac_setting_int(SUMAC_SETTING_NARROW_SUMS))
		return NULL;
#define SUMAC_WIDE(op_, type_, wider, help) \
	if (op == SUMAC_OP_##op_ && type == SUMAC_TYPE_##type_) \
		return &wide_##op_##_##type_;
#include "spec/rows.def"
	return NULL;
}
