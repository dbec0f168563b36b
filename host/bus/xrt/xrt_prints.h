/*
 * Holds back what XRT prints while a card is opened: its errors become words of ours, its chatter is dropped, and
 * everything else, which another thread may have printed, is passed on.
 */
#ifndef SUMAC_XRT_PRINTS_H
#define SUMAC_XRT_PRINTS_H

enum { SUMAC_XRT_WORDS_BYTES = 512 };

struct sumac_xrt_prints {
	struct sumac_xrt_held {
		int stream_fd, saved_fd, held_fd; /* -1: not held back */
	} out, err;
};

void sumac_xrt_prints_begin(struct sumac_xrt_prints *prints);
/* words_out: XRT's last error, or empty. */
void sumac_xrt_prints_end(struct sumac_xrt_prints *prints, char words_out[SUMAC_XRT_WORDS_BYTES]);

#endif
