/*
 * When a team has failed, its first rank to come to the job's folder reports it. Without a folder, where no launcher of ours
 * has started the job, each rank does.
 */
#include "core/team/reporter.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/settings.h"

void sumac_reporter_name(const struct sumac_team *team, const char *word, char *who_out, size_t cap_bytes)
{
	const int *ranks = team->desc.world_ranks;
	size_t len = (size_t)snprintf(who_out, cap_bytes, "%ss", word);

	for (int first = 0, last; first < team->desc.size && len < cap_bytes; first = last + 1) {
		for (last = first; last + 1 < team->desc.size && ranks[last + 1] == ranks[last] + 1;)
			last++;
		len += (size_t)snprintf(who_out + len, cap_bytes - len, "%s %d", first ? "," : "", ranks[first]);
		if (last > first && len < cap_bytes)
			len += (size_t)snprintf(who_out + len, cap_bytes - len, " to %d", ranks[last]);
	}
}

static bool is_first(const char *dir, uint64_t key)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/told-%016" PRIx64, dir, key);
	fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

bool sumac_team_should_report(const struct sumac_team *team, const char *word, char *who_out, size_t cap_bytes)
{
	const char *dir = sumac_settings_job_dir();

	snprintf(who_out, cap_bytes, "%s %d", word, sumac_rank());
	if (!team || !sumac_team_has_failed(team) || !*dir || team->desc.size == 1)
		return true;
	sumac_reporter_name(team, word, who_out, cap_bytes);
	return is_first(dir, team->desc.key);
}
