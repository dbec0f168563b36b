/*
 * sumac-xrt-device: one simulated card as XRT sees it in its hw_emu mode. XRT's shim talks to it over two sockets; it
 * is a rank's side of the rack, so that the registers are those of that rank's NIC there. Its parts: xrt_device.c (a
 * card's life), xrt_sockets.c (where the shim finds it), xrt_serve.c (the shim's requests), xrt_banks.c (the card's
 * memory), xrt_host.c (the host's memory, which the NIC asks for), xrt_wire.c (packets), xrt_mourner.c (a device that
 * is killed), xrt_options.c.
 */
#ifndef SUMAC_XRT_DEVICE_H
#define SUMAC_XRT_DEVICE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "host/bus/rack/bus_rack.h"
#include "sim/xrt/xrt_wire.h"

enum { SUMAC_XRT_MAX_BANKS = 8, SUMAC_XRT_PATH_BYTES = 108 };

struct sumac_xrt_range {
	uint64_t base, len_bytes;
};

struct sumac_xrt_options {
	const char *rack_path;
	int rank, size;
	const char *folder, *id; /* of the sockets */
	int n_banks;
	struct sumac_xrt_range banks[SUMAC_XRT_MAX_BANKS]; /* the card's memory */
	struct sumac_xrt_range host;			   /* where the host's own buffers are */
	int parent_fd, ready_fd;			   /* -1: none */
};

struct sumac_xrt_bank {
	struct sumac_xrt_range range;
	uint8_t *memory;
};

/* The host's memory, behind the second socket. */
struct sumac_xrt_host {
	pthread_mutex_t lock; /* of all that follows */
	int fd;		      /* -1: not connected, or closed */
	struct sumac_xrt_packet packet;
	/* The thread that answers the rack. */
	pthread_t thread;
	int rack_fd;
	bool has_thread;
};

struct sumac_xrt_device {
	const struct sumac_xrt_options *options;
	int listen_fd, host_listen_fd;
	int shim_fd;
	bool is_closed; /* the shim has said goodbye */
	pid_t mourner;
	int mourner_fd; /* the device lives as long as this is open; -1: there is none */
	struct sumac_bus *bus;
	struct sumac_xrt_bank banks[SUMAC_XRT_MAX_BANKS];
	int n_banks;
	struct sumac_xrt_host host;
	struct sumac_xrt_packet request, answer;
};

/* 0; 1: prints help; -1: wrong, with a message. */
int sumac_xrt_options_parse(int argc, char *const argv[], struct sumac_xrt_options *options_out);
/* A whole device, from its command line to its exit status. */
int sumac_xrt_device_run(int argc, char *const argv[]);

int sumac_xrt_sockets_open(struct sumac_xrt_device *device);
void sumac_xrt_sockets_close(struct sumac_xrt_device *device);
/* Waits for the shim. 0, or -SUMAC_EIO: the rack or the parent is gone. */
int sumac_xrt_sockets_await(struct sumac_xrt_device *device);
/* Waits for the shim's next packet. 0, or -SUMAC_EIO: somebody is gone. */
int sumac_xrt_sockets_hear(const struct sumac_xrt_device *device);
/* Waits until the shim has hung up, but not for long. */
void sumac_xrt_sockets_linger(const struct sumac_xrt_device *device);

/* Looks after the shim's sockets, if this process is killed. */
void sumac_xrt_mourner_begin(struct sumac_xrt_device *device);
void sumac_xrt_mourner_end(struct sumac_xrt_device *device);

/* Serves one request of the shim. 0, or a negative status: then this card is of no use any more. */
int sumac_xrt_serve(struct sumac_xrt_device *device);

/* Has the rack map them, at their addresses. */
int sumac_xrt_banks_open(struct sumac_xrt_device *device);
void sumac_xrt_banks_close(struct sumac_xrt_device *device);
/* NULL: not all of it lies in one bank. */
uint8_t *sumac_xrt_banks_find(const struct sumac_xrt_device *device, uint64_t address, uint64_t len_bytes);
/* Copies from there. No completion that the NIC writes at this time is torn: a copy with its LAP has all of it. */
void sumac_xrt_banks_read(uint8_t *to, const uint8_t *place, uint64_t len_bytes);
/* A window of the rack, of that number. */
int sumac_xrt_offer(struct sumac_xrt_device *device, uint32_t kind, uint32_t index, const struct sumac_xrt_range *range, int fd);

int sumac_xrt_host_open(struct sumac_xrt_device *device);
void sumac_xrt_host_close(struct sumac_xrt_device *device);
/* 0 or -SUMAC_EIO. */
int sumac_xrt_host_read(struct sumac_xrt_host *host, uint64_t address, size_t len_bytes, void *bytes_out);
int sumac_xrt_host_write(struct sumac_xrt_host *host, uint64_t address, size_t len_bytes, const void *bytes);
/* Tells the shim's thread behind the second socket to end; a host that closes waits for it. */
void sumac_xrt_host_tell_close(struct sumac_xrt_host *host);

#endif
