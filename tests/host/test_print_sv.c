/*
 * The SystemVerilog package: structs, codes with their widths, and what the NIC does by type.
 */
#include "gen_small.h"

static void records_and_words_become_structs(void **state)
{
	(void)state;
	gen_small_expect(gen_print_sv, "  localparam int CPL_BYTES = 8;\n"
				       "  typedef struct packed {\n    logic [31:0] seq;\n    logic [31:0] cookie;\n  } cpl_t;\n");
	gen_small_expect(gen_print_sv, "  localparam int CPL_FLAG_LAST = 3;\n");
	gen_small_expect(gen_print_sv, "  typedef struct packed {\n    logic [10:0] ring;\n    logic [4:0] n_in;\n  } head_t;\n");
}

static void events_become_structs_with_a_width(void **state)
{
	(void)state;
	gen_small_expect(gen_print_sv, "  typedef struct packed {\n    logic [7:0] type_code;\n    logic at;\n  } go_t;\n"
				       "  typedef struct packed {\n    logic [2:0] at;\n    go_t what;\n  } did_t;\n");
	gen_small_expect(gen_print_sv, "  localparam int GO_W = 9, DID_W = 12");
}

static void codes_have_the_width_of_their_field(void **state)
{
	(void)state;
	gen_small_expect(gen_print_sv, "  localparam logic [31:0] MAGIC = 32'h0000ABCD;\n");
	gen_small_expect(gen_print_sv, "  localparam logic [3:0] KIND_DATA = 4'h1;\n");
	gen_small_expect(gen_print_sv, "  localparam logic [1:0] STREAM_MEMORY = 2'h1;\n");
	gen_small_expect(gen_print_sv, "  localparam logic [15:0] REG_MAGIC = 16'h0100;\n"
				       "  localparam logic [15:0] REG_G_KEY = 16'h0008;\n");
	gen_small_expect(gen_print_sv, "  localparam logic [7:0] ST_EOP = 8'h02;\n");
	gen_small_expect(gen_print_sv, "  localparam logic [3:0] OP_MINLOC = 4'hA;\n");
	gen_small_expect(gen_print_sv, "  localparam logic [3:0] CLASS_PAIR = 4'h8;\n");
	gen_small_expect(gen_print_sv, "  localparam logic [7:0] TYPE_I32 = 8'h12;\n");
	gen_small_expect(gen_print_sv, "  localparam int FEATURE_LINKS = 2;\n");
	gen_small_expect(gen_print_sv, "  localparam int CNT_FRAMES = 0;\n  localparam int N_COUNTERS = 1;\n");
	gen_small_expect(gen_print_sv, "  localparam int DefGroups = 16, SmallGroups = 2, PARAM_Groups = 0;\n");
	gen_small_expect(gen_print_sv, "  function automatic bit params_fit(input int Groups,\n    input int Width);\n"
				       "    params_fit = 1'b1\n"
				       "      && Groups >= 1 && Groups <= 32 && (Groups & (Groups - 1)) == 0\n"
				       "      && Width >= 0 && Width <= 9\n      && (Groups > Width);\n");
}

/* Only types for which the NIC has operations have a case; the others give 0. */
static void what_the_nic_does_is_a_function_of_the_type(void **state)
{
	(void)state;
	gen_small_expect(gen_print_sv, "  function automatic logic [15:0] nic_ops(input logic [7:0] type_code);\n"
				       "    case (type_code)\n"
				       "      TYPE_I32: nic_ops = 16'h0002;\n"
				       "      default: nic_ops = 16'h0000;\n"
				       "    endcase\n  endfunction\n");
	gen_small_expect(gen_print_sv, "      TYPE_I8: bench_ops = 16'h8000;\n      default: bench_ops = 16'h0000;\n");
}

static void it_is_a_whole_package(void **state)
{
	(void)state;
	gen_small_expect(gen_print_sv, "package sumac_pkg;\n");
	gen_small_expect(gen_print_sv, "\nendpackage\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_and_words_become_structs),
		cmocka_unit_test(events_become_structs_with_a_width),
		cmocka_unit_test(codes_have_the_width_of_their_field),
		cmocka_unit_test(what_the_nic_does_is_a_function_of_the_type),
		cmocka_unit_test(it_is_a_whole_package),
	};

	return cmocka_run_group_tests_name("print_sv", tests, NULL, NULL);
}
