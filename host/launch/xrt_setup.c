/*
 * Sets up XRT's emulation: environment and files in the job's folder, and whether it is wanted at all.
 */
#define _GNU_SOURCE /* dladdr */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/settings.h"
#include "bus/xrt/axlf.h"
#include "bus/xrt/xclbin.h"
#include "core/job/job_nics.h"
#include "sumac.h"
#include "launch/job_dir.h"
#include "launch/life_lock.h"
#include "launch/layout.h"
#include "launch/xrt_setup.h"

/* The padding is longer than any message that XRT sends later; see sim/xrt_emulation/xrt_opening.c. */
enum { PACKET_BYTES = 65536, PADDING_BYTES = 70000 };

static const char emconfig[] =
	"{\"Version\": {\"FileVersion\": \"2.0\"}, \"Platform\": {\"Boards\": [{\"NumBoards\": \"1\", \"Devices\": "
	"[{\"Name\": \"sumac_hw_emu\", \"NumDevices\": \"1\", \"DdrBanks\": [{\"Size\": \"4G\"}]}]}]}}\n";

static struct sumac_xclbin xclbin;

const struct sumac_xclbin *sumac_xrt_xclbin(void)
{
	return &xclbin;
}

int sumac_xrt_wanted(const char *title, bool *emulates_out)
{
	const char *named = sumac_setting_string(SUMAC_SETTING_XRT_XCLBIN);
	char path[SUMAC_TOOL_PATH_BYTES];

	*emulates_out = false;
	if (!sumac_job_nics_by_xrt())
		return 0;
	if (!*named && sumac_layout_xclbin(path)) {
		fprintf(stderr, "%s: XRT's emulation needs %s, which `make` builds; the setting xrt_xclbin names one for a card\n",
			title, path);
		return -1;
	}
	if (sumac_xclbin_read(*named ? named : path, &xclbin) || sumac_xclbin_check(*named ? named : path, &xclbin)) {
		fprintf(stderr, "%s: %s\n", title, sumac_last_error());
		return -1;
	}
	*emulates_out = xclbin.mode == SUMAC_AXLF_MODE_HW_EMU;
	if (!*emulates_out)
		return 1;
	if (!strcmp(sumac_setting_string(SUMAC_SETTING_CLOCK), "stepped")) {
		fprintf(stderr, "%s: emulated cards have no stepped clock: XRT does not tell when a rank waits\n", title);
		return -1;
	}
	setenv("SUMAC_XRT_XCLBIN", *named ? named : path, 1);
	return 0;
}

/* XRT makes its sockets in /tmp/$USER, and waits for ever if their paths are too long for sockets. */
static bool can_name_a_folder(const char *user)
{
	enum { LONGEST_BYTES = sizeof("/tmp//D2X_unix_sock_" SUMAC_JOB_DIR_PREFIX "XXXXXX-12345") };

	return user && *user && !strchr(user, '/') && LONGEST_BYTES + strlen(user) <= sizeof(((struct sockaddr_un *)0)->sun_path);
}

/* XRT does nothing without a user's name; if none is set that it can use, we set this one. */
static const char *user_name(void)
{
	static char number[24];
	const struct passwd *user;

	if (can_name_a_folder(getenv("USER")))
		return getenv("USER");
	user = getpwuid(geteuid());
	if (user && can_name_a_folder(user->pw_name))
		return user->pw_name;
	snprintf(number, sizeof(number), "sumac-%u", (unsigned)geteuid());
	return number;
}

const char *sumac_xrt_socket_folder(size_t cap_bytes, char *path_out)
{
	snprintf(path_out, cap_bytes, "/tmp/%s", user_name());
	return path_out;
}

const char *sumac_xrt_socket_id(const char *job_dir)
{
	const char *name = strrchr(job_dir, '/');

	return name ? name + 1 : job_dir;
}

/* The sockets' names hold the job's name. A folder that nobody uses any more goes as well: XRT makes it anew. */
void sumac_xrt_sockets_remove(const char *job_dir)
{
	char folder[256], path[600];
	const char *id = sumac_xrt_socket_id(job_dir);
	DIR *dir = *id ? opendir(sumac_xrt_socket_folder(sizeof(folder), folder)) : NULL;
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		const char *at = strstr(entry->d_name, id);

		if (!at || at[strlen(id)] != '-')
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
		unlink(path);
		rmdir(folder); /* if it was the last */
	}
	if (dir)
		closedir(dir);
}

