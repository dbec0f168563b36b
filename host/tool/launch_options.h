/*
 * The options that `sumac run` and `sumac mpirun` share. Most are settings under a shorter name: they
 * reach the ranks, and this tool's own look at the settings, through SUMAC_OPTIONS.
 */
#ifndef SUMAC_LAUNCH_OPTIONS_H
#define SUMAC_LAUNCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct sumac_launch_options {
	int n_ranks;	  /* 0: not given */
	double timeout_s; /* of the whole job; 0: none */
	bool is_verbose;
	bool wants_help;
	char settings[4096]; /* "name=value;name=value" */
};

/* Takes argv[*index] with its value, and moves *index past them. 1: taken; 0: not one of ours; -1: one of
 * ours with a bad value, which has been said on stderr. */
int sumac_launch_options_take(const char *title, int argc, char **argv, int *index, struct sumac_launch_options *options);

/* Puts the settings into SUMAC_OPTIONS, after what the environment has there, and loads them. */
int sumac_launch_options_apply(const char *title, const struct sumac_launch_options *options);

#define SUMAC_LAUNCH_OPTIONS_HELP \
	"  -n N                   number of ranks\n" \
	"  --engine auto|nic|cpu  what computes; nic without a card starts simulated NICs\n" \
	"  --bus auto|rack|xrt    how NICs are reached; xrt without a card starts XRT's emulation of cards\n" \
	"  --nics N               simulated NICs or emulated cards; fewer than ranks, and several ranks are behind one\n" \
	"  --require nic          a reduction that no NIC can take fails the job\n" \
	"  --report FILE          writes a JSON report of all calls\n" \
	"  --timeout S            ends the job after S seconds, and tells where each rank is; status 124\n" \
	"  --clock free|stepped   the clock of simulated NICs\n" \
	"  --set NAME=VALUE       any other setting (`sumac info --settings` lists them)\n" \
	"  --verbose              reports decisions on standard error\n"

/* After the options. As measured on a virtual machine with 2 cores. */
#define SUMAC_LAUNCH_COST_HELP \
	"\nSimulating takes its time: on 2 cores, an allreduce of 8 bytes takes about 5 ms with 2 simulated NICs and 30 ms\n" \
	"with 8, one of 1 MiB with 8 of them 4 s. More cores are faster, up to one per NIC (setting rack_threads).\n"

#endif
