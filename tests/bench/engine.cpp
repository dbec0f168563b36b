// Runs tests/bench/engine.sv for the given number of cycles and prints how many a second this machine does, in time of the
// processor. Fails unless nearly every cycle combined a beat: the rate would not be that of the engine at work.
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "Vengine.h"
#include "verilated.h"

int main(int argc, char **argv)
{
	const long cycles = argc > 1 ? atol(argv[1]) : 1000000;
	VerilatedContext context;
	Vengine top{&context};
	long combined = 0, changed = 0, filling = 0;

	auto cycle = [&] {
		top.clk_i = 0;
		top.eval();
		top.clk_i = 1;
		top.eval();
	};
	top.rst_i = 1;
	for (int n = 0; n < 4; n++) cycle();
	top.rst_i = 0;
	while (!top.ready_o && filling++ < 1000000) cycle();
	for (int n = 0; n < 100; n++) cycle(); // its pipe is full

	unsigned last = 0;
	const clock_t begin = clock();
	for (long n = 0; n < cycles; n++) {
		cycle();
		combined += top.combined_o;
		changed += top.written_o != last;
		last = top.written_o;
	}
	const double seconds = static_cast<double>(clock() - begin) / CLOCKS_PER_SEC;
	top.final();
	printf("engine: %.2f million cycles a second of binary32 sums on one core (%ld cycles, %ld beats combined)\n",
	       static_cast<double>(cycles) / seconds / 1e6, cycles, combined);
	return combined < cycles / 100 * 99 || changed < cycles / 100 * 99;
}
