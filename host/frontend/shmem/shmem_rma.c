/*
 * Put and get in all forms, and where other PEs' memory lies. A put that need not block is one that does: both have
 * read their source when they return. Gets that need not block bring their data by the next quiet.
 */
#include <string.h>

#include "base/whole.h"
#include "frontend/shmem/shmem_far.h"

static size_t bytes_of(const char *call, size_t n_elems, size_t width)
{
	size_t len_bytes;

	if (__builtin_mul_overflow(n_elems, width, &len_bytes))
		sumac_shmem_die(call, "nelems is more than memory can have");
	return len_bytes;
}

/* For memory here, or on that PE. */
static void __attribute__((noreturn, cold)) die_of_put(const char *call, int pe, int err)
{
	sumac_shmem_die_of(call, err == -SUMAC_ERANGE ? "source" : "dest", pe);
}

static void __attribute__((noreturn, cold)) die_of_get(const char *call, int pe, int err)
{
	sumac_shmem_die_of(call, err == -SUMAC_ERANGE ? "dest" : "source", pe);
}

void sumac_shmem_put(const char *call, shmem_ctx_t ctx, void *dest, const void *source, size_t n_elems, size_t width, int pe)
{
	int rank = sumac_shmem_target(call, ctx, pe), err;

	if (!n_elems)
		return;
	sumac_shmem_require_place(call, "source", source);
	err = sumac_remote_api_put(sumac_shmem_flow(ctx), rank, dest, source, bytes_of(call, n_elems, width));
	if (err)
		die_of_put(call, pe, err);
}

void sumac_shmem_get(const char *call, shmem_ctx_t ctx, void *dest, const void *source, size_t n_elems, size_t width, int pe,
		     bool waits)
{
	int rank = sumac_shmem_target(call, ctx, pe), err;

	if (!n_elems)
		return;
	sumac_shmem_require_place(call, "dest", dest);
	err = sumac_remote_api_get(sumac_shmem_flow(ctx), rank, dest, source, bytes_of(call, n_elems, width), waits);
	if (err)
		die_of_get(call, pe, err);
}

/* A count beyond all memory, which no peer has either, becomes the largest possible. */
static size_t span(const struct sumac_shmem_blocks *blocks, ptrdiff_t stride)
{
	size_t len;

	if (__builtin_mul_overflow(blocks->nblocks - 1, (size_t)stride, &len) ||
	    __builtin_add_overflow(len, blocks->bsize, &len) || __builtin_mul_overflow(len, blocks->width, &len))
		return SIZE_MAX;
	return len;
}

/* In bytes, to there or from there. */
static struct sumac_remote_blocks in_bytes(const struct sumac_shmem_blocks *blocks, bool is_put)
{
	size_t dst = (size_t)blocks->dst * blocks->width, sst = (size_t)blocks->sst * blocks->width;

	return (struct sumac_remote_blocks){ blocks->bsize * blocks->width, is_put ? sst : dst, is_put ? dst : sst };
}

static void copy_blocks(char *to, const char *from, const struct sumac_shmem_blocks *blocks)
{
	for (size_t i = 0; i < blocks->nblocks; i++) {
		sumac_move_whole(to, from, blocks->bsize * blocks->width);
		to += (size_t)blocks->dst * blocks->width;
		from += (size_t)blocks->sst * blocks->width;
	}
}

static int put_blocks(struct sumac_remote_flow *flow, int rank, void *dest, const void *source,
		      const struct sumac_shmem_blocks *blocks)
{
	struct sumac_remote_blocks bytes = in_bytes(blocks, true);
	char *at = sumac_remote_api_at(rank, dest, span(blocks, blocks->dst));

	if (!at)
		return sumac_remote_api_put_blocks(flow, rank, dest, source, &bytes, blocks->nblocks);
	copy_blocks(at, source, blocks);
	sumac_remote_api_touched(rank);
	return 0;
}

int sumac_shmem_put_blocks(int rank, void *dest, const void *source, const struct sumac_shmem_blocks *blocks)
{
	return put_blocks(sumac_shmem_flow(SHMEM_CTX_DEFAULT), rank, dest, source, blocks);
}

