/*
 * Frames in a file, as pcap with nanoseconds: what Wireshark and tcpdump read.
 */
#ifndef SUMAC_SIM_PCAP_H
#define SUMAC_SIM_PCAP_H

#include <stdio.h>

#include "sim/nic/vnic.h"

/* NULL, after a message on standard error. */
FILE *sumac_pcap_open(const char *path);
void sumac_pcap_frame(FILE *file, uint64_t ns, const uint8_t *bytes, size_t len_bytes);
/* 0, or -1 after a message: not all was written. */
int sumac_pcap_close(FILE *file, const char *path);

#endif
