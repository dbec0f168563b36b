/*
 * The rank uses plain stores, as in its status page; the launcher reads once the rank has ended, and trusts nothing.
 */
#include "core/report/report_area.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/say.h"
#include "base/settings.h"

static int area_path(const char *job_dir, int rank, size_t cap_bytes, char *path_out)
{
	int len = snprintf(path_out, cap_bytes, "%s/rank-%d.counts", job_dir, rank);

	return len < 0 || (size_t)len >= cap_bytes ? -SUMAC_EINVAL : 0;
}

static void *map_file(const char *path)
{
	void *area = MAP_FAILED;
	int fd, err;

	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	err = fd < 0 ? errno : posix_fallocate(fd, 0, sizeof(struct sumac_report_area));
	if (!err)
		area = mmap(NULL, sizeof(struct sumac_report_area), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (area == MAP_FAILED)
		sumac_say(SUMAC_SAY_DECISIONS, "a rank that is killed loses its counts, since %s cannot be made: %s", path,
			  strerror(err ? err : errno));
	if (fd >= 0)
		close(fd);
	return area == MAP_FAILED ? NULL : area;
}

struct sumac_report_area *sumac_report_area_open(const char *job_dir, int rank)
{
	char path[512];

	if (!job_dir || !*job_dir || !*sumac_setting_string(SUMAC_SETTING_REPORT) || area_path(job_dir, rank, sizeof(path), path))
		return NULL;
	return map_file(path);
}

void sumac_report_area_close(struct sumac_report_area *area)
{
	if (area)
		munmap(area, sizeof(*area));
}

/* Whether there is no room for one more after n; the launcher learns of it. */
static bool has_no_room(struct sumac_report_area *area, uint32_t n)
{
	if (area && n >= SUMAC_REPORT_AREA_CAP)
		atomic_store_explicit(&area->is_cut, true, memory_order_relaxed);
	return n >= SUMAC_REPORT_AREA_CAP;
}

struct sumac_report_entry *sumac_report_area_entry(struct sumac_report_area *area)
{
	uint32_t n = area ? area->n_entries : SUMAC_REPORT_AREA_CAP;

	return has_no_room(area, n) ? calloc(1, sizeof(struct sumac_report_entry)) : &area->entries[n];
}

struct sumac_report_left *sumac_report_area_left(struct sumac_report_area *area)
{
	uint32_t n = area ? area->n_left : SUMAC_REPORT_AREA_CAP;

	return has_no_room(area, n) ? calloc(1, sizeof(struct sumac_report_left)) : &area->left[n];
}

bool sumac_report_area_has(const struct sumac_report_area *area, const void *entry)
{
	return area && (const char *)entry >= (const char *)area && (const char *)entry < (const char *)(area + 1);
}

void sumac_report_area_publish_entry(struct sumac_report_area *area, const struct sumac_report_entry *entry)
{
	if (sumac_report_area_has(area, entry))
		atomic_store_explicit(&area->n_entries, area->n_entries + 1, memory_order_release);
}

void sumac_report_area_publish_left(struct sumac_report_area *area, const struct sumac_report_left *left)
{
	if (sumac_report_area_has(area, left))
		atomic_store_explicit(&area->n_left, area->n_left + 1, memory_order_release);
}

/* Links the lists anew, since the rank's own pointers mean nothing here. */
static void link_lists(struct sumac_report_area *area)
{
	for (uint32_t i = 0; i < area->n_entries; i++) {
		struct sumac_report_entry *entry = &area->entries[i];

		entry->next = i + 1 < area->n_entries ? entry + 1 : NULL;
		entry->reason[sizeof(entry->reason) - 1] = entry->engine[sizeof(entry->engine) - 1] = '\0';
		entry->kind.reason = entry->reason;
		entry->kind.engine = entry->engine;
	}
	for (uint32_t i = 0; i < area->n_left; i++) {
		struct sumac_report_left *left = &area->left[i];

		left->next = i + 1 < area->n_left ? left + 1 : NULL;
		left->call[sizeof(left->call) - 1] = left->reason[sizeof(left->reason) - 1] = '\0';
	}
}

struct sumac_report_area *sumac_report_area_read(const char *job_dir, int rank)
{
	struct sumac_report_area *area = malloc(sizeof(*area));
	ssize_t n_bytes = 0;
	char path[512];
	int fd = -1;

	if (area && !area_path(job_dir, rank, sizeof(path), path))
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd >= 0) {
		n_bytes = pread(fd, area, sizeof(*area), 0);
		close(fd);
	}
	if (n_bytes != sizeof(*area) || area->n_entries > SUMAC_REPORT_AREA_CAP || area->n_left > SUMAC_REPORT_AREA_CAP) {
		free(area);
		return NULL;
	}
	link_lists(area);
	return area;
}
