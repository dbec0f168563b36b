/*
 * One Verilated NIC behind a C interface: its registers, its port to host memory (modelled, with latencies
 * and a rate), its MAC. It is stepped to a given cycle, alone, with time-stamped frames in and out.
 */
#ifndef SUMAC_SIM_VNIC_H
#define SUMAC_SIM_VNIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SUMAC_VNIC_NEVER UINT64_MAX

enum {
	SUMAC_VNIC_BEAT_BYTES = 64,
	/* Header, 4 KiB, CRC. */
	SUMAC_VNIC_FRAME_BEATS = 66,
	SUMAC_VNIC_FRAME_BYTES = SUMAC_VNIC_FRAME_BEATS * SUMAC_VNIC_BEAT_BYTES,
	/* The wire time of a frame beyond its bytes: preamble, FCS, gap. */
	SUMAC_VNIC_FRAME_OVERHEAD_BYTES = 24,
	SUMAC_VNIC_FRAME_LEAST_BYTES = 60,
};

/* How fast a port moves bytes. Time on a wire is counted in ticks: a cycle has cycle_ticks of them, and a byte takes byte_ticks.
 * Any rate is thus a ratio of whole numbers, and no time is rounded. */
struct sumac_vnic_rate {
	uint32_t cycle_ticks, byte_ticks;
};

/* The modelled surroundings; times are in cycles of the NIC. */
struct sumac_vnic_model {
	uint32_t read_cycles;  /* from a read's address to its first beat */
	uint32_t write_cycles; /* from a write's last beat to its answer */
	struct sumac_vnic_rate host_rate; /* each way */
	struct sumac_vnic_rate link_rate; /* each way */
};

struct sumac_vnic_frame {
	uint64_t tail_cycle; /* the cycle in which the MAC took the last beat */
	uint64_t end_ticks;  /* when the last byte has left, by the link's ticks */
	size_t len_bytes;
	const uint8_t *bytes; /* valid until the callback returns */
};

/* The calls of a NIC while it is stepped, on the thread that steps it. */
struct sumac_vnic_host {
	void *ctx;
	/* Host memory at a bus address, or NULL if not all of it lies in a window. */
	void *(*translate)(void *ctx, uint64_t bus_address, size_t len_bytes);
	void (*frame_out)(void *ctx, const struct sumac_vnic_frame *frame);
	/* The NIC has broken a rule of its ports: a bug in the RTL. `what` lasts as long as the program. */
	void (*fault)(void *ctx, uint64_t cycle, const char *what);
	/* Far memory, which has to be asked for and takes its time: whether a range is of that kind; then, 0 or an error of
	 * -SUMAC_E.... NULL, all three: there is none. */
	bool (*is_far)(void *ctx, uint64_t bus_address, size_t len_bytes);
	int (*far_read)(void *ctx, uint64_t bus_address, size_t len_bytes, void *bytes_out);
	int (*far_write)(void *ctx, uint64_t bus_address, size_t len_bytes, const void *bytes);
	/* The NIC has taken a register write, and has not refused it. NULL: nobody wants to know. */
	void (*reg_written)(void *ctx, uint32_t offset, uint32_t value);
};

struct sumac_vnic_stats {
	uint64_t cycles_stepped;
	uint64_t cycles_skipped; /* asleep */
	uint64_t clocks_frozen;	 /* for register reads, outside time */
	uint64_t first_answer, least_answer; /* of sumac_answers */
	uint64_t last_completion;	     /* when it was written */
};

/* A NIC remembers the last things that it did: each thing that it counts, and each doorbell that it takes. */
enum { SUMAC_VNIC_EVENTS = 64, SUMAC_VNIC_DOORBELL = -1 };

struct sumac_vnic_event {
	uint64_t cycle;
	int counter; /* SUMAC_CNT_*, or SUMAC_VNIC_DOORBELL */
};

struct sumac_vnic;

