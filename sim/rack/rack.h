/*
 * The rack: NICs, the switch between them and their one clock; ranks that are attached, one per NIC. Its parts:
 * rack.c (the main loop), rack_clock.c (whether time may go on), rack_step.c (stepping the NICs, on threads),
 * rack_listen.c (the socket and all other descriptors), rack_client.c (connections), rack_rank.c (registers, waiting,
 * death), rack_memory.c (windows), rack_far.c (windows that are asked), rack_events.c, rack_trace.c, rack_stats.c.
 */
#ifndef SUMAC_SIM_RACK_H
#define SUMAC_SIM_RACK_H

#include "base/design.h"
#include "host/bus/rack/protocol.h"
#include "sim/rack/checker.h"
#include "sim/rack/pcap.h"
#include "sim/rack/rack_options.h"
#include "sim/rack/script.h"
#include "sim/rack/step_threads.h"
#include "sim/rack/switch.h"

enum sumac_rank_state { SUMAC_RANK_AWAITED, SUMAC_RANK_ATTACHED, SUMAC_RANK_GONE, SUMAC_RANK_DEAD };

struct sumac_rack_mapping {
	uint8_t *memory;      /* NULL: it is far, or there is no such window */
	size_t len_bytes;     /* 0: no such window */
	uint64_t bus_address;
	int far_fd;	      /* of far memory: the socket to ask; -1: it no longer answers */
};

enum { SUMAC_RACK_FAULTS_TOLD = 20 }; /* further ones are only counted */

/* A NIC's complaint while NICs are stepped, kept until all have been: complaints are printed in the NICs' order. */
struct sumac_rack_notes {
	uint64_t n;
	struct {
		uint64_t cycle;
		const char *what;
	} first[SUMAC_RACK_FAULTS_TOLD];
};

struct sumac_rack_rank {
	struct sumac_rack *rack;
	int index;
	struct sumac_vnic *nic;
	uint32_t n_groups;
	struct sumac_rack_notes notes;
	enum sumac_rank_state state;
	/* While attached. */
	struct sumac_rack_page *page;
	int bell_fd;
	uint32_t ring_tail;	/* our own copy: the page's may be tampered with */
	uint32_t read_answered; /* likewise */
	uint32_t events, irqs_seen;
	uint64_t busy_since_ns; /* since when it has held up the stepped clock; 0: it does not */
	bool left_behind;	/* time goes on without it until it waits again */
	struct sumac_rack_mapping windows[SUMAC_RACK_WINDOWS];
	int n_placed; /* of them, those that are not at their index's address */
};

/* A connection; its rank is NULL until it has said hello. */
struct sumac_rack_client {
	struct sumac_rack_client *next;
	int fd;
	struct sumac_rack_rank *rank;
};

struct sumac_rack {
	struct sumac_rack_options options;
	uint64_t now;
	uint64_t epoch_cycles;
	struct sumac_design design; /* that all NICs are of */
	uint32_t doorbell_cycles;
	struct sumac_step_threads *threads;
	bool is_stepping;
	uint64_t step_end;
	int *busy; /* the NICs that have something to do before step_end */
	struct sumac_topology topology;
	struct sumac_switch *net;
	struct sumac_checker *checker; /* NULL: without */
	struct sumac_script *script;   /* NULL: none */
	bool is_lossy;		       /* there is a fault plan or a script, or a buffer has been full: frames come again */
	bool has_told_full;
	FILE *pcap, *events;	       /* NULL: none */
	struct sumac_rack_trace *trace; /* NULL: none */
	int n_ranks;		       /* NICs */
	struct sumac_rack_rank *ranks;
	int job_size;		       /* ranks of the job, once the first has come */
	int n_attached, n_have_come;
	uint64_t empty_since_ns;
	/* The descriptors that may have something for us. */
	int epoll_fd, listen_fd, signal_fd;
	struct sumac_rack_client *clients;
	int n_clients;
	bool must_end;
	/* Errors. */
	bool broken;
	bool unrepeatable;
	bool marks_sent; /* `broken` has reached the groups */
	uint64_t n_faults;
	uint64_t begin_ns;
};

/* rack.c */
int sumac_rack_open(const struct sumac_rack_options *options, struct sumac_rack *rack);
void sumac_rack_close(struct sumac_rack *rack);
/* Serves until the end; returns the exit status. */
int sumac_rack_serve(struct sumac_rack *rack);
/* Reports a violation on standard error (the first few); all groups fail, and the rack exits non-zero. */
void sumac_rack_fault(struct sumac_rack *rack, const char *text);
/* The next cycle in which something happens by itself, or SUMAC_VNIC_NEVER. */
uint64_t sumac_rack_next(const struct sumac_rack *rack);

