/*
 * Opening a rack without its socket.
 */
#define _GNU_SOURCE
#include "rack_inside.h"

#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { MAX_WORDS = 16 };

struct sumac_rack inside;

void inside_open(int n_nics, const char *const *words)
{
	const char *args[MAX_WORDS] = { "sumac-rack", "--socket", "none" };
	struct sumac_rack_options options;
	int n = 3;

	while (words && *words)
		args[n++] = *words++;
	assert_int_equal(sumac_rack_options_parse(n, (char *const *)args, &options), SUMAC_RACK_RUN);
	options.n_nics = n_nics;
	assert_int_equal(sumac_rack_open(&options, &inside), 0);
	inside.epoll_fd = epoll_create1(EPOLL_CLOEXEC);
}

void inside_close(void)
{
	for (int i = 0; i < inside.n_ranks; i++)
		if (inside.ranks[i].page)
			sumac_rank_detach(&inside.ranks[i], false);
	close(inside.epoll_fd);
	sumac_rack_close(&inside);
}

void inside_attach(int rank, int job_size)
{
	int page_fd, bell_fd;

	assert_int_equal(sumac_rank_attach(&inside.ranks[rank], &page_fd, &bell_fd), 0);
	close(page_fd);
	inside.job_size = job_size;
	inside.n_attached++;
	inside.n_have_come++;
}
