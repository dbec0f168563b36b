/*
 * The file has a line for each vote: ranks, bytes, votes. A home may be shared by unlike machines, so the file's name goes by the
 * processors.
 */
#include "base/found.h"

#include <cpuid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fnv.h"
#include "base/settings_load.h"

enum { PATH_BYTES = 4096 };
static const unsigned BRAND = 0x80000002;

static const int ranks_of[SUMAC_FOUND_TEAMS] = { 2, 4, 8 };

void sumac_found_vote(struct sumac_found *found, int team, int size, bool is_all)
{
	int8_t *votes = &found->votes[team][size];
	int now = *votes + (is_all ? 1 : -1);

	if (now < -SUMAC_FOUND_SETTLED || now > SUMAC_FOUND_SETTLED)
		return;
	*votes = (int8_t)now;
	found->is_new = true;
}

/* The processors' name, and how many there are. */
static void name_machine(size_t cap_bytes, char *name_out)
{
	unsigned words[3][4] = { { 0 } };

	for (unsigned i = 0; i < 3; i++)
		__get_cpuid(BRAND + i, &words[i][0], &words[i][1], &words[i][2], &words[i][3]);
	snprintf(name_out, cap_bytes, "%.*s, %ld processors", (int)sizeof(words), (const char *)words,
		 sysconf(_SC_NPROCESSORS_ONLN));
}

static uint64_t hash_machine(void)
{
	unsigned a = 0, b, c, d;
	char name[96];

	name_machine(sizeof(name), name);
	__get_cpuid(1, &a, &b, &c, &d);
	return sumac_fnv(sumac_fnv(SUMAC_FNV_START, name, strlen(name)), &a, sizeof(a));
}

/* The folder's path, and its parent's. */
static bool name_folder(char *parent_out, char *folder_out)
{
	const char *cache = sumac_settings_variable("XDG_CACHE_HOME"), *home = sumac_settings_variable("HOME");

	if (!cache && !home)
		return false;
	snprintf(parent_out, PATH_BYTES, "%s%s", cache ? cache : home, cache ? "" : "/.cache");
	return snprintf(folder_out, PATH_BYTES, "%s/sumac", parent_out) < PATH_BYTES;
}

bool sumac_found_path(size_t cap_bytes, char *path_out)
{
	char parent[PATH_BYTES], folder[PATH_BYTES];

	return name_folder(parent, folder) && (size_t)snprintf(path_out, cap_bytes, "%s/found-%016llx", folder,
							       (unsigned long long)hash_machine()) < cap_bytes;
}

/* A line that makes no sense is none of ours. */
static void read_line(const char *line, struct sumac_found *found)
{
	int ranks, votes;
	unsigned long long n_bytes;

	if (sscanf(line, "%d ranks, %llu bytes: %d", &ranks, &n_bytes, &votes) != 3 || votes < -SUMAC_FOUND_SETTLED ||
	    votes > SUMAC_FOUND_SETTLED)
		return;
	for (int team = 0; team < SUMAC_FOUND_TEAMS; team++)
		for (int size = 0; size < SUMAC_FOUND_SIZES; size++)
			if (ranks == ranks_of[team] && n_bytes == sumac_found_most_bytes(team, size))
				found->votes[team][size] = (int8_t)votes;
}

void sumac_found_load(struct sumac_found *found_out)
{
	char path[PATH_BYTES], line[256];
	FILE *file;

	memset(found_out, 0, sizeof(*found_out));
	file = sumac_found_path(sizeof(path), path) ? fopen(path, "re") : NULL;
	while (file && fgets(line, sizeof(line), file))
		read_line(line, found_out);
	if (file)
		fclose(file);
}

static void write_all(FILE *file, const struct sumac_found *found)
{
	char name[96];

	name_machine(sizeof(name), name);
	fprintf(file, "# Sumac's trials of allreduces on %s.\n# Votes: each rank folds all (> 0), or a slice (< 0). Without this "
		"file, it tries again.\n", name);
	for (int team = 0; team < SUMAC_FOUND_TEAMS; team++)
		for (int size = 0; size < SUMAC_FOUND_SIZES; size++)
			if (found->votes[team][size])
				fprintf(file, "%d ranks, %llu bytes: %d\n", ranks_of[team],
					(unsigned long long)sumac_found_most_bytes(team, size), found->votes[team][size]);
}

/* Readers see the old file or the new one. */
void sumac_found_keep(struct sumac_found *found)
{
	char path[PATH_BYTES], parent[PATH_BYTES], folder[PATH_BYTES], draft[PATH_BYTES + 16];
	bool is_well;
	FILE *file;

	if (!found->is_new || !name_folder(parent, folder) || !sumac_found_path(sizeof(path), path))
		return;
	found->is_new = false;
	mkdir(parent, 0700);
	mkdir(folder, 0700);
	snprintf(draft, sizeof(draft), "%s.%d", path, (int)getpid());
	file = fopen(draft, "wxe");
	if (!file)
		return;
	write_all(file, found);
	is_well = !ferror(file);
	if (fclose(file) || !is_well || rename(draft, path))
		unlink(draft);
}
