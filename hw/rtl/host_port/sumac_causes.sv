// Counts for each stage the cycles that have gone to each cause. A stage has one cause at a time, which counts for the time until
// the next, also while the NIC sleeps; so a stage's causes add up to all cycles since reset.
// When the host asks, all stages change banks in one cycle, and what they have counted until then is added to what is kept, a
// word a cycle, where it can be read at leisure: it is of one moment, and counting goes on.
// Latency: an answer after 8 x stages + 9 cycles; a number 2 cycles after its index.
// Memory: RAM: what is kept. Reset: counts from 0.
module sumac_causes #(
  localparam int Stages = sumac_pkg::N_STAGES,
  localparam int Width  = 48
) (
  input  logic                clk_i,
  input  logic                rst_i,
  input  logic [47:0]         now_i,
  input  logic [3*Stages-1:0] cause_i,
  input  logic                keep_i,      // until kept_o, a pulse
  output logic                kept_o,
  input  logic [7:0]          index_i,     // {stage, cause}, or CYCLES_ALL
  output logic [47:0]         value_o
);
  logic             bank_q, busy_q, walks_q, none_q;
  logic [3:0]       begin_q;               // the banks change places, and what is on its way arrives
  logic [3:0]       v_q;
  logic [6:0]       walk_q, at1_q, at2_q, at3_q, at4_q;
  logic [Width-1:0] now_q, passed_q, all_q, kept_all_q, word, word3_q, new_q, new3_q, sum_q, value_q;
  logic [Width-1:0] news [Stages];
  logic [Width-1:0] kept_q [128];          // by itself, as the simulator reads it (sim/nic/vnic.cpp)

  for (genvar s = 0; s < Stages; s++) begin : g_stage
    sumac_cause_cycles #(.Width(Width)) u_cycles (
      .clk_i, .rst_i, .cause_i(cause_i[3*s+:3]), .passed_i(passed_q), .bank_i(bank_q), .index_i(walk_q[2:0]), .kept_o(news[s]),
      .forget_i(kept_o));
  end
  always_ff @(posedge clk_i) if (v_q[3]) kept_q[at4_q] <= sum_q;
  always_ff @(posedge clk_i) word <= kept_q[busy_q ? at1_q : index_i[6:0]];

  assign kept_o = v_q == 4'b1000;
  always_ff @(posedge clk_i) begin : time_passes
    now_q    <= now_i;
    passed_q <= rst_i ? '0 : now_i - now_q;
    all_q    <= rst_i ? '0 : all_q + passed_q;
  end
  always_ff @(posedge clk_i) begin : keep
    begin_q <= {begin_q[2:0], keep_i && !busy_q};
    busy_q  <= (keep_i || busy_q) && !kept_o;
    if (begin_q[0]) bank_q <= !bank_q;
    if (begin_q[3]) begin
      kept_all_q <= all_q;
      walk_q     <= 7'd0;
      walks_q    <= 1'b1;
    end
    if (walks_q) begin
      walk_q <= walk_q + 7'd1;
      if (32'(walk_q) == 8 * Stages - 1) walks_q <= 1'b0;
    end
    v_q                          <= {v_q[2:0], walks_q};
    {at1_q, at2_q, at3_q, at4_q} <= {walk_q, at1_q, at2_q, at3_q};
    new_q                 <= news[at1_q[6:3]];
    new3_q                <= new_q;
    word3_q               <= none_q ? '0 : word;
    sum_q                 <= word3_q + new3_q;
    if (kept_o) none_q <= 1'b0;
    value_q <= index_i == 8'(sumac_pkg::CYCLES_ALL) ? kept_all_q : none_q ? '0 : word;
    if (rst_i) {begin_q, busy_q, bank_q, walks_q, v_q, none_q, kept_all_q} <= {11'd0, 1'b1, Width'(0)};
  end
  assign value_o = value_q;
endmodule
