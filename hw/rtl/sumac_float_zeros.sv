// How many zeros lead a word of N bits, up to 63; of zero it gives at least N, or 63.
// Latency: 2 cycles (en1_i, en2_i). Throughput: one a cycle. No reset: data only.
module sumac_float_zeros #(
  parameter int N = 57          // 1 to 64
) (
  input  logic         clk_i,
  input  logic         en1_i,
  input  logic         en2_i,
  input  logic [N-1:0] word_i,
  output logic [5:0]   count_o
);
  logic [15:0] some_q;          // of each four bits, from the top: not all are zero
  logic [31:0] place_q;         // and where the first one is
  logic [5:0]  count_q;

  assign count_o = count_q;

  always_ff @(posedge clk_i) begin : stage1
    logic [63:0] x;
    if (en1_i) begin
      x = 64'(word_i) << (64 - N);
      for (int k = 0; k < 16; k++) begin
        some_q[k]         <= (x[63-4*k -: 4] != '0);
        place_q[2*k +: 2] <= {x[63-4*k -: 2] == '0, !x[63-4*k] && (x[62-4*k] || !x[61-4*k])};
      end
    end
  end

  // All sixteen are looked at in parallel: the first of each four, then the first of those.
  always_ff @(posedge clk_i) begin : stage2
    logic [3:0]  fours;
    logic [2:0]  some;          // if none of these has one, the last has
    logic [15:0] count;         // within sixteen bits
    if (en2_i) begin
      for (int k = 0; k < 4; k++) begin
        fours = some_q[4*k +: 4];
        if (k < 3) some[k] = (fours != '0);
        count[4*k +: 4] = fours[0] ? {2'd0, place_q[8*k +: 2]}   : fours[1] ? {2'd1, place_q[8*k+2 +: 2]} :
                           fours[2] ? {2'd2, place_q[8*k+4 +: 2]} : {2'd3, place_q[8*k+6 +: 2]};
      end
      count_q <= some[0] ? {2'd0, count[3:0]}  : some[1] ? {2'd1, count[7:4]} :
                 some[2] ? {2'd2, count[11:8]} : {2'd3, count[15:12]};
    end
  end
endmodule
