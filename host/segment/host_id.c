/*
 * A host is known by its name, its boot, and the namespaces that decide whether its processes reach each other: the
 * network's for sockets, the other two for process ids and users as the kernel reports them about a peer.
 */
#include "segment/host_id.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t namespace_of(const char *path)
{
	struct stat about;

	return stat(path, &about) ? 0 : about.st_ino;
}

void sumac_host_id_get(struct sumac_host_id *id_out)
{
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");

	memset(id_out, 0, sizeof(*id_out));
	gethostname(id_out->name, sizeof(id_out->name) - 1);
	if (file) {
		if (!fgets(id_out->boot, sizeof(id_out->boot), file))
			id_out->boot[0] = 0;
		fclose(file);
	}
	id_out->network = namespace_of("/proc/self/ns/net");
	id_out->pids = namespace_of("/proc/self/ns/pid");
	id_out->users = namespace_of("/proc/self/ns/user");
}
