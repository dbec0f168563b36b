/*
 * Prints Wireshark's dissector of our packets, in Lua: Sumac's own fields, which begin where UDP's payload does.
 */
#include "output.h"

#include <stdio.h>
#include <string.h>

enum { KIND_MASK = 0x0f, FLAGS_LSB = 4 };

static uint32_t find_const(const struct gen_tables *t, const char *name)
{
	return gen_code_find(t->consts, t->n_consts, name)->code;
}

static int is_ours(const struct gen_tables *t, const struct gen_field *field)
{
	return !strcmp(field->record, "PKT") && (uint32_t)field->offset >= find_const(t, "PKT_CRC_FROM");
}

static int is_kind(const struct gen_field *field)
{
	return !strcmp(field->name, "KIND");
}

static void print_kinds(struct gen_text *text, const struct gen_tables *t)
{
	gen_print(text, "local kinds = {");
	for (size_t i = 0; i < t->n_kinds; i++)
		gen_print(text, "%s [%u] = \"%s\"", i ? "," : "", t->kinds[i].code, t->kinds[i].name);
	gen_print(text, " }\n");
}

/* The flags share their byte with the kind. */
static void print_flags(struct gen_text *text, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_flags; i++)
		if (!strcmp(t->flags[i].record, "PKT"))
			gen_print(text, "fields.FLAG_%s = ProtoField.bool(\"sumac.flag.%s\", \"%s\", 8, nil, 0x%02x, \"%s\")\n",
				  t->flags[i].name, gen_lower(t->flags[i].name), t->flags[i].name,
				  1u << (FLAGS_LSB + t->flags[i].bit), t->flags[i].help);
}

static void print_declarations(struct gen_text *text, const struct gen_tables *t)
{
	for (size_t i = 0; i < t->n_fields; i++) {
		const struct gen_field *field = &t->fields[i];

		if (!is_ours(t, field))
			continue;
		gen_print(text, "fields.%s = ProtoField.uint%d(\"sumac.%s\", \"%s\", ", field->name, 8 * field->bytes,
			  gen_lower(field->name), field->name);
		if (is_kind(field))
			gen_print(text, "base.DEC, kinds, 0x%02x, \"\")\n", KIND_MASK);
		else
			gen_print(text, "base.%s, nil, nil, \"%s\")\n", field->bytes == 4 ? "HEX" : "DEC", field->help);
	}
	print_flags(text, t);
}

static void print_use(struct gen_text *text, const char *field, int at, int bytes)
{
	gen_print(text, "\tbranch:add_le(fields.%s, tvb(%d, %d))\n", field, at, bytes);
}

static void print_uses(struct gen_text *text, const struct gen_tables *t)
{
	int from = (int)find_const(t, "PKT_CRC_FROM");

	for (size_t i = 0; i < t->n_fields; i++) {
		const struct gen_field *field = &t->fields[i];
		char flag[64];

		if (!is_ours(t, field))
			continue;
		print_use(text, field->name, field->offset - from, field->bytes);
		for (size_t j = 0; is_kind(field) && j < t->n_flags; j++)
			if (!strcmp(t->flags[j].record, "PKT") &&
			    (size_t)snprintf(flag, sizeof flag, "FLAG_%s", t->flags[j].name) < sizeof flag)
				print_use(text, flag, field->offset - from, field->bytes);
	}
}

static const struct gen_field *find_field(const struct gen_tables *t, const char *name)
{
	for (size_t i = 0; i < t->n_fields; i++)
		if (!strcmp(t->fields[i].record, "PKT") && !strcmp(t->fields[i].name, name))
			return &t->fields[i];
	return NULL;
}

/* A line of the packet list: kind, flags, and the numbers that tell chunks apart. */
static void print_info(struct gen_text *text, const struct gen_tables *t)
{
	static const char *const shown[] = { "CHANNEL", "SEQ", "ACK", "LIMIT" };
	int from = (int)find_const(t, "PKT_CRC_FROM");

	gen_print(text, "\tlocal byte = tvb(0, 1):uint()\n\tlocal info = kinds[byte %% 16] or \"unknown kind\"\n");
	for (size_t i = 0; i < t->n_flags; i++)
		if (!strcmp(t->flags[i].record, "PKT"))
			gen_print(text, "\tif math.floor(byte / %d) %% 2 == 1 then info = info .. \" %s\" end\n",
				  1 << (FLAGS_LSB + t->flags[i].bit), t->flags[i].name);
	for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
		const struct gen_field *field = find_field(t, shown[i]);

		gen_print(text, "\tinfo = info .. \", %s \" .. tvb(%d, %d):le_uint()\n", gen_lower(field->name),
			  field->offset - from, field->bytes);
	}
	gen_print(text, "\tpinfo.cols.protocol = \"Sumac\"\n\tpinfo.cols.info = info\n");
}

/* Payload is padded to 4 bytes, and the CRC ends the packet. */
static void print_rest(struct gen_text *text, const struct gen_tables *t)
{
	const struct gen_field *length = find_field(t, "LENGTH");
	int from = (int)find_const(t, "PKT_CRC_FROM"), head = length->offset + length->bytes - from;

	gen_print(text, "\tlocal length = tvb(%d, %d):le_uint()\n\tlocal padded = math.floor((length + 3) / 4) * 4\n",
		  length->offset - from, length->bytes);
	gen_print(text, "\tif length > 0 and tvb:len() >= %d + length then branch:add(fields.PAYLOAD, tvb(%d, length)) end\n",
		  head, head);
	gen_print(text, "\tif tvb:len() >= %d + padded + 4 then branch:add_le(fields.CRC, tvb(%d + padded, 4)) end\n", head, head);
}

void gen_print_lua(struct gen_text *text, const struct gen_tables *t)
{
	const struct gen_field *length = find_field(t, "LENGTH");
	int head = length->offset + length->bytes - (int)find_const(t, "PKT_CRC_FROM");

	gen_print(text, "-- Made by sumac-gen from the tables in include/spec. Do not edit.\n"
			"-- Shows Sumac's packets in Wireshark and tshark: wireshark -X lua_script:sumac.lua FILE\n"
			"local sumac = Proto(\"sumac\", \"Sumac\")\nlocal fields = sumac.fields\n");
	print_kinds(text, t);
	print_declarations(text, t);
	gen_print(text, "fields.PAYLOAD = ProtoField.bytes(\"sumac.payload\", \"PAYLOAD\")\n"
			"fields.CRC = ProtoField.uint32(\"sumac.crc\", \"CRC\", base.HEX)\n\n"
			"function sumac.dissector(tvb, pinfo, tree)\n\tif tvb:len() < %d then return 0 end\n"
			"\tlocal branch = tree:add(sumac, tvb())\n", head);
	print_uses(text, t);
	print_rest(text, t);
	print_info(text, t);
	gen_print(text, "\treturn tvb:len()\nend\n\nDissectorTable.get(\"udp.port\"):add(0x%04x, sumac)\n",
		  find_const(t, "UDP_PORT"));
}