static int get_blocks(struct sumac_remote_flow *flow, int rank, void *dest, const void *source,
		      const struct sumac_shmem_blocks *blocks)
{
	struct sumac_remote_blocks bytes = in_bytes(blocks, false);
	const char *at = sumac_remote_api_at(rank, source, span(blocks, blocks->sst));
	int err;

	if (at) {
		copy_blocks(dest, at, blocks);
		return 0;
	}
	err = sumac_remote_api_get_blocks(flow, rank, dest, source, &bytes, blocks->nblocks);
	return err ? err : sumac_remote_api_quiet_of(flow, rank);
}

static int target_of_blocks(const char *call, shmem_ctx_t ctx, const struct sumac_shmem_blocks *blocks, int pe)
{
	int rank = sumac_shmem_target(call, ctx, pe);

	if (blocks->dst < 1 || blocks->sst < 1)
		sumac_shmem_die(call, "the strides dst and sst must be at least 1");
	return rank;
}

void sumac_shmem_iput(const char *call, shmem_ctx_t ctx, void *dest, const void *source, struct sumac_shmem_blocks blocks, int pe)
{
	int rank = target_of_blocks(call, ctx, &blocks, pe), err;

	if (!blocks.nblocks || !blocks.bsize)
		return;
	sumac_shmem_require_place(call, "source", source);
	err = put_blocks(sumac_shmem_flow(ctx), rank, dest, source, &blocks);
	if (err)
		die_of_put(call, pe, err);
}

void sumac_shmem_iget(const char *call, shmem_ctx_t ctx, void *dest, const void *source, struct sumac_shmem_blocks blocks, int pe)
{
	int rank = target_of_blocks(call, ctx, &blocks, pe), err;

	if (!blocks.nblocks || !blocks.bsize)
		return;
	sumac_shmem_require_place(call, "dest", dest);
	err = get_blocks(sumac_shmem_flow(ctx), rank, dest, source, &blocks);
	if (err)
		die_of_get(call, pe, err);
}

static void signal_to(const char *call, shmem_ctx_t ctx, uint64_t *signal_at, uint64_t value, int op, int pe)
{
	struct sumac_amo amo = { .op = op == SHMEM_SIGNAL_ADD ? SUMAC_AMO_ADD : SUMAC_AMO_SET, .width = sizeof(value),
				 .value = value };
	int rank = sumac_shmem_target(call, ctx, pe);

	if (op != SHMEM_SIGNAL_SET && op != SHMEM_SIGNAL_ADD)
		sumac_shmem_die(call, "sig_op is neither SHMEM_SIGNAL_SET nor SHMEM_SIGNAL_ADD");
	if (sumac_remote_api_amo_of(sumac_shmem_flow(ctx), rank, signal_at, &amo, NULL, false))
		sumac_shmem_die_of(call, "sig_addr", pe);
}

/* Acts as if there were a fence between the two, which stores and messages to another host do not need. */
static void put_signal(const char *call, shmem_ctx_t ctx, void *dest, const void *source, size_t n_elems, size_t width,
		       uint64_t *signal_at, uint64_t value, int op, int pe)
{
	sumac_shmem_put(call, ctx, dest, source, n_elems, width, pe);
	if (!sumac_remote_api_at(sumac_shmem_target(call, ctx, pe), dest, 1) && sumac_remote_api_fence(sumac_shmem_flow(ctx)))
		sumac_shmem_die_of(call, "dest", pe);
	signal_to(call, ctx, signal_at, value, op, pe);
}

#define BLOCKS(dst, sst, bsize, nblocks, width) ((struct sumac_shmem_blocks){ dst, sst, bsize, nblocks, width })

/* The forms that types, sizes and plain memory share. name##_put, put##bits and putmem differ in where the name stands. */
#define MOVES(put_name, get_name, put_nbi_name, get_nbi_name, put_signal_name, put_signal_nbi_name, type, width) \
	SUMAC_SHMEM_DEFINE(void, put_name, (type *dest, const type *source, size_t nelems, int pe), \
			   sumac_shmem_put(__func__, ctx, dest, source, nelems, width, pe)) \
	SUMAC_SHMEM_DEFINE(void, get_name, (type *dest, const type *source, size_t nelems, int pe), \
			   sumac_shmem_get(__func__, ctx, dest, source, nelems, width, pe, true)) \
	SUMAC_SHMEM_DEFINE(void, put_nbi_name, (type *dest, const type *source, size_t nelems, int pe), \
			   sumac_shmem_put(__func__, ctx, dest, source, nelems, width, pe)) \
	SUMAC_SHMEM_DEFINE(void, get_nbi_name, (type *dest, const type *source, size_t nelems, int pe), \
			   sumac_shmem_get(__func__, ctx, dest, source, nelems, width, pe, false)) \
	SUMAC_SHMEM_DEFINE(void, put_signal_name, \
			   (type *dest, const type *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, \
			    int pe), put_signal(__func__, ctx, dest, source, nelems, width, sig_addr, signal, sig_op, pe)) \
	SUMAC_SHMEM_DEFINE(void, put_signal_nbi_name, \
			   (type *dest, const type *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, \
			    int pe), \
			   put_signal(__func__, ctx, dest, source, nelems, width, sig_addr, signal, sig_op, pe))

