/*
 * `sumac doctor`: tries what a job needs on this machine, and says how to cure what fails.
 */
#define _GNU_SOURCE /* memfd_create */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/found.h"
#include "base/settings.h"
#include "base/settings_load.h"
#include "bootstrap/bootstrap.h"
#include "fabric/libfabric.h"
#include "spec/spec.h"
#include "sumac.h"
#include "launch/exit_status.h"
#include "launch/layout.h"
#include "tool/tool.h"

enum { FINDING_BYTES = SUMAC_TOOL_PATH_BYTES + 512 };

enum need { ALWAYS, FOR_NICS, NEVER };

/* A check writes what it found, and returns whether it passed. */
struct check {
	const char *name;
	enum need need; /* when a job needs it */
	bool (*check)(char *finding_out);
	const char *cure;
};

static void find(char *finding_out, const char *format, const char *detail)
{
	snprintf(finding_out, FINDING_BYTES, format, detail);
}

static bool check_libfabric(char *finding_out)
{
	struct fi_info *hints, *info = NULL;
	const struct sumac_libfabric *library;
	int err = sumac_libfabric_load(&library);

	if (err)
		find(finding_out, "%s", sumac_last_error());
	hints = err ? NULL : library->dupinfo(NULL);
	if (!hints)
		return false;
	hints->ep_attr->type = FI_EP_RDM;
	hints->caps = FI_TAGGED;
	err = library->getinfo(FI_VERSION(1, 17), NULL, NULL, 0, hints, &info);
	library->freeinfo(hints);
	find(finding_out, "%s", err ? library->strerror(-err) : info->fabric_attr->prov_name);
	if (!err)
		library->freeinfo(info);
	return !err;
}

/* Sumac itself needs no /dev/shm: its windows are memory files. Open MPI's ranks take 4 MiB each, and use sockets if it is full. */
enum { MPI_SHARED_MIB = 64 };

static bool check_shared_memory(char *finding_out)
{
	struct statvfs stat;
	double mib;

	if (statvfs("/dev/shm", &stat) || access("/dev/shm", W_OK)) {
		find(finding_out, "/dev/shm: %s", strerror(errno));
		return false;
	}
	mib = (double)stat.f_bavail * (double)stat.f_frsize / (1024 * 1024);
	snprintf(finding_out, FINDING_BYTES, "%.0f MiB free in /dev/shm", mib);
	return mib >= MPI_SHARED_MIB;
}

