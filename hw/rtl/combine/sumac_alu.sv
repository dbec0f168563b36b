// The lanes: 64 bytes of left (op) right. Three kinds of lanes, each 8 x 64 bits, and two ways out:
//   quick_*  after 4 cycles   sums, products, logic and comparisons of integers; comparisons of floats; pairs
//   float_*  after 12 cycles  sums and products of floats; FloatStages later with that many registers more
// Each way gives its results in the order of the operands; between the two, whoever launched them puts them in order.
// Nothing stalls inside: whoever launches an operation must have room for its result.
// Throughput: one a cycle, whatever came before. Reset: forgets what is under way.
module sumac_alu #(
  parameter int FloatStages = sumac_pkg::DefFloatStages   // registers behind the rounding
) (
  input  logic         clk_i,
  input  logic         rst_i,
  input  logic         in_valid_i,
  input  sumac_pkg::lane_t in_i,      // as sumac_alu_decode says
  input  logic [511:0] in_left_i,
  input  logic [511:0] in_right_i,
  output logic         quick_valid_o, // a pulse
  output logic [511:0] quick_data_o,
  output logic         float_valid_o, // a pulse
  output logic [511:0] float_data_o
);
  localparam int QuickCycles = 4;
  // Float lanes up to the rounded result, and in all; a register behind them takes one more.
  localparam int LaneCycles  = 11;
  localparam int FloatCycles = LaneCycles + FloatStages;

  // ---- which lanes move: bit n - 1 stands for stage n. Float lanes for narrow elements rest when they can
  logic                   quick, integer_product, sum, product;
  logic [QuickCycles-1:0] quick_q, integer_q;
  logic [FloatCycles-1:0] sum64_q, product64_q;
  logic [LaneCycles-2:0] sum32_q, sum16_q, product32_q, product16_q;
  logic [2*LaneCycles-1:0] kinds_q;

  assign quick           = in_valid_i && !in_i.product && !in_i.floats;
  assign integer_product = in_valid_i && in_i.product && !in_i.floats;
  assign sum             = in_valid_i && !in_i.product && in_i.floats;
  assign product         = in_valid_i && in_i.product && in_i.floats;

  // Enables of stages: the first is at hand, the others are remembered.
  logic [QuickCycles:0] quick_en, integer_en;
  logic [FloatCycles:0] sum64_en, product64_en;
  logic [LaneCycles-1:0] sum32_en, sum16_en, product32_en, product16_en;

  assign quick_en     = {quick_q, quick};
  assign integer_en   = {integer_q, integer_product};
  assign sum64_en     = {sum64_q, sum};
  assign sum32_en     = {sum32_q, sum && in_i.kind != 2'd3};
  assign sum16_en     = {sum16_q, sum && !in_i.kind[1]};
  assign product64_en = {product64_q, product};
  assign product32_en = {product32_q, product && in_i.kind != 2'd3};
  assign product16_en = {product16_q, product && !in_i.kind[1]};

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      quick_q     <= '0;
      integer_q   <= '0;
      sum64_q     <= '0;
      sum32_q     <= '0;
      sum16_q     <= '0;
      product64_q <= '0;
      product32_q <= '0;
      product16_q <= '0;
    end else begin
      quick_q     <= quick_en[QuickCycles-1:0];
      integer_q   <= integer_en[QuickCycles-1:0];
      sum64_q     <= sum64_en[FloatCycles-1:0];
      sum32_q     <= sum32_en[LaneCycles-2:0];
      sum16_q     <= sum16_en[LaneCycles-2:0];
      product64_q <= product64_en[FloatCycles-1:0];
      product32_q <= product32_en[LaneCycles-2:0];
      product16_q <= product16_en[LaneCycles-2:0];
    end
    kinds_q <= {kinds_q[2*LaneCycles-3:0], in_i.kind};
  end

  // ---- the lanes
  logic [511:0] quick_data, integer_data, sum_data, product_data;
  logic [8:0]   less, same;            // of the lane below each
  logic [1:0]   out_kind;

  assign less[0]  = 1'b0;
  assign same[0]  = 1'b0;
  assign out_kind = kinds_q[2*LaneCycles-1 -: 2];

  for (genvar n = 0; n < 8; n++) begin : g_lane
    sumac_quick_lane #(.Odd(n % 2 == 1)) u_quick (
      .clk_i,
      .en_i       (quick_en[QuickCycles-1:0]),
      .op_i       (in_i.op),
      .type_i     (in_i.type_code),
      .left_i     (in_left_i[64*n +: 64]),
      .right_i    (in_right_i[64*n +: 64]),
      .pair_less_i(less[n]),
      .pair_same_i(same[n]),
      .pair_less_o(less[n + 1]),
      .pair_same_o(same[n + 1]),
      .result_o   (quick_data[64*n +: 64])
    );
    sumac_add_lane #(.Stages(FloatCycles - LaneCycles)) u_sum (
      .clk_i,
      .en64_i    (sum64_en[FloatCycles-1:0]),
      .en32_i    (sum32_en),
      .en16_i    (sum16_en),
      .kind_i    (in_i.kind),
      .left_i    (in_left_i[64*n +: 64]),
      .right_i   (in_right_i[64*n +: 64]),
      .out_kind_i(out_kind),
      .float_o   (sum_data[64*n +: 64])
    );
    sumac_mul_lane #(.Stages(FloatCycles - LaneCycles)) u_product (
      .clk_i,
      .en_i      (integer_en[QuickCycles-1:0] | product64_en[QuickCycles-1:0]),
      .en64_i    (product64_en[FloatCycles-1:0]),
      .en32_i    (product32_en),
      .en16_i    (product16_en),
      .float_i   (in_i.floats),
      .kind_i    (in_i.kind),
      .left_i    (in_left_i[64*n +: 64]),
      .right_i   (in_right_i[64*n +: 64]),
      .out_kind_i(out_kind),
      .int_o     (integer_data[64*n +: 64]),
      .float_o   (product_data[64*n +: 64])
    );
  end

  assign quick_valid_o = quick_en[QuickCycles] || integer_en[QuickCycles];
  assign quick_data_o  = integer_en[QuickCycles] ? integer_data : quick_data;
  // Choosing among the results of so many units takes most of a cycle.
  logic         float_valid, float_valid_q;
  logic [511:0] float_data_q;
  assign float_valid   = sum64_en[FloatCycles] || product64_en[FloatCycles];
  assign float_valid_o = float_valid_q;
  assign float_data_o  = float_data_q;

  always_ff @(posedge clk_i) begin
    float_valid_q <= float_valid && !rst_i;
    if (float_valid) float_data_q <= product64_en[FloatCycles] ? product_data : sum_data;
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_quick: assert property (@(posedge clk_i) disable iff (rst_i) !(quick_en[QuickCycles] && integer_en[QuickCycles]));
  a_float: assert property (@(posedge clk_i) disable iff (rst_i) !(sum64_en[FloatCycles] && product64_en[FloatCycles]));
`endif
`endif
endmodule
