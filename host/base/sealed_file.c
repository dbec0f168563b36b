/*
 * Makes and maps memory files.
 */
#define _GNU_SOURCE /* memfd_create */
#include "base/sealed_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int sumac_sealed_file_create(const char *name, size_t len_bytes, void **memory_out)
{
	int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING), error;
	void *memory;

	if (fd < 0)
		return -1;
	if (ftruncate(fd, (off_t)len_bytes) || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
		goto err_close;
	memory = mmap(NULL, len_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (memory == MAP_FAILED)
		goto err_close;
	*memory_out = memory;
	return fd;

err_close:
	error = errno;
	close(fd);
	errno = error;
	return -1;
}
