// The aperture: 16 registers of a group that hold a descriptor (G_PUSH). They keep what was written, so that a host writes only
// the words in which the next one differs. A write of the last word commits all 16: the descriptor is held here until sumac_accept
// takes it. Whoever writes knows by busy_o that there is no place for another one.
// Latency: a descriptor is held the cycle after its commit. Reset: none is held; the words are what they were.
module sumac_push #(
  parameter int Groups = sumac_pkg::DefGroups,
  localparam int GroupW = $clog2(Groups)
) (
  input  logic              clk_i,
  input  logic              rst_i,
  // a word
  input  logic              w_en_i,
  input  logic [GroupW-1:0] w_group_i,
  input  logic [3:0]        w_word_i,
  input  logic [31:0]       w_data_i,
  input  logic              commit_i,     // with the last word, while busy_o is low
  input  logic [63:0]       rung_i,
  output logic              busy_o,
  // the descriptor
  output logic              push_valid_o,
  input  logic              push_ready_i,
  output sumac_pkg::push_t  push_o
);
  logic              held_q;
  logic [GroupW-1:0] group_q;
  logic [63:0]       rung_q;
  logic [479:0]      words;
  logic [31:0]       last_q;

  // The memories' outputs hold the descriptor: they are read at commits only.
  for (genvar w = 0; w < 15; w++) begin : g_word
    sumac_ram #(.Width(32), .Depth(Groups)) u_ram (
      .clk_i, .w_en_i(w_en_i && w_word_i == 4'(w)), .w_addr_i(w_group_i), .w_data_i,
      .r_en_i(commit_i), .r_addr_i(w_group_i), .r_data_o(words[32*w+:32]));
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) held_q <= 1'b0;
    else if (commit_i) begin
      held_q  <= 1'b1;
      group_q <= w_group_i;
      rung_q  <= rung_i;
      last_q  <= w_data_i;
    end else if (push_ready_i) held_q <= 1'b0;
  end

  assign busy_o       = held_q;
  assign push_valid_o = held_q;
  assign push_o       = {6'(group_q), rung_q, last_q, words};
endmodule
