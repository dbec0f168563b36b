/*
 * Made by sumac-gen from the tables in include/spec. Do not edit.
 *
 * Layout of exact accumulators; docs/reference/exact.md shows it.
 */
#ifndef SUMAC_EXACT_WORDS_H
#define SUMAC_EXACT_WORDS_H

enum {
	SUMAC_EXACT_VERSION = 1, /* this layout's version */
	SUMAC_EXACT_DIGIT_BITS = 48, /* bits of a digit in normal form */
	SUMAC_EXACT_MOST = 65535, /* accumulators that may be added word by word between two normalisations */
	SUMAC_EXACT_ADDENDS_LOG2 = 60, /* an accumulator takes up to 2 to the power of this many addends */
	SUMAC_EXACT_HEAD_WORDS = 6, /* words before the digits */
	SUMAC_EXACT_WORDS = 51, /* of 8 bytes: sums of doubles and of floats */
	SUMAC_EXACT_DOT_WORDS = 96, /* of 8 bytes: sums of products of two doubles, and of doubles */
};

#endif
