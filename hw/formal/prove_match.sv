// sumac_match: P1 and P2, of any one chunk of any channel, in any life of it. If its expectation came before its arrival, the
// arrival meets that expectation two cycles later; if its arrival came before its expectation or with it, the expectation finds
// that arrival three cycles later, and there is room in the queue, which prove_fifo is about. One of both is true, so there is
// exactly one event. Nothing of another chunk or an earlier life is met or found. Chunks are numbered modulo 16,
// twice what the module sees of them. The window has 4 chunks; of each memory the chunk's word is kept, others are any.
// Assumed: a chunk arrives when the one a window before it has been met and released (R1); of those that are expected and have not
// come there are at most a window (O4); chunks are expected and arrive in order, and not while their channel is being opened; then
// nothing of it is on its way; chunks are expected only while there is room. Other channels do as they like.
//
// RTL: sumac_match sumac_fifo
// Edit: sumac_match s/sumac_ram #(/formal_ram #(.Watched(1'b1), /
// Edit: sumac_match s/Window  = 16/Window  = 4/
// Edit: sumac_match s/ChanW + 4;/ChanW + 2;/
// Edit: sumac_match s/seq\[3:0\]/seq[1:0]/g
// Edit: sumac_match s/seq\[4\]/seq[2]/g
// Edit: sumac_match s/\[3:0\]       clear_no_q/[1:0] clear_no_q/
// Edit: sumac_match s/\(clear_no_q .*\)4'/\12'/
// Edit: sumac_match s/Depth = 32, Reserve = 12/Depth = 8, Reserve = 6/
// Cover: 24
// Mutant: sumac_match s/a1_q \&\& lap == arrival1_q.seq\[2\]/a1_q/
// Mutant: sumac_match s/e3_q \&\& a_lap_q == e_lap_q/e3_q/
// Mutant: sumac_match s/.r_en_i(e1_q), .r_addr_i(e1_at_q)/.r_en_i(expect_i), .r_addr_i(e_at)/
// Mutant: sumac_match s/clear || expect_data_i.seq\[2\]/!clear \&\& expect_data_i.seq[2]/
// Mutant: sumac_match s/clear || arrival_i.seq\[2\]/!clear \&\& arrival_i.seq[2]/
// Mutant: sumac_match s/ \&\& !arrive_i \&\& !expect_i;/;/
// Mutant: sumac_match s/clear_no_q == 2'(Window - 1)/clear_no_q == 2'(Window - 2)/
// Mutant: sumac_match s/Reserve = 6/Reserve = 2/
module prove_match (
  input logic       clk_i,
  input logic       rst_i,
  input logic       anew_i,
  input logic [1:0] anew_index_i,
  input logic       arrive_i,
  input logic [1:0] arrive_index_i,
  input logic [2:0] arrive_seq_i,    // of other channels
  input logic [1:0] arrive_what_i,
  input logic       expect_i,
  input logic [1:0] expect_index_i,
  input logic [2:0] expect_seq_i,
  input logic [1:0] expect_what_i,
  input logic       found_ready_i,
  input logic       release_i        // of the watched channel
);
  (* anyconst *) logic [1:0] mine;
  (* anyconst *) logic [3:0] chunk;
  logic       room, clears, met, found_valid, idle, live_q = 1'b0, opening_q = 1'b0;
  logic [3:0] arrived_q = '0, expected_q = '0, released_q = '0;      // the channel's next ones
  logic       anew, arrives, expects, arrive, expected;
  sumac_pkg::arrive_t arrival;
  sumac_pkg::expect_t expectation;
  sumac_pkg::met_t    met_data, found;
  assign anew     = anew_i && anew_index_i == mine;
  assign arrives  = arrive_i && arrive_index_i == mine;
  assign expects  = expect_i && expect_index_i == mine;
  assign arrive   = arrives && arrived_q == chunk;
  assign expected = expects && expected_q == chunk;
  always_comb begin
    arrival                  = '0;
    arrival.channel[1:0]     = arrive_index_i;
    arrival.seq[2:0]         = arrives ? arrived_q[2:0] : arrive_seq_i;
    {arrival.first, arrival.word[0]} = arrive_what_i;
    expectation              = '0;
    expectation.channel[1:0] = expect_index_i;
    expectation.seq[2:0]     = expects ? expected_q[2:0] : expect_seq_i;
    {expectation.ctx[0], expectation.pass[0]} = expect_what_i;
  end

  sumac_match #(.Groups(2), .Channels(4), .Rings(2), .RingSlots(2)) dut (
    .clk_i, .rst_i, .anew_i, .anew_index_i, .clears_o(clears), .arrive_i, .arrival_i(arrival), .room_o(room), .expect_i,
    .expect_data_i(expectation), .met_o(met), .met_data_o(met_data), .found_valid_o(found_valid), .found_ready_i,
    .found_o(found), .idle_o(idle));

  // Inside: the words that are kept, and what goes into the queue.
  (* hierconn *) logic [3:0] \dut.u_expected.at , \dut.u_arrived.at ;
  (* hierconn *) logic       \dut.finds , \dut.in_ready , \dut.clear_q ;
  (* hierconn *) logic [sumac_pkg::MET_W-1:0] \dut.found3_q ;
  sumac_pkg::met_t found3;
  assign found3 = \dut.found3_q ;

  // The watched chunk: whether its expectation and its arrival have come, with what, and how long ago.
  logic       e_seen_q = 1'b0, a_seen_q = 1'b0;
  logic [1:0] e_what_q, a_what_q, a_age_q = '0, a_second_q, arrive_age_q = '0;
  logic [2:0] e_age_q = '0, e_second_q, expect_age_q = '0, mine_age_q = '0;

  always_comb begin
    assume (\dut.u_expected.at == {mine, chunk[1:0]} && \dut.u_arrived.at == {mine, chunk[1:0]});
    if (anew_i) assume (!\dut.clear_q );
    if (expect_i) assume (room);
    if (arrives || expects) assume (live_q && !anew && !(opening_q && clears));
    if (arrives) assume (arrived_q - released_q < 4'd4);
    if (expects) assume (signed'(expected_q - arrived_q) < 4'sd4);
    if (release_i) assume (released_q != arrived_q && released_q != expected_q);
    if (anew) assume (mine_age_q == '0);
  end

  always_ff @(posedge clk_i) begin
    opening_q    <= !rst_i && (anew || (opening_q && clears));
    mine_age_q   <= {mine_age_q[1:0], arrives || expects};
    arrive_age_q <= {arrive_age_q[0], arrive_i};
    expect_age_q <= {expect_age_q[1:0], expect_i};
    a_age_q      <= {a_age_q[0], arrive};
    e_age_q      <= {e_age_q[1:0], expected};
    a_second_q   <= {a_second_q[0], e_seen_q};
    e_second_q   <= {e_second_q[1:0], a_seen_q || arrive};
    if (release_i) released_q <= released_q + 4'd1;
    if (release_i && released_q == chunk) {a_seen_q, e_seen_q} <= 2'b00;
    if (arrives) arrived_q <= arrived_q + 4'd1;
    if (expects) expected_q <= expected_q + 4'd1;
    if (arrive) {a_seen_q, a_what_q} <= {1'b1, arrive_what_i};
    if (expected) {e_seen_q, e_what_q} <= {1'b1, expect_what_i};
    if (anew) {live_q, arrived_q, expected_q, released_q, a_seen_q, e_seen_q} <= {1'b1, 14'd0};
    if (rst_i) {live_q, a_seen_q, e_seen_q, arrive_age_q, expect_age_q, a_age_q, e_age_q, mine_age_q} <= '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert ((!met || arrive_age_q[1]) && (!\dut.finds || expect_age_q[2]));
      if (a_age_q[1]) assert (met == a_second_q[1]);
      if (a_age_q[1] && met)
        assert ({met_data.channel[1:0], met_data.ctx[0], met_data.pass[0], met_data.first, met_data.word[0]}
                == {mine, e_what_q, a_what_q});
      if (e_age_q[2]) assert (\dut.finds == e_second_q[2]);
      if (e_age_q[2] && \dut.finds )
        assert ({found3.channel[1:0], found3.ctx[0], found3.pass[0], found3.first, found3.word[0]} == {mine, e_what_q, a_what_q});
      assert (!\dut.finds || \dut.in_ready );
      cover (a_age_q[1] && met && chunk == 4'd5);
      cover (e_age_q[2] && \dut.finds && a_age_q == '0 && chunk == 4'd5);
      cover (anew && live_q && e_seen_q && !a_seen_q);
      cover (found_valid && found.channel[1:0] == mine && !room);
    end
  end
  formal_reset u_reset (.clk_i, .rst_i);
endmodule
