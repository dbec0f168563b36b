// The route table: the host writes an entry word by word; what this NIC cannot do, or what would not be a
// program, leaves the entry empty, and a descriptor that names it is refused. So nothing behind this module
// meets an impossible route.
//
// An entry is good when: 1 to FanIn inputs, at most 16 outputs, the group has the ring; every stream is memory (once at most
// among inputs, once among outputs) or an open channel of the group; the postfix program leaves one value and never
// needs more than the stack holds (sumac_route_tree); every output is tapped after the last input. A spread node
// (ROUTE_HEAD.SPREAD) has memory as its one input, or its one output, and channels on the other side; it combines nothing. Words
// for a group that does not live are refused, and so are those for a good entry, of which a node may be making use: opening the
// group empties its entries. A channel stays its group's as long as that lives. So a route that was good when a descriptor was
// checked is good to its end.
// Nor does an entry name a channel twice among its inputs, or twice among its outputs, whose chunks would wait for each other; and
// one ring takes from a channel (O4): that of the first good entry with it as an input, until the channel is opened anew.
// An entry is judged when its last word comes: a walk over its streams, three cycles each, which asks for each one's channel, and
// marks it; and another one, which takes the marks away, and says which ring takes from the channels if the entry is good.
// Opening a group empties its entries by a walk, too, for which its words wait; until it ends they read as empty.
// Memory: all tables are RAM; flops hold which groups' entries are still to be emptied. Latency: a word takes 4 cycles, the last
// one up to 220 more. Reads come the cycle after the address: fetch is the one reader. Reset: none of the groups is open.
module sumac_routes #(
  parameter int FanIn    = sumac_pkg::DefFanIn,
  parameter int Groups   = sumac_pkg::DefGroups,
  parameter int Channels = sumac_pkg::DefChannels,
  parameter int Rings    = sumac_pkg::DefRings,
  parameter int Routes   = sumac_pkg::DefRoutes,
  localparam int GroupW  = $clog2(Groups),
  localparam int ChanW   = $clog2(Channels),
  localparam int RouteW  = $clog2(Routes),
  localparam int EntryW  = GroupW + RouteW
) (
  input  logic              clk_i,
  input  logic              rst_i,
  input  logic [Groups-1:0] live_i,       // groups that are open, failed or closing
  input  logic [Groups-1:0] reset_i,      // pulse: the group is opened
  // a word, which stands until it is known what has become of it
  input  logic              w_valid_i,
  input  sumac_pkg::route_word_t w_i,
  output logic              w_known_o,    // a pulse
  output logic [7:0]        w_status_o,   // ST_OK: it was written; else why not
  output logic [3:0]        w_ring_o,     // the ring that the route names
  input  logic              w_fits_i,     // the group has that, three cycles later
  output logic [ChanW-1:0]  c_index_o,    // a channel that it names
  input  logic              c_mine_i,     // it is open and the group's, likewise
  input  logic              anew_i,       // a channel is opened; not while a word stands
  input  logic [ChanW-1:0]  anew_index_i,
  // the head
  input  logic              h_en_i,
  input  logic [EntryW-1:0] h_addr_i,
  output sumac_pkg::head_t  h_data_o,
  // fetch walks inputs and outputs together
  input  logic              a_en_i,
  input  logic [EntryW-1:0] a_addr_i,
  input  logic [3:0]        a_index_i,
  output sumac_pkg::route_in_t a_in_o,    // its combines: whether there are any
  output sumac_pkg::route_out_t a_out_o,  // without its tap
  output sumac_pkg::tree_t  a_tree_o      // the pass that a_index_i names
);
  localparam int Entries = Groups * Routes;

  // A word: what stands in its way is looked up, then it is taken, and after the last one the streams are walked over.
  typedef enum logic [2:0] {Rest, Look, Take, Ask, Read, Use, Settle, Known} state_e;
  state_e            state_q;
  logic              exists_q, lives_q, waits_q, may_q, there, last_word, in_w, out_w, walked, good_q;
  logic [GroupW-1:0] w_group;
  logic [EntryW-1:0] w_entry;
  logic [4:0]        at_q;              // of the word among those with streams
  assign w_group    = w_i.group[GroupW-1:0];
  assign w_entry    = {w_group, w_i.route[RouteW-1:0]};
  assign last_word  = at_q == 5'd15;
  assign in_w       = state_q == Take && may_q && at_q[4:3] == 2'd0;
  assign out_w      = state_q == Take && may_q && at_q[4:3] == 2'd1;
  assign w_known_o  = state_q == Known;

  // The head, which counts when the streams come.
  sumac_pkg::route_head_t head_q;
  logic                   head_good, head_good_q, scatters, gathers;
  assign scatters = head_q.spread == 2'd1;
  assign gathers  = head_q.spread == 2'd2;
  assign w_ring_o = head_q.ring;
  always_comb begin : judge_head
    head_good = head_q.n_in != 5'd0 && 32'(head_q.n_in) <= FanIn && head_q.n_out <= 5'd16 && head_q.zero == 8'd0
                && 32'(head_q.ring) < Rings && w_fits_i;
    case (head_q.spread)
      2'd0: if ({head_q.first, head_q.parts} != 8'd0) head_good = 1'b0;
      2'd1: if (head_q.n_in != 5'd1 || head_q.n_out == 5'd0 || head_q.first > head_q.parts) head_good = 1'b0;
      2'd2: if (head_q.n_out != 5'd1 || head_q.first > head_q.parts) head_good = 1'b0;
      default: head_good = 1'b0;
    endcase
  end

  // The walk: inputs, then outputs.
  logic       outputs_q, last_q, use_it, tree_ready, tree_good, bad_q, mem_in_q, mem_out_q, memory, channel;
  logic       second_q;                // the other walk
  logic [1:0] side_q;
  logic [2:0] looks_q;                 // channels that were asked for
  logic [3:0] index_q, tap_q;          // the last input
  logic [4:0] next_q;
  logic [31:0] pair;
  sumac_pkg::route_in_t  stream_q;
  assign walked  = state_q == Settle && looks_q == '0 && tree_ready;
  assign use_it  = state_q == Use && tree_ready;
  assign memory  = stream_q.kind == sumac_pkg::STREAM_MEMORY;
  assign channel = stream_q.kind == sumac_pkg::STREAM_CHANNEL && 32'(stream_q.channel) < Channels;
  assign c_index_o = stream_q.channel[ChanW-1:0];

  always_ff @(posedge clk_i) begin : words
    case (state_q)
      Rest:    if (w_valid_i) state_q <= Look;
      Look:    state_q <= waits_q ? Rest : Take;
      Take:    state_q <= may_q && last_word && head_good_q ? Ask : Known;
      Ask:     state_q <= Read;
      Read:    state_q <= Use;
      Use:     if (tree_ready) state_q <= last_q && (outputs_q || head_q.n_out == 5'd0) ? Settle : Ask;
      Settle:  if (walked) state_q <= second_q ? Known : Ask;
      default: state_q <= Rest;
    endcase
    at_q        <= w_i.word - 5'd1;
    exists_q    <= 32'(w_i.group) < Groups && 32'(w_i.route) < Routes;
    lives_q     <= live_i[w_group];
    waits_q     <= stale_q[w_group];
    head_good_q <= head_good;
    may_q       <= exists_q && lives_q && !there;
    if (state_q == Take && !may_q) w_status_o <= exists_q ? sumac_pkg::ST_ESTATE : sumac_pkg::ST_EINVAL;
    if (state_q == Rest) w_status_o <= sumac_pkg::ST_OK;
    if (state_q == Take && may_q && at_q[4]) head_q <= w_i.data;
    if (rst_i) begin
      state_q    <= Rest;
      w_status_o <= sumac_pkg::ST_OK;
    end
  end

  always_ff @(posedge clk_i) begin : walk
    if (state_q == Read) begin
      stream_q <= index_q[0] ? pair[31:16] : pair[15:0];
      last_q   <= next_q == (outputs_q ? head_q.n_out : head_q.n_in);
    end
    tap_q   <= head_q.n_in[3:0] - 4'd1;
    looks_q <= {looks_q[1:0], use_it && channel};
    side_q  <= {side_q[0], outputs_q};
    if (use_it) begin
      index_q   <= last_q ? 4'd0 : next_q[3:0];
      next_q    <= last_q ? 5'd1 : next_q + 5'd1;
      outputs_q <= outputs_q || last_q;
    end
    if (use_it && !second_q) begin
      if (!outputs_q) begin
        mem_in_q <= mem_in_q || memory;
        if (memory ? mem_in_q || gathers : scatters || !channel) bad_q <= 1'b1;
      end else begin
        mem_out_q <= mem_out_q || memory;
        if (memory ? mem_out_q || scatters : gathers || !channel) bad_q <= 1'b1;
        if (stream_q.combines != tap_q) bad_q <= 1'b1;   // an output's tap
      end
    end
    if (!second_q && ((looks_q[1] && clashes) || (looks_q[2] && !c_mine_i))) bad_q <= 1'b1;
    if (walked) {second_q, outputs_q} <= 2'b10;
    if (state_q == Take) {next_q, index_q, outputs_q, second_q, looks_q, mem_in_q, mem_out_q, bad_q} <= {5'd1, 12'd0};
  end

  // By channel: whether a ring takes from it, and which; and in the walks, whether it is among the inputs, and the outputs. It is
  // read with use_it, and written two cycles later.
  localparam int TakerW = 7;
  logic              taken, taken_q, in_q, out_q, clashes;
  logic [3:0]        taker_q;
  logic [TakerW-1:0] named, named_d;
  assign clashes = side_q[1] ? out_q : in_q || (taken_q && taker_q != head_q.ring);
  assign taken   = taken_q || (second_q && !side_q[1] && tree_good && !bad_q);
  assign named_d = {taken, taken_q ? taker_q : head_q.ring, !second_q && (in_q || !side_q[1]), !second_q && (out_q || side_q[1])};
  always_ff @(posedge clk_i) {taken_q, taker_q, in_q, out_q} <= named;
  sumac_ram #(.Width(TakerW), .Depth(Channels)) u_named (
    .clk_i, .w_en_i(anew_i || looks_q[1]), .w_addr_i(anew_i ? anew_index_i : c_index_o), .w_data_i(anew_i ? TakerW'(0) : named_d),
    .r_en_i(use_it), .r_addr_i(c_index_o), .r_data_o(named));

  // Opening a group empties its entries, one a cycle, group after group.
  logic [Groups-1:0] stale_q;          // groups whose entries are of an earlier life
  logic              empties_q, empty, ended_q;
  logic [EntryW-1:0] empty_q;
  logic [GroupW-1:0] empty_group, ended_group_q;
  assign empty       = empties_q && !good_q;
  assign empty_group = empty_q[RouteW+:GroupW];
  always_ff @(posedge clk_i) begin : emptying
    if (!empties_q) begin
      empties_q <= stale_q[empty_group];
      if (!stale_q[empty_group]) empty_q <= empty_q + EntryW'(Routes);
    end else if (empty) begin
      empty_q <= empty_q + EntryW'(1);
      if (empty_q[RouteW-1:0] == '1) empties_q <= 1'b0;
    end
    {ended_q, ended_group_q} <= {empty && empty_q[RouteW-1:0] == '1, empty_group};
    stale_q <= (stale_q & ~(Groups'(ended_q) << ended_group_q)) | reset_i;
    if (rst_i) {empties_q, ended_q, empty_q, stale_q} <= '0;
  end

  // Heads: n_in is 0 where there is none. Another memory says which there are, for the words.
  sumac_pkg::head_t h_data, head;
  logic             h_stale_q;
  assign head   = {head_q.first, head_q.parts, head_q.spread, mem_out_q, mem_in_q, head_q.ring, head_q.n_out, head_q.n_in};
  always_ff @(posedge clk_i) begin : heads
    good_q <= walked && second_q && tree_good && !bad_q && !rst_i;
    if (h_en_i) h_stale_q <= stale_q[h_addr_i[RouteW+:GroupW]];
  end
  assign h_data_o = h_stale_q ? '0 : h_data;
  sumac_ram #(.Width(1), .Depth(Entries)) u_there (
    .clk_i, .w_en_i(good_q || empty), .w_addr_i(good_q ? w_entry : empty_q), .w_data_i(good_q),
    .r_en_i(state_q == Rest), .r_addr_i(w_entry), .r_data_o(there));
  sumac_ram #(.Width(sumac_pkg::HEAD_W), .Depth(Entries)) u_head (
    .clk_i, .w_en_i(good_q || empty), .w_addr_i(good_q ? w_entry : empty_q), .w_data_i(good_q ? head : '0),
    .r_en_i(h_en_i), .r_addr_i(h_addr_i), .r_data_o(h_data));

  // The streams of the entry that is being written, for the walk; and of all, as words of two streams, as much as is read of a good
  // entry's: memory or else a channel, and of an input, whether a combine follows it.
  localparam int InW = 2 + ChanW, OutW = 1 + ChanW;
  sumac_pkg::route_in_t lower, upper;
  logic [2*InW-1:0]  a_in;
  logic [2*OutW-1:0] a_out;
  logic [InW-1:0]    in_lower, in_upper, in;
  logic [OutW-1:0]   out;
  logic              a_odd_q;
  assign {upper, lower} = w_i.data;
  assign in_lower = {lower.combines != 4'd0, lower.kind == sumac_pkg::STREAM_MEMORY, lower.channel[ChanW-1:0]};
  assign in_upper = {upper.combines != 4'd0, upper.kind == sumac_pkg::STREAM_MEMORY, upper.channel[ChanW-1:0]};
  sumac_ram #(.Width(32), .Depth(16)) u_streams (
    .clk_i, .w_en_i(in_w || out_w), .w_addr_i(at_q[3:0]), .w_data_i(w_i.data),
    .r_en_i(state_q == Ask), .r_addr_i({outputs_q, index_q[3:1]}), .r_data_o(pair));
  sumac_ram #(.Width(2 * InW), .Depth(Entries * 8)) u_a_in (
    .clk_i, .w_en_i(in_w), .w_addr_i({w_entry, at_q[2:0]}), .w_data_i({in_upper, in_lower}),
    .r_en_i(a_en_i), .r_addr_i({a_addr_i, a_index_i[3:1]}), .r_data_o(a_in));
  sumac_ram #(.Width(2 * OutW), .Depth(Entries * 8)) u_a_out (
    .clk_i, .w_en_i(out_w), .w_addr_i({w_entry, at_q[2:0]}), .w_data_i({in_upper[OutW-1:0], in_lower[OutW-1:0]}),
    .r_en_i(a_en_i), .r_addr_i({a_addr_i, a_index_i[3:1]}), .r_data_o(a_out));
  sumac_route_tree #(.FanIn(FanIn), .Entries(Entries)) u_tree (
    .clk_i, .begin_i(state_q == Take), .ready_o(tree_ready), .take_i(use_it && !outputs_q && !second_q), .entry_i(w_entry),
    .input_i(index_q), .last_i(last_q), .combines_i(stream_q.combines), .apart_i(gathers), .good_o(tree_good),
    .r_en_i(a_en_i), .r_entry_i(a_addr_i), .r_pass_i(a_index_i), .r_o(a_tree_o));

  always_ff @(posedge clk_i) if (a_en_i) a_odd_q <= a_index_i[0];
  assign out     = a_odd_q ? a_out[OutW+:OutW] : a_out[OutW-1:0];
  assign a_out_o = {10'(out[ChanW-1:0]), 4'd0, out[ChanW] ? sumac_pkg::STREAM_MEMORY : sumac_pkg::STREAM_CHANNEL};
  assign in      = a_odd_q ? a_in[InW+:InW] : a_in[InW-1:0];
  assign a_in_o  = {10'(in[ChanW-1:0]), 3'd0, in[ChanW+1], in[ChanW] ? sumac_pkg::STREAM_MEMORY : sumac_pkg::STREAM_CHANNEL};
endmodule
