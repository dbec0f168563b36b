/*
 * A Verilated NIC with its host's memory and the wire, for the fuzz targets that drive one by itself. It watches the NIC: each
 * access to memory lies in a window that the host has registered, and each frame is well formed and carries the addresses, the
 * channel and the key of a channel that the host has opened. A breach ends the run.
 */
#ifndef TESTS_FUZZ_CARD_H
#define TESTS_FUZZ_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rtl/nic_writes.h"
#include "spec/spec.h"

enum {
	CARD_NIC = 0,		    /* its number, from which its address follows */
	CARD_MEMORY_BYTES = 1 << 16,
	CARD_BASE = 0x40000000,	    /* the memory's bus address */
	CARD_GROUPS = SUMAC_DEF_Groups,
	CARD_CHANNELS = SUMAC_DEF_Channels,
	CARD_FRAMES = 64,	    /* frames that are remembered */
	CARD_PAYLOAD_BYTES = 256,   /* and so much of each payload */
	CARD_DIGEST = 0x51ed0000,   /* of the descriptors of group 0; a group's number is added */
};

/* A channel as the host has opened it, and how far its two directions are. */
struct card_channel {
	bool is_open;		 /* and has not been closed by CHANNEL_CLOSE */
	unsigned opening;	 /* its number among all that the host has opened */
	unsigned life;		 /* of its group, when it was opened */
	uint32_t group, rank, peer, key;
	uint8_t mac[6], ip[4];
	uint64_t until;		 /* frames of a channel that is gone may be on their way until then */
	uint32_t sent;		 /* chunks that the NIC has sent */
	uint32_t next;		 /* chunk of the peer's, as far as the peer knows */
};

struct card_frame {
	uint32_t channel;	 /* the NIC's, */
	unsigned opening;	 /* as it was opened then */
	unsigned kind;
	bool first;
	uint32_t seq, word;
	size_t payload_bytes;
	uint8_t payload[CARD_PAYLOAD_BYTES];
};

struct card {
	struct sumac_vnic *nic;
	uint64_t now;
	struct nic_writer writer;
	uint8_t memory[CARD_MEMORY_BYTES];
	struct card_channel channels[CARD_CHANNELS], before[CARD_CHANNELS];
	struct {
		uint32_t key;
		unsigned life;	 /* how often it was opened */
		bool is_live;	 /* opened, and not yet found closed */
		bool is_open;	 /* opened, and not closed by the host */
		uint32_t rings[4], ring_log2; /* where they lie: G_DRING_LO to G_CRING_HI */
	} groups[CARD_GROUPS];
	/* Frames that came out, and how many of them the peers have seen. */
	struct card_frame frames[CARD_FRAMES];
	uint64_t n_frames, n_seen;
	unsigned n_openings;	 /* of channels */
	bool has_odd_address;	 /* the host has used addresses that no bus gives */
	bool has_loop;		 /* a channel goes to the NIC itself */
	bool has_lied;		 /* a peer has acknowledged what was not sent, or may have */
	bool is_at_rest;	 /* no group lives, so no memory is touched */
	bool has_odd_desc;	 /* a group may find descriptors that have not its digest */
};

extern struct card card;

/* Memory answers at once, or so late that much is in flight at any time. */
void card_open(bool is_slow);
void card_close(void);

/* A posted write; a read waits for all of them. Neither takes time. */
void card_write(uint32_t offset, uint32_t value);
uint32_t card_read(uint32_t offset);
/* Reads any register, which the NIC may refuse. */
void card_look(uint32_t offset);
/* Waits until all writes are done. */
void card_settle(void);
void card_run(uint64_t cycles);
void card_frame_in(const void *bytes, size_t len_bytes, bool has_error);
/* A window, whatever lies there. */
void card_window(uint32_t index, uint64_t base, uint64_t len_bytes);

uint32_t card_group_state(uint32_t group);
/* Forgets windows that were replaced or closed: the NIC has ended all that it did in them. */
void card_forget_windows(void);

#endif
