/*
 * Reading a member's own memory, which nobody else maps, through the kernel: one copy, made by the reader. A member lends it so
 * between two ranks, where the other one has said that it can read it (leaf_way.c).
 *
 * With the bytes comes the team's key from where that member keeps it. Whoever has another key, or none, is another process that
 * has got the number of one that has died.
 */
#define _GNU_SOURCE /* process_vm_readv */
#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/fail.h"
#include "engine/leaf/leaf_private.h"

void sumac_leaf_own_offer(const struct sumac_leaf *leaf, struct sumac_leaf_blob *blob_out)
{
	blob_out->process = (uint64_t)getpid();
	blob_out->key_at = (uint64_t)(uintptr_t)&leaf->key;
}

/* 0, or an errno; ESRCH: the member's process is gone. */
static int read_own(const struct sumac_leaf *leaf, int rank, uint64_t at, uint8_t *to, size_t len_bytes)
{
	const struct sumac_leaf_peer *peer = &leaf->peers[rank];
	uint64_t key = 0;
	const struct iovec here[2] = { { &key, sizeof(key) }, { to, len_bytes } };
	const struct iovec there[2] = { { (void *)(uintptr_t)peer->key_at, sizeof(key) }, { (void *)(uintptr_t)at, len_bytes } };
	ssize_t n = process_vm_readv((pid_t)peer->process, here, 2, there, 2, 0);

	if (n < 0)
		return errno;
	if (key != leaf->key)
		return ESRCH;
	return (size_t)n == sizeof(key) + len_bytes ? 0 : EFAULT;
}

bool sumac_leaf_can_read_own(const struct sumac_leaf *leaf, int rank)
{
	uint8_t none;

	return !read_own(leaf, rank, leaf->peers[rank].key_at, &none, 0);
}

int sumac_leaf_read_own(const struct sumac_leaf *leaf, int rank, size_t at, uint8_t *to, size_t len_bytes)
{
	uint64_t from = leaf->loans[rank].own_src + at;
	int err = read_own(leaf, rank, from, to, len_bytes);

	if (!err)
		return 0;
	if (err == ESRCH)
		return -SUMAC_EPEER;
	return sumac_fail(SUMAC_EIO, "%zu bytes at 0x%llx of process %d cannot be read: %s (with cpu_single_copy=no, ranks copy "
			  "instead)", len_bytes, (unsigned long long)from, (int)leaf->peers[rank].process, strerror(err));
}
