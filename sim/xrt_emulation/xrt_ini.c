/*
 * Reads xrt.ini, whose lines can be very long.
 */
#include "sim/xrt_emulation/xrt_ini.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	FILE *file;
	char *line;
	size_t cap_bytes;
	bool is_inside; /* the section */
};

static void begin(struct reader *reader)
{
	const char *path = getenv("XRT_INI_PATH");

	*reader = (struct reader){ .file = path ? fopen(path, "re") : NULL };
}

static void end(struct reader *reader)
{
	if (reader->file)
		fclose(reader->file);
	free(reader->line);
}

/* The next line of the section, without its end, or NULL. */
static char *next(struct reader *reader, const char *section)
{
	size_t len = strlen(section);

	while (reader->file && getline(&reader->line, &reader->cap_bytes, reader->file) > 0) {
		char *line = reader->line;

		line[strcspn(line, "\r\n")] = 0;
		if (*line == '[')
			reader->is_inside = !strncmp(line + 1, section, len) && line[1 + len] == ']';
		else if (reader->is_inside)
			return line;
	}
	return NULL;
}

int sumac_xrt_ini_value(const char *section, const char *key, char value_out[SUMAC_XRT_INI_VALUE_BYTES])
{
	size_t len = strlen(key);
	struct reader reader;
	const char *line;
	int err = -1;

	begin(&reader);
	while (err && (line = next(&reader, section))) {
		if (strncmp(line, key, len) || line[len + strspn(line + len, " ")] != '=')
			continue;
		line = strchr(line, '=') + 1;
		snprintf(value_out, SUMAC_XRT_INI_VALUE_BYTES, "%s", line + strspn(line, " "));
		err = 0;
	}
	end(&reader);
	return err;
}

size_t sumac_xrt_ini_section_bytes(const char *section)
{
	size_t len_bytes = 0;
	struct reader reader;
	const char *line;

	begin(&reader);
	while ((line = next(&reader, section)))
		len_bytes += strlen(line);
	end(&reader);
	return len_bytes;
}
