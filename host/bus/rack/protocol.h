/*
 * The protocol between a rank and the rack: messages over a local SOCK_SEQPACKET socket, and a page of shared memory
 * for everything that must be quick. Both ends run on one host; the rack trusts nothing that it reads here.
 */
#ifndef SUMAC_RACK_PROTOCOL_H
#define SUMAC_RACK_PROTOCOL_H

#include <stdint.h>

/* The exit status of sumac-rack if everything worked but it could not write its statistics. */
enum { SUMAC_RACK_STATS_LOST = 4 };

#include "base/causes.h"
#include "sumac.h"

enum {
	SUMAC_RACK_PROTOCOL = 6,
	SUMAC_RACK_MAX_NICS = 1024,
	SUMAC_RACK_RING_ENTRIES = 1024, /* a power of two */
	SUMAC_RACK_WINDOWS = 256,
	SUMAC_RACK_WINDOW_SHIFT = 40, /* window i is at bus address (i + 1) << 40 */
	SUMAC_RACK_VERSION_BYTES = 16,
	SUMAC_RACK_WHY_BYTES = 256,
	SUMAC_RACK_SURROUNDINGS_BYTES = 2048,
	SUMAC_RACK_FAR_BYTES = 4096, /* of a message about far memory: a burst never crosses 4 KiB */
};

/* The version of library and rack, which must be equal. */
#define SUMAC_RACK_TEXT_OF(x) #x
#define SUMAC_RACK_DOTTED(major, minor, patch) \
	SUMAC_RACK_TEXT_OF(major) "." SUMAC_RACK_TEXT_OF(minor) "." SUMAC_RACK_TEXT_OF(patch)
#define SUMAC_RACK_VERSION SUMAC_RACK_DOTTED(SUMAC_VERSION_MAJOR, SUMAC_VERSION_MINOR, SUMAC_VERSION_PATCH)

enum sumac_rack_kind {
	SUMAC_RACK_HELLO = 1, /* rank: struct sumac_rack_hello; the rack answers with a welcome, or refuses and hangs up */
	SUMAC_RACK_WELCOME,   /* rack: struct sumac_rack_welcome; with the page's and the bell's descriptor */
	SUMAC_RACK_REFUSED,   /* rack: struct sumac_rack_answer, with a sentence */
	SUMAC_RACK_WINDOW,    /* rank: struct sumac_rack_window, with a memfd that cannot shrink */
	SUMAC_RACK_UNWINDOW,  /* rank: struct sumac_rack_window; the rack unmaps the memory */
	SUMAC_RACK_DONE,      /* rack: struct sumac_rack_answer, to either of the two above */
	SUMAC_RACK_BYE,	      /* rank: the kind alone; a socket that closes without it means a death */
	SUMAC_RACK_FAR,	      /* rank: struct sumac_rack_window, with a SOCK_SEQPACKET socket: the memory is reached by messages */
	SUMAC_RACK_LOOK,      /* anybody, instead of a hello, or a rank, at its own NIC: struct sumac_rack_look; the rack answers
			       * SEEN, or refuses */
	SUMAC_RACK_SEEN,      /* rack: struct sumac_rack_seen */
};

struct sumac_rack_hello {
	uint32_t kind, protocol;
	int32_t rank, size;
	uint32_t spec_hash;
	char version[SUMAC_RACK_VERSION_BYTES];
};

struct sumac_rack_welcome {
	uint32_t kind, stepped;
	uint64_t clock_hz;
	uint8_t mac[6], ip[4];
	uint8_t zero[6];
	char surroundings[SUMAC_RACK_SURROUNDINGS_BYTES]; /* members of a JSON object */
};

struct sumac_rack_window {
	uint32_t kind, index; /* as in the NIC's window table */
	uint64_t len_bytes;
	uint64_t offset_bytes; /* of whole pages, in the file */
	uint64_t bus_address;  /* 0: the index has its own */
};

/* A look at a NIC, which goes on undisturbed. */
struct sumac_rack_look {
	uint32_t kind, protocol, spec_hash;
	int32_t nic;
};

struct sumac_rack_seen {
	uint32_t kind;
	int32_t n_nics;
	uint64_t clock_hz;
	struct sumac_causes causes;
};

/* Over a far window's socket the rack makes one request at a time: to send bytes, or to write some. */
enum { SUMAC_RACK_FAR_READ = 1, SUMAC_RACK_FAR_WRITE = 2 };

/* Both ways; a message is only as long as its contents. */
struct sumac_rack_far {
	uint32_t kind, len_bytes;
	int32_t status; /* of an answer: 0 or -SUMAC_E... */
	uint32_t zero;
	uint64_t bus_address;
	uint8_t bytes[SUMAC_RACK_FAR_BYTES];
};

struct sumac_rack_answer {
	uint32_t kind;
	int32_t status; /* 0 or -SUMAC_E... */
	char why[SUMAC_RACK_WHY_BYTES];
};

struct sumac_rack_write {
	uint32_t offset, value;
};

enum {
	SUMAC_RACK_UNREPEATABLE = 1, /* time went on without a rank: cycles from here on do not repeat */
	SUMAC_RACK_BROKEN = 2,	     /* the rack has found an error, and failed all groups */
};

/* Shared; every word is read and written atomically (__atomic_*). The ring's indexes count modulo 2^32. */
struct sumac_rack_page {
	/* The rank writes these. */
	_Alignas(64) uint32_t ring_head;
	uint32_t read_offset, read_asked;  /* asked: number of reads so far */
	uint64_t wait_word;		   /* sumac_rack_wait_word(): it waits; 0: it computes */
	/* The rack writes these. */
	_Alignas(64) uint32_t ring_tail;
	uint32_t read_answered, read_value; /* answered: follows asked */
	int32_t read_status;
	uint32_t events;  /* a futex */
	uint32_t asleep;  /* the rack sleeps: signal the eventfd after a change */
	uint32_t flags;
	uint64_t now;	  /* cycles that the NICs have done */
	/* The rank writes this, too. */
	_Alignas(64) struct sumac_rack_write ring[SUMAC_RACK_RING_ENTRIES];
};

/* The word of a rank that waits, and has seen so many events. */
static inline uint64_t sumac_rack_wait_word(uint32_t seen)
{
	return (uint64_t)seen << 1 | 1;
}

#endif
