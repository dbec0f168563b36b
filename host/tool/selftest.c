/*
 * `sumac selftest`: runs the reference vectors on NICs. By itself it starts a job; as a rank of one it tests: alone,
 * its NIC with itself; with other ranks, NICs in pairs.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bus/bus.h"
#include "core/job/job.h"
#include "core/job/process.h"
#include "engine/engine.h"
#include "sumac.h"
#include "tool/selftest.h"
#include "launch/exit_status.h"
#include "launch/layout.h"
#include "tool/tool.h"

static const char title[] = "sumac selftest";

static int print_usage(FILE *to)
{
	fprintf(to, "usage: sumac selftest [--device BDF|INDEX] [--no-wire] [options of sumac run]\n"
		    "       sumac run -n N --engine nic [options] sumac selftest\n\n"
		    "Has NICs combine the reference vectors, and compares every bit with the CPU engine. By default it tests one\n"
		    "simulated NIC; with --bus xrt, one that XRT emulates, or the card that the setting xrt_xclbin loads. A lone "
		    "NIC\n"
		    "sends its packets to itself: a card needs a plug or a switch that sends them back. --no-wire needs neither: "
		    "it\n"
		    "tests registers, rings and memory, but combines nothing. -n N, or the second form with other launchers, tests "
		    "the\nNICs of N ranks in pairs. The exit status is 0 if all is right.\n");
	return to == stdout ? 0 : SUMAC_EXIT_USAGE;
}

static int fails(void)
{
	printf("%s: %s\n", title, sumac_last_error());
	return SUMAC_EXIT_FAILED;
}

/* Tests what the bus and the rings can do without a wire: elements go from memory through the NIC and back. */
static int test_memory(struct sumac_job *job)
{
	static unsigned char sent[SUMAC_SELFTEST_BYTES], got[SUMAC_SELFTEST_BYTES];
	struct sumac_selftest_loop *loop;
	size_t at = 0;
	int err = sumac_selftest_loop_open(job->engine[SUMAC_ENGINE_NIC], job->bus, 1, &loop);

	if (err)
		return fails();
	for (size_t i = 0; i < sizeof(sent); i++)
		sent[i] = (unsigned char)(i * 167 + i / 251);
	err = sumac_selftest_loop_combine(loop, SUMAC_OP_XOR, SUMAC_TYPE_U64, sent, NULL, got, sizeof(sent) / 8);
	sumac_selftest_loop_close(loop);
	if (err)
		return fails();
	while (at < sizeof(sent) && sent[at] == got[at])
		at++;
	if (at < sizeof(sent))
		printf("%s: rank %d: byte %zu is 0x%02x in memory, and came back from the NIC as 0x%02x\n", title, job->rank, at,
		       sent[at], got[at]);
	else
		printf("%s: rank %d: registers, rings, and %d bytes from memory through the NIC and back: right\n", title,
		       job->rank, SUMAC_SELFTEST_BYTES);
	return at < sizeof(sent) ? SUMAC_EXIT_FAILED : 0;
}

static int test_alone(struct sumac_job *job)
{
	struct sumac_selftest_subject subject = { .combine = sumac_selftest_loop_combine, .n_results = 2 };
	struct sumac_selftest_loop *loop;
	int n_wrong;

	if (sumac_selftest_loop_open(job->engine[SUMAC_ENGINE_NIC], job->bus, 2, &loop))
		return fails();
	subject.ctx = loop;
	n_wrong = sumac_selftest_vectors(&subject, title, stdout);
	sumac_selftest_loop_close(loop);
	if (n_wrong < 0)
		printf("%s: do packets come back to the card? Without a plug or switch that sends them back, test with --no-wire, "
		       "or two hosts by sumac run -n 2\n", title);
	return n_wrong ? SUMAC_EXIT_FAILED : 0;
}

/* Tests a pair of ranks, which make the same vectors. */
static int combine_in_team(void *ctx, int op, int type, const void *left, const void *right, void *out, size_t count)
{
	struct sumac_team *team = ctx;

	return sumac_allreduce(team, (enum sumac_op)op, (enum sumac_type)type, out, sumac_team_rank(team) ? right : left, count);
}

