/*
 * The register writes with which a host sets up a NIC: its address, a window, a group's registers, a channel, a route. They are for
 * tests that drive a NIC without the library, and go out by whatever function the test has.
 */
#ifndef TESTS_RTL_NIC_WRITES_H
#define TESTS_RTL_NIC_WRITES_H

#include <stdint.h>

typedef void nic_write_fn(void *to, uint32_t offset, uint32_t value);

struct nic_writer {
	nic_write_fn *write;
	void *to;
};

struct nic_group {
	uint32_t group, key, rank, size;
	uint32_t slot_log2, pool, pool_beats, ring_slots_log2;
	uint64_t dring, cring;
	uint32_t ring_log2;
};

struct nic_channel {
	uint32_t index, group, peer_rank, peer_index;
	int peer; /* the peer's NIC, which has the addresses of bus/address.h */
	uint32_t pool, slots_log2, peer_slots_log2;
};

uint32_t nic_group_register(uint32_t group, uint32_t reg);
void nic_write_address(const struct nic_writer *w, int nic);
/* All but the last write, of WINDOW_LEN_HI: the NIC may refuse that one. */
void nic_write_window(const struct nic_writer *w, uint32_t index, uint64_t base, uint64_t len_bytes);
/* All but G_CTRL, likewise. */
void nic_write_group(const struct nic_writer *w, const struct nic_group *group);
void nic_write_channel(const struct nic_writer *w, const struct nic_channel *channel);

/* A stream of a route, and a route's head without spread. */
uint32_t nic_route_in(uint32_t kind, uint32_t channel, uint32_t combines);
uint32_t nic_route_out(uint32_t kind, uint32_t channel, uint32_t tap);
uint32_t nic_route_head(uint32_t n_in, uint32_t n_out, uint32_t ring);
/* As many streams as the head says. */
void nic_write_route(const struct nic_writer *w, uint32_t group, uint32_t route, uint32_t head, const uint16_t *ins,
		     const uint16_t *outs);

#endif