#define STRIDES(iput_name, iget_name, ibput_name, ibget_name, type, width) \
	SUMAC_SHMEM_DEFINE(void, iput_name, \
			   (type *dest, const type *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe), \
			   sumac_shmem_iput(__func__, ctx, dest, source, BLOCKS(dst, sst, 1, nelems, width), pe)) \
	SUMAC_SHMEM_DEFINE(void, iget_name, \
			   (type *dest, const type *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe), \
			   sumac_shmem_iget(__func__, ctx, dest, source, BLOCKS(dst, sst, 1, nelems, width), pe)) \
	SUMAC_SHMEM_DEFINE(void, ibput_name, \
			   (type *dest, const type *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe), \
			   sumac_shmem_iput(__func__, ctx, dest, source, BLOCKS(dst, sst, bsize, nblocks, width), pe)) \
	SUMAC_SHMEM_DEFINE(void, ibget_name, \
			   (type *dest, const type *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe), \
			   sumac_shmem_iget(__func__, ctx, dest, source, BLOCKS(dst, sst, bsize, nblocks, width), pe))

#define SUMAC_SHMEM_RMA(name, type) \
	MOVES(name##_put, name##_get, name##_put_nbi, name##_get_nbi, name##_put_signal, name##_put_signal_nbi, type, \
	      sizeof(type)) \
	STRIDES(name##_iput, name##_iget, name##_ibput, name##_ibget, type, sizeof(type)) \
	SUMAC_SHMEM_DEFINE(void, name##_p, (type *dest, type value, int pe), \
			   sumac_shmem_put(__func__, ctx, dest, &value, 1, sizeof(type), pe)) \
	SUMAC_SHMEM_DEFINE(type, name##_g, (const type *source, int pe), type value; \
			   sumac_shmem_get(__func__, ctx, &value, source, 1, sizeof(type), pe, true); return value)

#define SUMAC_SHMEM_SIZED(bits) \
	MOVES(put##bits, get##bits, put##bits##_nbi, get##bits##_nbi, put##bits##_signal, put##bits##_signal_nbi, void, bits / 8) \
	STRIDES(iput##bits, iget##bits, ibput##bits, ibget##bits, void, bits / 8)

#include "frontend/shmem/remote.inc"

MOVES(putmem, getmem, putmem_nbi, getmem_nbi, putmem_signal, putmem_signal_nbi, void, 1)

SUMAC_SHMEM_DEFINE(void, signal_set, (uint64_t *sig_addr, uint64_t signal, int pe),
		   signal_to(__func__, ctx, sig_addr, signal, SHMEM_SIGNAL_SET, pe))
SUMAC_SHMEM_DEFINE(void, signal_add, (uint64_t *sig_addr, uint64_t signal, int pe),
		   signal_to(__func__, ctx, sig_addr, signal, SHMEM_SIGNAL_ADD, pe))

void *shmem_ptr(const void *dest, int pe)
{
	return sumac_remote_api_at(sumac_shmem_target("shmem_ptr", SHMEM_CTX_DEFAULT, pe), dest, 1);
}

void *shmem_team_ptr(shmem_team_t team, const void *dest, int pe)
{
	int rank;

	sumac_shmem_require_init("shmem_team_ptr");
	rank = team == SHMEM_TEAM_INVALID ? -1 : shmem_team_translate_pe(team, pe, SHMEM_TEAM_WORLD);
	return rank < 0 ? NULL : sumac_remote_api_at(rank, dest, 1);
}

int shmem_pe_accessible(int pe)
{
	sumac_shmem_require_init("shmem_pe_accessible");
	return pe >= 0 && pe < sumac_size();
}

int shmem_addr_accessible(const void *addr, int pe)
{
	return shmem_pe_accessible(pe) && !sumac_remote_api_check(pe, addr, 1);
}
