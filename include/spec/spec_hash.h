/* Made by sumac-gen from the tables in include/spec. Do not edit. */
#ifndef SUMAC_SPEC_HASH_H
#define SUMAC_SPEC_HASH_H

/* Of all that hardware and host share; a NIC tells its own in register SPEC_HASH. */
#define SUMAC_SPEC_HASH 0xF0663D95u

#endif
