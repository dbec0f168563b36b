/*
 * `sumac info --parameters`: which design a NIC is of, its parameters and what is around it, as it says itself. Only a job reaches
 * NICs, so it runs one of a single rank.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/design.h"
#include "core/job/job_nics.h"
#include "core/job/process.h"
#include "core/report/identity.h"
#include "launch/exit_status.h"
#include "spec/spec.h"
#include "sumac.h"
#include "tool/tool.h"

static const struct {
	const char *name, *help;
} params[] = {
#define SUMAC_PARAM(name, def, small, low, high, kind, help) { #name, help },
#include "spec/rows.def"
};

static void print_surroundings(void)
{
	struct sumac_json *object = sumac_identity_surroundings(sumac_job_current());

	if (object)
		printf("\nsurroundings, simulated\n");
	for (const struct sumac_json *at = object ? object->first : NULL; at; at = at->next)
		printf("  %-18s %s\n", at->key, at->text && *at->text ? at->text : "none");
	sumac_json_free(object);
}

static void print_text(const struct sumac_nics_about *about)
{
	printf("design   0x%016" PRIx64 "%s\nclock    %g MHz%s\n", about->design->hash,
	       about->design->hash ? "" : " (whoever built this NIC did not tell)", (double)about->clock_hz / 1e6,
	       about->is_simulated ? ", simulated" : "");
	printf("\nparameters\n");
	for (int i = 0; i < SUMAC_N_PARAMS; i++)
		printf("  %-18s %-8" PRIu32 " %s\n", params[i].name, about->design->params[i], params[i].help);
	print_surroundings();
}

static int as_rank(bool as_json)
{
	struct sumac_nics_about about;
	int err = sumac_init();

	if (err) {
		fprintf(stderr, "sumac info: %s: %s\n", sumac_strerror(err), sumac_last_error());
		return SUMAC_EXIT_FAILED;
	}
	if (sumac_rank() == 0 && (!sumac_job_nics_about(sumac_job_current(), &about) || !about.design)) {
		fprintf(stderr, "sumac info: this job has no NIC\n");
		err = SUMAC_EXIT_FAILED;
	} else if (sumac_rank() == 0 && as_json) {
		printf("{\n");
		sumac_identity_print(stdout, sumac_job_current());
		printf("  \"size\": %d\n}\n", sumac_size());
	} else if (sumac_rank() == 0) {
		print_text(&about);
	}
	sumac_finalize();
	return err;
}

int sumac_tool_info_parameters(int n_options, char **options, bool as_json)
{
	char *words[] = { "--parameters", "--json" };
	char **all;
	int n = 0, status;

	if (getenv("PMIX_RANK"))
		return as_rank(as_json);
	all = calloc((size_t)n_options + 3, sizeof(*all));
	if (!all) {
		fprintf(stderr, "sumac info: no memory\n");
		return SUMAC_EXIT_FAILED;
	}
	all[n++] = "-n1";
	all[n++] = "--engine=nic";
	for (int i = 0; i < n_options; i++)
		all[n++] = options[i];
	status = sumac_tool_run_self("info", n, all, as_json ? 2 : 1, words);
	free(all);
	return status;
}
