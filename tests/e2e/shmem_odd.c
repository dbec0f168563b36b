/*
 * Programs do things that are not in the manual: PE 1 comes late, forks, asks for another size, or closes all files; a reduction
 * before shmem_init(). The first argument says which.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <shmem.h>

static int one = 1, sum;

static int reduce(void)
{
	return shmem_int_sum_reduce(SHMEM_TEAM_WORLD, &sum, &one, 1);
}

/* A child that ends as programs do, and one that calls. */
static int fork_twice(void)
{
	int status[2];
	pid_t quiet = fork(), loud;

	if (!quiet)
		exit(0);
	loud = fork();
	if (!loud) {
		printf("child: %s\n", reduce() ? "refused" : "served");
		exit(0);
	}
	waitpid(quiet, &status[0], 0);
	waitpid(loud, &status[1], 0);
	return status[0] || status[1];
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int seconds = argc > 2 ? atoi(argv[2]) : 0, bad = 0;

	if (!strcmp(what, "early"))
		reduce();
	if (!strcmp(what, "late for init") && getenv("PMIX_RANK") && atoi(getenv("PMIX_RANK")) == 1)
		sleep((unsigned)seconds);
	start_pes(0);
	if (!strcmp(what, "late") && shmem_my_pe() == 1)
		sleep((unsigned)seconds);
	if (!strcmp(what, "fork"))
		bad = fork_twice();
	if (!strcmp(what, "sizes"))
		shmem_malloc(64 + (size_t)shmem_my_pe());
	for (int fd = 3; !strcmp(what, "close") && shmem_my_pe() == 1 && fd < 1024; fd++)
		close(fd);
	bad |= reduce() != 0 && strcmp(what, "close");
	printf("PE %d: sum %d\n", shmem_my_pe(), sum);
	if (!strcmp(what, "late for finalize") && shmem_my_pe() == 1)
		sleep((unsigned)seconds);
	return bad;
}
