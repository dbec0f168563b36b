/*
 * Returns the answer of tests and waits to the program: the host's answer, unless a request of Sumac's has failed.
 */
#ifndef SUMAC_MPI_ANSWER_H
#define SUMAC_MPI_ANSWER_H

#include <mpi.h>
#include <stdbool.h>

/* Both take the codes of sumac_mpi_requests_codes(), and free them. For one request: number index, if any is done. */
int sumac_mpi_answer_one(int code_of_host, int *codes, int index, bool is_done);

/* For several: n_done of them, which the list names, counted from base on; NULL: all in their order. Sets their statuses as MPI
 * requires with MPI_ERR_IN_STATUS; NULL: the program wants none. */
int sumac_mpi_answer_list(int code_of_host, int *codes, int n_done, const int *list, int base, MPI_Status *statuses);

#endif
