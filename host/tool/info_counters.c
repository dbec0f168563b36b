/*
 * `sumac info --counters`: what the cycles of each stage of each NIC have gone to, in the user's jobs that run on simulated NICs
 * of this host. The racks are asked, and their NICs go on undisturbed.
 */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/causes.h"
#include "base/settings.h"
#include "bus/bus.h"
#include "launch/exit_status.h"
#include "launch/job_dir.h"
#include "spec/spec.h"
#include "sumac.h"
#include "tool/tool.h"

enum { BAR = 40 };

struct seen {
	char job[16];
	int nic;
	struct sumac_causes causes;
};

static struct seen *all;
static size_t n_all;

/* Looks at all NICs of a rack. */
static int look(const char *job, const char *socket_path)
{
	int n_nics = 1;

	for (int nic = 0; nic < n_nics; nic++) {
		struct seen *more = realloc(all, (n_all + 1) * sizeof(*all));
		int err;

		if (!more)
			return -SUMAC_ENOMEM;
		all = more;
		all[n_all] = (struct seen){ .nic = nic };
		snprintf(all[n_all].job, sizeof(all[n_all].job), "%s", job);
		err = sumac_bus_rack_look(socket_path, nic, &n_nics, &all[n_all].causes);
		if (err)
			return err;
		n_all++;
	}
	return 0;
}

/* A job that ends meanwhile is none. */
static void look_in(const char *base)
{
	char path[512];
	struct dirent *entry;
	DIR *dir = base && *base ? opendir(base) : NULL;

	while (dir && (entry = readdir(dir))) {
		if (strncmp(entry->d_name, SUMAC_JOB_DIR_PREFIX, strlen(SUMAC_JOB_DIR_PREFIX)))
			continue;
		snprintf(path, sizeof(path), "%s/%s/rack.sock", base, entry->d_name);
		if (!access(path, R_OK | W_OK) && look(entry->d_name + strlen(SUMAC_JOB_DIR_PREFIX), path))
			fprintf(stderr, "sumac info: %s\n", sumac_last_error());
	}
	if (dir)
		closedir(dir);
}

static int look_everywhere(void)
{
	const char *rack = sumac_setting_string(SUMAC_SETTING_RACK), *bases[SUMAC_JOB_DIR_BASES];

	if (*rack)
		return look("", rack);
	sumac_job_dir_bases(bases);
	for (int i = 0; i < SUMAC_JOB_DIR_BASES; i++) {
		bool is_new = bases[i];

		for (int j = 0; j < i && is_new; j++)
			is_new = !bases[j] || strcmp(bases[i], bases[j]);
		if (is_new)
			look_in(bases[i]);
	}
	return 0;
}

/* A bar of all cycles, with a letter for each share. */
static void print_bar(const struct sumac_causes *causes, int stage)
{
	static const char letters[] = {
		[SUMAC_CAUSE_IDLE] = '.', [SUMAC_CAUSE_BUSY] = '#', [SUMAC_CAUSE_CREDIT] = 'c', [SUMAC_CAUSE_PEER] = 'p',
		[SUMAC_CAUSE_DMA] = 'd', [SUMAC_CAUSE_ENGINE] = 'e', [SUMAC_CAUSE_POOL] = 'm', [SUMAC_CAUSE_NEXT] = 'n',
	};
	uint64_t so_far = 0;
	int at = 0;

	for (int i = 1; i <= SUMAC_N_CAUSES; i++) {
		int cause = i % SUMAC_N_CAUSES; /* idle comes last */

		so_far += causes->spent[stage][cause];
		for (; at < (int)((double)so_far / (double)(causes->cycles ? causes->cycles : 1) * BAR + 0.5) && at < BAR; at++)
			putchar(letters[cause]);
	}
	printf("%*s", BAR - at, "");
}

struct place {
	const struct seen *seen;
	const char *kind;
};

static void print_wait(void *ctx, int place, int cause, uint64_t cycles)
{
	const struct place *of = ctx;
	char name[SUMAC_NAME_CAP];

	printf("  %s %d has waited %" PRIu64 " cycles for %s, %.1f %%\n", of->kind, place, cycles, sumac_cause_name(cause, name),
	       100.0 * (double)cycles / (double)of->seen->causes.cycles);
}

static void print_sample(void *ctx, int place, int cause, uint64_t cycles)
{
	const struct place *of = ctx;
	char name[SUMAC_NAME_CAP];

	printf("sumac_nic_%s_wait_cycles_total{job=\"%s\",nic=\"%d\",%s=\"%d\",cause=\"%s\"} %" PRIu64 "\n", of->kind,
	       of->seen->job, of->seen->nic, of->kind, place, sumac_cause_name(cause, name), cycles);
}

