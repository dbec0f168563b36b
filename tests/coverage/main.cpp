// Runs a bench to its end and writes what Verilator counted to build's folder: the main() that Verilator
// 5.006 makes does not. The file's name comes as +counts=FILE.
#include <cstdio>
#include <memory>
#include <string>

#include "Vbench.h"
#include "verilated.h"
#include "verilated_cov.h"

int main(int argc, char **argv)
{
	const std::unique_ptr<VerilatedContext> context{new VerilatedContext};
	context->commandArgs(argc, argv);
	const std::string counts = context->commandArgsPlusMatch("counts=");
	if (counts.empty()) return fprintf(stderr, "no +counts=FILE\n"), 2;
	const std::unique_ptr<Vbench> top{new Vbench{context.get()}};

	while (!context->gotFinish()) {
		top->eval();
		if (!top->eventsPending()) break;
		context->time(top->nextTimeSlot());
	}
	top->final();
	context->coveragep()->write(counts.c_str() + sizeof "+counts=" - 1);
	return 0;
}
