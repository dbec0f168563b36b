/*
 * Appends to a trace under a lock, whole lines at a time: a write that fails is taken back, and whoever comes next takes back what
 * a killed process has left of a line.
 */
#define _GNU_SOURCE /* memrchr */
#include "base/trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 1 << 16, LINE = 2048, TAIL = 4096 };

struct sumac_trace_file {
	int fd, error;
	size_t len;
	char buffer[BUFFER];
};

const char *sumac_trace_us(uint64_t ticks, uint64_t ticks_hz, char text_out[SUMAC_TRACE_US_CAP])
{
	const uint64_t ps_per_s = UINT64_C(1000000000000), ps_per_us = 1000000;
	uint64_t whole_s = ticks / ticks_hz, rest = ticks % ticks_hz;
	uint64_t ps = (uint64_t)((unsigned __int128)rest * ps_per_s / ticks_hz), us = whole_s * 1000000 + ps / ps_per_us;

	if (ps % 1000)
		snprintf(text_out, SUMAC_TRACE_US_CAP, "%llu.%06u", (unsigned long long)us, (unsigned)(ps % ps_per_us));
	else
		snprintf(text_out, SUMAC_TRACE_US_CAP, "%llu.%03u", (unsigned long long)us, (unsigned)(ps % ps_per_us / 1000));
	return text_out;
}

static bool is_regular(int fd)
{
	struct stat about;

	return !fstat(fd, &about) && S_ISREG(about.st_mode);
}

/* Returns the file's length, behind its last whole line. */
static off_t end_of_lines(int fd)
{
	char tail[TAIL];
	off_t end = lseek(fd, 0, SEEK_END), at = end;

	while (at > 0) {
		size_t len = at < TAIL ? (size_t)at : TAIL;
		ssize_t got = pread(fd, tail, len, at - (off_t)len);
		const char *last = got == (ssize_t)len ? memrchr(tail, '\n', len) : NULL;

		if (got != (ssize_t)len)
			return end;
		at -= (off_t)len;
		if (last)
			return at + (last - tail) + 1;
	}
	return 0;
}

/* 0 or an errno; then nothing of it is in the file. */
static int append(int fd, const char *bytes, size_t len)
{
	bool may_repair = is_regular(fd);
	off_t begin = 0;
	size_t done = 0;
	int error = 0;

	while (flock(fd, LOCK_EX))
		if (errno != EINTR)
			return errno;
	if (may_repair) {
		begin = end_of_lines(fd);
		if (begin != lseek(fd, 0, SEEK_END) && ftruncate(fd, begin))
			error = errno;
	}
	while (!error && done < len) {
		ssize_t n = write(fd, bytes + done, len - done);

		if (n > 0)
			done += (size_t)n;
		else if (n == 0 || errno != EINTR)
			error = n ? errno : ENOSPC;
	}
	if (error && may_repair && ftruncate(fd, begin))
		error = errno;
	flock(fd, LOCK_UN);
	return error;
}

static int open_to_append(const char *path, int more_flags)
{
	return open(path, O_RDWR | O_APPEND | O_CLOEXEC | more_flags, 0666);
}

static int append_to(const char *path, int more_flags, const char *text)
{
	int fd = open_to_append(path, more_flags), error = fd < 0 ? errno : append(fd, text, strlen(text));

	if (fd >= 0 && close(fd) && !error)
		error = errno;
	return -error;
}

int sumac_trace_file_begin(const char *path)
{
	return append_to(path, O_CREAT | O_TRUNC, "[\n");
}

/* Every line ends with a comma, so the end is an event, too. */
int sumac_trace_file_end(const char *path)
{
	return append_to(path, 0, "{\"ph\":\"M\",\"name\":\"sumac_end\",\"pid\":0,\"tid\":0,\"ts\":0,\"args\":{}}\n]\n");
}

struct sumac_trace_file *sumac_trace_file_open(const char *path)
{
	int fd = open_to_append(path, 0);
	struct sumac_trace_file *file = fd < 0 ? NULL : malloc(sizeof(*file));

	if (fd >= 0 && !file) {
		close(fd);
		errno = ENOMEM;
	}
	if (file)
		file->fd = fd, file->error = 0, file->len = 0;
	return file;
}

void sumac_trace_file_flush(struct sumac_trace_file *file)
{
	if (file->len && !file->error)
		file->error = append(file->fd, file->buffer, file->len);
	file->len = 0;
}

void sumac_trace_file_event(struct sumac_trace_file *file, const char *format, ...)
{
	va_list args;
	int len;

	if (BUFFER - file->len < LINE)
		sumac_trace_file_flush(file);
	va_start(args, format);
	len = vsnprintf(file->buffer + file->len, LINE - 2, format, args);
	va_end(args);
	if (len < 0 || len >= LINE - 2) {
		file->error = file->error ? file->error : EOVERFLOW;
		return;
	}
	memcpy(file->buffer + file->len + len, ",\n", 2);
	file->len += (size_t)len + 2;
}

void sumac_trace_file_name(struct sumac_trace_file *file, const char *what, int pid, int tid, const char *name)
{
	/* speedscope wants a time of every event */
	sumac_trace_file_event(file, "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,"
			       "\"ts\":0,\"args\":{\"name\":\"%s\"}}", what, pid, tid, name);
}

int sumac_trace_file_close(struct sumac_trace_file *file)
{
	int error;

	if (!file)
		return 0;
	sumac_trace_file_flush(file);
	error = file->error;
	if (close(file->fd) && !error)
		error = errno;
	free(file);
	return -error;
}