static void see_waits(const struct seen *seen, const char *kind, sumac_causes_see *see)
{
	struct place place = { seen, kind };
	bool are_groups = !strcmp(kind, "group");

	sumac_causes_waits(are_groups ? seen->causes.groups : seen->causes.channels,
			   are_groups ? SUMAC_MAX_GROUPS : SUMAC_MAX_CHANNELS, see, &place);
}

static void print_text(const struct seen *seen)
{
	char name[SUMAC_NAME_CAP];

	printf("%s%s%sNIC %d: %" PRIu64 " cycles\n", *seen->job ? "job " : "", seen->job, *seen->job ? ", " : "", seen->nic,
	       seen->causes.cycles);
	for (int stage = 0; stage < SUMAC_N_STAGES; stage++) {
		printf("  %-9s|", sumac_stage_name(stage, name));
		print_bar(&seen->causes, stage);
		putchar('|');
		for (int cause = 0; cause < SUMAC_N_CAUSES; cause++)
			if (seen->causes.spent[stage][cause])
				printf("  %s %.1f %%", sumac_cause_name(cause, name),
				       100.0 * (double)seen->causes.spent[stage][cause] / (double)seen->causes.cycles);
		putchar('\n');
	}
	see_waits(seen, "group", print_wait);
	see_waits(seen, "channel", print_wait);
}

static void print_json(void)
{
	printf("[");
	for (size_t i = 0; i < n_all; i++) {
		printf("%s\n  {\"job\": \"%s\", \"nic\": %d, ", i ? "," : "", all[i].job, all[i].nic);
		sumac_causes_print_json(stdout, &all[i].causes);
		printf("}");
	}
	printf("\n]\n");
}

/* The text exposition format, version 0.0.4: all numbers of a metric stand together. */
static void print_prometheus(void)
{
	static const char *const kinds[] = { "group", "channel" };
	char name[SUMAC_NAME_CAP];

	printf("# HELP sumac_nic_cycles_total Cycles since the NIC's reset.\n# TYPE sumac_nic_cycles_total counter\n");
	for (size_t i = 0; i < n_all; i++)
		printf("sumac_nic_cycles_total{job=\"%s\",nic=\"%d\"} %" PRIu64 "\n", all[i].job, all[i].nic,
		       all[i].causes.cycles);
	printf("# HELP sumac_nic_stage_cycles_total Cycles of a stage of the NIC, by what they went to.\n"
	       "# TYPE sumac_nic_stage_cycles_total counter\n");
	for (size_t i = 0; i < n_all; i++)
		for (int stage = 0; stage < SUMAC_N_STAGES; stage++)
			for (int cause = 0; cause < SUMAC_N_CAUSES; cause++) {
				printf("sumac_nic_stage_cycles_total{job=\"%s\",nic=\"%d\",stage=\"%s\",", all[i].job, all[i].nic,
				       sumac_stage_name(stage, name));
				printf("cause=\"%s\"} %" PRIu64 "\n", sumac_cause_name(cause, name),
				       all[i].causes.spent[stage][cause]);
			}
	for (int kind = 0; kind < 2; kind++) {
		printf("# HELP sumac_nic_%s_wait_cycles_total Cycles that a %s of the NIC has waited, by what for.\n", kinds[kind],
		       kinds[kind]);
		printf("# TYPE sumac_nic_%s_wait_cycles_total counter\n", kinds[kind]);
		for (size_t i = 0; i < n_all; i++)
			see_waits(&all[i], kinds[kind], print_sample);
	}
}

int sumac_tool_info_counters(enum sumac_info_form form)
{
	int err = look_everywhere();

	if (err)
		fprintf(stderr, "sumac info: %s\n", err == -SUMAC_ENOMEM ? sumac_strerror(err) : sumac_last_error());
	else if (form == SUMAC_INFO_JSON)
		print_json();
	else if (form == SUMAC_INFO_PROMETHEUS)
		print_prometheus();
	else if (!n_all)
		printf("no job of yours runs on simulated NICs here\n");
	else
		printf("# busy  . idle  waits for: c credit  p peer  d DMA  e engine  m pool (packet memory)  n next stage\n");
	for (size_t i = 0; !err && form == SUMAC_INFO_TEXT && i < n_all; i++)
		print_text(&all[i]);
	free(all);
	all = NULL;
	n_all = 0;
	return err ? SUMAC_EXIT_FAILED : 0;
}
