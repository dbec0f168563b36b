/*
 * Merges the ranks' reports. A rank that ended without one is still listed, and says so.
 */
#include "launch/report_merge.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/report/report_area.h"
#include "spec/spec.h"
#include "sumac.h"

static char *read_whole(const char *path, size_t *len_out)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t cap = 0;
	ssize_t len;

	if (!file)
		return NULL;
	len = getdelim(&text, &cap, '\0', file); /* JSON holds no zero byte */
	fclose(file);
	if (len < 0) {
		free(text);
		return NULL;
	}
	*len_out = (size_t)len;
	return text;
}

/* A rank that never reached Sumac has counted nothing. */
static void write_missing(const char *dir, int rank, FILE *to)
{
	struct sumac_report_area *area = sumac_report_area_read(dir, rank);

	fprintf(to, "{\"rank\": %d, \"missing\": \"the rank ended before it wrote its report%s\"", rank,
		!area ? "" : area->is_cut ? "; these are some of its calls until then" : "; these are its calls until then");
	if (area) {
		fprintf(to, ",\n");
		sumac_report_print_calls(to, area->n_entries ? area->entries : NULL, area->n_left ? area->left : NULL);
		fprintf(to, "\n");
	}
	fprintf(to, "}");
	free(area);
}

/* A rank writes its report under another name and renames it, so it is either whole or absent. */
static void write_rank(const char *dir, int rank, FILE *to)
{
	char path[512], *text;
	size_t len = 0;

	snprintf(path, sizeof(path), "%s/rank-%d.report.json", dir, rank);
	text = read_whole(path, &len);
	if (text)
		fwrite(text, 1, len, to);
	else
		write_missing(dir, rank, to);
	free(text);
}

int sumac_report_merge(const char *title, const char *dir, int n_ranks, const char *engine, int exit_status,
		       const char *path)
{
	char made[4200];
	FILE *to;
	int err;

	snprintf(made, sizeof(made), "%s.%d", path, (int)getpid());
	to = fopen(made, "we");
	if (!to) {
		fprintf(stderr, "%s: cannot write the report %s: %s\n", title, path, strerror(errno));
		return -1;
	}
	fprintf(to, "{\n\"version\": \"%s\",\n\"spec_hash\": \"0x%08x\",\n\"engine\": \"%s\",\n\"exit_status\": %d,\n\"ranks\": [",
		sumac_version(), (unsigned)SUMAC_SPEC_HASH, engine, exit_status);
	for (int rank = 0; rank < n_ranks; rank++) {
		fputs(rank ? ",\n" : "\n", to);
		write_rank(dir, rank, to);
	}
	fputs("\n]\n}\n", to);
	err = ferror(to);
	err |= fclose(to);
	if (err || rename(made, path)) {
		fprintf(stderr, "%s: cannot write the report %s: %s\n", title, path, strerror(errno));
		unlink(made);
		return -1;
	}
	return 0;
}
