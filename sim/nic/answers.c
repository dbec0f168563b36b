/*
 * How long a host waits for its NIC.
 */
#include "sim/nic/answers.h"

#include "spec/spec.h"

static bool asks(uint32_t offset)
{
	uint32_t reg = offset % SUMAC_GROUP_SIZE;

	return offset >= SUMAC_GROUP_BASE &&
	       (reg == SUMAC_G_DOORBELL || (reg >= SUMAC_G_PUSH && reg < SUMAC_G_PUSH + SUMAC_DESC_BYTES));
}

static void end(struct sumac_answers *answers)
{
	uint64_t cycles = answers->seen_at - answers->posted_at;

	answers->waits = answers->has_seen = false;
	if (!answers->first)
		answers->first = cycles;
	if (!answers->least || cycles < answers->least)
		answers->least = cycles;
}

void sumac_answers_posted(struct sumac_answers *answers, uint64_t now, uint32_t offset)
{
	if (answers->waits && answers->has_seen)
		end(answers);
	if (!asks(offset) || answers->waits)
		return;
	answers->posted_at = now;
	answers->waits = true;
}

void sumac_answers_seen(struct sumac_answers *answers, uint64_t now)
{
	answers->seen_at = now;
	answers->has_seen = answers->waits;
}
