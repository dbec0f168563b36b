/*
 * Comparing what two ranks say of their last calls.
 */
#include "engine/cpu/control.h"

#include <stddef.h>

const struct sumac_cpu_note *sumac_cpu_notes_find(const struct sumac_cpu_notes *notes, uint32_t seq)
{
	for (int i = 0; i < SUMAC_CPU_NOTES && notes->call[i].seq; i++)
		if (notes->call[i].seq == seq)
			return &notes->call[i];
	return NULL;
}

bool sumac_cpu_notes_differ(const struct sumac_cpu_notes *left, const struct sumac_cpu_notes *right,
			    uint32_t *seq_out)
{
	bool is_found = false;

	/* From the newest on: a digest covers the calls before it, so all after the first difference differ. */
	for (int i = 0; i < SUMAC_CPU_NOTES && left->call[i].seq; i++) {
		const struct sumac_cpu_note *other = sumac_cpu_notes_find(right, left->call[i].seq);

		if (other && other->digest != left->call[i].digest) {
			*seq_out = other->seq;
			is_found = true;
		}
	}
	return is_found;
}
