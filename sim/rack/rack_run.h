/*
 * A whole rack, from its command line to its exit status.
 */
#ifndef SUMAC_RACK_RUN_H
#define SUMAC_RACK_RUN_H

int sumac_rack_run(int argc, char *const argv[]);

#endif
