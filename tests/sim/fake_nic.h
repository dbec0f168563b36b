/*
 * A stand-in for the NIC: it keeps registers; a doorbell sends a chunk on each channel of the group; a chunk that
 * comes in is acknowledged and makes a completion whose COOKIE is its first word; G_FAIL sends ABORT, an
 * ABORT fails the group. It has as much of sim/nic/vnic.h as tests of the rack need.
 */
#ifndef SUMAC_TEST_FAKE_NIC_H
#define SUMAC_TEST_FAKE_NIC_H

#include <stdint.h>

enum {
	FAKE_NIC_GROUPS = 2,
	FAKE_NIC_CHANNELS = 8,
	FAKE_NIC_WINDOWS = 4,
	/* A doorbell with this bit sends as many chunks of 4 KiB as its low byte says. */
	FAKE_NIC_FLOOD = 0x8000,
	/* With this one it breaks a rule as many times as its low byte says. */
	FAKE_NIC_BREAK = 0x4000,
};

/* The value of register SPEC_HASH; set before the rack is started. */
extern uint32_t fake_nic_spec_hash;

#endif
