/*
 * The rack: NICs, the switch between them and their one clock; ranks that are attached, one to a NIC.
 * Its parts: rack.c (time), rack_clock.c (whether time may go on), rack_door.c and rack_guest.c (who comes and
 * goes), rack_rank.c (registers, waiting, death), rack_memory.c (windows), rack_stats.c.
 */
#ifndef SUMAC_SIM_RACK_H
#define SUMAC_SIM_RACK_H

#include "host/bus/rack/protocol.h"
#include "sim/rack/checker.h"
#include "sim/rack/rack_options.h"
#include "sim/rack/switch.h"

enum sumac_rank_state { SUMAC_RANK_AWAITED, SUMAC_RANK_ATTACHED, SUMAC_RANK_GONE, SUMAC_RANK_DEAD };

struct sumac_rack_mapping {
	uint8_t *memory; /* NULL: no such window */
	size_t len_bytes;
};

struct sumac_rack_rank {
	struct sumac_rack *rack;
	int index;
	struct sumac_vnic *nic;
	uint32_t n_groups;
	enum sumac_rank_state state;
	/* While attached. */
	struct sumac_rack_page *page;
	int bell_fd;
	uint32_t ring_tail;	/* our own copy: the page's may be tampered with */
	uint32_t read_answered; /* likewise */
	uint32_t events, irqs_seen;
	uint64_t busy_since_ns; /* since when it has kept the stepped clock standing; 0: it does not */
	bool left_behind;	/* time goes on without it until it waits again */
	struct sumac_rack_mapping windows[SUMAC_RACK_WINDOWS];
};

/* A connection; its rank is NULL until it has said hello. */
struct sumac_rack_guest {
	struct sumac_rack_guest *next;
	int fd;
	struct sumac_rack_rank *rank;
};

struct sumac_rack {
	struct sumac_rack_options options;
	uint64_t now;
	uint64_t epoch_cycles;
	uint32_t doorbell_cycles;
	struct sumac_switch *net;
	struct sumac_checker *checker; /* NULL: without */
	int n_ranks;		       /* NICs */
	struct sumac_rack_rank *ranks;
	int job_size;		       /* ranks of the job, once the first has come */
	int n_attached, n_have_come;
	uint64_t empty_since_ns;
	/* The door. */
	int epoll_fd, listen_fd, signal_fd;
	struct sumac_rack_guest *guests;
	int n_guests;
	bool must_end;
	/* What went wrong. */
	bool broken;
	bool unrepeatable;
	bool marks_sent; /* `broken` has reached the groups */
	uint64_t n_faults;
	uint64_t begin_ns;
};

/* rack.c */
int sumac_rack_open(const struct sumac_rack_options *options, struct sumac_rack *rack);
void sumac_rack_close(struct sumac_rack *rack);
/* Until the end; returns the exit status. */
int sumac_rack_serve(struct sumac_rack *rack);
/* Something that must not be: told on standard error (the first few), all groups fail, the rack exits non-zero. */
void sumac_rack_fault(struct sumac_rack *rack, const char *text);
/* The next cycle in which something happens by itself, or SUMAC_VNIC_NEVER. */
uint64_t sumac_rack_next(const struct sumac_rack *rack);
uint64_t sumac_rack_clock_ns(void);

/* rack_clock.c */
bool sumac_rack_time_may_run(struct sumac_rack *rack);
/* After how many ms patience may end, or -1. */
int sumac_rack_patience_ms(const struct sumac_rack *rack);

/* rack_door.c */
/* Before any thread is made: the NICs' simulator may have some. */
void sumac_rack_door_block_signals(void);
int sumac_rack_door_open(struct sumac_rack *rack);
void sumac_rack_door_close(struct sumac_rack *rack);
/* Deals with whoever is at the door; waits for somebody for so long at most (-1: for ever). */
void sumac_rack_door_serve(struct sumac_rack *rack, int timeout_ms);

/* What the ranks have posted and ask for. */
void sumac_rack_serve_ranks(struct sumac_rack *rack);
/* What happens there is heard in door_serve. */
int sumac_rack_watch(const struct sumac_rack *rack, int *fd);
/* Needed before a descriptor is closed that others hold as well. */
void sumac_rack_unwatch(const struct sumac_rack *rack, int fd);

/* rack_guest.c */
void sumac_guest_hear(struct sumac_rack *rack, struct sumac_rack_guest *guest);
/* Hangs up on it; its rank, if any, has been detached. */
void sumac_guest_dismiss(struct sumac_rack *rack, struct sumac_rack_guest *guest);
/* It went without a word: it has died; or it breaks a rule and is treated as if. */
void sumac_guest_lose(struct sumac_rack *rack, struct sumac_rack_guest *guest);

/* rack_rank.c */
int sumac_rank_attach(struct sumac_rack_rank *rank, int *page_fd_out, int *bell_fd_out);
/* Its registers: what it has posted, and what it asks for. Returns whether there was anything; -SUMAC_EINVAL: it breaks
 * the page's rules. */
int sumac_rank_serve(struct sumac_rack_rank *rank);
bool sumac_rank_has_work(const struct sumac_rack_rank *rank);
/* Has it seen all that there is to see, and waits? */
bool sumac_rank_is_waiting(const struct sumac_rack_rank *rank);
void sumac_rank_publish(struct sumac_rack_rank *rank);
void sumac_rank_set_flags(struct sumac_rack_rank *rank);
void sumac_rank_fail_groups(struct sumac_rack_rank *rank, int status);
/* It has gone, with a farewell or dead. */
void sumac_rank_detach(struct sumac_rack_rank *rank, bool died);

/* rack_memory.c */
int sumac_rank_window_add(struct sumac_rack_rank *rank, const struct sumac_rack_window *window, int fd,
			  const char **why_out);
void sumac_rank_window_remove(struct sumac_rack_rank *rank, uint32_t index);
/* struct sumac_vnic_host's */
void *sumac_rank_translate(void *ctx, uint64_t bus_address, size_t len_bytes);

/* rack_stats.c */
void sumac_rack_tell_stats(const struct sumac_rack *rack);

#endif
