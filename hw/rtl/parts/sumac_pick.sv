// Round robin: of the bits that are set, the next one above the last that was taken, wrapping. Combinational but for
// the memory of the last. Reset: bit 0 comes first.
module sumac_pick #(
  parameter int Count   = 4,
  localparam int IndexW = (Count > 1) ? $clog2(Count) : 1
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [Count-1:0]  want_i,
  input  logic              take_i,
  output logic              any_o,
  output logic [IndexW-1:0] index_o
);
  logic [Count-1:0] above_q;  // the bits above the last one taken
  logic [IndexW-1:0] high, low;

  always_comb begin
    {high, low} = '0;
    for (int i = Count - 1; i >= 0; i--) begin
      if (want_i[i] && above_q[i]) high = IndexW'(i);
      if (want_i[i]) low = IndexW'(i);
    end
    index_o = ((want_i & above_q) != '0) ? high : low;
  end
  assign any_o = want_i != '0;

  always_ff @(posedge clk_i) begin
    if (rst_i) above_q <= '1;
    else if (take_i) for (int i = 0; i < Count; i++) above_q[i] <= IndexW'(i) > index_o;
  end
endmodule
