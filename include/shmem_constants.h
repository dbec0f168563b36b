/*
 * Made by sumac-gen from the tables in include/spec. Do not edit.
 *
 * OpenSHMEM's constants, under their two names. shmem.h includes this.
 */
#ifndef SUMAC_SHMEM_CONSTANTS_H
#define SUMAC_SHMEM_CONSTANTS_H

#define SHMEM_MAJOR_VERSION 1 /* the OpenSHMEM specification's version */
#define _SHMEM_MAJOR_VERSION SHMEM_MAJOR_VERSION
#define SHMEM_MINOR_VERSION 6 /* and the number after its dot */
#define _SHMEM_MINOR_VERSION SHMEM_MINOR_VERSION
#define SHMEM_MAX_NAME_LEN 256 /* bytes of the longest vendor string, its end included */
#define _SHMEM_MAX_NAME_LEN SHMEM_MAX_NAME_LEN
#define SHMEM_VENDOR_STRING "Sumac" /* the name that shmem_info_get_name() gives */
#define _SHMEM_VENDOR_STRING SHMEM_VENDOR_STRING
#define SHMEM_THREAD_SINGLE 0 /* the program has one thread */
#define _SHMEM_THREAD_SINGLE SHMEM_THREAD_SINGLE
#define SHMEM_THREAD_FUNNELED 1 /* only the thread that began makes calls */
#define _SHMEM_THREAD_FUNNELED SHMEM_THREAD_FUNNELED
#define SHMEM_THREAD_SERIALIZED 2 /* one thread at a time makes calls */
#define _SHMEM_THREAD_SERIALIZED SHMEM_THREAD_SERIALIZED
#define SHMEM_THREAD_MULTIPLE 3 /* any thread makes calls at any time */
#define _SHMEM_THREAD_MULTIPLE SHMEM_THREAD_MULTIPLE
#define SHMEM_TEAM_NUM_CONTEXTS (1L) /* in a mask: num_contexts of a team's configuration counts */
#define _SHMEM_TEAM_NUM_CONTEXTS SHMEM_TEAM_NUM_CONTEXTS
#define SHMEM_MALLOC_ATOMICS_REMOTE (1L) /* a hint: the memory is for remote atomics */
#define _SHMEM_MALLOC_ATOMICS_REMOTE SHMEM_MALLOC_ATOMICS_REMOTE
#define SHMEM_MALLOC_SIGNAL_REMOTE (2L) /* a hint: the memory is for remote signals */
#define _SHMEM_MALLOC_SIGNAL_REMOTE SHMEM_MALLOC_SIGNAL_REMOTE
#define SHMEM_CTX_SESSION_BATCH (1L) /* a session's option: small operations may wait for more */
#define _SHMEM_CTX_SESSION_BATCH SHMEM_CTX_SESSION_BATCH
#define SHMEM_CTX_SESSION_TOTAL_OPS (1L) /* in a mask: total_ops of a session's configuration counts */
#define _SHMEM_CTX_SESSION_TOTAL_OPS SHMEM_CTX_SESSION_TOTAL_OPS
#define SHMEM_SYNC_VALUE (-1L) /* the value of every element of a pSync before its first use */
#define _SHMEM_SYNC_VALUE SHMEM_SYNC_VALUE
#define SHMEM_SYNC_SIZE 16 /* elements of a pSync, for any call */
#define _SHMEM_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_BARRIER_SYNC_SIZE SHMEM_SYNC_SIZE /* the same for a barrier */
#define _SHMEM_BARRIER_SYNC_SIZE SHMEM_BARRIER_SYNC_SIZE
#define SHMEM_BCAST_SYNC_SIZE SHMEM_SYNC_SIZE /* the same for a broadcast */
#define _SHMEM_BCAST_SYNC_SIZE SHMEM_BCAST_SYNC_SIZE
#define SHMEM_REDUCE_SYNC_SIZE SHMEM_SYNC_SIZE /* the same for a reduction */
#define _SHMEM_REDUCE_SYNC_SIZE SHMEM_REDUCE_SYNC_SIZE
#define SHMEM_COLLECT_SYNC_SIZE SHMEM_SYNC_SIZE /* the same for collect and fcollect */
#define _SHMEM_COLLECT_SYNC_SIZE SHMEM_COLLECT_SYNC_SIZE
#define SHMEM_ALLTOALL_SYNC_SIZE SHMEM_SYNC_SIZE /* the same for alltoall */
#define _SHMEM_ALLTOALL_SYNC_SIZE SHMEM_ALLTOALL_SYNC_SIZE
#define SHMEM_ALLTOALLS_SYNC_SIZE SHMEM_SYNC_SIZE /* the same for alltoalls */
#define _SHMEM_ALLTOALLS_SYNC_SIZE SHMEM_ALLTOALLS_SYNC_SIZE
#define SHMEM_REDUCE_MIN_WRKDATA_SIZE 16 /* elements that a pWrk has at least */
#define _SHMEM_REDUCE_MIN_WRKDATA_SIZE SHMEM_REDUCE_MIN_WRKDATA_SIZE
#define SHMEM_CMP_EQ 1 /* a comparison: equal */
#define _SHMEM_CMP_EQ SHMEM_CMP_EQ
#define SHMEM_CMP_NE 2 /* a comparison: not equal */
#define _SHMEM_CMP_NE SHMEM_CMP_NE
#define SHMEM_CMP_GT 3 /* a comparison: greater */
#define _SHMEM_CMP_GT SHMEM_CMP_GT
#define SHMEM_CMP_GE 4 /* a comparison: greater or equal */
#define _SHMEM_CMP_GE SHMEM_CMP_GE
#define SHMEM_CMP_LT 5 /* a comparison: less */
#define _SHMEM_CMP_LT SHMEM_CMP_LT
#define SHMEM_CMP_LE 6 /* a comparison: less or equal */
#define _SHMEM_CMP_LE SHMEM_CMP_LE

#endif
