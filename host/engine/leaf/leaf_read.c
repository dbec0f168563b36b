/*
 * Reading a member's own memory, which nobody else maps, through the kernel: one copy, made by the reader. A member lends it so
 * between two ranks, where the other one has said that it can read it (leaf_pass.c).
 *
 * A reader that cannot read it says so, and the member copies it after all. If that one has died, the call ends as others do then.
 * With the bytes comes the team's key from where that member keeps it. Whoever has another key, or none, is another process that
 * has got the number of one that has died.
 */
#define _GNU_SOURCE /* process_vm_readv */
#include <sys/uio.h>
#include <unistd.h>

#include "engine/leaf/leaf_private.h"

void sumac_leaf_own_offer(const struct sumac_leaf *leaf, struct sumac_leaf_blob *blob_out)
{
	blob_out->process = (uint64_t)getpid();
	blob_out->key_at = (uint64_t)(uintptr_t)&leaf->key;
}

/* A program may have memory that the kernel lets nobody read, and its main thread may have ended. */
static bool read_own(const struct sumac_leaf *leaf, int rank, uint64_t at, uint8_t *to, size_t len_bytes)
{
	const struct sumac_leaf_peer *peer = &leaf->peers[rank];
	uint64_t key = 0;
	const struct iovec here[2] = { { &key, sizeof(key) }, { to, len_bytes } };
	const struct iovec there[2] = { { (void *)(uintptr_t)peer->key_at, sizeof(key) }, { (void *)(uintptr_t)at, len_bytes } };
	ssize_t n = process_vm_readv((pid_t)peer->process, here, 2, there, 2, 0);

	return n >= 0 && (size_t)n == sizeof(key) + len_bytes && key == leaf->key;
}

bool sumac_leaf_can_read_own(const struct sumac_leaf *leaf, int rank)
{
	uint8_t none;

	return read_own(leaf, rank, leaf->peers[rank].key_at, &none, 0);
}

bool sumac_leaf_read_own(const struct sumac_leaf *leaf, int rank, size_t at, uint8_t *to, size_t len_bytes)
{
	return read_own(leaf, rank, leaf->loans[rank].own_src + at, to, len_bytes);
}
