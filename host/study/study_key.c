#include "study/study_key.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fnv.h"
#include "base/setting_value.h"
#include "core/job/version.h"
#include "launch/layout.h"
#include "launch/search_path.h"
#include "study/study_nic.h"
#include "study/study_pool.h"

/* Longer files, such as a program's data, are told apart by size and time alone. */
enum { MAX_HASHED_BYTES = 256 << 20 };

/* Files that have been hashed; "" is no regular file. */
static struct hashed {
	struct hashed *next;
	const char *path, *text;
} * known;

static const char *hash_open(int fd)
{
	static unsigned char bytes[1 << 16];
	uint64_t hash = SUMAC_FNV_START;
	struct stat file;
	ssize_t n;

	if (fd < 0 || fstat(fd, &file) || !S_ISREG(file.st_mode))
		return "";
	if (file.st_size > MAX_HASHED_BYTES)
		return sumac_study_text("%lld bytes of %lld.%09ld", (long long)file.st_size, (long long)file.st_mtim.tv_sec,
					file.st_mtim.tv_nsec);
	while ((n = read(fd, bytes, sizeof(bytes))) > 0)
		hash = sumac_fnv(hash, bytes, (size_t)n);
	return sumac_study_text("%016" PRIx64, hash);
}

/* A text that differs for another file of this name; "": there is none. */
static const char *hash_file(const char *path)
{
	struct hashed *one;
	int fd;

	for (one = known; one; one = one->next)
		if (!strcmp(one->path, path))
			return one->text;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	one = sumac_study_alloc(sizeof(*one));
	*one = (struct hashed){ .next = known, .path = sumac_study_text("%s", path), .text = hash_open(fd) };
	known = one;
	if (fd >= 0)
		close(fd);
	return one->text;
}

static void print_file(FILE *to, const char *what, const char *path)
{
	const char *hash = hash_file(path);

	if (*hash)
		fprintf(to, "%s %s\n", what, hash);
}

/* The file that this word may mean: it need not mean one. */
static void print_named(FILE *to, const char *word, const char *folder)
{
	char path[SUMAC_TOOL_PATH_BYTES], *what = sumac_study_text("file %s", word);

	if (!*word || strlen(word) >= sizeof(path) - strlen(folder) - 2)
		return;
	snprintf(path, sizeof(path), "%s/%s", *word == '/' ? "" : folder, word);
	if (*hash_file(path))
		print_file(to, what, path);
	else if (*word != '-' && !strchr(word, '/') && sumac_search_path(word, path))
		print_file(to, what, path);
}

/* A rack, and the silicon of its NICs, which `make synth NIC=name` leaves beside it. */
static void print_rack(FILE *to, const char *what, const char *path)
{
	const char *slash = strrchr(path, '/');

	print_file(to, what, path);
	if (slash)
		print_file(to, "silicon", sumac_study_text("%.*s/silicon", (int)(slash - path), path));
}

/* The tool, and the libraries that programs are run with. */
static void print_build(FILE *to)
{
	static const char *const names[] = { "libsumac.so", "libsumac_shmem.so", "libsumac_ompi.so", "libsumac_mpich.so" };
	char build[SUMAC_BUILD_ID_CAP], folder[SUMAC_TOOL_PATH_BYTES];

	sumac_build_id(build, sizeof(build));
	fprintf(to, "sumac %s\n", build);
	if (sumac_layout_library_dir(folder))
		return;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		print_file(to, names[i], sumac_study_text("%s/%s", folder, names[i]));
}

/* A value however it was written: 1M is 1048576. The default says nothing. */
static void print_value(FILE *to, const struct sumac_study_value *value, const char *folder)
{
	const struct sumac_setting_row *row = &sumac_setting_rows[value->setting < 0 ? 0 : value->setting];
	int64_t number, usual;
	char why[256];

	if (value->setting < 0 || row->kind == SUMAC_SETTING_KIND_STRING || row->kind == SUMAC_SETTING_KIND_FAULTS) {
		fprintf(to, "set %s %s\n", value->name, value->value);
		print_named(to, value->value, folder);
		return;
	}
	sumac_setting_value_parse(row->kind, row->choices, value->value, &number, why, sizeof(why));
	sumac_setting_value_parse(row->kind, row->choices, row->def, &usual, why, sizeof(why));
	if (number != usual)
		fprintf(to, "set %s %" PRId64 "\n", value->name, number);
}

/* A file behind --OPTION= or --set NAME=; a NIC of a design that the command names is its rack. */
static void print_option(FILE *to, const char *const *words, int i, const char *folder)
{
	const char *equals = strchr(words[i], '='), *nic = NULL;
	char rack[SUMAC_TOOL_PATH_BYTES];

	if (equals)
		print_named(to, equals + 1, folder);
	if (equals && (!strncmp(words[i], "--nic=", 6) || !strncmp(words[i], "nic=", 4) || !strncmp(words[i], "--set=nic=", 10)))
		nic = strrchr(words[i], '=') + 1;
	else if (i && !strcmp(words[i - 1], "--nic"))
		nic = words[i];
	if (nic && !sumac_layout_rack(nic, rack))
		print_rack(to, "rack of the command", rack);
}

static int compare_values(const void *a, const void *b)
{
	return strcmp(((const struct sumac_study_value *)a)->name, ((const struct sumac_study_value *)b)->name);
}

static void make_identity(struct sumac_study_point *point, const char *folder)
{
	struct sumac_study_value *values = sumac_study_alloc((size_t)point->n_values * sizeof(*values) + 1);
	char *text, rack[SUMAC_TOOL_PATH_BYTES];
	size_t len;
	FILE *to = sumac_study_memory(&text, &len);

	fprintf(to, "study 1\n");
	print_build(to);
	if (!sumac_study_nic_rack(point, rack))
		print_rack(to, "rack", rack);
	memcpy(values, point->values, (size_t)point->n_values * sizeof(*values));
	qsort(values, (size_t)point->n_values, sizeof(*values), compare_values);
	for (int i = 0; i < point->n_values; i++)
		print_value(to, &values[i], folder);
	for (int i = 0; i < point->workload->n_words; i++) {
		fprintf(to, "word %s\n", point->workload->words[i]);
		print_named(to, point->workload->words[i], folder);
		print_option(to, point->workload->words, i, folder);
	}
	fclose(to);
	point->identity = sumac_study_text("%s", text);
	point->key = sumac_study_text("%016" PRIx64, sumac_fnv(SUMAC_FNV_START, text, len));
	free(text);
}

void sumac_study_key_all(struct sumac_study *study, const char *folder)
{
	known = NULL; /* a NIC may have been built since */
	for (int i = 0; i < study->n_points; i++) {
		struct sumac_study_point *point = &study->points[i];

		make_identity(point, folder);
		point->twin = NULL;
		for (int k = 0; k < i && !point->twin; k++)
			if (!strcmp(study->points[k].key, point->key) && !strcmp(study->points[k].identity, point->identity))
				point->twin = &study->points[k];
	}
}
