/*
 * Jobs and expectations of the DMA benches. Host memory is a function of the address, packet memory one of the beat,
 * so that nothing is stored. Each job that is handed out adds to the lists of what must follow, in order: bus beats,
 * beats of packet memory, strobes, responses, done. A page whose number's low 6 bits are ones answers with an error.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ref_beat.h"
#include "svdpi.h"

#define QUEUE 4096		/* beats or jobs expected at a time, at most */

struct job {
	uint64_t addr;
	int bytes, pool, special;	/* special: descriptor (read), immediate (write) */
	int tag, bursts, answered, error;
	struct beat data;		/* special: the one beat */
};

struct bus_beat {
	uint64_t beat, strb;
	int job;
	struct beat data;
};

struct pool_beat {
	int addr;
	struct beat data;
};

static struct job jobs[QUEUE];
static unsigned job_in, job_out, answer_at;
static struct bus_beat asked[QUEUE];		/* address channel */
static unsigned asked_in, asked_out;
static struct bus_beat moved[QUEUE];		/* write data channel */
static unsigned moved_in, moved_out;
static struct pool_beat pooled[QUEUE];
static unsigned pooled_in, pooled_out;
static int pool_mask, n_jobs, n_errors;
static long long n_bytes;

static int fail(const char *what, uint64_t seen, uint64_t expected)
{
	fprintf(stderr, "ref_dma: job %d: %s: 0x%llx, expected 0x%llx\n", n_jobs, what, (unsigned long long)seen,
		(unsigned long long)expected);
	return 1;
}

static uint64_t mix(uint64_t x)
{
	x ^= x >> 31;
	x *= 0x7FB5D329728EA185u;
	x ^= x >> 27;
	x *= 0x81DADEF4BC2DD44Du;
	return x ^ x >> 33;
}

static uint8_t host_byte(uint64_t addr)
{
	return (uint8_t)(mix(addr / 8) >> (addr % 8 * 8));
}

static void pool_data(int addr, struct beat *out)
{
	for (int i = 0; i < BEAT_BYTES; i++)
		out->bytes[i] = (uint8_t)(mix(((uint64_t)addr << 8 | (unsigned)i / 8) + 1) >> (i % 8 * 8));
}

static int bad_page(uint64_t addr)
{
	return (addr >> 12 & 0x3f) == 0x3f;
}

void ref_dma_init(int pool_beats)
{
	pool_mask = pool_beats - 1;
}

/*
 * The next job. style 0: every offset in turn, lengths 0 to 200, then all up to 4096; 1: anything, near page ends;
 * 2: whole aligned 4 KiB; 3: the same, unaligned; 4: single special beats.
 */
static struct job *new_job(int style)
{
	struct job *j = &jobs[job_in % QUEUE];
	uint64_t r = ref_random();
	static int turn;

	memset(j, 0, sizeof(*j));
	j->pool = (int)(ref_random() >> 20) & pool_mask;
	switch (style) {
	case 0:
		j->addr = (r & 0x3fffffc0u) | (turn & 63);
		j->bytes = turn / 64 <= 200 ? turn / 64 : (int)(r >> 33) % 4097;
		turn++;
		break;
	case 1:
		j->addr = (r & 0xffffffffff000u) + 4096 - (r >> 52 & 0xff);
		j->bytes = (int)(ref_random() >> 40) % 4097;
		if ((r & 3) == 0)
			j->bytes &= 0x7f;
		j->special = (r >> 2 & 7) == 0;
		break;
	case 2:
		j->addr = (uint64_t)(n_jobs & 0x3f) << 13;
		j->bytes = 4096;
		break;
	case 3:
		j->addr = ((uint64_t)(n_jobs & 0x3f) << 13) + 17;
		j->bytes = 4096;
		break;
	default:
		j->addr = (r & 0xfffc0u) | (uint64_t)1 << 40;
		j->special = 1;
	}
	j->tag = n_jobs++ & 0x3fff; /* as many bits as ring and slot have */
	n_bytes += j->bytes;
	job_in++;
	return j;
}