/* XRT looks for its shim in $XILINX_XRT/lib. Debian's is in the folder of its other libraries. */
static int find_libraries(const char *title, char path_out[SUMAC_TOOL_PATH_BYTES])
{
	void *handle = dlopen("libxrt_coreutil.so.2", RTLD_LAZY | RTLD_LOCAL);
	void *function = handle ? dlsym(handle, "xrtDeviceOpen") : NULL;
	char shim[SUMAC_TOOL_PATH_BYTES + 32] = "";
	Dl_info info;

	if (function && dladdr(function, &info) && realpath(info.dli_fname, path_out)) {
		*strrchr(path_out, '/') = 0;
		snprintf(shim, sizeof(shim), "%s/libxrt_hwemu.so.2", path_out);
		if (!access(shim, R_OK))
			return 0;
	}
	fprintf(stderr, "%s: emulated cards need Xilinx XRT, from Debian's package libxrt1: %s%s\n", title,
		*shim ? shim : handle ? "it lacks xrtDeviceOpen" : dlerror(), *shim ? " is not there" : "");
	return -1;
}

static int write_ini(const char *path)
{
	FILE *file = fopen(path, "we");
	int bad;

	if (!file)
		return -1;
	fprintf(file,
		"[Emulation]\nsystem_dpa=false\npacket_size=%d\nkeep_run_dir=false\nprint_infos_in_console=false\ndont_run=true\n"
		"[Debug]\npadding=", PACKET_BYTES);
	for (int i = 0; i < PADDING_BYTES; i++)
		fputc('x', file);
	fputc('\n', file);
	bad = ferror(file);
	return fclose(file) || bad ? -1 : 0;
}

static int write_emconfig(const char *path)
{
	FILE *file = fopen(path, "we");
	int bad = !file || fputs(emconfig, file) < 0;

	return (file && fclose(file)) || bad ? -1 : 0;
}

/* A proof beside the sockets that their job lives; it goes with them. */
static int hold_lock(const char *job_dir)
{
	char folder[256], path[400];

	mkdir(sumac_xrt_socket_folder(sizeof(folder), folder), 0700);
	snprintf(path, sizeof(path), "%s/%s-lock", folder, sumac_xrt_socket_id(job_dir));
	return sumac_life_lock_hold(path);
}

int sumac_xrt_setup(const char *title, const char *job_dir)
{
	char libraries[SUMAC_TOOL_PATH_BYTES], dir[256], path[300];
	int bad;

	if (find_libraries(title, libraries))
		return -1;
	snprintf(dir, sizeof(dir), "%s/xrt", job_dir);
	bad = mkdir(dir, 0700);
	setenv("XILINX_XRT", dir, 1);
	setenv("EMCONFIG_PATH", dir, 1);
	snprintf(path, sizeof(path), "%s/lib", dir);
	bad = bad || symlink(libraries, path);
	snprintf(path, sizeof(path), "%s/emconfig.json", dir);
	bad = bad || write_emconfig(path);
	snprintf(path, sizeof(path), "%s/xrt.ini", dir);
	bad = bad || write_ini(path);
	setenv("XRT_INI_PATH", path, 1);
	snprintf(path, sizeof(path), "%s/run", dir);
	bad = bad || mkdir(path, 0700);
	setenv("SDACCEL_EM_RUN_DIR", path, 1);
	setenv("XCL_EMULATION_MODE", "hw_emu", 1);
	setenv("EMULATION_SOCKETID", sumac_xrt_socket_id(job_dir), 1);
	setenv("USER", user_name(), 1);
	if (!bad && hold_lock(job_dir)) {
		fprintf(stderr, "%s: XRT's emulation needs a folder for its sockets, %s: %s\n", title,
			sumac_xrt_socket_folder(sizeof(path), path), strerror(errno));
		return -1;
	}
	if (bad)
		fprintf(stderr, "%s: cannot write the files of XRT's emulation to %s: %s\n", title, dir, strerror(errno));
	return bad ? -1 : 0;
}
