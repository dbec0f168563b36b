/*
 * Digest, note and text of a call; comparing what two ranks tell about their last calls.
 */
#include "agree/note.h"

#include <stdio.h>
#include <string.h>

#include "base/combination.h"

static uint64_t hash_parts(const struct sumac_call *call)
{
	uint64_t hash = 1;

	if (!call->firsts)
		return 0;
	for (int i = 1; i <= call->n_parts; i++)
		hash = sumac_digest_mix(hash, call->firsts[i]);
	return hash;
}

uint64_t sumac_call_shape(const struct sumac_call *call)
{
	uint64_t hash = sumac_digest_mix(1, (uint64_t)call->coll);

	hash = sumac_digest_mix(hash, (uint64_t)call->op);
	hash = sumac_digest_mix(hash, (uint64_t)call->type); /* class and width */
	hash = sumac_digest_mix(hash, call->count);
	return sumac_digest_mix(hash, (uint64_t)call->root ^ hash_parts(call));
}

struct sumac_note sumac_note_of(const struct sumac_call *call, enum sumac_engine_kind kind,
				enum sumac_purpose purpose)
{
	return (struct sumac_note){ .digest = call->digest, .count = call->count, .seq = call->seq, .root = call->root,
				    .parts = (uint32_t)hash_parts(call), .coll = (uint8_t)call->coll,
				    .op = (uint8_t)call->op, .type = (uint8_t)call->type, .engine = (uint8_t)kind,
				    .purpose = (uint8_t)purpose };
}

void sumac_note_text(const struct sumac_note *note, char text_out[SUMAC_NOTE_TEXT_CAP])
{
	const struct sumac_coll_row *row = sumac_coll_row(note->coll);
	char root[32] = "";

	if (sumac_coll_has_root(note->coll))
		snprintf(root, sizeof(root), ", root %d", note->root);
	if (!note->seq)
		snprintf(text_out, SUMAC_NOTE_TEXT_CAP, "nothing yet");
	else if (note->purpose == SUMAC_FOR_SPLIT)
		snprintf(text_out, SUMAC_NOTE_TEXT_CAP, "the split of the team");
	else if (note->purpose == SUMAC_FOR_END)
		snprintf(text_out, SUMAC_NOTE_TEXT_CAP, "the end of the team");
	else if (!row || row->gives == SUMAC_NONE)
		snprintf(text_out, SUMAC_NOTE_TEXT_CAP, "%s", sumac_coll_name(note->coll));
	else if (!sumac_coll_combines(note->coll))
		snprintf(text_out, SUMAC_NOTE_TEXT_CAP, "%s(%llu bytes%s)", row->name, (unsigned long long)note->count, root);
	else
		snprintf(text_out, SUMAC_NOTE_TEXT_CAP, "%s(%s, %s, %llu%s)", row->name, sumac_op_name(note->op),
			 sumac_type_name(note->type), (unsigned long long)note->count, root);
}

void sumac_note_difference(const struct sumac_note *left, const struct sumac_note *right, char *text_out,
			   size_t cap_bytes)
{
	const bool is_other_call = left->coll != right->coll || left->purpose != right->purpose;
	const struct {
		const char *name;
		bool differs;
	} parts[] = {
		{ "the call", is_other_call },
		{ "the operation", !is_other_call && left->op != right->op },
		{ "the type", !is_other_call && left->type != right->type },
		{ "the count", !is_other_call && left->count != right->count },
		{ "the root", !is_other_call && left->root != right->root },
		{ "the parts", !is_other_call && left->count == right->count && left->parts != right->parts },
		{ "the engine", left->engine != right->engine },
	};
	const char *joint = "";
	size_t len = 0;

	*text_out = 0;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (!parts[i].differs || len >= cap_bytes)
			continue;
		len += (size_t)snprintf(text_out + len, cap_bytes - len, "%s%s", joint, parts[i].name);
		joint = " and ";
	}
	/* All these are equal: the difference is in the salt. */
	if (!*text_out)
		snprintf(text_out, cap_bytes, "the arguments");
}

const struct sumac_note *sumac_notes_find(const struct sumac_notes *notes, uint64_t seq)
{
	for (int i = 0; i < SUMAC_NOTES && notes->call[i].seq; i++)
		if (notes->call[i].seq == seq)
			return &notes->call[i];
	return NULL;
}

bool sumac_notes_differ(const struct sumac_notes *left, const struct sumac_notes *right, uint64_t *seq_out)
{
	bool is_found = false;

	/* Newest first: a digest covers the calls before it, so all calls after the first difference differ,
	 * too. */
	for (int i = 0; i < SUMAC_NOTES && left->call[i].seq; i++) {
		const struct sumac_note *other = sumac_notes_find(right, left->call[i].seq);

		if (other && other->digest != left->call[i].digest) {
			*seq_out = other->seq;
			is_found = true;
		}
	}
	return is_found;
}
