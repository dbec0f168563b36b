// The cycles of a stage by cause, since reset, in two banks: one counts, and the other keeps what was counted until the banks
// changed places, to be added up and forgotten (sumac_causes). A cause counts for the time that passes until the next one is told.
// A sum grows in a register as long as its cause stands; a word that was read too early is forwarded from there.
// Latency: a cause counts 3 cycles later, in the bank that counted when it came. Memory: RAM that is read at once. Reset: both
// banks hold nothing.
module sumac_cause_cycles #(
  parameter int Width = 48
) (
  input  logic             clk_i,
  input  logic             rst_i,
  input  logic [2:0]       cause_i,
  input  logic [Width-1:0] passed_i,       // two cycles later: the time until the next cause
  input  logic             bank_i,         // that counts
  input  logic [2:0]       index_i,
  output logic [Width-1:0] kept_o,         // of the other bank, a cycle later
  input  logic             forget_i        // it
);
  logic [Width-1:0] cycles_q [16];
  logic [15:0]      some_q;                // words that hold something
  logic [3:0]       at0_q, at1_q, at2_q;
  logic             same_q;
  logic [Width-1:0] word_q, sum_q;         // at at1_q, at at2_q
  always_ff @(posedge clk_i) cycles_q[at2_q] <= sum_q;
  always_ff @(posedge clk_i) begin
    {at0_q, at1_q, at2_q} <= {bank_i, cause_i, at0_q, at1_q};
    same_q        <= at0_q == at1_q;
    word_q        <= at0_q == at2_q ? sum_q : some_q[at0_q] ? cycles_q[at0_q] : '0;
    sum_q         <= (same_q ? sum_q : word_q) + passed_i;
    kept_o        <= some_q[{!bank_i, index_i}] ? cycles_q[{!bank_i, index_i}] : '0;
    some_q[at2_q] <= 1'b1;
    if (forget_i) some_q[8*32'(!bank_i)+:8] <= 8'd0;
    if (rst_i) some_q <= 16'd0;
    if (rst_i) {word_q, sum_q} <= '0;
  end
endmodule
