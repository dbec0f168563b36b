/*
 * A trace: a file of trace events in JSON (Chrome's array format, which Perfetto and speedscope read), an event a line. Several
 * processes append to it, each from a buffer of its own, so it holds whole lines whenever any of them is killed.
 */
#ifndef SUMAC_TRACE_FILE_H
#define SUMAC_TRACE_FILE_H

#include <stdint.h>

struct sumac_trace_file;

/* Processes in a trace: ranks have their numbers, NICs these and their own. */
enum { SUMAC_TRACE_NIC_PID = 100000, SUMAC_TRACE_US_CAP = 40 };

/* Empties the file and begins it. 0 or -errno. */
int sumac_trace_file_begin(const char *path);
/* Ends it, when nobody appends any more. 0 or -errno. */
int sumac_trace_file_end(const char *path);

/* To append to a file that somebody has begun. NULL: errno tells why. */
struct sumac_trace_file *sumac_trace_file_open(const char *path);
/* Appends an event, an object in JSON without a line's end. */
void sumac_trace_file_event(struct sumac_trace_file *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Names a process or one of its threads; what: "process_name", "thread_name". Texts are written as they are. */
void sumac_trace_file_name(struct sumac_trace_file *file, const char *what, int pid, int tid, const char *name);
/* Writes what is in the buffer. */
void sumac_trace_file_flush(struct sumac_trace_file *file);
/* 0, or -errno of the first write that failed: since then nothing was written. NULL: 0. */
int sumac_trace_file_close(struct sumac_trace_file *file);

/* Microseconds, as JSON's numbers, exact to a picosecond. */
const char *sumac_trace_us(uint64_t ticks, uint64_t ticks_hz, char text_out[SUMAC_TRACE_US_CAP]);

#endif
