/*
 * A rack of fake NICs, and ranks that all live in the test:
 * attached, with one group each and a channel to every other.
 */
#ifndef RACK_RANKS_H
#define RACK_RANKS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_nic.h"
#include "host/bus/rack/bus_rack.h"
#include "rack_child.h"
#include "spec/spec.h"

enum { MAX_RANKS = 4, KEY = 77, SLOTS_LOG2 = 4, SHORT_NS = 100000000, EXIT_BROKEN = 3 };
/* For what must come: under TSan, and on a busy machine, a flood of frames takes the rack seconds. */
static const uint64_t WAIT_NS = UINT64_C(20000000000);

extern struct rack_child rack;
extern struct sumac_bus *buses[MAX_RANKS];
extern struct sumac_bus_window rings[MAX_RANKS]; /* of completions */
extern int n_ranks;
extern char log_text[4096]; /* what the rack said, after end() */

struct sumac_bus *attach(int rank, int size);
void detach(int rank);
/* Refused with that status, for a reason with those words. */
void expect_refusal(int rank, int size, int status, const char *words);

/* A rack with n ranks attached; options as of rack_child_start(). */
void start(int n, const char *const *options);
/* Detaches the ranks that are still there; returns the rack's exit status. */
int end(void);

/* To every other rank, in group 0. */
void open_channels(int rank, uint32_t key);
void write_register(int rank, uint32_t offset, uint32_t value);
uint32_t read_register(int rank, uint32_t offset);
/* Sends a chunk to every other rank; its first word is the value. */
void ring(int rank, uint32_t value);
const uint8_t *completion(int rank, uint32_t index);
/* Whether an event came that had not been seen; or the rack broke, which ends the wait, maybe before the event is there. */
bool wait_event(int rank, uint32_t seen, uint64_t timeout_ns);
/* Closes the rank's socket without a farewell, as when its process is killed. */
void die(int rank);

#endif