/* rack_step.c */
int sumac_rack_step_open(struct sumac_rack *rack);
void sumac_rack_step_close(struct sumac_rack *rack);
/* Steps all NICs up to, and not including, cycle `end`. */
void sumac_rack_step(struct sumac_rack *rack, uint64_t end);
/* A fault of a NIC, reported at once or, while NICs are stepped, when all have been. `what` stays valid. */
void sumac_rack_nic_fault(struct sumac_rack_rank *rank, uint64_t cycle, const char *what);

/* rack_clock.c */
bool sumac_rack_time_may_run(struct sumac_rack *rack);
/* Milliseconds until the patience with some rank may run out, or -1. */
int sumac_rack_patience_ms(const struct sumac_rack *rack);

/* rack_listen.c */
/* To be called before the NICs' simulator creates threads, as it may. */
void sumac_rack_listen_block_signals(void);
int sumac_rack_listen_open(struct sumac_rack *rack);
void sumac_rack_listen_close(struct sumac_rack *rack);
/* Handles everything that has arrived: connections, messages, signals. Waits for it for at most timeout_ms (-1: for ever). */
void sumac_rack_listen_serve(struct sumac_rack *rack, int timeout_ms);

/* The register writes that the ranks have posted, and the reads that they wait for. */
void sumac_rack_serve_ranks(struct sumac_rack *rack);
/* From now on sumac_rack_listen_serve() handles what arrives at *fd. */
int sumac_rack_watch(const struct sumac_rack *rack, int *fd);
/* Needed before closing a descriptor that others also hold. */
void sumac_rack_unwatch(const struct sumac_rack *rack, int fd);

/* rack_client.c */
void sumac_rack_client_handle(struct sumac_rack *rack, struct sumac_rack_client *client);
/* Hangs up; its rank, if any, has been detached. */
void sumac_rack_client_close(struct sumac_rack *rack, struct sumac_rack_client *client);
/* The client closed its socket without a farewell, or broke a rule: its rank counts as dead. */
void sumac_rack_client_lost(struct sumac_rack *rack, struct sumac_rack_client *client);

/* rack_rank.c */
int sumac_rank_attach(struct sumac_rack_rank *rank, int *page_fd_out, int *bell_fd_out);
/* Its register writes and reads. Returns how many there were; -SUMAC_EINVAL: it broke the rules of the page. */
int sumac_rank_serve(struct sumac_rack_rank *rank);
bool sumac_rank_has_work(const struct sumac_rack_rank *rank);
/* Whether it waits and has seen all its events. */
bool sumac_rank_is_waiting(const struct sumac_rack_rank *rank);
void sumac_rank_publish(struct sumac_rack_rank *rank);
void sumac_rank_set_flags(struct sumac_rack_rank *rank);
void sumac_rank_fail_groups(struct sumac_rack_rank *rank, int status);
/* It has left with a farewell, or died. */
void sumac_rank_detach(struct sumac_rack_rank *rank, bool died);

/* rack_memory.c */
int sumac_rank_window_add(struct sumac_rack_rank *rank, const struct sumac_rack_window *window, int fd,
			  const char **why_out);
void sumac_rank_window_remove(struct sumac_rack_rank *rank, uint32_t index);
/* NULL, or the window that holds the whole range. */
struct sumac_rack_mapping *sumac_rank_find_window(struct sumac_rack_rank *rank, uint64_t bus_address, size_t len_bytes);
/* Callbacks of struct sumac_vnic_host. */
void *sumac_rank_translate(void *ctx, uint64_t bus_address, size_t len_bytes);

/* rack_far.c: memory that the rank's side has, and reads and writes for us; callbacks of struct sumac_vnic_host */
int sumac_rank_far_add(struct sumac_rack_mapping *mapping, int socket_fd, const char **why_out);
void sumac_rank_far_remove(struct sumac_rack_mapping *mapping);
bool sumac_rank_is_far(void *ctx, uint64_t bus_address, size_t len_bytes);
int sumac_rank_far_read(void *ctx, uint64_t bus_address, size_t len_bytes, void *bytes_out);
int sumac_rank_far_write(void *ctx, uint64_t bus_address, size_t len_bytes, const void *bytes);

/* rack_events.c: writes a line for each event of the NICs to rack->events, and tells rack->trace */
void sumac_rack_watch_nics(struct sumac_rack *rack);

/* rack_stats.c */
/* Whether the file can be written; prints why not. NULL: standard error, which can. */
bool sumac_rack_can_tell_stats(const char *path);
/* Prints where buffers were full, if frames were lost there. */
void sumac_rack_tell_full(const struct sumac_rack *rack);
/* 0, or -1, with a message, if they cannot be written. */
int sumac_rack_tell_stats(const struct sumac_rack *rack);

#endif
