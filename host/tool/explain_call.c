/*
 * `sumac explain`: asks the library itself which engine would take a call. Outside a job it starts one whose ranks
 * are this tool.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/collective.h"
#include "base/combination.h"
#include "sumac.h"
#include "launch/exit_status.h"
#include "tool/tool.h"

enum { N_CODES = 256, MAX_WORDS = 4 };

static int print_usage(FILE *to)
{
	fprintf(to, "usage: sumac explain [options of `sumac run`] COLLECTIVE [OPERATION TYPE] [COUNT]\n\n"
		    "Example: `sumac explain -n 4 --engine nic allreduce SUM F32 1000`. If a call only moves bytes, COUNT is "
		    "bytes:\n`sumac explain -n 4 broadcast 4096`. Collectives:");
	for (int coll = 0; coll < SUMAC_N_COLLS; coll++)
		fprintf(to, " %s", sumac_coll_name(coll));
	fprintf(to, ".\nOperations and types: `sumac info --ops`. Inside a job (`sumac run -n 4 sumac explain ...`) it asks "
		    "that job.\n");
	return to == stdout ? 0 : SUMAC_EXIT_USAGE;
}

static int find(const char *word, const char *(*name_of)(int code))
{
	for (int code = 0; code < N_CODES; code++)
		if (!strcmp(name_of(code), word))
			return code;
	return -1;
}

static int complain(const char *what, const char *word)
{
	fprintf(stderr, "sumac explain: unknown %s %s\n", what, word);
	return SUMAC_EXIT_USAGE;
}

/* The call that the words describe. */
static int read_call(int n, char **words, int *coll_out, int *op_out, int *type_out, size_t *count_out)
{
	const char *count;
	char *end;

	*coll_out = find(words[0], sumac_coll_name);
	if (*coll_out < 0)
		return complain("collective", words[0]);
	if (sumac_coll_combines(*coll_out) && n < 3)
		return print_usage(stderr);
	*op_out = *type_out = 0;
	if (sumac_coll_combines(*coll_out)) {
		*op_out = find(words[1], sumac_op_name);
		*type_out = find(words[2], sumac_type_name);
		if (*op_out < 0)
			return complain("operation", words[1]);
		if (*type_out < 0)
			return complain("type", words[2]);
	}
	count = sumac_coll_combines(*coll_out) ? (n > 3 ? words[3] : "1") : n > 1 ? words[1] : "0";
	errno = 0;
	*count_out = strtoull(count, &end, 0);
	if (*end || errno || end == count || *count == '-') {
		fprintf(stderr, "sumac explain: %s is not a count\n", count);
		return SUMAC_EXIT_USAGE;
	}
	return 0;
}

static int explain_as_rank(int n, char **words)
{
	char text[1024];
	int coll, op, type, status;
	size_t count;

	status = read_call(n, words, &coll, &op, &type, &count);
	if (status)
		return status;
	status = sumac_init();
	if (status) {
		fprintf(stderr, "sumac explain: %s: %s\n", sumac_strerror(status), sumac_last_error());
		return SUMAC_EXIT_FAILED;
	}
	status = sumac_explain((enum sumac_coll)coll, (enum sumac_op)op, (enum sumac_type)type, count, sumac_team_world(), text,
			       sizeof(text));
	if (sumac_rank() == 0 && status >= 0)
		printf("%s\n", text);
	else if (sumac_rank() == 0)
		fprintf(stderr, "sumac explain: %s: %s\n", sumac_strerror(status), sumac_last_error());
	sumac_finalize();
	return status < 0 ? SUMAC_EXIT_FAILED : 0;
}

int sumac_tool_explain(int argc, char **argv)
{
	int first = argc; /* the collective; options before it belong to the job */
	int coll, op, type, status;
	size_t count;

	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
		return print_usage(stdout);
	for (int i = 1; i < argc && first == argc; i++)
		if (find(argv[i], sumac_coll_name) >= 0)
			first = i;
	if (first == argc || argc - first > MAX_WORDS)
		return print_usage(stderr);
	if (getenv("PMIX_RANK"))
		return explain_as_rank(argc - first, argv + first);
	/* Checked here, so that a mistake is printed once, before anything is started. */
	status = read_call(argc - first, argv + first, &coll, &op, &type, &count);
	return status ? status : sumac_tool_run_self(argv[0], first - 1, argv + 1, argc - first, argv + first);
}
