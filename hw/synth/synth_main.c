/*
 * sumac-timing CELLS.json NETLIST.json TOP GATE_PS [SUMMARY]: the longest paths of a netlist, by the
 * delays of Yosys' own cells. Writes figures for docs/silicon.md into SUMMARY. Exit status 0: within the
 * gate; 1: over it; 2: no answer.
 */
#include "hw/synth/path_report.h"

#include <stdio.h>
#include <stdlib.h>

static int write_summary(const struct sumac_timing *timing, const char *top, const char *path)
{
	/* The summary is printed with the same functions as the report. */
	if (fflush(stdout) || !freopen(path, "w", stdout)) {
		perror(path);
		return -1;
	}
	sumac_path_report_summary(timing, top);
	return fclose(stdout);
}

int main(int argc, char **argv)
{
	struct sumac_delays delays;
	struct sumac_netlist list;
	struct sumac_timing timing;
	int gate_ps, status = 2;

	if (argc < 5 || argc > 6 || (gate_ps = atoi(argv[4])) <= 0) {
		fprintf(stderr, "usage: sumac-timing CELLS.json NETLIST.json TOP GATE_PS [SUMMARY]\n");
		return 2;
	}
	if (sumac_delays_open(argv[1], &delays))
		return 2;
	if (sumac_netlist_open(argv[2], argv[3], &list))
		goto err_delays;
	if (sumac_timing_walk(&list, &delays, &timing))
		goto err_list;
	sumac_path_report_print(&timing, argv[3], gate_ps);
	status = timing.n_ends && timing.ends[0].ps > gate_ps;
	if (argc == 6 && write_summary(&timing, argv[3], argv[5]))
		status = 2;
	sumac_timing_free(&timing);

err_list:
	sumac_netlist_close(&list);
err_delays:
	sumac_delays_close(&delays);
	return status;
}
