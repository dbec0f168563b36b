// The route table, with random programs judged in C: exactly the good ones make an entry, with the head that they say; any other,
// also one that is not written to its end, leaves its entry empty; the reader sees the streams of the entry and index it asks for;
// what is outside the table, or of a group that does not live, touches nothing, nor does what is written over a good entry; opening
// a group empties its entries at once. One ring takes from a channel, until that is opened.
// C: ref_route.c
module tb_sumac_routes #(
  parameter bit Small = 1'b0
);
  localparam int FanIn    = Small ? sumac_pkg::SmallFanIn : sumac_pkg::DefFanIn;
  localparam int Channels = Small ? sumac_pkg::SmallChannels : 200;
  localparam int Rings    = Small ? sumac_pkg::SmallRings : sumac_pkg::DefRings;
  localparam int Groups = 2, Routes = 4, EntryW = 3, Entries = 8;
  localparam int Foreign = Channels - 1;  // a channel of no group of ours
  localparam int Lacks = Rings - 1;       // a ring that our groups lack
  localparam int ChanW = $clog2(Channels);
  localparam int Depth = $clog2(FanIn) + 1;

  import "DPI-C" function void ref_route_seed(input int seed);
  import "DPI-C" function longint ref_route_next(input int fan_in, input int channels, input int foreign, input int rings,
      input int depth);
  import "DPI-C" function int ref_route_word(input int word);
  import "DPI-C" function void ref_route_taken();
  import "DPI-C" function void ref_route_anew(input int channel);

  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_routes: +seed=%0d", seed);
    void'($urandom(seed));
    ref_route_seed(seed);
  end

  logic [Groups-1:0] live = '0, reset = '0;
  logic [7:0]  w_status;
  logic [3:0]  w_ring;
  logic [ChanW-1:0] c_index;
  logic [2:0]  mine = '0, fits = '0;    // what is asked for, on its way
  logic        w_valid = 1'b0, w_known, anew = 1'b0;
  logic [ChanW-1:0] anew_index = '0;
  int          n_anew = 0;              // channels opened since reset
  logic [15:0] w_group = '0, w_route = '0;
  logic [4:0]  w_word = '0;
  logic [31:0] w_data = '0;
  logic [25:0] head;
  logic [1:0]  en = '0;                 // h, a
  logic [EntryW-1:0] addr [2];
  logic [3:0]  index;
  logic [15:0] a_in, a_out;
  sumac_pkg::tree_t a_tree, x_tree = '0;
  bit          x_tree_known = 1'b0, x_head_known = 1'b0, was_known = 1'b0;

  sumac_routes #(.FanIn(FanIn), .Groups(Groups), .Channels(Channels), .Rings(Rings), .Routes(Routes)) dut (
    .clk_i(clk), .rst_i(rst), .live_i(live), .reset_i(reset), .w_valid_i(w_valid), .w_i({w_group, w_route, w_word, w_data}),
    .w_known_o(w_known), .w_status_o(w_status), .w_ring_o(w_ring), .w_fits_i(fits[2]), .c_index_o(c_index), .c_mine_i(mine[2]),
    .anew_i(anew), .anew_index_i(anew_index),
    .h_en_i(en[0]), .h_addr_i(addr[0]), .h_data_o(head),
    .a_en_i(en[1]), .a_addr_i(addr[1]), .a_index_i(index), .a_in_o(a_in), .a_out_o(a_out), .a_tree_o(a_tree)
  );

  logic [25:0]  heads [Entries];        // 0: empty
  logic [31:0]  words [Entries*17];
  longint verdict = 0;
  int    n = 0, word = 0, last = 17, n_good = 0, n_bad = 0, n_outside = 0, n_read = 0, e;
  bit    outside;
  logic [Groups-1:0] was_live = '0, opened = '0;
  logic [25:0] x_head = '0;
  logic [15:0] x_in = '0, x_out = '0;
  bit          x_known = 1'b0;

  function automatic logic [15:0] half(int entry, int first, logic [3:0] i);
    half = i[0] ? words[entry*17+first+int'(i[3:1])][31:16] : words[entry*17+first+int'(i[3:1])][15:0];
  endfunction

  // The tree of an entry's program, with a stack of where each value begins.
  function automatic sumac_pkg::tree_t pass(int entry, int m);
    int begins [$];
    int inputs = int'(heads[entry][4:0]), right;
    logic [15:0] in;
    pass = '0;
    for (int i = 0; i < inputs; i++) begin
      begins.push_back(i);
      in = half(entry, 1, 4'(i));
      for (int c = int'(in[5:2]); c > 0; c--) begin
        right = begins.pop_back();
        if (right == m)
          pass = {4'(begins[begins.size()-1]), c > 1 ? 4'(begins[begins.size()-1]) : i == inputs - 1 ? 4'd0 : 4'(i + 1)};
      end
    end
  endfunction

  // The table keeps this of a stream: whether a combine follows the input, whether it is memory, and its channel.
  function automatic logic [ChanW+1:0] kept(input logic [15:0] stream, input bit of_input);
    kept = {of_input && stream[5:2] != 4'd0, stream[1:0] == sumac_pkg::STREAM_MEMORY, stream[6+:ChanW]};
  endfunction

  // The answers of the reads that the clock before took, still held.
  always @(negedge clk) begin
    if (n > 10) begin
      if (x_head_known && head != x_head) $fatal(1, "head %h, not %h", head, x_head);
      if (x_known && (kept(a_in, 1'b1) != kept(x_in, 1'b1) || kept(a_out, 1'b0) != kept(x_out, 1'b0)))
        $fatal(1, "a stream is not what was written");
      if (x_tree_known && a_tree != x_tree) $fatal(1, "a pass is %h, not %h", a_tree, x_tree);
      n_read = n_read + int'(x_known);
    end
    n   = n + 1;
    rst = n < 4 || n == 60_000;
    if (n == 400_000) begin
      if (n_good < 500 || n_bad < 500 || n_outside < 50 || n_read < 5000)
        $fatal(1, "%0d good, %0d bad, %0d outside, %0d read", n_good, n_bad, n_outside, n_read);
      $display("PASS tb_sumac_routes: FanIn %0d: %0d good, %0d refused, %0d outside", FanIn, n_good, n_bad, n_outside);
      $finish;
    end
    // groups come and go between two routes
    reset = '0;
    if (rst) live = '0;
    else if (word == 0 && !w_valid && $urandom_range(20) == 0) begin
      live  = live ^ Groups'(1 << $urandom_range(Groups - 1));
      reset = live & ~was_live;
    end
    was_live = live;
    // so do channels: first all of them
    if (rst) n_anew = 0;
    anew = !rst && n > 6 && word == 0 && !w_valid && (n_anew < Channels || $urandom_range(3) == 0);
    if (anew) begin
      anew_index = ChanW'(n_anew < Channels ? n_anew : $urandom_range(Channels - 1));
      n_anew     = n_anew + 1;
      ref_route_anew(int'(anew_index));
    end
    // writing: word after word with pauses, now and then not to the end
    if (was_known || rst) w_valid = 1'b0;
    else if (!w_valid && n_anew >= Channels && !anew && reset == '0 && $urandom_range(3) != 0) begin
      w_valid = 1'b1;
      if (word == 0) begin
        verdict = ref_route_next(FanIn, Channels, Foreign, Lacks, Depth);
        last    = ($urandom_range(9) == 0) ? int'($urandom_range(16)) : 17;
        w_group = 16'($urandom_range(Groups - 1)) | (($urandom_range(30) == 0) ? 16'h100 : 16'h0);
        w_route = 16'($urandom_range(Routes - 1)) | (($urandom_range(30) == 0) ? 16'h10 : 16'h0);
      end
      w_word = 5'(word);
      w_data = 32'(ref_route_word(word));
      word   = word + 1;
      if (word >= last) word = 0;
    end
    if (rst) word = 0;
    for (int i = 0; i < 2; i++) begin
      en[i]   = $urandom_range(1) == 0 || n < 8;
      addr[i] = EntryW'($urandom);
    end
    index = 4'($urandom);
  end

  always @(posedge clk) begin
    mine <= {mine[1:0], c_index != ChanW'(Foreign)};
    fits <= {fits[1:0], w_ring != 4'(Lacks)};
    // a read in the cycle of a write sees the old; nobody reads of a group that has not been opened
    if (en[0]) {x_head_known, x_head} = {opened[addr[0][EntryW-1]], heads[addr[0]]};
    if (en[1]) begin
      x_known = opened[addr[1][EntryW-1]] && heads[addr[1]] != '0;     // only good entries are read
      x_in    = half(int'(addr[1]), 1, index);
      x_out   = half(int'(addr[1]), 9, index);
      x_tree       = pass(int'(addr[1]), int'(index));
      x_tree_known = x_known && heads[addr[1]][17:16] != 2'd2 && index != 4'd0
                     && {1'b0, index} < heads[addr[1]][4:0];
    end
    opened = rst ? '0 : opened | reset;
    for (int i = 0; i < Entries; i++) if (reset[i/Routes]) heads[i] = '0;
    was_known = w_valid && w_known;
    if (was_known) begin
      outside = w_group >= 16'(Groups) || w_route >= 16'(Routes);
      e       = int'(w_group[0]) * Routes + int'(w_route[1:0]);
      if (w_status != (outside ? sumac_pkg::ST_EINVAL : live[w_group[0]] && heads[e] == '0 ? sumac_pkg::ST_OK
          : sumac_pkg::ST_ESTATE)) $fatal(1, "status %0d", w_status);
      outside = w_status != sumac_pkg::ST_OK;
      if (!outside) begin
        words[e*17+int'(w_word)] = w_data;
        if (w_word == 5'd16 && verdict >= 0) begin
          heads[e] = 34'(verdict);
          ref_route_taken();
        end
      end
      if (w_word == 5'd16) begin
        n_outside = n_outside + int'(outside);
        if (verdict >= 0) n_good = n_good + 1;
        else n_bad = n_bad + 1;
      end
    end
  end
endmodule
