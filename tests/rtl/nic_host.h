/*
 * The host of a NIC in tb_sumac_nic: what it does is written as a plain program (nic_script.c), which runs as a
 * coroutine and goes on for a cycle whenever it waits. Anything unexpected ends the bench.
 */
#ifndef TESTS_RTL_NIC_HOST_H
#define TESTS_RTL_NIC_HOST_H

#include <stdbool.h>
#include <stdint.h>

enum {
	HOST_GROUPS = 2,
	HOST_MEMORY_BYTES = 1 << 18,
	HOST_ASIDE = HOST_MEMORY_BYTES + 128, /* apart from the window of all memory: a place for another one */
	HOST_ASIDE_BYTES = 128,
};

struct host {
	int rank;
	bool small;              /* the smallest NIC */
	unsigned nodes;          /* of a group, that may be pending */
	int seed;
	uint8_t *memory;
	/* what the script sets */
	bool reset, hold_writes, hold_packets;
	int bad_read, bad_write; /* address of the beat that is answered with an error; -1: none */
	bool idle;               /* of the NIC */
	struct {
		int posted, taken;
		bool due[1024];  /* by cookie: posted and not completed */
		uint32_t aperture[16]; /* what it holds, if is_known */
		bool is_known;
	} group[HOST_GROUPS];
};

void host_wait(struct host *h, int cycles);
void host_meet(struct host *h);              /* both ranks */
bool host_both_idle(void);
void host_die(const struct host *h, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));

void host_write(struct host *h, uint32_t at, uint32_t value);
void host_write_refused(struct host *h, uint32_t at, uint32_t value, int status); /* and REFUSED tells so */
void host_window(struct host *h, uint32_t index, uint64_t base, uint64_t len_bytes, int status); /* 0, or refused with it */
uint32_t host_read(struct host *h, uint32_t at);
void host_group_write(struct host *h, int group, uint32_t reg, uint32_t value);
uint32_t host_group_read(struct host *h, int group, uint32_t reg);

void host_start(struct host *h);             /* addresses and the window */
enum { HOST_DRING = 0x1000, HOST_CRING = 0x8000, HOST_WINDOW = 1 };
void host_open(struct host *h, int group);   /* group, its channel and its routes */
void host_open_refused(struct host *h, int group, uint32_t dring, uint32_t cring); /* with its rings from there on */
void host_close(struct host *h, int group);

enum host_route {
	ROUTE_SEND,    /* memory to the channel */
	ROUTE_FOLD,    /* both ranks in order, to memory */
	ROUTE_LINK,    /* asks for a link between nodes, which this NIC lacks */
	ROUTE_EMPTY,   /* never written */
};

struct host_desc {
	int op, route;
	uint64_t count, digest;
	int src, dst, seq;
	bool given;              /* the descriptor brings the source from there, and no window does */
	bool aside;              /* src and dst count from HOST_ASIDE, in window 0 */
};

struct host_completion {
	int status, fault_rank, cookie, combines;
	uint32_t seq;
};

int host_ring_entries(const struct host *h);
int host_desc_address(const struct host *h, int group, int index);
void host_post(struct host *h, int group, const struct host_desc *desc);
void host_ring(struct host *h, int group);
void host_push(struct host *h, int group, int n); /* the last n that were posted, instead of host_ring; words that changed */
struct host_completion host_take(struct host *h, int group);

void host_script(struct host *h);            /* nic_script.c */

#endif