/* Pairs ranks 0 and 1, 2 and 3 and so on; the last of an odd number pairs with the one before it, once that is free. */
static int test_pairs(int rank, int size)
{
	int status = 0;

	for (int round = 0; round < 1 + size % 2; round++)
		for (int first = round ? size - 2 : 0; first + 1 < size; first += 2) {
			struct sumac_selftest_subject subject = { .combine = combine_in_team, .n_results = 1 };
			struct sumac_team *team;
			char name[64];

			if (sumac_team_split_strided(sumac_team_world(), first, 1, 2, &team))
				return fails();
			if (!team)
				continue;
			subject.ctx = team;
			snprintf(name, sizeof(name), "%s, ranks %d and %d", title, first, first + 1);
			if (rank == first)
				status |= !!sumac_selftest_vectors(&subject, name, stdout);
			else {
				FILE *quiet = fopen("/dev/null", "we");

				status |= !quiet || sumac_selftest_vectors(&subject, name, quiet);
				if (quiet)
					fclose(quiet);
			}
			sumac_team_free(team);
		}
	return status ? SUMAC_EXIT_FAILED : 0;
}

/* This cannot judge a reduction that no NIC takes. */
static void require_nics(void)
{
	const char *options = getenv("SUMAC_OPTIONS");
	char all[8192];

	snprintf(all, sizeof(all), "%s%srequire=nic", options ? options : "", options && *options ? ";" : "");
	setenv("SUMAC_OPTIONS", all, 1);
}

static int be_rank(bool has_wire)
{
	struct sumac_job *job;
	int status;

	require_nics();
	if (sumac_init())
		return fails();
	job = sumac_job_current();
	if (!job->engine[SUMAC_ENGINE_NIC]) {
		printf("%s: this job has no NICs: --engine nic simulates them, the setting xrt_xclbin names a card's file\n",
		       title);
		status = SUMAC_EXIT_FAILED;
	} else if (!job->bus) {
		printf("%s: each rank tests a NIC of its own, and there are fewer NICs than ranks\n", title);
		status = SUMAC_EXIT_FAILED;
	} else {
		status = test_memory(job);
		if (!status && has_wire)
			status = job->size == 1 ? test_alone(job) : test_pairs(job->rank, job->size);
	}
	fflush(stdout);
	return sumac_finalize() ? SUMAC_EXIT_FAILED : status;
}

/* Becomes a job that runs this program. Later options count, so the user's may change those that are given first. */
static int start_job(int argc, char **argv, const char *device, bool has_wire)
{
	static char self[SUMAC_TOOL_PATH_BYTES];
	char setting[64], **words = calloc((size_t)argc + 16, sizeof(*words));
	const char *const first[] = { self, "run", "-n", "1", "--engine", "nic" };
	int n = 0;

	if (!words || sumac_layout_self(self))
		return SUMAC_EXIT_FAILED;
	for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++)
		words[n++] = (char *)first[i];
	if (device) {
		snprintf(setting, sizeof(setting), "xrt_device=%.40s", device);
		words[n++] = "--bus";
		words[n++] = "xrt";
		words[n++] = "--set";
		words[n++] = setting;
	}
	for (int i = 0; i < argc; i++)
		words[n++] = argv[i];
	words[n++] = "--";
	words[n++] = self;
	words[n++] = "selftest";
	if (!has_wire)
		words[n++] = "--no-wire";
	fflush(NULL);
	execv(self, words);
	fprintf(stderr, "%s: cannot run %s: %s\n", title, self, strerror(errno));
	return SUMAC_EXIT_CANNOT_RUN;
}

int sumac_tool_selftest(int argc, char **argv)
{
	const char *device = NULL;
	bool has_wire = true;
	int n_others = 0;

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help"))
			return print_usage(stdout);
		if (!strcmp(argv[i], "--no-wire"))
			has_wire = false;
		else if (!strcmp(argv[i], "--device") && i + 1 < argc)
			device = argv[++i];
		else if (!strncmp(argv[i], "--device", strlen("--device"))) {
			fprintf(stderr, "%s: --device takes a card's index or bus address\n", title);
			return print_usage(stderr);
		} else
			argv[n_others++] = argv[i];
	}
	if (!getenv("PMIX_RANK"))
		return start_job(n_others, argv, device, has_wire);
	if (n_others || device) {
		fprintf(stderr, "%s: ranks take no option but --no-wire; give the others to the launcher\n", title);
		return SUMAC_EXIT_USAGE;
	}
	return be_rank(has_wire);
}