/* The NIC is out of reset at cycle 0. Returns 0 or -SUMAC_ENOMEM. */
int sumac_vnic_open(const struct sumac_vnic_model *model, const struct sumac_vnic_host *host,
		    struct sumac_vnic **nic_out);
void sumac_vnic_close(struct sumac_vnic *nic);

/* Waveforms as FST. They are recorded only by a model of its own, since what is recorded costs time (`make sim-wave`). */
struct sumac_vnic_wave {
	const char *path;
	int nic;	   /* its index, for messages */
	uint64_t call;	   /* during this call, counted from 1 (sim/wave/wave_window.h); 0: in the following cycles */
	uint64_t from, to; /* both belong to them */
	uint32_t clock_mhz;
};
/* Before the host's first write. 0, or -SUMAC_EIO with a message; -SUMAC_ENOTSUP: this model cannot record. */
int sumac_vnic_wave_open(struct sumac_vnic *nic, const struct sumac_vnic_wave *wave);
/* Completes the file, and writes a layout for GTKWave beside it. Tells where both are; or, if they are not there, why, and returns
 * -SUMAC_EIO. */
int sumac_vnic_wave_close(struct sumac_vnic *nic);

/* A posted write: reaches the NIC in cycle `at`, or as soon after as its turn comes. In order. */
int sumac_vnic_reg_write(struct sumac_vnic *nic, uint64_t at, uint32_t offset, uint32_t value);

/* A read, after all writes posted so far. It takes no simulated time: the NIC is clocked with its time and its other ports
 * standing still, so that a host may look around at any moment. 0 or -SUMAC_EIO. */
int sumac_vnic_reg_read(struct sumac_vnic *nic, uint32_t offset, uint32_t *value_out);

/* A frame from the MAC, one beat per cycle from cycle `at` on (or as soon after as the one before has ended); error: the MAC
 * marks it as damaged. Copies the bytes. */
int sumac_vnic_frame_in(struct sumac_vnic *nic, uint64_t at, const void *bytes, size_t len_bytes, bool error);

/* The next cycle in which something happens if nothing new comes in: the present one while the NIC is not idle; SUMAC_VNIC_NEVER:
 * it sleeps. */
uint64_t sumac_vnic_next(struct sumac_vnic *nic);
/* The same, but for probes of peers that may be silent. */
uint64_t sumac_vnic_next_but_wake(struct sumac_vnic *nic);

/* Steps up to, and not including, cycle `until`. */
void sumac_vnic_run(struct sumac_vnic *nic, uint64_t until);

/* Interrupts since the NIC was opened. The completion that an interrupt announces is in host memory by then. */
uint32_t sumac_vnic_irqs(const struct sumac_vnic *nic);

void sumac_vnic_stats(const struct sumac_vnic *nic, struct sumac_vnic_stats *stats_out);

/* Tells what each stage's cycles have gone to by cycle `now`, if the NIC sleeps from its last step until then. Takes no simulated
 * time, and leaves the NIC as it is. */
struct sumac_causes;
void sumac_vnic_causes(struct sumac_vnic *nic, uint64_t now, struct sumac_causes *causes_out);

/* Called for each event of include/spec/events.def that a stage hands to another (not for look-ups), with the cycle, and its
 * fields as one packed number, the lowest word first; the first field has the upper bits. On the thread that steps the NIC. Costs
 * nothing where nobody watches (NULL). Besides, whenever the cycles of a stage begin to go to another cause; NULL: nobody asks. */
typedef void sumac_vnic_happened(void *ctx, uint64_t cycle, const char *event, const uint32_t *words);
typedef void sumac_vnic_caused(void *ctx, uint64_t cycle, int stage, int cause);
void sumac_vnic_watch(struct sumac_vnic *nic, sumac_vnic_happened *happened, sumac_vnic_caused *caused, void *ctx);

/* Returns how many of the last events there are; the oldest comes first. */
int sumac_vnic_events(const struct sumac_vnic *nic, struct sumac_vnic_event events_out[SUMAC_VNIC_EVENTS]);

#ifdef __cplusplus
}
#endif
#endif
