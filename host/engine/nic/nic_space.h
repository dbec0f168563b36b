/*
 * Units of something that a NIC has, numbered from 0, handed out in contiguous ranges.
 */
#ifndef SUMAC_NIC_SPACE_H
#define SUMAC_NIC_SPACE_H

#include <stdint.h>

struct sumac_nic_space {
	unsigned n, n_free;
	uint8_t *used;
};

int sumac_nic_space_init(struct sumac_nic_space *space, unsigned n);
void sumac_nic_space_destroy(struct sumac_nic_space *space);
int sumac_nic_space_take(struct sumac_nic_space *space, unsigned n, unsigned *first_out); /* 0 or -SUMAC_ENORES */
void sumac_nic_space_give(struct sumac_nic_space *space, unsigned first, unsigned n);

#endif
