/*
 * The options that `sumac run` and `sumac mpirun` share. Most are settings under a shorter name: SUMAC_OPTIONS
 * carries them to the ranks, and to this tool when it reads the settings itself.
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

/* Takes argv[*index] with its value, and moves *index past them. 1: taken; 0: not one of ours; -1: one of ours with a bad value,
 * which was reported on stderr. */
int sumac_launch_options_take(const char *title, int argc, char **argv, int *index, struct sumac_launch_options *options);

/* Adds the settings to SUMAC_OPTIONS, after those already in the environment, and loads them. */
int sumac_launch_options_apply(const char *title, const struct sumac_launch_options *options);

#define SUMAC_LAUNCH_OPTIONS_HELP \
	"  -n N                   number of ranks\n" \
	"  --engine auto|nic|cpu  what computes; nic without a card starts simulated NICs\n" \
	"  --bus auto|rack|xrt    how NICs are reached; xrt without a card starts XRT's emulation of cards\n" \
	"  --nics N               simulated NICs or emulated cards; if fewer than ranks, consecutive ranks share one\n" \
	"  --nic NAME             simulated NICs of another design, which `make sim NIC=NAME` has built, or a rack's path\n" \
	"  --require nic          a reduction that no NIC can take fails the job\n" \
	"  --report FILE          writes a JSON report of all calls\n" \
	"  --timeout S            ends the job after S seconds and prints where each rank is; status 124\n" \
	"  --clock free|stepped   the clock of simulated NICs\n" \
	"  --faults PLAN          what the simulated wire does to frames: loss=0.01,seed=7 (sumac-rack.md has all)\n" \
	"  --wave FILE            records waveforms of a simulated NIC, for GTKWave (waveforms.md)\n" \
	"  --wave-nic I           of this NIC (0)\n" \
	"  --wave-call N          during its call N (1)\n" \
	"  --wave-cycles FROM..TO in these cycles, instead of during a call\n" \
	"  --set NAME=VALUE       any other setting (`sumac info --settings` lists them)\n" \
	"  --verbose              reports decisions on standard error\n"

/* Follows the options. Measured on a virtual machine with 2 cores. */
#define SUMAC_LAUNCH_COST_HELP \
	"\nSimulation is slow: on 2 cores, an allreduce of 8 bytes takes about 5 ms with 2 simulated NICs and 30 ms\n" \
	"with 8; one of 1 MiB with 8 NICs takes 4 s. More cores help, up to one per NIC (setting rack_threads).\n"

#endif
