/*
 * The MPIs and their launchers. Debian names each launcher after its MPI, since `mpirun` may be either's.
 */
#include "launch/host_mpi.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "launch/search_path.h"

const struct sumac_host_mpi sumac_host_mpis[] = {
	{ "openmpi", "Open MPI", "libsumac_ompi.so", { "/usr/bin/mpirun.openmpi", "mpirun" },
	  { "Open MPI", "OpenRTE" }, "openmpi-bin" },
	{ "mpich", "MPICH", "libsumac_mpich.so", { "/usr/bin/mpirun.mpich", "mpiexec.hydra", "mpirun" },
	  { "HYDRA", "MPICH", "Intel" }, "mpich" },
};
enum { N_MPIS = sizeof(sumac_host_mpis) / sizeof(sumac_host_mpis[0]) };

const struct sumac_host_mpi *const sumac_open_mpi = &sumac_host_mpis[0], *const sumac_mpich = &sumac_host_mpis[1];

static const struct {
	const char *name;
	int n_values;
} options[] = {
	/* Open MPI's. */
	{ "mca", 2 },	     { "gmca", 2 },	  { "x", 1 },	       { "H", 1 },	   { "host", 1 },
	{ "hostfile", 1 },   { "machinefile", 1 }, { "bind-to", 1 },   { "map-by", 1 },	   { "rank-by", 1 },
	{ "wdir", 1 },	     { "wd", 1 },	  { "N", 1 },	       { "npernode", 1 },  { "prefix", 1 },
	{ "path", 1 },	     { "tune", 1 },	  { "am", 1 },	       { "stdin", 1 },	   { "output-filename", 1 },
	{ "report-uri", 1 }, { "cpu-set", 1 },	  { "cpu-list", 1 },   { "rankfile", 1 },  { "rf", 1 },
	{ "c", 1 },
	/* Hydra's, and those of both. */
	{ "genv", 2 },	     { "genvlist", 1 },	  { "env", 2 },	       { "envlist", 1 },   { "f", 1 },
	{ "hosts", 1 },	     { "machines", 1 },	  { "machinelist", 1 }, { "launcher", 1 }, { "launcher-exec", 1 },
	{ "bootstrap", 1 },  { "bootstrap-exec", 1 }, { "rmk", 1 },    { "topolib", 1 },   { "membind", 1 },
	{ "demux", 1 },	     { "iface", 1 },	  { "ppn", 1 },	       { "perhost", 1 },   { "prepend-pattern", 1 },
	{ "outfile", 1 },    { "outfile-pattern", 1 }, { "errfile", 1 }, { "errfile-pattern", 1 }, { "nameserver", 1 },
	{ "order-nodes", 1 }, { "localhost", 1 }, { "usize", 1 },      { "gpus-per-proc", 1 }, { "machine", 1 },
};

const char *sumac_host_mpi_hidden_programs(const char *option)
{
	static const char *const names[] = { "configfile", "app" }; /* Hydra's, and Open MPI's */

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (option[0] == '-' && !strcmp(option + strspn(option, "-"), names[i]))
			return names[i];
	return NULL;
}

int sumac_host_mpi_values_of(const char *option)
{
	option += strspn(option, "-");
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (!strcmp(option, options[i].name))
			return options[i].n_values;
	return 0;
}

const struct sumac_host_mpi *sumac_host_mpi_find(const char *option)
{
	for (int i = 0; i < N_MPIS; i++)
		if (!strcmp(option, sumac_host_mpis[i].option))
			return &sumac_host_mpis[i];
	return NULL;
}

/* `mpirun` itself says which MPI it belongs to. */
static bool is_launcher_of(const struct sumac_host_mpi *mpi, const char *launcher)
{
	char text[256] = "", command[64];
	bool is_it = false;
	FILE *file;

	snprintf(command, sizeof(command), "%s --version 2>&1", launcher);
	file = popen(command, "re");
	if (!file)
		return false;
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	pclose(file);
	for (int i = 0; i < 3 && mpi->version_words[i]; i++)
		is_it |= strstr(text, mpi->version_words[i]) != NULL;
	return is_it;
}

const char *sumac_host_mpi_launcher(const char *title, const struct sumac_host_mpi *mpi)
{
	bool is_others = false;

	for (int i = 0; i < 3 && mpi->launchers[i]; i++) {
		char path[SUMAC_TOOL_PATH_BYTES];

		if (!sumac_search_path(mpi->launchers[i], path))
			continue;
		is_others = !strcmp(mpi->launchers[i], "mpirun") && !is_launcher_of(mpi, mpi->launchers[i]);
		if (!is_others)
			return mpi->launchers[i];
	}
	fprintf(stderr, "%s: %s's launcher was not found%s; apt-get install %s\n", title, mpi->name,
		is_others ? ", and mpirun belongs to another MPI" : "", mpi->package);
	return NULL;
}
