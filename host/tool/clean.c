/*
 * `sumac clean`: removes what killed jobs of this user have left.
 */
#include <stdio.h>
#include <string.h>

#include "launch/leftovers.h"
#include "launch/exit_status.h"
#include "tool/tool.h"
#include "launch/xrt_process.h"

static bool is_dry;

static void tell(const char *path)
{
	printf("%s %s\n", is_dry ? "would remove" : "removed", path);
}

static int print_usage(FILE *to)
{
	fprintf(to, "usage: sumac clean [--dry-run]\n\n"
		    "Removes what this user's killed jobs left behind: their folders in $XDG_RUNTIME_DIR, $TMPDIR,\n"
		    "/tmp and /dev/shm, and their sockets of XRT's emulation. Live jobs keep theirs. --dry-run removes nothing.\n");
	return to == stdout ? 0 : SUMAC_EXIT_USAGE;
}

int sumac_tool_clean(int argc, char **argv)
{
	struct sumac_leftovers_places places = { 0 };
	char sockets[256];
	int n;

	for (int i = 1; i < argc; i++) {
		is_dry |= !strcmp(argv[i], "--dry-run");
		if (!strcmp(argv[i], "--help"))
			return print_usage(stdout);
		if (strcmp(argv[i], "--dry-run")) {
			fprintf(stderr, "sumac clean: unknown option %s\n", argv[i]);
			return print_usage(stderr);
		}
	}
	sumac_job_dir_bases(places.folders);
	places.folders[SUMAC_JOB_DIR_BASES] = "/dev/shm";
	places.sockets = sumac_xrt_socket_folder(sizeof(sockets), sockets);
	n = sumac_leftovers_remove(&places, is_dry, tell);
	if (n < 0) {
		fprintf(stderr, "sumac clean: no memory\n");
		return SUMAC_EXIT_FAILED;
	}
	if (!n)
		printf("no dead job has left anything\n");
	return 0;
}
