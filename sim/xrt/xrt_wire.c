/*
 * Packets: a header is two fixed numbers of protocol buffers, the message's length and, in the long form, the kind of
 * request.
 */
#include "sim/xrt/xrt_wire.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "spec/spec.h"

enum { TAG_SIZE = 0x09, TAG_API = 0x15, AT_API = 9, NUMBER = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5, LONGEST_NUMBER = 10 };

static bool make_room(struct sumac_xrt_packet *packet, size_t len_bytes)
{
	size_t cap_bytes = packet->cap_bytes ? packet->cap_bytes : 256;
	uint8_t *bytes;

	while (cap_bytes < len_bytes)
		cap_bytes *= 2;
	if (cap_bytes == packet->cap_bytes)
		return true;
	bytes = realloc(packet->bytes, cap_bytes);
	packet->is_bad |= !bytes;
	if (!bytes)
		return false;
	packet->bytes = bytes;
	packet->cap_bytes = cap_bytes;
	return true;
}

void sumac_xrt_packet_destroy(struct sumac_xrt_packet *packet)
{
	free(packet->bytes);
	*packet = (struct sumac_xrt_packet){ 0 };
}

static bool receive_all(int fd, void *bytes_out, size_t len_bytes)
{
	return !len_bytes || recv(fd, bytes_out, len_bytes, MSG_WAITALL) == (ssize_t)len_bytes;
}

int sumac_xrt_receive(int fd, size_t header_bytes, struct sumac_xrt_packet *packet)
{
	uint8_t header[SUMAC_XRT_HEADER_BYTES] = { [AT_API] = TAG_API };
	uint64_t len_bytes;

	if (!receive_all(fd, header, header_bytes))
		return -SUMAC_EIO;
	len_bytes = sumac_record_get(header, 1, 8);
	if (header[0] != TAG_SIZE || header[AT_API] != TAG_API || len_bytes > SUMAC_XRT_LONGEST_BYTES ||
	    !make_room(packet, len_bytes) || !receive_all(fd, packet->bytes, len_bytes))
		return -SUMAC_EIO;
	packet->api = (uint32_t)sumac_record_get(header, AT_API + 1, 4);
	packet->len_bytes = len_bytes;
	return 0;
}

struct reader {
	const uint8_t *at, *end;
};

static bool take_number(struct reader *reader, uint64_t *number_out)
{
	*number_out = 0;
	for (unsigned shift = 0; reader->at < reader->end && shift < 7 * LONGEST_NUMBER; shift += 7) {
		*number_out |= (uint64_t)(*reader->at & 0x7f) << shift;
		if (!(*reader->at++ & 0x80))
			return true;
	}
	return false;
}

static bool skip(struct reader *reader, uint64_t len_bytes)
{
	if (len_bytes > (uint64_t)(reader->end - reader->at))
		return false;
	reader->at += len_bytes;
	return true;
}

static bool take_field(struct reader *reader, struct sumac_xrt_message *message)
{
	uint64_t tag, number;
	size_t field;

	if (!take_number(reader, &tag))
		return false;
	field = tag >> 3 < SUMAC_XRT_FIELDS ? tag >> 3 : 0; /* no message has a field 0 */
	switch (tag & 7) {
	case NUMBER:
		return take_number(reader, &message->number[field]);
	case FIXED64:
		return skip(reader, 8);
	case FIXED32:
		return skip(reader, 4);
	case BYTES:
		if (!take_number(reader, &number))
			return false;
		message->bytes[field] = reader->at;
		message->len_bytes[field] = number;
		return skip(reader, number);
	}
	return false;
}

bool sumac_xrt_parse(const struct sumac_xrt_packet *packet, struct sumac_xrt_message *message_out)
{
	struct reader reader = { packet->bytes, packet->bytes + packet->len_bytes };

	*message_out = (struct sumac_xrt_message){ 0 };
	while (reader.at < reader.end)
		if (!take_field(&reader, message_out))
			return false;
	return true;
}

void sumac_xrt_begin(struct sumac_xrt_packet *packet, uint32_t api)
{
	packet->api = api;
	packet->is_bad = false;
	packet->len_bytes = SUMAC_XRT_HEADER_BYTES;
	make_room(packet, packet->len_bytes);
}

static void append_number(struct sumac_xrt_packet *packet, uint64_t number)
{
	if (packet->is_bad || !make_room(packet, packet->len_bytes + LONGEST_NUMBER))
		return;
	for (; number >= 0x80; number >>= 7)
		packet->bytes[packet->len_bytes++] = (uint8_t)(number | 0x80);
	packet->bytes[packet->len_bytes++] = (uint8_t)number;
}

void sumac_xrt_put_number(struct sumac_xrt_packet *packet, unsigned field, uint64_t number)
{
	append_number(packet, field << 3 | NUMBER);
	append_number(packet, number);
}

uint8_t *sumac_xrt_put_bytes(struct sumac_xrt_packet *packet, unsigned field, size_t len_bytes)
{
	append_number(packet, field << 3 | BYTES);
	append_number(packet, len_bytes);
	if (packet->is_bad || !make_room(packet, packet->len_bytes + len_bytes))
		return NULL;
	packet->len_bytes += len_bytes;
	return packet->bytes + packet->len_bytes - len_bytes;
}

int sumac_xrt_send(int fd, size_t header_bytes, const struct sumac_xrt_packet *packet)
{
	size_t unused = SUMAC_XRT_HEADER_BYTES - header_bytes, len_bytes = packet->len_bytes - unused;
	uint8_t *at = packet->bytes + unused;

	if (packet->is_bad)
		return -SUMAC_ENOMEM;
	at[0] = TAG_SIZE;
	sumac_record_put(at, 1, 8, packet->len_bytes - SUMAC_XRT_HEADER_BYTES);
	if (!unused) {
		at[AT_API] = TAG_API;
		sumac_record_put(at, AT_API + 1, 4, packet->api);
	}
	for (ssize_t n; len_bytes; at += n, len_bytes -= (size_t)n) {
		n = send(fd, at, len_bytes, MSG_NOSIGNAL);
		if (n <= 0)
			return -SUMAC_EIO;
	}
	return 0;
}
