/*
 * libfabric, loaded when the first endpoint is opened: it brings some twenty libraries, one of which takes a fifth of
 * a second to load, and most jobs need none of them.
 */
#ifndef SUMAC_LIBFABRIC_H
#define SUMAC_LIBFABRIC_H

#include <rdma/fabric.h>

/* The functions that are not inline in its headers. */
struct sumac_libfabric {
	__typeof__(&fi_getinfo) getinfo;
	__typeof__(&fi_freeinfo) freeinfo;
	__typeof__(&fi_dupinfo) dupinfo; /* of NULL: a new one */
	__typeof__(&fi_fabric) fabric;
	__typeof__(&fi_strerror) strerror;
};

/* 0, or -SUMAC_EIO with the story. */
int sumac_libfabric_load(const struct sumac_libfabric **library_out);

#endif
