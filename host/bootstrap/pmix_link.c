/*
 * Finds the connection among the descriptors by its other end, which the launcher names in the environment, and
 * recognises it later by its inode: by then the number may stand for another file.
 */
#define _GNU_SOURCE /* environ */
#include "bootstrap/pmix_link.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "spec/spec.h"

static struct {
	int fd;
	dev_t device;
	ino_t inode;
} found = { .fd = -1 };

/* Each version of PMIx has its own variable, as PMIX_SERVER_URI41=NAME;tcp4://127.0.0.1:PORT. */
static bool is_servers(in_port_t port)
{
	static const char prefix[] = "PMIX_SERVER_URI";

	for (char **at = environ; *at; at++) {
		const char *colon = strrchr(*at, ':');

		if (!strncmp(*at, prefix, strlen(prefix)) && colon && atoi(colon + 1) == ntohs(port))
			return true;
	}
	return false;
}

static bool leads_to_server(int fd)
{
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
		struct sockaddr_storage storage;
	} peer;
	socklen_t len = sizeof(peer);

	if (getpeername(fd, &peer.any, &len))
		return false;
	return (peer.any.sa_family == AF_INET && is_servers(peer.v4.sin_port)) ||
	       (peer.any.sa_family == AF_INET6 && is_servers(peer.v6.sin6_port));
}

void sumac_pmix_link_find(void)
{
	DIR *dir = opendir("/proc/self/fd");
	struct dirent *entry;
	struct stat about;

	found.fd = -1;
	while (dir && found.fd < 0 && (entry = readdir(dir))) {
		int fd = atoi(entry->d_name);

		if (*entry->d_name == '.' || !leads_to_server(fd) || fstat(fd, &about))
			continue;
		found.fd = fd;
		found.device = about.st_dev;
		found.inode = about.st_ino;
	}
	if (dir)
		closedir(dir);
}

int sumac_pmix_link_check(void)
{
	struct stat about;

	if (found.fd < 0 || (!fstat(found.fd, &about) && about.st_dev == found.device && about.st_ino == found.inode))
		return 0;
	return sumac_fail(SUMAC_EBOOTSTRAP, "descriptor %d, this rank's connection to its launcher, is closed: a program may close "
			  "only what it has opened itself", found.fd);
}
