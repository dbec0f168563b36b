/*
 * The addresses that a bus gives its NICs: number hhll has 02:53:4d:00:hh:ll and 10.83.hh.ll.
 */
#ifndef SUMAC_ADDRESS_H
#define SUMAC_ADDRESS_H

#include <stdint.h>

static inline void sumac_address_mac(int nic, uint8_t mac_out[6])
{
	mac_out[0] = 0x02, mac_out[1] = 0x53, mac_out[2] = 0x4d, mac_out[3] = 0x00;
	mac_out[4] = (uint8_t)(nic >> 8);
	mac_out[5] = (uint8_t)nic;
}

static inline void sumac_address_ip(int nic, uint8_t ip_out[4])
{
	ip_out[0] = 10, ip_out[1] = 83;
	ip_out[2] = (uint8_t)(nic >> 8);
	ip_out[3] = (uint8_t)nic;
}

/* The NIC with that Ethernet address, or -1 if it belongs to none of n_nics. */
static inline int sumac_address_nic(const uint8_t mac[6], int n_nics)
{
	int nic = mac[4] << 8 | mac[5];

	if (mac[0] != 0x02 || mac[1] != 0x53 || mac[2] != 0x4d || mac[3] || nic >= n_nics)
		return -1;
	return nic;
}

#endif