static bool check_memfd(char *finding_out)
{
	int fd = memfd_create("sumac-doctor", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	bool is_well = fd >= 0 && !ftruncate(fd, 4096);

	find(finding_out, "%s", is_well ? "can be made and sealed" : strerror(errno));
	if (fd >= 0)
		close(fd);
	return is_well;
}

/* Reader and owner are as two ranks are: neither is the other's parent. */
static bool check_reading(char *finding_out)
{
	static volatile uint64_t word = 20;
	int wait_for[2], status = -1;
	uint64_t read_word = 0;
	const struct iovec to = { &read_word, sizeof(read_word) }, from = { (void *)&word, sizeof(word) };
	pid_t owner, reader;

	if (pipe2(wait_for, O_CLOEXEC))
		return false;
	owner = fork();
	if (!owner) {
		close(wait_for[1]);
		_exit(read(wait_for[0], &read_word, 1) != 0);
	}
	reader = fork();
	if (!reader)
		_exit(process_vm_readv(owner, &to, 1, &from, 1, 0) != sizeof(read_word) || read_word != word);
	close(wait_for[0]);
	if (reader > 0)
		waitpid(reader, &status, 0);
	close(wait_for[1]); /* the owner ends */
	if (owner > 0)
		waitpid(owner, NULL, 0);
	find(finding_out, "%s", status ? "process_vm_readv is forbidden between processes of one user" :
					  "process_vm_readv works; SHMEM reaches static data by it, and long operands pass "
					  "between two ranks in one copy where that is quicker");
	return !status;
}

static bool check_settings(char *finding_out)
{
	bool is_well = !sumac_settings_load();

	find(finding_out, "%s", is_well ? "understood" : sumac_last_error());
	return is_well;
}

/* Picks one of the lines that a command prints: the first that begins with words[0]; if none does, the first that
 * begins with words[1], and so on to the last word, "", with which every line begins. Returns whether the command
 * succeeded. */
static bool telling_line(const char *command, const char *const *words, size_t cap_bytes, char *line_out)
{
	FILE *pipe = popen(command, "re");
	char *line = NULL;
	size_t cap = 0, n_words = 1, place;

	line_out[0] = '\0';
	if (!pipe)
		return false;
	while (*words[n_words - 1])
		n_words++;
	while (getline(&line, &cap, pipe) >= 0) { /* to the end, or the command would see a closed pipe */
		for (place = 0; place < n_words && strncmp(line, words[place], strlen(words[place])); place++)
			;
		if (place == n_words)
			continue;
		snprintf(line_out, cap_bytes, "%.*s", (int)strcspn(line, "\n"), line);
		n_words = place;
	}
	free(line);
	return !pclose(pipe);
}

static bool first_line(const char *command, size_t cap_bytes, char *line_out)
{
	return telling_line(command, (const char *const[]){ "" }, cap_bytes, line_out);
}

#define PROBE_TELLS "PMIx probe: "

/* Runs the probe below as a job of two ranks, without the user's settings: it writes no report, and no setting makes it fail.
 * Libraries may print warnings before the probe says anything. */
static bool check_pmix(char *finding_out)
{
	static const char *const words[] = { PROBE_TELLS, "sumac", "" };
	char self[SUMAC_TOOL_PATH_BYTES], command[2 * SUMAC_TOOL_PATH_BYTES + 128], line[FINDING_BYTES];
	bool is_well, has_told;

	if (sumac_layout_self(self))
		return false;
	sumac_settings_forget();
	snprintf(command, sizeof(command), "'%s' run -n 2 --engine cpu --timeout 20 '%s' doctor --pmix-probe 2>&1", self,
		 self);
	is_well = telling_line(command, words, sizeof(line), line);
	has_told = !strncmp(line, PROBE_TELLS, strlen(PROBE_TELLS));
	find(finding_out, "%s", line + (has_told ? strlen(PROBE_TELLS) : 0));
	return is_well && has_told;
}

/* One rank of check_pmix: the two ranks exchange a number each. */
static int probe_pmix(void)
{
	struct sumac_bootstrap bootstrap;
	int numbers[2] = { -1, -1 }, rank;

	if (sumac_bootstrap_pmix_open(&bootstrap)) {
		printf(PROBE_TELLS "%s\n", sumac_last_error());
		return SUMAC_EXIT_FAILED;
	}
	rank = bootstrap.rank(bootstrap.ctx);
	if (sumac_bootstrap_allgather(&bootstrap, &rank, sizeof(rank), numbers) || numbers[0] != 0 ||
	    numbers[1] != 1) {
		printf(PROBE_TELLS "%s\n", sumac_last_error());
		return SUMAC_EXIT_FAILED;
	}
	if (!rank)
		printf(PROBE_TELLS "two ranks found each other\n");
	bootstrap.close(bootstrap.ctx);
	return 0;
}

static bool check_rack(char *finding_out)
{
	char path[SUMAC_TOOL_PATH_BYTES], command[SUMAC_TOOL_PATH_BYTES + 64], line[256];
	unsigned long hash;

	if (sumac_layout_rack(sumac_setting_string(SUMAC_SETTING_NIC), path)) {
		find(finding_out, "not at %s, nor on PATH", path);
		return false;
	}
	snprintf(command, sizeof(command), "'%s' --spec-hash 2>/dev/null", path);
	if (!first_line(command, sizeof(line), line)) {
		find(finding_out, "%s does not run", path);
		return false;
	}
	hash = strtoul(line, NULL, 16);
	snprintf(finding_out, FINDING_BYTES, "%s, spec hash 0x%08lx, ours 0x%08lx", path, hash,
		 (unsigned long)SUMAC_SPEC_HASH);
	return hash == SUMAC_SPEC_HASH;
}

static bool check_launcher(const char *command, const char *word, const char *other_word, char *finding_out)
{
	char line[256];

	if (!first_line(command, sizeof(line), line) || (!strstr(line, word) && !strstr(line, other_word))) {
		find(finding_out, "%s", "not found");
		return false;
	}
	find(finding_out, "%s", line);
	return true;
}

static bool check_open_mpi(char *finding_out)
{
	return check_launcher("(mpirun.openmpi --version || mpirun --version) 2>/dev/null", "Open MPI", "OpenRTE", finding_out);
}

static bool check_mpich(char *finding_out)
{
	return check_launcher("(mpirun.mpich --version || mpirun --version) 2>/dev/null | sed -n '/HYDRA/{n;s/ *Version: */Hydra "
			      "/p;}'", "Hydra", "Hydra", finding_out);
}

static bool check_card(char *finding_out)
{
	glob_t cards;
	bool is_there = !glob("/sys/bus/pci/drivers/xocl/*:*", 0, NULL, &cards);

	find(finding_out, is_there ? "%s (the setting xrt_xclbin names the file to load into it)" : "%s",
	     is_there ? cards.gl_pathv[0] : "none");
	globfree(&cards);
	return is_there;
}

/* The longest allreduce of which each rank of such a team folds all, in KiB. */
static int most_kib(const struct sumac_found *found, int team)
{
	int size = SUMAC_FOUND_SIZES - 1;

	while (size >= 0 && !sumac_found_is_all(found, team, size))
		size--;
	return (int)(sumac_found_most_bytes(team, size) / 1024);
}

static bool check_found(char *finding_out)
{
	const int64_t fixed_bytes = sumac_setting_int(SUMAC_SETTING_CPU_SMALL_BYTES);
	char path[SUMAC_TOOL_PATH_BYTES] = "nowhere: neither XDG_CACHE_HOME nor HOME is set";
	struct sumac_found found;
	int n = 0;

	sumac_found_path(sizeof(path), path);
	sumac_found_load(&found);
	for (int i = 0; i < SUMAC_FOUND_TEAMS * SUMAC_FOUND_SIZES; i++)
		n += found.votes[i / SUMAC_FOUND_SIZES][i % SUMAC_FOUND_SIZES] != 0;
	if (fixed_bytes)
		snprintf(finding_out, FINDING_BYTES, "up to %g KiB, by the setting cpu_small_bytes",
			 (double)fixed_bytes / 1024);
	else
		snprintf(finding_out, FINDING_BYTES, "up to %d KiB of 2 ranks, %d of 3 and 4, %d of more; jobs have found %d of %d "
			 "answers so far (%s)", most_kib(&found, 0), most_kib(&found, 1), most_kib(&found, 2), n,
			 SUMAC_FOUND_TEAMS * SUMAC_FOUND_SIZES, path);
	return true;
}

static bool check_rounds(char *finding_out)
{
	const int64_t fixed_bytes = sumac_setting_int(SUMAC_SETTING_CPU_ROUND_BYTES);

	snprintf(finding_out, FINDING_BYTES, "in rounds of %g KiB, by %s",
		 (double)(fixed_bytes ? fixed_bytes : (int64_t)sumac_cache_round_bytes()) / 1024,
		 fixed_bytes ? "the setting cpu_round_bytes" : "a core's second-level cache, if the system tells its size");
	return true;
}

/* Settings come first: they decide what the other checks need. */
static const struct check checks[] = {
	{ "settings", ALWAYS, check_settings,
	  "correct it in the place named above; `sumac info --settings` lists settings, values and defaults" },
	{ "libfabric", ALWAYS, check_libfabric,
	  "apt-get install libfabric1, and make sure that FI_PROVIDER is not set" },
	{ "shared memory", NEVER, check_shared_memory,
	  "only Open MPI's ranks get slower: mount a tmpfs with 4 MiB per rank on /dev/shm (in a container: --shm-size=1g)" },
	{ "memfd_create", ALWAYS, check_memfd,
	  "needs Linux 3.17; in a container, a seccomp profile that allows memfd_create" },
	{ "others' memory", NEVER, check_reading,
	  "else SHMEM reaches static data by messages, and long operands are copied twice, which is slower: sysctl "
	  "kernel.yama.ptrace_scope=0; in a container, a seccomp profile that allows process_vm_readv" },
	{ "PMIx", ALWAYS, check_pmix,
	  "apt-get install libpmix2, and make sure that $XDG_RUNTIME_DIR, $TMPDIR or /tmp is writable and the loopback is up" },
	{ "simulated NICs", FOR_NICS, check_rack,
	  "only needed for --engine nic: `make` in Sumac's tree builds a sumac-rack of this version" },
	{ "Open MPI", NEVER, check_open_mpi, "apt-get install openmpi-bin, for `sumac mpirun`" },
	{ "MPICH", NEVER, check_mpich, "apt-get install mpich, for `sumac mpirun` of MPICH programs" },
	{ "allreduces in one go", NEVER, check_found, "none needed" },
	{ "long messages", NEVER, check_rounds, "none needed" },
	{ "card", NEVER, check_card, "none needed: --engine nic runs simulated NICs, --bus xrt emulated cards" },
};

/* Whether the settings, as far as they could be read, ask for NICs that are not there yet. */
static bool are_nics_asked_for(void)
{
	return !strcmp(sumac_setting_string(SUMAC_SETTING_ENGINE), "nic") && !*sumac_setting_string(SUMAC_SETTING_RACK);
}

int sumac_tool_doctor(int argc, char **argv)
{
	int n_failed = 0;

	if (argc == 2 && !strcmp(argv[1], "--pmix-probe"))
		return probe_pmix();
	if (argc > 1) {
		printf("usage: sumac doctor\n\n"
		       "Checks this machine. The exit status is 1 if something required is missing.\n");
		return strcmp(argv[1], "--help") ? SUMAC_EXIT_USAGE : 0;
	}
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		char finding[FINDING_BYTES] = "";
		bool is_well = checks[i].check(finding);
		bool is_required = checks[i].need == ALWAYS || (checks[i].need == FOR_NICS && are_nics_asked_for());

		printf("%-7s %-22s %s\n", is_well ? "ok" : is_required ? "FAILED" : "absent", checks[i].name, finding);
		if (!is_well)
			printf("%-7s %-22s cure: %s\n", "", "", checks[i].cure);
		n_failed += !is_well && is_required;
	}
	return n_failed ? SUMAC_EXIT_FAILED : 0;
}
