/*
 * Memory of another process on this host, through the kernel. If the kernel refuses (another user, a sandbox, Yama),
 * we use messages.
 */
#define _GNU_SOURCE /* process_vm_readv */
#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/fail.h"
#include "remote/remote_private.h"

/* The kernel does not say which of the two it could not reach. If the source is readable, it was the other. */
static int fail(const struct sumac_remote_peer *peer, uint64_t there, const void *here, size_t len_bytes, bool writes, int error)
{
	char byte;
	struct iovec probe = { &byte, 1 }, source = { writes ? (void *)(uintptr_t)here : (void *)(uintptr_t)there, 1 };
	bool can_read = process_vm_readv(writes ? getpid() : peer->pid, &probe, 1, &source, 1, 0) == 1;

	if (error == EFAULT && can_read != writes)
		return sumac_fail(SUMAC_ERANGE, "%zu bytes at %p cannot be %s here: %s", len_bytes, here,
				  writes ? "read" : "written", strerror(error));
	return sumac_fail(SUMAC_EIO, "%zu bytes at 0x%llx of process %d cannot be %s: %s", len_bytes, (unsigned long long)there,
			  (int)peer->pid, writes ? "written" : "read", strerror(error));
}

int sumac_remote_vm(struct sumac_remote_peer *peer, uint64_t there, void *here, size_t len_bytes, bool writes)
{
	if (atomic_load_explicit(&peer->no_vm, memory_order_relaxed))
		return 1;
	while (len_bytes) {
		struct iovec near = { here, len_bytes }, far = { (void *)(uintptr_t)there, len_bytes };
		ssize_t n = writes ? process_vm_writev(peer->pid, &near, 1, &far, 1, 0) :
				     process_vm_readv(peer->pid, &near, 1, &far, 1, 0);

		if (n <= 0 && (errno == EPERM || errno == ENOSYS || errno == ESRCH)) {
			atomic_store(&peer->no_vm, true);
			return 1;
		}
		if (n <= 0)
			return fail(peer, there, here, len_bytes, writes, errno);
		here = (char *)here + n;
		there += (uint64_t)n;
		len_bytes -= (size_t)n;
	}
	return 0;
}
