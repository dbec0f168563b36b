/*
 * Memory of another process on this host, through the kernel. Where that refuses (another user, a sandbox, Yama), messages
 * are the way.
 */
#define _GNU_SOURCE /* process_vm_readv */
#include <errno.h>
#include <string.h>
#include <sys/uio.h>

#include "base/fail.h"
#include "remote/remote_private.h"

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
			return sumac_fail(SUMAC_EIO, "%zu bytes of process %d cannot be %s: %s", len_bytes, (int)peer->pid,
					  writes ? "written" : "read", strerror(errno));
		here = (char *)here + n;
		there += (uint64_t)n;
		len_bytes -= (size_t)n;
	}
	return 0;
}
