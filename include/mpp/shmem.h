/*
 * The header's older place.
 */
#include "../shmem.h"
