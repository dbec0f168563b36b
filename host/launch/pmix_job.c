/*
 * The description of a job that a PMIx server gives its ranks: how many they are, and that all of them are on this
 * host.
 */
#include <pmix.h>
#include <pmix_server.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "launch/pmix_server.h"

static int fail(const char *call, pmix_status_t status)
{
	fprintf(stderr, "sumac: cannot describe the job to PMIx: %s: %s\n", call, PMIx_Error_string(status));
	return -1;
}

/* "0,1,2,3": all ranks share this host. */
static char *list_ranks(int n_ranks)
{
	size_t cap = (size_t)n_ranks * 12 + 1, len = 0;
	char *list = malloc(cap);

	for (int rank = 0; list && rank < n_ranks; rank++)
		len += (size_t)snprintf(list + len, cap - len, rank ? ",%d" : "%d", rank);
	return list;
}

static void describe_rank(int rank, pmix_info_t *info_out)
{
	pmix_data_array_t *about;
	pmix_rank_t number = (pmix_rank_t)rank;
	uint16_t local = (uint16_t)rank;
	uint32_t zero = 0;
	pmix_info_t *item;

	PMIX_DATA_ARRAY_CREATE(about, 6, PMIX_INFO);
	item = about->array;
	PMIX_INFO_LOAD(&item[0], PMIX_RANK, &number, PMIX_PROC_RANK);
	PMIX_INFO_LOAD(&item[1], PMIX_GLOBAL_RANK, &number, PMIX_PROC_RANK);
	PMIX_INFO_LOAD(&item[2], PMIX_LOCAL_RANK, &local, PMIX_UINT16);
	PMIX_INFO_LOAD(&item[3], PMIX_NODE_RANK, &local, PMIX_UINT16);
	PMIX_INFO_LOAD(&item[4], PMIX_NODEID, &zero, PMIX_UINT32);
	PMIX_INFO_LOAD(&item[5], PMIX_APPNUM, &zero, PMIX_UINT32);
	PMIX_INFO_LOAD(info_out, PMIX_PROC_DATA, about, PMIX_DATA_ARRAY);
	PMIX_DATA_ARRAY_FREE(about);
}

enum { N_JOB_ITEMS = 13 };

static void describe_job(const char *nspace, int n_ranks, const char *ranks, char *node_map, char *rank_map, pmix_info_t *item)
{
	uint32_t size = (uint32_t)n_ranks, one = 1;
	pmix_rank_t leader = 0;
	bool no = false;

	PMIX_INFO_LOAD(&item[0], PMIX_JOB_SIZE, &size, PMIX_UINT32);
	PMIX_INFO_LOAD(&item[1], PMIX_UNIV_SIZE, &size, PMIX_UINT32);
	PMIX_INFO_LOAD(&item[2], PMIX_MAX_PROCS, &size, PMIX_UINT32);
	PMIX_INFO_LOAD(&item[3], PMIX_LOCAL_SIZE, &size, PMIX_UINT32);
	PMIX_INFO_LOAD(&item[4], PMIX_NODE_SIZE, &size, PMIX_UINT32);
	PMIX_INFO_LOAD(&item[5], PMIX_NUM_NODES, &one, PMIX_UINT32);
	PMIX_INFO_LOAD(&item[6], PMIX_JOB_NUM_APPS, &one, PMIX_UINT32);
	PMIX_INFO_LOAD(&item[7], PMIX_LOCALLDR, &leader, PMIX_PROC_RANK);
	PMIX_INFO_LOAD(&item[8], PMIX_SPAWNED, &no, PMIX_BOOL);
	PMIX_INFO_LOAD(&item[9], PMIX_JOBID, nspace, PMIX_STRING);
	PMIX_INFO_LOAD(&item[10], PMIX_LOCAL_PEERS, ranks, PMIX_STRING);
	PMIX_INFO_LOAD(&item[11], PMIX_NODE_MAP, node_map, PMIX_REGEX);
	PMIX_INFO_LOAD(&item[12], PMIX_PROC_MAP, rank_map, PMIX_REGEX);
}

int sumac_pmix_job_register(const char *nspace, int n_ranks)
{
	size_t n_items = N_JOB_ITEMS + (size_t)n_ranks;
	char host[256] = "", *ranks = list_ranks(n_ranks), *node_map = NULL, *rank_map = NULL;
	pmix_status_t status;
	pmix_info_t *info;

	gethostname(host, sizeof(host) - 1);
	if (!ranks || PMIx_generate_regex(host, &node_map) != PMIX_SUCCESS ||
	    PMIx_generate_ppn(ranks, &rank_map) != PMIX_SUCCESS) {
		free(ranks);
		return fail("PMIx_generate_regex", PMIX_ERR_NOMEM);
	}
	PMIX_INFO_CREATE(info, n_items);
	describe_job(nspace, n_ranks, ranks, node_map, rank_map, info);
	for (int rank = 0; rank < n_ranks; rank++)
		describe_rank(rank, &info[N_JOB_ITEMS + rank]);
	/* Without a callback both registrations block. */
	status = PMIx_server_register_nspace(nspace, n_ranks, info, n_items, NULL, NULL);
	PMIX_INFO_FREE(info, n_items);
	free(ranks);
	free(node_map);
	free(rank_map);
	if (status != PMIX_SUCCESS && status != PMIX_OPERATION_SUCCEEDED)
		return fail("PMIx_server_register_nspace", status);
	return 0;
}
