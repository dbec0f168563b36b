#include "sim/wave/wave_end.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/wave/wave_file.h"
#include "sim/wave/wave_layout.h"

enum { ROOM = 8 << 20 };

static int try_room(int fd)
{
	int error = fd < 0 ? errno : posix_fallocate(fd, 0, ROOM);

	if (fd >= 0 && ftruncate(fd, 0) && !error)
		error = errno;
	return error;
}

int sumac_wave_try_room(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), error = try_room(fd);
	FILE *other = tmpfile();

	if (!error)
		error = other ? try_room(fileno(other)) : errno;
	if (fd >= 0)
		close(fd);
	if (other)
		fclose(other);
	return error;
}

static int tell_lost(const char *path, const char *why)
{
	fprintf(stderr, "sumac-rack: waveforms cannot be written to %s: %s\n", path, why);
	return -SUMAC_EIO;
}

int sumac_wave_begin(const char *path)
{
	struct stat stat_of;
	int error;

	if (!lstat(path, &stat_of) && !S_ISREG(stat_of.st_mode)) {
		fprintf(stderr, "sumac-rack: waveforms would replace %s, which is not a regular file\n", path);
		return -SUMAC_EIO;
	}
	error = sumac_wave_try_room(path);
	return error ? tell_lost(path, strerror(error)) : 0;
}

static int tell_nothing(const struct sumac_wave_end *end)
{
	const struct sumac_wave_window *window = end->window;

	unlink(end->path);
	if (window->call)
		fprintf(stderr, "sumac-rack: call %" PRIu64 " of NIC %d never came, so there are no waveforms: it had %" PRIu64
			" calls\n", window->call, end->nic, window->n_calls);
	else
		fprintf(stderr, "sumac-rack: NIC %d was not at work in any of the cycles %" PRIu64 " to %" PRIu64
			", so there are no waveforms\n", end->nic, window->from, window->to);
	return -SUMAC_EIO;
}

int sumac_wave_finish(const struct sumac_wave_end *end)
{
	const struct sumac_wave_window *window = end->window;
	char layout[4096], what[32] = "";
	const char *why;

	if (!end->has_begun)
		return tell_nothing(end);
	why = end->error ? strerror(end->error) : sumac_wave_file_judge(end->path, end->last_at);
	if (why)
		return tell_lost(end->path, why);
	if (sumac_wave_layout_write(end->path, end->first_at, end->last_at, sizeof layout, layout))
		return -SUMAC_EIO;
	if (window->call)
		snprintf(what, sizeof what, " call %" PRIu64 ",", window->call);
	fprintf(stderr, "sumac-rack: waveforms of NIC %d,%s cycles %" PRIu64 " to %" PRIu64 ": gtkwave %s\n", end->nic, what,
		end->first, end->last, layout);
	if (window->call && !window->is_told) {
		fprintf(stderr, "sumac-rack: call %" PRIu64 " of NIC %d was not complete when the job ended\n", window->call,
			end->nic);
		return -SUMAC_EIO;
	}
	return 0;
}
