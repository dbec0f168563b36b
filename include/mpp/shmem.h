/*
 * The older place of the header.
 */
#include "../shmem.h"
