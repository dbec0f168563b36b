// The lanes by themselves, tests/campaign/lanes.sv: they add binary32 numbers back to back for so many cycles; prints how many of
// them a second this machine does, in time of the processor. Fails unless every cycle gives a new sum.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "campaign/alu.h"
#include "sumac_ops.h"

enum { BEATS = 1024, WORDS = ALU_BEAT_BYTES / 4 }; // what is added: 64 KiB of numbers

int main(int argc, char **argv)
{
	const long cycles = argc > 1 ? atol(argv[1]) : 1000000;
	static uint32_t numbers[BEATS][WORDS];
	struct alu *alu = alu_open();
	long given = 0;

	uint32_t random = 1;
	for (auto &beat : numbers)
		for (uint32_t &number : beat) { // of either sign, of exponents -8 to 7
			random = random * 1664525 + 1013904223;
			number = (random & 0x807fffff) | (119 + (random >> 23) % 16) << 23;
		}
	alu_operation(alu, SUMAC_OP_SUM, SUMAC_TYPE_F32);

	uint32_t sum = 0, last = 0;
	clock_t begin = clock();
	for (long n = -100; n < cycles; n++) { // a hundred until the pipe is full
		if (n == 0) begin = clock();
		const void *beat = alu_clock(alu, numbers[n & (BEATS - 1)], numbers[(3 * n + 1) & (BEATS - 1)]);
		if (!beat) continue;
		memcpy(&sum, beat, sizeof sum);
		if (n >= 0) given += sum != last;
		last = sum;
	}
	const double seconds = static_cast<double>(clock() - begin) / CLOCKS_PER_SEC;
	alu_close(alu);
	printf("lanes: %.2f million cycles a second of binary32 sums on one core (%ld cycles, %ld new sums)\n",
	       static_cast<double>(cycles) / seconds / 1e6, cycles, given);
	return given < cycles / 100 * 99;
}
