/*
 * What tests and waits return to the program after the host has answered: what it says, unless a request of Sumac's has failed.
 */
#ifndef SUMAC_MPI_ANSWER_H
#define SUMAC_MPI_ANSWER_H

#include <mpi.h>
#include <stdbool.h>

/* Both take the codes of sumac_mpi_requests_codes(), which they free. Of one request: number index, if any is done. */
int sumac_mpi_answer_one(int code_of_host, int *codes, int index, bool is_done);

/* Of several: n_done of them, which the list names, counted from base on; NULL: all in their order. Their statuses are set as MPI
 * has it with MPI_ERR_IN_STATUS; NULL: the program wants none. */
int sumac_mpi_answer_list(int code_of_host, int *codes, int n_done, const int *list, int base, MPI_Status *statuses);

#endif
