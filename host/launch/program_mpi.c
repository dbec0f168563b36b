/*
 * Finds which MPI a program has, by the names of its libraries and of theirs. The loader lists them, as for ldd: so
 * we see what it would find, and nothing of the program runs.
 */
#define _GNU_SOURCE /* basename, pipe2 */
#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launch/exit_status.h"
#include "launch/host_mpi.h"
#include "launch/search_path.h"

enum { HEAD_BYTES = 4096, MAX_INTERPRETERS = 4 };

/* Reads the start of a file, and terminates the text. Its length, or -1. */
static ssize_t read_head(const char *path, char head_out[HEAD_BYTES])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t len = -1;

	if (fd >= 0) {
		len = read(fd, head_out, HEAD_BYTES - 1);
		close(fd);
	}
	if (len >= 0)
		head_out[len] = '\0';
	return len;
}

/* The loader that a program names; NULL if it names none, and so has no libraries. */
static const char *loader_of(const char *head, ssize_t len)
{
	const Elf64_Ehdr *elf = (const void *)head;

	if (len < (ssize_t)sizeof(*elf) || memcmp(head, ELFMAG, SELFMAG) || head[EI_CLASS] != ELFCLASS64)
		return NULL;
	for (int i = 0; i < elf->e_phnum; i++) {
		Elf64_Phdr part;
		uint64_t at = elf->e_phoff + (uint64_t)i * elf->e_phentsize;

		if (elf->e_phoff > HEAD_BYTES || at + sizeof(part) > (uint64_t)len)
			break;
		memcpy(&part, head + at, sizeof(part));
		if (part.p_type == PT_INTERP && part.p_offset < (uint64_t)len)
			return head + part.p_offset;
	}
	return NULL;
}

/* A program's libraries, and theirs, as far as they matter here. */
struct linked {
	const struct sumac_host_mpi *mpi;
	bool has_front_end; /* Sumac's library for MPI, which needs libsumac itself */
	bool has_shmem, has_sumac;
};

/* MPICH and its derivatives call their library libmpi.so.12; Debian calls it libmpich. Open MPI's numbers are higher. */
static const struct sumac_host_mpi *mpi_of_library(const char *name)
{
	if (!strncmp(name, "libmpich.so", strlen("libmpich.so")) || !strncmp(name, "libmpi.so.12 ", strlen("libmpi.so.12 ")))
		return sumac_mpich;
	return strncmp(name, "libmpi.so", strlen("libmpi.so")) ? NULL : sumac_open_mpi;
}

static void list(const char *loader, const char *path, int fd)
{
	unsetenv("LD_PRELOAD");
	dup2(fd, STDOUT_FILENO);
	dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
	execl(loader, loader, "--list", path, (char *)NULL);
	_exit(SUMAC_EXIT_NOT_FOUND);
}

static bool is_named(const char *library, const char *name)
{
	return !strncmp(library, name, strlen(name));
}

static void note_library(const char *name, struct linked *linked)
{
	linked->mpi = linked->mpi ? linked->mpi : mpi_of_library(name);
	linked->has_front_end |= is_named(name, "libsumac_ompi.so") || is_named(name, "libsumac_mpich.so");
	linked->has_shmem |= is_named(name, "libsumac_shmem.so");
	linked->has_sumac |= is_named(name, "libsumac.so");
}

static struct linked ask_loader(const char *loader, const char *path)
{
	struct linked linked = { 0 };
	char line[2 * SUMAC_TOOL_PATH_BYTES];
	int fds[2];
	FILE *file;
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC) || (pid = fork()) < 0)
		return linked;
	if (!pid)
		list(loader, path, fds[1]);
	close(fds[1]);
	file = fdopen(fds[0], "re");
	while (file && fgets(line, sizeof(line), file))
		note_library(line + strspn(line, " \t"), &linked);
	if (file)
		fclose(file);
	waitpid(pid, NULL, 0);
	return linked;
}

/* We look at a script's interpreter in its place; for `env`, at the program that env runs. */
static bool find_interpreter(char *head, char path_out[SUMAC_TOOL_PATH_BYTES])
{
	char *word = head + 2 + strspn(head + 2, " \t");

	word[strcspn(word, "\n")] = '\0';
	for (;;) {
		char *next = word + strcspn(word, " \t");
		bool is_last = !*next;

		*next = '\0';
		if (is_last || (strcmp(basename(word), "env") && *word != '-'))
			return sumac_search_path(word, path_out);
		word = next + 1 + strspn(next + 1, " \t");
	}
}

static struct linked look_at(const char *command)
{
	const struct linked nothing = { 0 };
	char path[SUMAC_TOOL_PATH_BYTES], head[HEAD_BYTES];
	bool is_there = sumac_search_path(command, path);

	for (int i = 0; is_there && i < MAX_INTERPRETERS; i++) {
		ssize_t len = read_head(path, head);

		if (len < 2 || strncmp(head, "#!", 2)) {
			const char *loader = loader_of(head, len);

			return loader ? ask_loader(loader, path) : nothing;
		}
		is_there = find_interpreter(head, path);
	}
	return nothing;
}

const struct sumac_host_mpi *sumac_host_mpi_of(char *const *words, int n_words)
{
	const struct sumac_host_mpi *mpi = NULL;

	for (int i = 0; i < n_words && !mpi; i++)
		mpi = look_at(words[i]).mpi;
	return mpi;
}

/* Programs whose only purpose is to run another one. Others may take a program's name for any reason. */
static bool is_wrapper(const char *word)
{
	static const char *const names[] = { "env", "nice", "ionice", "nohup", "setsid", "stdbuf", "taskset", "numactl", "time",
					     "timeout", "valgrind", "strace", "ltrace", "perf" };
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(basename(word), names[i]))
			return true;
	return false;
}

const struct sumac_host_mpi *sumac_host_mpi_alone(char *const *words, int n_words)
{
	bool goes_on = true;

	for (int i = 0; i < n_words && goes_on; i++) {
		struct linked linked = look_at(words[i]);

		if (linked.has_shmem || (linked.has_sumac && !linked.has_front_end))
			return NULL;
		if (linked.mpi)
			return linked.mpi;
		goes_on = is_wrapper(words[0]);
	}
	return NULL;
}

/* The words of a shell's text, as far as they stand there plainly. */
static const struct sumac_host_mpi *mpi_of_text(char *text)
{
	static const char between[] = " \t\n;&|()<>\"'";
	const struct sumac_host_mpi *mpi = NULL;
	char *rest;

	for (char *word = strtok_r(text, between, &rest); word && !mpi; word = strtok_r(NULL, between, &rest))
		mpi = look_at(word).mpi;
	return mpi;
}

const struct sumac_host_mpi *sumac_host_mpi_within(char *const *words)
{
	const struct sumac_host_mpi *mpi = NULL;
	char path[SUMAC_TOOL_PATH_BYTES], text[HEAD_BYTES];

	for (; *words && !mpi; words++) {
		mpi = look_at(*words).mpi;
		if (!mpi && sumac_search_path(*words, path) && read_head(path, text) > 2 && !strncmp(text, "#!", 2))
			mpi = mpi_of_text(text + strcspn(text, "\n"));
		if (!mpi && snprintf(text, sizeof(text), "%s", *words) < (int)sizeof(text))
			mpi = mpi_of_text(text);
	}
	return mpi;
}
