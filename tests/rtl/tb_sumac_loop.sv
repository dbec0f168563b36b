// Loopback (R18) between a transmitter, a MAC and a receiver: packets of all lengths that go inside and others, while others
// come from the MAC as fast as they can, or now and then. Every packet comes out once, where it belongs, whole and in the order
// of its source; packets of the MAC never wait long; alone, none waits.
// +seed=N repeats a run.
module tb_sumac_loop #(parameter bit Small = 1'b0);
  localparam int SlotBeats = Small ? sumac_pkg::SmallSlotBeats : sumac_pkg::DefSlotBeats;
  localparam int Longest = SlotBeats + 2, Runs = 400_000;

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;
  function automatic int rnd(input int n);
    rnd = int'($urandom % n);
  endfunction

  typedef struct packed {
    logic         last;
    logic [63:0]  keep;
    logic [511:0] data;
  } beat_t;
  logic        in_inside = 1'b0, in_valid = 1'b0, in_ready, tx_valid, tx_ready = 1'b0, rx_valid = 1'b0, rx_user = 1'b0;
  logic        out_valid, out_user, idle;
  beat_t       in, tx, rx, out;

  sumac_loop #(.SlotBeats(SlotBeats)) dut (
    .clk_i(clk), .rst_i(rst), .in_tinside_i(in_inside), .in_tvalid_i(in_valid), .in_tready_o(in_ready),
    .in_tdata_i(in.data), .in_tkeep_i(in.keep), .in_tlast_i(in.last), .tx_tvalid_o(tx_valid), .tx_tready_i(tx_ready),
    .tx_tdata_o(tx.data), .tx_tkeep_o(tx.keep), .tx_tlast_o(tx.last), .rx_tvalid_i(rx_valid), .rx_tdata_i(rx.data),
    .rx_tkeep_i(rx.keep), .rx_tlast_i(rx.last), .rx_tuser_i(rx_user), .out_tvalid_o(out_valid), .out_tdata_o(out.data),
    .out_tkeep_o(out.keep), .out_tlast_o(out.last), .out_tuser_o(out_user), .idle_o(idle)
  );

  // The beats that must come out: at the MAC, and at receive from either source. A packet's way is that of its first offer.
  beat_t out_wire [$], out_inside [$], out_mac [$], now, due;
  logic  out_users [$], due_user;
  bit    way_known = 1'b0, way = 1'b0, from_mac = 1'b0, in_packet = 1'b0, taken = 1'b0, held = 1'b0;
  beat_t held_beat = '0;
  int    n = 0, n_inside = 0, n_wire = 0, n_mac = 0, n_met = 0, left = 0, rx_left = 0, rate = 100, tx_rate = 100, most = 0;

  always @(posedge clk) if (!rst) begin : check
    if (in_valid && !way_known) begin
      way = in_inside;
      way_known = 1'b1;
    end
    if (in_valid) begin
      if (tx_valid != !way) $fatal(1, "a packet goes the wrong way");
      if (held && tx_valid && tx != held_beat) $fatal(1, "a beat is not held");
    end
    held = tx_valid && !tx_ready;
    held_beat = tx;
    if (rx_valid) begin
      out_mac.push_back(rx);
      out_users.push_back(rx_user);
    end
    taken = in_valid && in_ready;
    if (taken && way) out_inside.push_back(in);
    if (tx_valid && tx_ready) begin
      if (!in_valid || tx != in) $fatal(1, "a beat for the MAC");
      n_wire += int'(tx.last);
    end
    if (taken && in.last) way_known = 1'b0;
    if (out_valid) begin
      if (!in_packet) from_mac = !(taken && way);
      if (from_mac) begin
        if (out_mac.size() == 0) $fatal(1, "[%0d] a beat that did not come from the MAC", n);
        {due, due_user} = {out_mac.pop_front(), out_users.pop_front()};
        if (due != out || due_user != out_user) $fatal(1, "[%0d] not the beat that came from the MAC", n);
        n_mac += int'(out.last);
      end else begin
        if (out_inside.size() == 0) $fatal(1, "[%0d] a beat that did not go in", n);
        due = out_inside.pop_front();
        if (due != out || out_user) $fatal(1, "[%0d] not the beat that goes in", n);
        n_inside += int'(out.last);
        n_met += int'(rx_valid);
      end
      in_packet = !out.last;
    end
    if (out_inside.size() != 0) $fatal(1, "a beat that goes in has waited");
    if (rx_valid && !way_known && !taken && out_mac.size() != 0 && idle && !out_valid)
      $fatal(1, "a beat of the MAC waits for nothing");
    if (out_mac.size() > most) most = out_mac.size();
    if (most > (Small ? 8 : 2 * Longest)) $fatal(1, "%0d beats of the MAC wait", most);
    if (idle != (out_mac.size() == 0 && !in_packet)) if (n > 10 && !out_valid && !rx_valid) $fatal(1, "idle %0d", idle);
  end

  function automatic beat_t any(input bit last, input logic [47:0] to);
    any.last = last;
    any.keep = {$urandom, $urandom};
    for (int i = 0; i < 16; i++) any.data[32*i +: 32] = $urandom;
    any.data[47:0] = to;
  endfunction

  always @(negedge clk) begin : drive
    n++;
    rst = n < 4;
    if (n % 2000 == 0) begin
      rate    = rnd(2) == 0 ? 100 : rnd(100);
      tx_rate = rnd(2) == 0 ? 100 : rnd(100);
    end
    if (taken || !in_valid) begin                 // a packet never pauses inside
      in_valid = left > 0 || (!rst && rnd(100) < tx_rate);
      if (in_valid) begin
        now  = any(1'b0, 48'(rnd(3)));
        if (left == 0) in_inside = rnd(4) == 0;
        left = left > 0 ? left - 1 : 1 + rnd(Longest - 1);
        in   = now;
        in.last = left == 0;
      end
    end
    // 50 of 64 bytes a cycle at the most
    rx_valid = !rst && rnd(100) < rate && n % 32 < 25;
    if (rx_valid) begin
      rx_left = rx_left > 0 ? rx_left - 1 : 1 + rnd(Longest - 1);
      rx      = any(rx_left == 0, 48'($urandom));
      rx_user = rnd(20) == 0;
    end
    tx_ready = rnd(100) < rate;
    if (n == Runs) begin
      if (n_inside < 1000 || n_wire < 1000 || n_mac < 1000 || n_met < 1000)
        $fatal(1, "%0d inside, %0d by the wire, %0d from it, %0d beats met", n_inside, n_wire, n_mac, n_met);
      $display("PASS tb_sumac_loop: %0d inside, %0d by the wire, %0d from it, %0d beats met; %0d waited at most", n_inside, n_wire,
               n_mac, n_met, most);
      $finish;
    end
  end

  initial begin
    int seed;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_loop: +seed=%0d", seed);
    void'($urandom(seed));
    {in, rx} = '0;
  end
endmodule
