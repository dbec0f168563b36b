/*
 * The MAC: frames to and from the NIC's AXI-Streams. Transmit takes beats at the link's rate. Receive streams
 * a frame's beats without a pause, one a cycle.
 */
#ifndef SUMAC_SIM_MAC_H
#define SUMAC_SIM_MAC_H

#include "sim/nic/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The NIC's pins. */
struct sumac_mac_tx {
	bool tvalid, tlast;
	uint64_t tkeep;
	const void *tdata;
};

/* The MAC's own. */
struct sumac_mac_rx {
	bool tready;
	bool tvalid, tlast, tuser;
	uint64_t tkeep;
	uint8_t tdata[SUMAC_VNIC_BEAT_BYTES];
};

struct sumac_mac_frame {
	struct sumac_mac_frame *next;
	uint64_t at;
	size_t len_bytes;
	bool error;
	uint8_t bytes[];
};

struct sumac_mac {
	const struct sumac_vnic_host *host;
	struct sumac_mac_rx pins;
	struct sumac_port_rate rate;
	/* towards the NIC */
	struct sumac_mac_frame *first, **end;
	size_t rx_at_bytes; /* of the first frame */
	/* from the NIC */
	size_t tx_len_bytes;
	bool tx_too_long;
	uint8_t tx_bytes[SUMAC_VNIC_FRAME_BYTES];
	/* The signals that stalled in the cycle before. */
	bool held;
	bool held_last;
	uint64_t held_keep;
	uint8_t held_data[SUMAC_VNIC_BEAT_BYTES];
};

void sumac_mac_init(struct sumac_mac *mac, const struct sumac_vnic_model *model, const struct sumac_vnic_host *host);
void sumac_mac_destroy(struct sumac_mac *mac);
int sumac_mac_frame_in(struct sumac_mac *mac, uint64_t at, const void *bytes, size_t len_bytes, bool error);
void sumac_mac_drive(struct sumac_mac *mac, uint64_t now, bool frozen);
void sumac_mac_take(struct sumac_mac *mac, uint64_t now, const struct sumac_mac_tx *tx);
uint64_t sumac_mac_next(const struct sumac_mac *mac, uint64_t now);

#ifdef __cplusplus
}
#endif
#endif