static void expect_bus(struct job *j)
{
	uint64_t first = j->addr / 64, end = (j->addr + (uint64_t)j->bytes + 63) / 64;

	if (j->bytes == 0)
		return;
	for (uint64_t b = first; b < end; b++) {
		struct bus_beat *a = &asked[asked_in++ % QUEUE];

		a->beat = b;
		a->job = (int)((job_in - 1) % QUEUE);
		j->error |= bad_page(b * 64);
		if (b == first || b % 8 == 0)
			j->bursts++;
	}
	if (j->error)
		n_errors++;
}

static int room(void)
{
	return job_in - job_out < 64 && asked_in - asked_out < QUEUE - 128 && moved_in - moved_out < QUEUE - 128 &&
	       pooled_in - pooled_out < QUEUE - 128;
}

/* ---- read */

/* special: 1 a descriptor. */
int ref_dma_rd_job(int style, long long *addr_out, int *bytes_out, int *pool_out, int *special_out, int *tag_out)
{
	struct job *j;

	if (!room())
		return 0;
	j = new_job(style);
	if (j->special)
		j->bytes = 64;
	expect_bus(j);
	for (int at = 0; at < j->bytes; at += BEAT_BYTES) {
		struct beat x;

		memset(&x, 0, sizeof(x));
		for (int i = 0; i < BEAT_BYTES && at + i < j->bytes; i++)
			x.bytes[i] = host_byte(j->addr + (uint64_t)(at + i));
		if (j->special) {
			j->data = x;
		} else {
			pooled[pooled_in % QUEUE].addr = (j->pool + at / BEAT_BYTES) & pool_mask;
			pooled[pooled_in++ % QUEUE].data = x;
		}
	}
	*addr_out = (long long)j->addr;
	*bytes_out = j->bytes;
	*pool_out = j->pool;
	*special_out = j->special;
	*tag_out = j->tag;
	return 1;
}

/* A burst on the address channel: exactly the next beats of the jobs, within 4 KiB and one job. */
int ref_dma_burst(long long addr, int len)
{
	if (addr % 64 != 0 || len > 7)
		return fail("burst of len", (uint64_t)len, 7);
	if (addr % 4096 + 64 * (len + 1) > 4096)
		return fail("burst over 4 KiB at", (uint64_t)addr, 0);
	for (int i = 0; i <= len; i++) {
		struct bus_beat *a = &asked[asked_out % QUEUE];

		if (asked_out == asked_in)
			return fail("burst that no job asked for, at", (uint64_t)addr, 0);
		if (a->beat != (uint64_t)addr / 64 + (unsigned)i)
			return fail("burst at", (uint64_t)addr + 64 * (unsigned)i, a->beat * 64);
		if (i > 0 && asked[(asked_out - 1) % QUEUE].job != a->job)
			return fail("burst over two jobs at", (uint64_t)addr, 0);
		asked_out++;
	}
	return 0;
}

void ref_dma_host_beat(long long addr, svBitVecVal *data_out, int *error_out)
{
	struct beat x;

	for (int i = 0; i < BEAT_BYTES; i++)
		x.bytes[i] = host_byte((uint64_t)addr + (unsigned)i);
	*error_out = bad_page((uint64_t)addr);
	memcpy(data_out, &x, BEAT_BYTES);
}

int ref_dma_pool_write(int addr, const svBitVecVal *data)
{
	struct pool_beat *p = &pooled[pooled_out % QUEUE];

	if (pooled_out == pooled_in)
		return fail("write that no job asked for, to beat", (uint64_t)addr, 0);
	if (p->addr != addr)
		return fail("write to beat", (uint64_t)addr, (uint64_t)p->addr);
	if (memcmp(&p->data, data, BEAT_BYTES) != 0)
		return fail("wrong data in beat", (uint64_t)addr, (uint64_t)p->addr);
	pooled_out++;
	return 0;
}

int ref_dma_rd_done(int tag, int error, int has_desc, const svBitVecVal *desc)
{
	struct job *j = &jobs[job_out % QUEUE];

	if (job_in == job_out || j->tag != tag)
		return fail("done out of turn: tag", (uint64_t)tag, (uint64_t)j->tag);
	if (j->error != error)
		return fail("error of done", (uint64_t)error, (uint64_t)j->error);
	if (j->special != has_desc)
		return fail("descriptor with done", (uint64_t)has_desc, (uint64_t)j->special);
	if (has_desc && memcmp(&j->data, desc, BEAT_BYTES) != 0)
		return fail("wrong descriptor", 0, 0);
	job_out++;
	return 0;
}

