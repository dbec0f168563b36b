#include "sim/wave/wave_window.h"

#include <endian.h>

static uint64_t low_half(uint64_t old, uint32_t value)
{
	return old >> 32 << 32 | value;
}

static uint64_t high_half(uint64_t old, uint32_t value)
{
	return (uint64_t)value << 32 | (uint32_t)old;
}

/* A team's collectives have other numbers than the ones before them, and a host posts each as a whole. */
static void take_descriptor(struct sumac_wave_window *window, unsigned index, const void *desc, uint64_t at)
{
	struct sumac_wave_group *group = &window->groups[index];
	uint32_t seq = (uint32_t)SUMAC_GET(desc, DESC, SEQ);
	bool is_wanted = window->n_posted && !window->is_over && index == window->group && seq == window->seq;

	if (!group->has_call || seq != group->seq) {
		group->has_call = true;
		group->seq = seq;
		window->n_calls++;
		if (window->call && window->n_calls == window->call) {
			window->group = index;
			window->seq = seq;
			window->from = at;
			is_wanted = true;
		}
	}
	if (is_wanted) {
		window->n_posted++;
		window->is_told = false;
	} else if (window->is_told) {
		window->is_over = true;
	}
}

static const void *read_descriptor(const struct sumac_wave_window *window, uint64_t address, uint8_t bytes_out[SUMAC_DESC_BYTES])
{
	const struct sumac_vnic_host *host = window->host;

	if (host->is_far && host->is_far(host->ctx, address, SUMAC_DESC_BYTES))
		return host->far_read(host->ctx, address, SUMAC_DESC_BYTES, bytes_out) ? NULL : bytes_out;
	return host->translate(host->ctx, address, SUMAC_DESC_BYTES);
}

/* The descriptors that the host has written into its ring since it last rang. */
static void take_doorbell(struct sumac_wave_window *window, unsigned index, uint16_t posted, uint64_t at)
{
	struct sumac_wave_group *group = &window->groups[index];
	uint16_t mask = (uint16_t)((1u << group->ring_log2) - 1);
	uint8_t bytes[SUMAC_DESC_BYTES];

	if ((uint16_t)(posted - group->posted) > mask + 1u) /* more than the ring holds: the NIC will refuse them */
		group->posted = (uint16_t)(posted - mask - 1u);
	for (; group->posted != posted; group->posted++) {
		const void *desc = read_descriptor(window, group->dring + (group->posted & mask) * SUMAC_DESC_BYTES, bytes);

		if (desc)
			take_descriptor(window, index, desc, at);
	}
}

static void take_push(struct sumac_wave_window *window, unsigned index, unsigned word, uint32_t value, uint64_t at)
{
	struct sumac_wave_group *group = &window->groups[index];

	if (!group->is_pushing)
		group->pushed_at = at;
	group->is_pushing = word != SUMAC_WAVE_WORDS - 1;
	group->words[word] = htole32(value);
	if (group->is_pushing)
		return;
	group->posted++;
	take_descriptor(window, index, group->words, group->pushed_at);
}

static void open_group(struct sumac_wave_window *window, struct sumac_wave_group *group)
{
	window->is_over |= window->n_posted && group == &window->groups[window->group];
	group->posted = 0;
	group->has_call = group->is_pushing = false;
}

void sumac_wave_window_posted(struct sumac_wave_window *window, uint64_t at, uint32_t offset, uint32_t value)
{
	uint32_t index = (offset - SUMAC_GROUP_BASE) / SUMAC_GROUP_SIZE, reg = offset % SUMAC_GROUP_SIZE;
	struct sumac_wave_group *group = &window->groups[index % SUMAC_WAVE_GROUPS];

	if (offset < SUMAC_GROUP_BASE || index >= SUMAC_WAVE_GROUPS)
		return;
	if (reg >= SUMAC_G_PUSH && reg < SUMAC_G_PUSH + SUMAC_DESC_BYTES)
		take_push(window, index, (reg - SUMAC_G_PUSH) / 4, value, at);
	switch (reg) {
	case SUMAC_G_CTRL:
		if (value & 1)
			open_group(window, group);
		return;
	case SUMAC_G_DRING_LO:
		group->dring = low_half(group->dring, value);
		return;
	case SUMAC_G_DRING_HI:
		group->dring = high_half(group->dring, value);
		return;
	case SUMAC_G_CRING_LO:
		group->cring = low_half(group->cring, value);
		return;
	case SUMAC_G_CRING_HI:
		group->cring = high_half(group->cring, value);
		return;
	case SUMAC_G_RING_LOG2:
		group->ring_log2 = value & 0xf;
		return;
	case SUMAC_G_DOORBELL:
		take_doorbell(window, index, (uint16_t)value, at);
		return;
	}
}

void sumac_wave_window_wrote(struct sumac_wave_window *window, uint64_t address, const void *beat)
{
	const struct sumac_wave_group *group = &window->groups[window->group];

	if (window->n_completed < window->n_posted && address >= group->cring &&
	    (address - group->cring) / SUMAC_CPL_BYTES >> group->ring_log2 == 0 && SUMAC_GET(beat, CPL, SEQ) == window->seq)
		window->n_completed++;
}

void sumac_wave_window_irq(struct sumac_wave_window *window)
{
	window->is_told = window->n_posted && window->n_completed == window->n_posted;
}

bool sumac_wave_window_holds(const struct sumac_wave_window *window, uint64_t now)
{
	if (!window->call)
		return now >= window->from && now <= window->to;
	return window->n_posted && !window->is_told && !window->is_over && now >= window->from;
}
