/*
 * The rack tells of its results what their NICs cannot: all around them that moves cycles, the silicon of their design, and whether
 * it would reach their clock.
 */
#include "sim/rack/rack_identity.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/fnv.h"
#include "base/json.h"
#include "base/setting_value.h"

static const struct silicon {
	uint64_t design;
	unsigned path_ps, lut, ff, dsp, bram_halves, uram;
} silicons[] = {
#define SUMAC_SILICON(...) { __VA_ARGS__ },
#include "hw/synth/silicon.inc"
	{ 0, 0, 0, 0, 0, 0, 0 },
};

/* The row that `make synth NIC=name` has left beside this rack. False: there is none, or it is another design's. */
static bool read_silicon(uint64_t design, struct silicon *found_out)
{
	char path[PATH_MAX + sizeof("silicon")];
	ssize_t len = readlink("/proc/self/exe", path, PATH_MAX);
	FILE *file = NULL;
	bool is_row = false;

	while (len > 0 && path[len - 1] != '/')
		len--;
	if (len > 0) {
		snprintf(path + len, sizeof(path) - (size_t)len, "silicon");
		file = fopen(path, "re");
	}
	if (file) {
		is_row = fscanf(file, "SUMAC_SILICON(%" SCNx64 ", %u, %u, %u, %u, %u, %u)", &found_out->design, &found_out->path_ps,
				&found_out->lut, &found_out->ff, &found_out->dsp, &found_out->bram_halves, &found_out->uram) == 7;
		fclose(file);
	}
	return is_row && found_out->design == design && found_out->path_ps;
}

/* The row beside the rack counts before those that were built in: it was made on this machine, as those it is compared with. */
static bool find_silicon(uint64_t design, struct silicon *found_out)
{
	if (read_silicon(design, found_out))
		return true;
	for (const struct silicon *at = silicons; at->design; at++) {
		*found_out = *at;
		if (at->design == design)
			return true;
	}
	return false;
}

static bool moves_cycles(int setting)
{
	switch (setting) {
	case SUMAC_SETTING_PATIENCE:
	case SUMAC_SETTING_RACK_THREADS:
	case SUMAC_SETTING_RACK_EVENTS:
	case SUMAC_SETTING_TRACE:
	case SUMAC_SETTING_PCAP:
	case SUMAC_SETTING_WAVE:
	case SUMAC_SETTING_WAVE_NIC:
	case SUMAC_SETTING_WAVE_CALL:
	case SUMAC_SETTING_WAVE_CYCLES:
		return false;
	}
	return true;
}

/* A file counts by what is in it. */
static void print_script(FILE *file, const char *path)
{
	uint64_t hash = SUMAC_FNV_START;
	FILE *script = *path ? fopen(path, "re") : NULL;
	char part[4096];
	size_t len;

	while (script && (len = fread(part, 1, sizeof part, script)) > 0)
		hash = sumac_fnv(hash, part, len);
	if (script)
		fclose(script);
	fprintf(file, "\"script\": \"");
	if (*path)
		fprintf(file, "0x%016" PRIx64, hash);
	fprintf(file, "\", ");
}

/* A text that would fill the message is told by its hash. */
static void print_long(FILE *file, const struct sumac_setting_row *setting, const char *text)
{
	fprintf(file, "\"%s\": \"0x%016" PRIx64 "\", ", setting->name, sumac_fnv(SUMAC_FNV_START, text, strlen(text)));
}

static void print_setting(FILE *file, const struct sumac_setting_row *setting, const char *text)
{
	int64_t value;
	char why[256];

	fprintf(file, "\"%s\": ", setting->name);
	if (setting->kind == SUMAC_SETTING_KIND_INT &&
	    !sumac_setting_value_parse(setting->kind, setting->choices, text, &value, why, sizeof why))
		fprintf(file, "%lld", (long long)value);
	else
		sumac_json_print_text(file, text);
	fprintf(file, ", ");
}

/* Those of which 0 stands for what the others make it. */
static bool is_settled(int setting)
{
	return setting == SUMAC_SETTING_SWITCH_NS || setting == SUMAC_SETTING_LEAF_NICS || setting == SUMAC_SETTING_LEAF_UPLINKS;
}

/* A result is hypothetical unless a model of the silicon, however rough, says that the design reaches the clock. */
static void print_silicon(FILE *file, uint64_t design, uint32_t nic_mhz)
{
	struct silicon found;

	if (!find_silicon(design, &found)) {
		fprintf(file, "\"hypothetical\": \"make synth has not seen this design\"");
		return;
	}
	fprintf(file, "\"lut\": %u, \"ff\": %u, \"dsp\": %u, \"bram36\": %u.%u, \"uram\": %u, \"path_ns\": %u.%03u", found.lut,
		found.ff, found.dsp, found.bram_halves / 2, found.bram_halves % 2 * 5, found.uram, found.path_ps / 1000,
		found.path_ps % 1000);
	if ((uint64_t)found.path_ps * nic_mhz > 1000000)
		fprintf(file, ", \"hypothetical\": \"%u MHz are above the %u MHz of make synth for a path of %u.%02u ns\"", nic_mhz,
			1000000 / found.path_ps, found.path_ps / 1000, found.path_ps % 1000 / 10);
}

void sumac_rack_identity(const struct sumac_rack_options *options, uint64_t design, char *text_out, size_t cap_bytes)
{
	FILE *file = fmemopen(text_out, cap_bytes, "w");

	*text_out = '\0';
	if (!file)
		return;
	for (int i = 0; i < SUMAC_N_SETTINGS; i++) {
		const struct sumac_setting_row *setting = &sumac_setting_rows[i];
		const char *text = options->said[i] ? options->said[i] : setting->def;

		if (!sumac_rack_options_has(i) || !moves_cycles(i) || is_settled(i))
			continue;
		if (i == SUMAC_SETTING_SCRIPT)
			print_script(file, text);
		else if (strlen(text) < cap_bytes / 8)
			print_setting(file, setting, text);
		else
			print_long(file, setting, text);
	}
	fprintf(file, "\"switch_ns\": %u, \"leaf_nics\": %d, \"leaf_uplinks\": %d, \"rack_nics\": %d, ", options->switch_ns,
		options->leaf_nics, options->leaf_uplinks, options->n_nics);
	print_silicon(file, design, options->nic_mhz);
	fclose(file);
}
