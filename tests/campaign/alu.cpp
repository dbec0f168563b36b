// The Verilated lanes. C++ since Verilator's output is a C++ class.
#include "campaign/alu.h"

#include <cstring>

#include "Vlanes.h"
#include "verilated.h"

struct alu {
	VerilatedContext context;
	Vlanes top{&context};
};

static void step(struct alu *alu)
{
	alu->top.clk_i = 1;
	alu->top.eval();
	alu->top.clk_i = 0;
	alu->top.eval();
}

struct alu *alu_open(void)
{
	struct alu *alu = new struct alu;

	alu->top.clk_i = 0;
	alu->top.in_valid_i = 0;
	alu->top.rst_i = 1;
	alu->top.eval();
	for (int i = 0; i < 20; i++)
		step(alu);
	alu->top.rst_i = 0;
	return alu;
}

void alu_close(struct alu *alu)
{
	alu->top.final();
	delete alu;
}

void alu_operation(struct alu *alu, int op, int type)
{
	alu->top.in_op_i = op;
	alu->top.in_type_i = type;
}

// Verilator settles what hangs on the inputs before it looks for edges: they may change together with the clock.
const void *alu_clock(struct alu *alu, const void *left, const void *right)
{
	alu->top.in_valid_i = left != nullptr;
	if (left) {
		memcpy(&alu->top.in_left_i[0], left, ALU_BEAT_BYTES);
		memcpy(&alu->top.in_right_i[0], right, ALU_BEAT_BYTES);
	}
	step(alu);
	if (alu->top.quick_valid_o)
		return &alu->top.quick_data_o[0];
	return alu->top.float_valid_o ? &alu->top.float_data_o[0] : nullptr;
}
