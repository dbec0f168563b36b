// The route table: the host writes an entry word by word; what this NIC cannot do, or what would not be a
// program, leaves the entry empty, and a descriptor that names it is refused. So nothing behind this module
// meets an impossible route.
//
// An entry is good when: 1 to FanIn inputs, at most 16 outputs, the group has the ring; every stream is memory (once at most
// among inputs, once among outputs) or an open channel of the group; the postfix program leaves one value and never
// needs more than StackDepth; every output is tapped after the last input. A spread node (ROUTE_HEAD.SPREAD) has memory as its one
// input, or its one output, and channels on the other side; it combines nothing. Words for a group that does not live are refused,
// and so are those for a good entry, of which a node may be making use: opening the group empties its entries. A channel stays its
// group's as long as that lives. So a route that was good when a descriptor was checked is good to its end.
// Reads come the cycle after the address: fetch is the one reader.
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
  input  logic              w_en_i,
  input  sumac_pkg::route_word_t w_i,
  output logic [7:0]        w_status_o,   // of this word, w_en_i or not: ST_OK, or why it must not be written
  output logic [2*ChanW-1:0] c_index_o,   // the channels that it may name
  output logic [3:0]        w_ring_o,     // the ring that it may name
  input  logic              w_fits_i,     // the group has that
  input  logic [1:0]        c_mine_i,     // they are open and the group's
  // the head
  input  logic              h_en_i,
  input  logic [EntryW-1:0] h_addr_i,
  output sumac_pkg::head_t  h_data_o,
  // fetch walks inputs and outputs together
  input  logic              a_en_i,
  input  logic [EntryW-1:0] a_addr_i,
  input  logic [3:0]        a_index_i,
  output sumac_pkg::route_in_t a_in_o,
  output sumac_pkg::route_out_t a_out_o,
  output sumac_pkg::tree_t  a_tree_o      // the pass that a_index_i names
);
  localparam int StackDepth = $clog2(FanIn) + 1;
  localparam int Entries    = Groups * Routes;

  // The entry that is being written, checked as its words come.
  logic [4:0] n_in_q, n_out_q;
  logic [3:0] ring_q;
  logic       good_q, mem_in_q, mem_out_q;
  logic [9:0] parts_q;                 // first part, parts less 1, spread
  logic       scatters, gathers;       // of the entry: spread over its outputs, or its inputs
  logic [4:0] depth_q;

  logic        good_d, mem_in_d, mem_out_d;
  logic [4:0]  depth_d;
  logic        exists, tree_room;
  sumac_pkg::route_head_t w_head;      // the word as what it may be
  sumac_pkg::route_in_t   half_in;
  sumac_pkg::route_out_t  half_out;
  logic [4:0]  number;
  logic [3:0]  combines;
  logic [7:0]  both_combines;         // after each of a word's two inputs

  assign scatters = parts_q[1:0] == 2'd1;
  assign gathers  = parts_q[1:0] == 2'd2;

  assign w_head = w_i.data;
  assign exists = {16'd0, w_i.group} < Groups && {16'd0, w_i.route} < Routes;

  always_comb begin
    good_d    = good_q;
    mem_in_d  = mem_in_q;
    mem_out_d = mem_out_q;
    depth_d   = depth_q;
    half_in   = '0;
    half_out  = '0;
    number    = 5'd0;
    combines  = 4'd0;
    both_combines = 8'd0;
    if (w_i.word == 5'd0) begin
      mem_in_d  = 1'b0;
      mem_out_d = 1'b0;
      depth_d   = 5'd0;
      good_d    = w_head.n_in != 5'd0 && {27'd0, w_head.n_in} <= FanIn && w_head.n_out <= 5'd16
                   && w_head.zero == 8'd0
                   && {28'd0, w_head.ring} < Rings && w_fits_i;
      case (w_head.spread)
        2'd0: if ({w_head.first, w_head.parts} != 8'd0) good_d = 1'b0;
        2'd1: if (w_head.n_in != 5'd1 || w_head.n_out == 5'd0 || w_head.first > w_head.parts) good_d = 1'b0;
        2'd2: if (w_head.n_out != 5'd1 || w_head.first > w_head.parts) good_d = 1'b0;
        default: good_d = 1'b0;
      endcase
    end else if (w_i.word <= 5'd8) begin
      if (!tree_room) good_d = 1'b0;
      for (int h = 0; h < 2; h++) begin
        half_in  = (h == 0) ? w_i.data[15:0] : w_i.data[31:16];
        both_combines[4*h+:4] = half_in.combines;
        number   = {w_i.word[3:0] - 4'd1, h[0]};
        if (number < n_in_q) begin
          combines = half_in.combines;
          if (half_in.kind == sumac_pkg::STREAM_MEMORY) begin
            if (mem_in_d || gathers) good_d = 1'b0;
            mem_in_d = 1'b1;
          end else if (scatters || half_in.kind != sumac_pkg::STREAM_CHANNEL
                       || {22'd0, half_in.channel} >= Channels || !c_mine_i[h]) good_d = 1'b0;
          // one value more, then `combines` fewer, never below one; a gathering node has one at a time
          depth_d = gathers ? 5'd1 : depth_d + 5'd1;
          if ({27'd0, depth_d} > StackDepth || {1'b0, combines} >= depth_d) good_d = 1'b0;
          else depth_d = depth_d - {1'b0, combines};
        end
      end
    end else begin
      for (int h = 0; h < 2; h++) begin
        half_out = (h == 0) ? w_i.data[15:0] : w_i.data[31:16];
        number   = {w_i.word[3:0] - 4'd9, h[0]};
        if (number < n_out_q) begin
          if (half_out.kind == sumac_pkg::STREAM_MEMORY) begin
            if (mem_out_d || scatters) good_d = 1'b0;
            mem_out_d = 1'b1;
          end else if (gathers || half_out.kind != sumac_pkg::STREAM_CHANNEL
                       || {22'd0, half_out.channel} >= Channels || !c_mine_i[h]) good_d = 1'b0;
          if ({1'b0, half_out.tap} + 5'd1 != n_in_q) good_d = 1'b0;
        end
      end
      if (w_i.word == 5'd16 && depth_q != 5'd1) good_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) good_q <= 1'b0;
    else if (w_en_i) begin
      good_q    <= good_d;
      mem_in_q  <= mem_in_d;
      mem_out_q <= mem_out_d;
      depth_q   <= depth_d;
      if (w_i.word == 5'd0) begin
        n_in_q  <= w_head.n_in;
        n_out_q <= w_head.n_out;
        ring_q  <= w_head.ring;
        parts_q <= {w_head.first, w_head.parts, w_head.spread};
      end
    end
  end

  // The head is written with the last word; an entry is empty from its first word on.
  logic [EntryW-1:0]  w_entry;
  sumac_pkg::head_t   head;
  logic               last;
  logic [Entries-1:0] valid_q;
  logic               h_valid_q;
  sumac_pkg::head_t   h_data;

  assign w_entry = {w_i.group[GroupW-1:0], w_i.route[RouteW-1:0]};
  assign w_ring_o  = w_head.ring;
  assign c_index_o = {w_i.data[22+:ChanW], w_i.data[6+:ChanW]};
  assign last    = w_i.word == 5'd16;
  always_comb begin
    w_status_o = sumac_pkg::ST_OK;
    if (!exists) w_status_o = sumac_pkg::ST_EINVAL;
    else if (!live_i[w_i.group[GroupW-1:0]]) w_status_o = sumac_pkg::ST_ESTATE;
    else if (valid_q[w_entry]) w_status_o = sumac_pkg::ST_ESTATE;
  end
  assign head    = {parts_q, mem_out_d, mem_in_q, ring_q, n_out_q, n_in_q};

  always_ff @(posedge clk_i) begin
    if (w_en_i && exists) valid_q[w_entry] <= last && good_d;
    for (int g = 0; g < Groups; g++) if (rst_i || reset_i[g]) valid_q[g*Routes+:Routes] <= '0;
    if (h_en_i) h_valid_q <= valid_q[h_addr_i];
  end
  assign h_data_o = h_valid_q ? h_data : '0;  // n_in 0: empty

  sumac_ram #(.Width(sumac_pkg::HEAD_W), .Depth(Entries)) u_head (
    .clk_i, .w_en_i(w_en_i && exists && last), .w_addr_i(w_entry), .w_data_i(head),
    .r_en_i(h_en_i), .r_addr_i(h_addr_i), .r_data_o(h_data));

  // Streams: memories of whole words, one copy a reader.
  logic [EntryW+2:0] w_addr;
  logic              in_w, out_w;
  logic [31:0]       a_in, a_out;
  logic              a_odd_q;

  assign in_w   = w_en_i && exists && w_i.word >= 5'd1 && w_i.word <= 5'd8;
  assign out_w  = w_en_i && exists && w_i.word >= 5'd9 && w_i.word <= 5'd16;
  assign w_addr = {w_entry, w_i.word[2:0] - 3'd1};

  sumac_route_tree #(.FanIn(FanIn), .Entries(Entries)) u_tree (
    .clk_i, .rst_i, .w_en_i(in_w), .w_room_o(tree_room), .w_entry_i(w_entry), .w_pair_i(w_i.word[2:0] - 3'd1), .w_n_in_i(n_in_q),
    .w_combines_i(both_combines),
    .r_en_i(a_en_i), .r_entry_i(a_addr_i), .r_pass_i(a_index_i), .r_o(a_tree_o));

  sumac_ram #(.Width(32), .Depth(Entries * 8)) u_a_in (.clk_i, .w_en_i(in_w), .w_addr_i(w_addr), .w_data_i(w_i.data),
    .r_en_i(a_en_i), .r_addr_i({a_addr_i, a_index_i[3:1]}), .r_data_o(a_in));
  sumac_ram #(.Width(32), .Depth(Entries * 8)) u_a_out (.clk_i, .w_en_i(out_w), .w_addr_i(w_addr), .w_data_i(w_i.data),
    .r_en_i(a_en_i), .r_addr_i({a_addr_i, a_index_i[3:1]}), .r_data_o(a_out));

  always_ff @(posedge clk_i) begin
    if (a_en_i) a_odd_q <= a_index_i[0];
  end
  assign a_in_o  = a_odd_q ? a_in[31:16] : a_in[15:0];
  assign a_out_o = a_odd_q ? a_out[31:16] : a_out[15:0];
endmodule
