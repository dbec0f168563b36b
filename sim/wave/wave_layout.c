#include "sim/wave/wave_layout.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gtkwave/fstapi.h"
#include "spec/spec.h"

/* The NIC's own scope: the name of each of its signals is behind it. */
#define TOP ".sumac_nic."

/* Flags of a line of GTKWave's save files: in hexadecimal, in binary; a group's beginning and end, and those of one that is closed
 * at first. */
enum { HEX = 0x22, BINARY = 0x28, GROUP = 0x800200, GROUP_END = 0x1000200, CLOSED = 0xc00200, CLOSED_END = 0x1401200 };
/* A window of GTKWave's is about so many frames wide, and with the zoom -N a frame lasts 2^N of the file's units. */
enum { FRAMES = 3 };

/* A row of wave_layout.def: a step's heading, or a signal. */
static const struct row {
	const char *step, *instance, *signal;
} rows[] = {
#define WAVE_STEP(step) { step, NULL, NULL },
#define WAVE_SIGNAL(instance, signal) { NULL, instance, signal },
#include "sim/wave/wave_layout.def"
};

enum { N_ROWS = sizeof rows / sizeof *rows };

/* The names of a file, in its order; behind TOP, "instance.signal.field[high:low]". */
struct names {
	char **name;
	size_t n, cap;
};

static int add_name(struct names *names, const char *scope, const char *name)
{
	size_t len = strlen(scope) + strlen(name) + 2;
	char **more = names->name;

	if (names->n == names->cap) {
		names->cap = names->cap ? 2 * names->cap : 4096;
		more = realloc(names->name, names->cap * sizeof *more);
		if (!more)
			return -SUMAC_ENOMEM;
		names->name = more;
	}
	names->name[names->n] = malloc(len);
	if (!names->name[names->n])
		return -SUMAC_ENOMEM;
	snprintf(names->name[names->n], len, "%s.%s", scope, name);
	for (char *at = names->name[names->n]; (at = strchr(at, ' ')); ) /* GTKWave leaves out the space before a range */
		memmove(at, at + 1, strlen(at));
	names->n++;
	return 0;
}

static int read_names(const char *fst_path, struct names *names_out)
{
	void *reader = fstReaderOpen(fst_path);
	struct fstHier *item;
	int err = reader ? 0 : -SUMAC_EIO;

	while (!err && (item = fstReaderIterateHier(reader))) {
		if (item->htyp == FST_HT_SCOPE)
			fstReaderPushScope(reader, item->u.scope.name, NULL);
		else if (item->htyp == FST_HT_UPSCOPE)
			fstReaderPopScope(reader);
		else if (item->htyp == FST_HT_VAR)
			err = add_name(names_out, fstReaderGetCurrentFlatScope(reader), item->u.var.name);
	}
	if (reader)
		fstReaderClose(reader);
	return err;
}

static void free_names(struct names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->name[i]);
	free(names->name);
}

/* Whether the name is that signal's, or one of its fields'. */
static bool is_of(const char *name, const struct row *row)
{
	char path[256];
	int len = snprintf(path, sizeof path, TOP "%s%s%s", row->instance, *row->instance ? "." : "", row->signal);
	const char *inside = strstr(name, TOP);

	return inside && !strncmp(inside, path, (size_t)len) && strchr(".[", inside[len]);
}

/* Under a shorter name: the last instance, and what is in it. GTKWave would show only what is behind the last dot. */
static void write_name(FILE *file, const char *name, const struct row *row)
{
	const char *dot = strrchr(row->instance, '.'), *last = dot ? dot + 1 : row->instance;
	const char *behind = strstr(name, TOP) + strlen(TOP) + (size_t)(last - row->instance);

	fprintf(file, "@%x\n+{", strchr(name, ':') ? HEX : BINARY);
	for (const char *at = behind; *at; at++)
		fputc(*at == '.' ? '/' : *at, file);
	fprintf(file, "} %s\n", name);
}

/* Fields are in a group of their own. Returns whether there is such a signal. */
static bool write_signal(FILE *file, const struct names *names, const struct row *row)
{
	size_t first = 0, n = 0;

	while (first < names->n && !is_of(names->name[first], row))
		first++;
	while (first + n < names->n && is_of(names->name[first + n], row))
		n++;
	if (n > 1)
		fprintf(file, "@%x\n-%s\n", CLOSED, row->signal);
	for (size_t i = 0; i < n; i++)
		write_name(file, names->name[first + i], row);
	if (n > 1)
		fprintf(file, "@%x\n-%s\n", CLOSED_END, row->signal);
	return n;
}

/* A signal that the RTL has no more is told, and left out. */
static void write_rows(FILE *file, const struct names *names)
{
	const char *step = NULL;

	for (const struct row *row = rows; row <= rows + N_ROWS; row++) {
		if (row < rows + N_ROWS && !row->step) {
			if (write_signal(file, names, row))
				continue;
			fprintf(stderr, "sumac-rack: sim/wave/wave_layout.def names the signal %s of %s, which this NIC lacks\n",
				row->signal, *row->instance ? row->instance : "sumac_nic");
			continue;
		}
		if (step)
			fprintf(file, "@%x\n-%s\n", GROUP_END, step);
		step = row < rows + N_ROWS ? row->step : NULL;
		if (step)
			fprintf(file, "@%x\n-%s\n", GROUP, step);
	}
}

static void write_head(FILE *file, const char *fst_path, uint64_t first_at, uint64_t last_at)
{
	char *absolute = realpath(fst_path, NULL);
	int zoom = 0;

	while ((last_at - first_at) / FRAMES >> zoom)
		zoom++;
	fprintf(file, "[*] docs/one-reduction.md explains the names.\n[dumpfile] \"%s\"\n", absolute ? absolute : fst_path);
	fprintf(file, "[timestart] %" PRIu64 "\n*-%d.0 %" PRIu64 "\n", first_at, zoom, first_at);
	free(absolute);
}

static int write_file(const char *path, const char *fst_path, const struct names *names, uint64_t first_at, uint64_t last_at)
{
	FILE *file = fopen(path, "we");
	bool is_bad = !file;

	if (file) {
		write_head(file, fst_path, first_at, last_at);
		write_rows(file, names);
		is_bad = ferror(file);
		is_bad |= fclose(file) != 0;
	}
	if (is_bad)
		fprintf(stderr, "sumac-rack: the layout of the waveforms cannot be written to %s: %s\n", path, strerror(errno));
	return is_bad ? -SUMAC_EIO : 0;
}

int sumac_wave_layout_write(const char *fst_path, uint64_t first_at, uint64_t last_at, size_t size, char *path_out)
{
	static const char ending[] = ".fst";
	size_t len = strlen(fst_path), end = strlen(ending);
	struct names names = { 0 };
	int err = read_names(fst_path, &names);

	if (len > end && !strcmp(fst_path + len - end, ending))
		len -= end;
	snprintf(path_out, size, "%.*s.gtkw", (int)len, fst_path);
	if (err)
		fprintf(stderr, "sumac-rack: the names of the waveforms in %s cannot be read\n", fst_path);
	else
		err = write_file(path_out, fst_path, &names, first_at, last_at);
	free_names(&names);
	return err;
}
