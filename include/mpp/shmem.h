/*
 * The header's older place. Programs include it alone and then write `double complex`.
 */
#include "../shmem.h"

#if !defined(__cplusplus) && !defined(__STDC_NO_COMPLEX__) && !defined(complex)
#define complex _Complex /* as <complex.h> does, but without its I */
#endif
