// The lanes by themselves, tests/campaign/lanes.sv: they add binary32 numbers back to back for so many cycles; prints how many of them a second this
// machine does, in time of the processor. Fails unless every cycle gives a new sum.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "Vlanes.h"
#include "verilated.h"

#include "sumac_ops.h"

enum { BEATS = 1024, WORDS = 16 }; // what is added: 64 KiB of numbers

int main(int argc, char **argv)
{
	const long cycles = argc > 1 ? atol(argv[1]) : 1000000;
	static uint32_t numbers[BEATS][WORDS];
	VerilatedContext context;
	Vlanes top{&context};
	long given = 0;

	uint32_t random = 1;
	for (auto &beat : numbers)
		for (uint32_t &number : beat) { // of either sign, of exponents -8 to 7
			random = random * 1664525 + 1013904223;
			number = (random & 0x807fffff) | (119 + (random >> 23) % 16) << 23;
		}
	auto cycle = [&] {
		top.clk_i = 0;
		top.eval();
		top.clk_i = 1;
		top.eval();
	};
	top.in_op_i = SUMAC_OP_SUM;
	top.in_type_i = SUMAC_TYPE_F32;
	top.rst_i = 1;
	for (int n = 0; n < 20; n++) cycle();
	top.rst_i = 0;
	top.in_valid_i = 1;

	uint32_t last = 0;
	clock_t begin = clock();
	for (long n = -100; n < cycles; n++) { // a hundred until the pipe is full
		if (n == 0) begin = clock();
		memcpy(&top.in_left_i[0], numbers[n & (BEATS - 1)], sizeof numbers[0]);
		memcpy(&top.in_right_i[0], numbers[(3 * n + 1) & (BEATS - 1)], sizeof numbers[0]);
		cycle();
		if (n >= 0) given += top.float_valid_o && top.float_data_o[0] != last;
		last = top.float_data_o[0];
	}
	const double seconds = static_cast<double>(clock() - begin) / CLOCKS_PER_SEC;
	top.final();
	printf("lanes: %.2f million cycles a second of binary32 sums on one core (%ld cycles, %ld new sums)\n",
	       static_cast<double>(cycles) / seconds / 1e6, cycles, given);
	return given < cycles / 100 * 99;
}
