// sumac_merge: each entry of A and of B comes out once, unchanged, in the cycle in which its own stream is told that it is
// taken; A comes first unless B was offered already; what waits at the output stays; the output has an entry whenever an
// input has one.
// Assumed: both producers hold their payload until it is taken.
//
// RTL: sumac_merge
// Cover: 8
// Mutant: sumac_merge s/assign take_b      = hold_b_q ||/assign take_b      = /
// Mutant: sumac_merge s/a_ready_o   = out_ready_i \&\& !take_b/a_ready_o   = out_ready_i/
// Mutant: sumac_merge s/hold_b_q <= b_valid_i \&\& take_b/hold_b_q <= b_valid_i/
// Mutant: sumac_merge s/out_data_o  = take_b ? b_data_i : a_data_i/out_data_o  = a_valid_i ? a_data_i : b_data_i/
module prove_merge (
  input logic       clk_i,
  input logic       rst_i,
  input logic       a_valid_i,
  input logic [2:0] a_data_i,
  input logic       b_valid_i,
  input logic [2:0] b_data_i,
  input logic       out_ready_i
);
  logic       a_ready, b_ready, out_valid;
  logic [2:0] out_data;

  sumac_merge #(.Width(3)) dut (
    .clk_i, .rst_i, .a_valid_i, .a_ready_o(a_ready), .a_data_i, .b_valid_i, .b_ready_o(b_ready), .b_data_i,
    .out_valid_o(out_valid), .out_ready_i, .out_data_o(out_data)
  );

  logic a_take, b_take, out_take;
  logic held_q = 1'b0, overtaken_q = 1'b0;   // B was waiting before A came; and it went first
  assign a_take   = a_valid_i && a_ready;
  assign b_take   = b_valid_i && b_ready;
  assign out_take = out_valid && out_ready_i;

  always_ff @(posedge clk_i) begin
    held_q      <= !rst_i && b_valid_i && !b_ready && (held_q || !a_valid_i);
    overtaken_q <= !rst_i && (overtaken_q || (a_valid_i && b_take));
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (out_valid == (a_valid_i || b_valid_i));
      assert (!(a_take && b_take));
      assert (out_take == (a_take || b_take));
      if (a_take) assert (out_data == a_data_i);
      if (b_take) assert (out_data == b_data_i);
      if (b_take && a_valid_i) assert (held_q);
      if (a_take && b_valid_i) assert (!held_q);
      cover (overtaken_q);
      cover (a_take && b_valid_i);
    end
  end

  formal_reset u_reset (.clk_i, .rst_i);
  formal_stable #(.Width(3), .Assume(1)) u_a (
    .clk_i, .rst_i, .valid_i(a_valid_i), .ready_i(a_ready), .data_i(a_data_i));
  formal_stable #(.Width(3), .Assume(1)) u_b (
    .clk_i, .rst_i, .valid_i(b_valid_i), .ready_i(b_ready), .data_i(b_data_i));
  formal_stable #(.Width(3)) u_out (.clk_i, .rst_i, .valid_i(out_valid), .ready_i(out_ready_i), .data_i(out_data));
endmodule
