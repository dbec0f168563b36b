/* Made by sumac-gen from the tables in include/spec. Do not edit. */
#ifndef SUMAC_SPEC_HASH_H
#define SUMAC_SPEC_HASH_H

/* The hash of all that hardware and host share; a NIC's own is in register SPEC_HASH. */
#define SUMAC_SPEC_HASH 0x6DD92B06u

#endif
