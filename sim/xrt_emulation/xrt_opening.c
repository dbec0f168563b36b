/*
 * XRT 2.13's emulation loses what realloc() returns: it writes a message to the model that is longer than all before
 * it past its buffer. The first message carries xrt.ini's sections Emulation and Debug, so padding there that is
 * longer than any later message keeps the heap whole; without the padding we refuse to start.
 *
 * While a card is being opened the emulation catches the signals of a crash, to kill the whole process group, and
 * leaves a log beside the program.
 */
#define _GNU_SOURCE
#include "sim/xrt_emulation/xrt_opening.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "sim/xrt_emulation/xrt_ini.h"
#include "sim/xrt_emulation/xrt_model.h"
#include "spec/spec.h"

/* A message is a packet of a buffer, and a few fields. */
enum { FIELDS_BYTES = 1024 };

static const int taken_signals[] = { SIGSEGV, SIGFPE, SIGABRT };

/* Each NIC's model listens at an id of its own. */
static int name_model(int nic)
{
	static char job[64];
	const char *id = getenv("EMULATION_SOCKETID");
	char name[sizeof(job) + 16];

	if (!*job && id)
		snprintf(job, sizeof(job), "%s", id);
	if (!*job || !getenv("USER"))
		return sumac_xrt_fail_by(SUMAC_ENODEV, "%s is not set; `sumac run --bus xrt` sets up XRT's emulation",
					 *job ? "USER" : "EMULATION_SOCKETID");
	snprintf(name, sizeof(name), "%s-%d", job, nic);
	if (strlen("/tmp//D2X_unix_sock_") + strlen(getenv("USER")) + strlen(name) >= sizeof(((struct sockaddr_un *)0)->sun_path))
		return sumac_xrt_fail_by(SUMAC_ENODEV, "the path of XRT's socket, /tmp/%s/D2X_unix_sock_%s, is too long for one: "
						       "set USER to a shorter name", getenv("USER"), name);
	return setenv("EMULATION_SOCKETID", name, 1) ? sumac_xrt_fail_by(SUMAC_ENOMEM, "out of memory") : 0;
}

int sumac_xrt_opening_check(int nic)
{
	const char *mode = getenv("XCL_EMULATION_MODE");
	char packet[SUMAC_XRT_INI_VALUE_BYTES] = "0";
	unsigned long packet_bytes;
	size_t padding_bytes;

	if (strcmp(mode, "hw_emu"))
		return sumac_xrt_fail_by(SUMAC_ENODEV, "only XRT's hw_emu mode is supported, but XCL_EMULATION_MODE is %s", mode);
	sumac_xrt_ini_value("Emulation", "packet_size", packet);
	packet_bytes = strtoul(packet, NULL, 0);
	padding_bytes = sumac_xrt_ini_section_bytes("Debug");
	if (packet_bytes && padding_bytes >= packet_bytes + FIELDS_BYTES)
		return name_model(nic);
	return sumac_xrt_fail_by(SUMAC_ENODEV,
				 "XRT's emulation would corrupt the heap: the file that XRT_INI_PATH names needs a packet_size in "
				 "[Emulation], and in [Debug] a key of that length and %d bytes more (it has %zu); "
				 "`sumac run --bus xrt` writes one",
				 FIELDS_BYTES, padding_bytes);
}

/* XRT reads its settings from a file of the job: there, we lock a byte for each NIC. XRT, too, opens and closes the file in this
 * process; a lock of the open file survives that. */
int sumac_xrt_opening_take(int nic, int *lock_fd_out)
{
	struct flock byte = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = nic, .l_len = 1 };

	*lock_fd_out = open(getenv("XRT_INI_PATH"), O_RDWR | O_CLOEXEC);
	if (*lock_fd_out >= 0 && !fcntl(*lock_fd_out, F_OFD_SETLK, &byte))
		return 0;
	sumac_xrt_fail_by(SUMAC_ENODEV, "the emulated card %d is busy: %s", nic,
			  errno == EAGAIN || errno == EACCES ? "a process has it already" : strerror(errno));
	if (*lock_fd_out >= 0)
		close(*lock_fd_out);
	*lock_fd_out = -1;
	return -SUMAC_ENODEV;
}

/* XRT puts it beside the program. */
static void log_path(char path_out[PATH_MAX + 32])
{
	ssize_t len = readlink("/proc/self/exe", path_out, PATH_MAX - 1);

	path_out[len > 0 ? len : 0] = 0;
	strcpy(len > 0 ? strrchr(path_out, '/') : path_out, "/emulation_debug.log");
}

void sumac_xrt_opening_begin(struct sumac_xrt_opening *opening)
{
	char path[PATH_MAX + 32];
	sigset_t pipe;

	log_path(path);
	opening->had_log = !access(path, F_OK);
	for (int i = 0; i < 3; i++)
		sigaction(taken_signals[i], NULL, &opening->handlers[i]);
	/* XRT's threads inherit the mask: none of them may end the program by writing to a model that has died. */
	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	pthread_sigmask(SIG_BLOCK, &pipe, &opening->mask);
}

void sumac_xrt_opening_end(struct sumac_xrt_opening *opening)
{
	char path[PATH_MAX + 32];

	for (int i = 0; i < 3; i++)
		sigaction(taken_signals[i], &opening->handlers[i], NULL);
	pthread_sigmask(SIG_SETMASK, &opening->mask, NULL);
	log_path(path);
	if (!opening->had_log)
		unlink(path);
}
