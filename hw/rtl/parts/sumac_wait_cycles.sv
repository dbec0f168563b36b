// For each of many places, groups or channels, the cycles that it has waited, by cause, since reset. If a place waits when it is
// visited, the time until its next visit counts, however long that is.
// Latency: 5 cycles from a visit to its place's numbers; a number 2 cycles after its index. Throughput: a visit a cycle, but of a
// place one in 5 cycles; what comes sooner is passed over.
// Memory: RAM, and a copy of its numbers that the host reads. Reset: clears all places, one a cycle; visits meanwhile are passed
// over.
module sumac_wait_cycles #(
  parameter int Places = sumac_pkg::DefChannels,   // a power of two
  parameter int Causes = 2,
  parameter logic [3*Causes-1:0] Codes = {sumac_pkg::CAUSE_PEER, sumac_pkg::CAUSE_CREDIT},
  localparam int PlaceW = $clog2(Places),
  localparam int Width  = 48
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [Width-1:0]  now_i,
  input  logic              visit_i,
  input  logic [PlaceW-1:0] place_i,     // is visited,
  input  logic [Causes-1:0] waits_i,     // and waits for these, which are told a cycle later
  input  logic [PlaceW+2:0] index_i,     // {place, cause}
  output logic [Width-1:0]  value_o
);
  typedef struct packed {
    logic [Causes-1:0]       waits;
    logic [Width-1:0]        since;
    logic [Causes*Width-1:0] cycles;
  } word_t;
  localparam int WordW = Causes + Width + Causes * Width;
  logic [WordW-1:0]        words_q [Places];   // by itself, as the simulator reads it
  logic [Causes*Width-1:0] copy_q [Places], shown;
  word_t                   word, word2_q, next_q;
  logic [PlaceW-1:0]       clear_q, at1_q, at2_q, at3_q, at4_q;
  logic [3:0]              v_q;
  logic                    clears_q, again;    // the place's last visit is still on its way
  logic [Causes-1:0]       waits2_q, waits3_q;   // since the last visit; since this one
  logic [Causes*Width-1:0] passed_q, cycles3_q;
  logic [Width-1:0]        now3_q;

  assign again = (v_q[0] && at1_q == place_i) || (v_q[1] && at2_q == place_i) || (v_q[2] && at3_q == place_i)
                 || (v_q[3] && at4_q == place_i);
  always_ff @(posedge clk_i) begin
    word  <= words_q[place_i];
    shown <= copy_q[index_i[3+:PlaceW]];
    if (clears_q || v_q[3]) begin
      words_q[clears_q ? clear_q : at4_q] <= clears_q ? '0 : next_q;
      copy_q[clears_q ? clear_q : at4_q]  <= clears_q ? '0 : next_q.cycles;
    end
  end
  always_ff @(posedge clk_i) begin
    clear_q                      <= clear_q + PlaceW'(1);
    if (clear_q == '1) clears_q  <= 1'b0;
    v_q                          <= {v_q[2:0], visit_i && !clears_q && !again};
    {at1_q, at2_q, at3_q, at4_q} <= {place_i, at1_q, at2_q, at3_q};
    word2_q                      <= {waits_i, word.since, word.cycles};
    waits2_q                     <= word.waits;
    if (v_q[1]) {waits3_q, cycles3_q} <= {word2_q.waits, word2_q.cycles};
    now3_q                       <= now_i;
    next_q.waits                 <= waits3_q;
    next_q.since                 <= now3_q;
    value_o                      <= '0;
    for (int c = 0; c < Causes; c++) begin
      passed_q[c*Width+:Width]      <= waits2_q[c] ? now_i - word2_q.since : '0;
      next_q.cycles[c*Width+:Width] <= cycles3_q[c*Width+:Width] + passed_q[c*Width+:Width];
      if (Codes[3*c+:3] == index_i[2:0]) value_o <= shown[c*Width+:Width];
    end
    if (rst_i) {clear_q, v_q, clears_q} <= {PlaceW'(0), 4'd0, 1'b1};
  end
endmodule