/* ---- write */

void ref_dma_pool_data(int addr, svBitVecVal *data_out)
{
	struct beat x;

	pool_data(addr, &x);
	memcpy(data_out, &x, BEAT_BYTES);
}

int ref_dma_wr_job(int style, long long *addr_out, int *bytes_out, int *pool_out, int *special_out, int *tag_out,
		   svBitVecVal *data_out)
{
	struct job *j;
	struct beat x;

	if (!room())
		return 0;
	j = new_job(style);
	if (j->special) {
		j->bytes = style == 4 ? 64 : j->bytes % 65;
		ref_random_beat(&j->data);
	}
	expect_bus(j);
	for (int done = 0; done < j->bytes;) {
		struct bus_beat *m = &moved[moved_in++ % QUEUE];
		uint64_t at = j->addr + (unsigned)done;

		memset(m, 0, sizeof(*m));
		m->beat = at / 64;
		m->job = (int)((job_in - 1) % QUEUE);
		for (unsigned lane = at % 64; lane < 64 && done < j->bytes; lane++, done++) {
			if (j->special)
				x = j->data;
			else if (done % 64 == 0 || m->strb == 0)
				pool_data((j->pool + done / 64) & pool_mask, &x);
			m->strb |= 1ull << lane;
			m->data.bytes[lane] = x.bytes[done % 64];
		}
	}
	*addr_out = (long long)j->addr;
	*bytes_out = j->bytes;
	*pool_out = j->pool;
	*special_out = j->special;
	*tag_out = j->tag;
	memcpy(data_out, &j->data, BEAT_BYTES);
	return 1;
}

/* A beat on the data channel, which the bench knows to go to addr. */
int ref_dma_bus_write(long long addr, long long strb, const svBitVecVal *data)
{
	struct bus_beat *m = &moved[moved_out % QUEUE];
	struct beat x;

	memcpy(&x, data, BEAT_BYTES);
	if (moved_out == moved_in)
		return fail("data that no job asked for, to", (uint64_t)addr, 0);
	if (m->beat != (uint64_t)addr / 64)
		return fail("data to", (uint64_t)addr, m->beat * 64);
	if (m->strb != (uint64_t)strb)
		return fail("strobes", (uint64_t)strb, m->strb);
	for (int lane = 0; lane < 64; lane++)
		if (m->strb >> lane & 1 && m->data.bytes[lane] != x.bytes[lane])
			return fail("wrong byte in lane", (uint64_t)lane, 0);
	moved_out++;
	return 0;
}

/* 1: the bench is to answer a burst at addr with an error */
int ref_dma_bad_page(long long addr)
{
	return bad_page((uint64_t)addr);
}

/* A response was taken: it belongs to the oldest job that is still owed one. */
int ref_dma_answered(void)
{
	while (answer_at != job_in && jobs[answer_at % QUEUE].answered == jobs[answer_at % QUEUE].bursts)
		answer_at++;
	if (answer_at == job_in)
		return fail("response to nothing", 0, 0);
	jobs[answer_at % QUEUE].answered++;
	return 0;
}

int ref_dma_wr_done(int tag, int error)
{
	struct job *j = &jobs[job_out % QUEUE];

	if (job_in == job_out || j->tag != tag)
		return fail("done out of turn: tag", (uint64_t)tag, (uint64_t)j->tag);
	if (j->answered != j->bursts)
		return fail("done before its responses: answered", (uint64_t)j->answered, (uint64_t)j->bursts);
	if (j->error != error)
		return fail("error of done", (uint64_t)error, (uint64_t)j->error);
	job_out++;
	return 0;
}

/* 1 when nothing is expected any more */
int ref_dma_settled(void)
{
	return job_in == job_out && asked_in == asked_out && moved_in == moved_out && pooled_in == pooled_out;
}

void ref_dma_summary(int *jobs_out, long long *bytes_out, int *errors_out)
{
	*jobs_out = n_jobs;
	*bytes_out = n_bytes;
	*errors_out = n_errors;
}

