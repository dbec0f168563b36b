// Bench of the combine unit, wired to packet memory as the NIC has it: sumac_combine with sumac_combine_flight and the
// lanes. The script is in ref_combine_script.c, the model in ref_combine.c: every write is compared, in order, with a
// model that executes the passes one after the other; so are tags and refusals; the unit is idle with no pass in it only.
// Phases:
//   values   every (op, type) on operands at random, corners among them (all corners: tb_sumac_alu)
//   refusal  every (op, type) of 16 x 256: done or refused as the table says, and nothing else
//   hazards  chains of passes of 1 to 20 beats, dst of one near left or right of the next; random passes
//   nested   a - b through a 16-input postfix program, against E(0, 16)
//   rate     programs of 1, 2 and 16 inputs, every op and type, and an op and type that change with every pass, of one
//            beat and of whole slots: at least 0.99 beats a cycle. The latter also while the bench stalls the passes,
//            left's reads, right's or the writes, or all of them; cycles in which it does so are not counted
//   chain    single beats, each of which needs the one before, on its left or right: exactly the unit's latency
// The first three also run under random traffic on packet memory's other ports. Small = 1: smallest parameters and
// more stages in the float lanes; the programs of 16 inputs are left out, since they do not fit.
// C: ref_combine.c ref_combine_script.c ref_beat.c
// C: host/oracle/oracle.c host/oracle/corners.c host/oracle/vectors.c host/oracle/vectors_float.c
module tb_sumac_combine #(
  parameter bit Small = 1'b0
);
  localparam int PoolBeats = Small ? sumac_pkg::SmallPoolBeats : sumac_pkg::DefPoolBeats;
  localparam int Banks     = Small ? sumac_pkg::SmallPoolBanks : sumac_pkg::DefPoolBanks;
  localparam int SlotBeats = Small ? sumac_pkg::SmallSlotBeats : sumac_pkg::DefSlotBeats;
  localparam int Stages    = Small ? sumac_pkg::SmallFloatStages : sumac_pkg::DefFloatStages;
  localparam int AddrW     = $clog2(PoolBeats);
  localparam int Half      = PoolBeats / 2;    // passes work below, other ports' traffic above

  import "DPI-C" function void ref_seed(input int seed);
  import "DPI-C" function void ref_combine_init(input int pool_beats, input int slot_beats, input int smallest,
                                                input int float_cycles);
  import "DPI-C" function int ref_combine_next(
    input longint cycle, input int unit_idle, output int gap, output int traffic, output int aim, output int left,
    output int right, output int dst, output int beats, output int op, output int typ, output int tag,
    output bit [511:0] data, output int error);
  import "DPI-C" function int ref_combine_wrote(input int addr, input bit [511:0] data);
  import "DPI-C" function int ref_combine_done(input int tag);
  import "DPI-C" function void ref_combine_bad();
  import "DPI-C" function void ref_combine_summary(
    output longint writes, output int bad_passes, output real rate2, output real rate16,
    output real rate_stalled, output int quick_chain, output int float_chain);

  logic clk = 1'b0, rst = 1'b1;
  initial forever #2 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_combine: +seed=%0d", seed);
    void'($urandom(seed));
    ref_seed(seed);
  end

  // ---- the unit and packet memory
  sumac_pkg::pass_t pass;
  logic             pass_valid = 1'b0, pass_ready, done_valid, combined, bad, idle;
  logic [15:0]      done_tag;
  logic             l_r_valid, l_r_ready, l_d_valid, r_r_valid, r_r_ready, r_d_valid, w_valid, w_ready;
  logic [AddrW-1:0] l_r_addr, r_r_addr, w_addr;
  logic [511:0]     l_d_data, r_d_data, w_data;
  logic             rx_valid = 1'b0, tx_valid = 1'b0, dw_valid = 1'b0, dr_valid = 1'b0, dw_ready, dr_ready;
  logic [AddrW-1:0] rx_addr, tx_addr, dw_addr, dr_addr;
  logic [511:0]     rx_data;
  logic             unused_rx_ready, unused_tx_ready, unused_tx_d_valid, unused_dr_d_valid;
  logic [511:0]     unused_tx_d_data, unused_dr_d_data;

  sumac_combine #(.PoolBeats(PoolBeats), .SlotBeats(SlotBeats), .FloatStages(Stages), .TestOps(1'b1)) dut (
    .clk_i(clk), .rst_i(rst),
    .pass_valid_i(pass_valid), .pass_ready_o(pass_ready), .pass_i(pass),
    .done_valid_o(done_valid), .done_tag_o(done_tag), .combined_o(combined), .bad_o(bad), .idle_o(idle),
    .l_r_valid_o(l_r_valid), .l_r_ready_i(l_r_ready), .l_r_addr_o(l_r_addr), .l_d_valid_i(l_d_valid),
    .l_d_data_i(l_d_data), .r_r_valid_o(r_r_valid), .r_r_ready_i(r_r_ready), .r_r_addr_o(r_r_addr),
    .r_d_valid_i(r_d_valid), .r_d_data_i(r_d_data),
    .w_valid_o(w_valid), .w_ready_i(w_ready), .w_addr_o(w_addr), .w_data_o(w_data)
  );
  sumac_pool #(.PoolBeats(PoolBeats), .Banks(Banks)) u_pool (
    .clk_i(clk), .rst_i(rst),
    .w_valid_i({dw_valid, w_valid, rx_valid}), .w_ready_o({dw_ready, w_ready, unused_rx_ready}),
    .w_addr_i({dw_addr, w_addr, rx_addr}), .w_data_i({rx_data, w_data, rx_data}),
    .r_valid_i({dr_valid, r_r_valid, l_r_valid, tx_valid}), .r_ready_o({dr_ready, r_r_ready, l_r_ready, unused_tx_ready}),
    .r_addr_i({dr_addr, r_r_addr, l_r_addr, tx_addr}), .d_valid_o({unused_dr_d_valid, r_d_valid, l_d_valid, unused_tx_d_valid}),
    .d_data_o({unused_dr_d_data, r_d_data, l_d_data, unused_tx_d_data})
  );

  // ---- what happens is reported to the model, at the clock edge. Not counted: cycles in which a stream that the
  // bench stalls moves nothing. An access that it leaves alone may be refused a bank by another of the unit's: that counts.
  longint     cycle = 0, counted = 0, combines = 0;
  int         passes = 0;                    // taken, and neither done nor refused
  logic       withheld = 1'b0, stalled;      // withheld: a pass
  logic [3:1] refused;

  assign refused = {w_valid && !w_ready, r_r_valid && !r_r_ready, l_r_valid && !l_r_ready};
  assign stalled = (withheld && pass_ready) || (aim != 0 ? refused[2'(aim)] : traffic != 0 && refused != '0);

  always_ff @(posedge clk) begin
    cycle   <= cycle + 1;
    counted <= counted + longint'(!stalled);
    if (cycle > 20_000_000) $fatal(1, "no end");
    if (!rst) begin
      if (combined) combines <= combines + 1;
      passes <= passes + int'(pass_valid && pass_ready) - int'(done_valid) - int'(bad);
      if (idle && passes != 0) $fatal(1, "idle, with %0d passes inside", passes);
      if (bad) ref_combine_bad();
      // not joined by &&: Verilator 5.006 makes the calls whatever the left side is
      if (w_valid && w_ready) begin
        if (ref_combine_wrote(int'(w_addr), w_data) != 0) $fatal(1, "see above");
      end
      if (done_valid) begin
        if (ref_combine_done(int'(done_tag)) != 0) $fatal(1, "see above");
      end
    end
  end

  // ---- the next thing to do, between clock edges
  int         gap = 0, traffic = 0, aim = 0, give, left, right, dst, beats, op, typ, tag, error;
  bit [511:0] data;
  longint     writes;
  int         bad_passes, quick_chain, float_chain;
  real        rate2, rate16, rate_stalled;
  logic       pass_taken = 1'b1, dw_taken = 1'b1, dr_taken = 1'b1;

  always_ff @(posedge clk) begin
    pass_taken <= !pass_valid || pass_ready;
    dw_taken   <= !dw_valid || dw_ready;
    dr_taken   <= !dr_valid || dr_ready;
  end

  // Aimed at one stream (1 left, 2 right, 3 the write), other ports take that one's bank, and nothing else.
  task automatic aimed_ports();
    logic hit;
    hit      = int'($urandom_range(255)) < traffic;
    rx_valid = hit && aim == 3;
    rx_addr  = AddrW'(Half + int'(w_addr) % Banks);
    rx_data  = {16{$urandom}};
    tx_valid = hit && (aim == 1 || (aim == 2 && !(l_r_valid && (l_r_addr ^ r_r_addr) % AddrW'(Banks) == '0)));
    tx_addr  = aim == 1 ? l_r_addr : r_r_addr;
    {dw_valid, dr_valid} = '0;
  endtask

  // Else anything; now and then all that is received goes to the bank of the unit's write, until the unit is full.
  int kept_out = 0;

  task automatic other_ports();
    rx_valid = int'($urandom_range(255)) < traffic;
    rx_addr  = AddrW'(Half + int'($urandom_range(Half - 1)));
    if (kept_out == 0 && traffic != 0 && $urandom_range(499) == 0) kept_out = 80;
    if (kept_out != 0) begin
      kept_out--;
      rx_valid = 1'b1;
      rx_addr  = AddrW'(Half + int'(w_addr) % Banks);
    end
    rx_data  = {16{$urandom}};
    tx_valid = int'($urandom_range(255)) < traffic;
    tx_addr  = AddrW'($urandom);
    if (dw_taken) begin
      dw_valid = int'($urandom_range(255)) < traffic;
      dw_addr  = AddrW'(Half + int'($urandom_range(Half - 1)));
    end
    if (dr_taken) begin
      dr_valid = int'($urandom_range(255)) < traffic;
      dr_addr  = AddrW'($urandom);
    end
  endtask

  initial begin
    ref_combine_init(PoolBeats, SlotBeats, int'(Small), dut.u_alu.FloatCycles + 6);   // read, register, choice, write, grant
    repeat (3) @(negedge clk);
    rst   = 1'b0;
    give  = 0;
    error = 0;
    while (give != 3) begin
      @(negedge clk);
      if (aim == 0) other_ports();
      else aimed_ports();
      withheld = pass_taken && int'($urandom_range(255)) < gap;
      if (pass_taken) begin
        pass_valid = 1'b0;
        if (!withheld) begin
          give = ref_combine_next(counted, int'(idle), gap, traffic, aim, left, right, dst, beats, op, typ, tag, data,
                                  error);
          if (error != 0) $fatal(1, "see above");
          pass_valid = (give == 1);
          if (give == 1) pass = {17'(left), 17'(right), 17'(dst), 7'(beats), 4'(op), 8'(typ), 16'(tag)};
          if (give == 2) begin
            rx_valid = 1'b1;
            rx_addr  = AddrW'(dst);
            rx_data  = data;
          end
        end
      end
    end
    ref_combine_summary(writes, bad_passes, rate2, rate16, rate_stalled, quick_chain, float_chain);
    $display("PASS tb_sumac_combine: Small %0d, %0d cycles, %0d writes, %0d combines, %0d refusals; %s; %s; %s",
             Small, cycle, writes, combines, bad_passes,
             Small ? $sformatf("%.3f beats a cycle or more with 2 inputs", rate2) :
             $sformatf("%.3f / %.3f beats a cycle or more with 2 / 16 inputs", rate2, rate16),
             $sformatf("%.3f or more when stalled", rate_stalled),
             $sformatf("single beats in a chain: %0d cycles each for sums of integers, %0d of floats", quick_chain, float_chain));
    $finish;
  end
endmodule
