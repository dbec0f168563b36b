// A host for the bench of sumac_accept writes a random route table, which it reads as sumac_routes does, and random
// descriptors, each good or wrong in one place, with the status that follows from that. Entry 0 of each group is empty; what
// lies behind an entry's streams looks like streams, and must not be taken for them.
module accept_host #(
  parameter int Groups   = sumac_pkg::DefGroups,
  parameter int Channels = sumac_pkg::DefChannels,
  parameter int Rings    = sumac_pkg::DefRings,
  parameter int Routes   = sumac_pkg::DefRoutes,
  parameter logic [63:0] WindowBytes = 64'h10_0000
) (
  input  logic              clk_i,
  input  sumac_pkg::routes_ask_t routes_i,
  output sumac_pkg::routes_t routes_o,
  input  sumac_pkg::ranges_ask_t ranges_i,
  output sumac_pkg::ranges_t ranges_o
);
  localparam int Entries = Groups * Routes;

  sumac_pkg::head_t      heads [Entries];
  sumac_pkg::route_in_t  ins [Entries*16];
  sumac_pkg::route_out_t outs [Entries*16];
  sumac_pkg::head_t      head;
  sumac_pkg::route_in_t  in;
  sumac_pkg::route_out_t out;
  sumac_pkg::tree_t      lo_parent;
  always @(posedge clk_i) begin
    if (routes_i.head) head <= heads[routes_i.head_of];
    if (routes_i.step) {in, out} <= {ins[{routes_i.step_of, routes_i.index}], outs[{routes_i.step_of, routes_i.index}]};
    if (routes_i.step) lo_parent <= tree(int'(routes_i.step_of), routes_i.index);
  end
  assign routes_o = {head, in, out, lo_parent};

  // The windows answer three steps after they are asked.
  logic [127:0]      asks_q, asks2_q;          // windows and offsets
  always @(posedge clk_i) if (ranges_i.go) begin
    {asks_q, asks2_q} <= {ranges_i.src_window, ranges_i.src_offset, ranges_i.dst_window, ranges_i.dst_offset, asks_q};
    ranges_o <= {asks2_q[127:112] < 16'd3, {16'd0, asks2_q[111:64]} + ranges_i.bytes <= WindowBytes, asks2_q[127:64],
                 asks2_q[63:48] < 16'd3, {16'd0, asks2_q[47:0]} + ranges_i.bytes <= WindowBytes, ~asks2_q[63:48], asks2_q[47:0]};
  end

  function automatic sumac_pkg::tree_t tree(int e, logic [3:0] i);
    tree = 8'(e) ^ {i, ~i};
  endfunction

  function automatic void draw_route(int e);
    int n_i, n_o, m;
    int last_c;
    last_c = ($urandom_range(2) == 0) ? 3 : Channels - 1;    // the same ones soon again
    for (int i = 0; i < 16; i++) begin
      ins[e*16+i]  = {10'($urandom_range(last_c)), 4'($urandom_range(1)), sumac_pkg::STREAM_CHANNEL};
      outs[e*16+i] = {10'($urandom_range(last_c)), 4'($urandom), sumac_pkg::STREAM_CHANNEL};
    end
    n_i = int'($urandom_range(16, 1));
    n_o = int'($urandom_range(16));
    heads[e] = '0;
    heads[e].ring = 4'($urandom_range(Rings - 1));
    {heads[e].n_out, heads[e].n_in} = {5'(n_o), 5'(n_i)};
    if ($urandom_range(1) == 0) begin
      heads[e].mem_in = 1'b1;
      m = int'($urandom_range(15)) % n_i;
      ins[e*16+m] = {14'($urandom), sumac_pkg::STREAM_MEMORY};
    end
    if (n_o != 0 && $urandom_range(1) == 0) begin
      heads[e].mem_out = 1'b1;
      m = int'($urandom_range(15)) % n_o;
      outs[e*16+m] = {14'($urandom), sumac_pkg::STREAM_MEMORY};
    end
    // spread over parts, of which the first one is told, too
    if ($urandom_range(2) == 0) begin
      heads[e].last = 4'($urandom);
      heads[e].first = 4'($urandom_range(int'(heads[e].last)));
      heads[e].spread = 2'($urandom_range(2, 1));
    end
    if (e % Routes == 0) heads[e] = '0;
  endfunction

  // Whether an entry has a stream of that channel.
  function automatic bit names(int e, logic [9:0] channel);
    names = 1'b0;
    for (int i = 0; i < 16; i++)
      if ((i < int'(heads[e].n_in) && ins[e*16+i].channel == channel) || (i < int'(heads[e].n_out)
          && outs[e*16+i].channel == channel)) names = 1'b1;
  endfunction

  // ---- a descriptor for a group of these slots
  sumac_pkg::desc_t d;
  logic [7:0]   status;
  int           entry;
  logic [31:0]  chunks;
  logic [127:0] work, size;
  longint unsigned asked, parts, part;
  bit           is_inline;               // it needs no destination
  bit           given;                   // nor a source
  bit           spoils = 1'b1;           // bad ones are drawn, too
  function automatic void draw(int group, logic [2:0] slot);
    d = {16{$urandom}};
    d.flags      = '0;
    d.inline_len = '0;
    d.op         = 8'(sumac_pkg::OP_MAX);
    d.type_code  = {4'd1, 4'($urandom_range(3))};
    d.route      = 16'($urandom_range(Routes - 1, 1));
    d.count      = 64'($urandom_range(4)) * 64'($urandom_range(2000));
    if ($urandom_range(3) == 0) d.count = 64'($urandom_range(3));
    d.src_window = 16'($urandom_range(2));
    d.dst_window = 16'($urandom_range(2));
    d.src_offset = 48'($urandom_range(5000));
    d.dst_offset = 48'($urandom_range(5000));
    status = sumac_pkg::ST_OK;
    entry  = group * Routes + int'(d.route);
    size = 128'd64 << slot;
    // without memory, as long as there may be: the channels' numbers wrap
    if (!heads[entry].mem_in && !heads[entry].mem_out && $urandom_range(1) == 0)
      d.count = 64'((128'($urandom) >> 1) * size) >> d.type_code[1:0];
    // parts that hold it all; with spread streams there are no others
    parts = (heads[entry].spread == 2'd0) ? 64'd1 : 64'(heads[entry].last) + 64'd1;
    asked = d.count << d.type_code[1:0];
    part  = 64'd0;
    if (heads[entry].spread != 2'd0 || $urandom_range(2) == 0) part = (asked + parts - 64'd1) / parts + 64'($urandom_range(70));
    is_inline = heads[entry].spread == 2'd0 && asked <= 64'd16 && {64'd0, part} <= size;
    if (spoils) case ($urandom_range(20))
      0: {d.type_code, status} = {sumac_pkg::TYPE_F128, sumac_pkg::ST_ETYPE};
      1: {d.op, status} = {8'h00, sumac_pkg::ST_EOP};
      2: {d.op, status} = {4'd0, sumac_pkg::OP_TEST_SUB, sumac_pkg::ST_EOP};
      3: {d.flags, status} = {8'd1 << $urandom_range(7), sumac_pkg::ST_ENOTSUP};
      4: {d.inline_len, status} = {8'($urandom_range(255, 17)), sumac_pkg::ST_ERANGE};
      5: {d.route, status} = {16'd0, sumac_pkg::ST_EROUTE};
      6: {d.route, status} = {16'(Routes + 1), sumac_pkg::ST_EROUTE};
      7: {d.count, status} = {64'd1 << $urandom_range(63, 45), sumac_pkg::ST_ERANGE};
      8, 9: if (d.count != 64'd0) begin
        if (heads[entry].mem_in) {d.src_window, status} = {16'h4001, sumac_pkg::ST_EWINDOW};
        if (heads[entry].mem_out) d.dst_window = 16'd3;
        if (heads[entry].mem_out && !is_inline) status = sumac_pkg::ST_EWINDOW;
      end
      10: if (d.count != 64'd0 && heads[entry].mem_in)
        {d.src_offset, status} = {WindowBytes[47:0], sumac_pkg::ST_ERANGE};
      11: if (d.count != 64'd0 && heads[entry].mem_out) begin
        d.dst_offset = WindowBytes[47:0];
        if (!is_inline) status = sumac_pkg::ST_ERANGE;
      end
      default: ;
    endcase
    // less than the elements
    if (spoils && status == sumac_pkg::ST_OK && asked > parts && $urandom_range(30) == 0) begin
      part   = (asked - 64'd1) / parts;
      status = sumac_pkg::ST_ERANGE;
    end
    d.inline_data[47:0] = part[47:0];
    // a source in the descriptor stands where the part does
    given = status == sumac_pkg::ST_OK && heads[entry].mem_in && heads[entry].spread == 2'd0 && asked != 64'd0 && asked <= 64'd16;
    given = given && $urandom_range(2) != 0;
    if (given) begin
      d.inline_len  = asked[7:0];
      d.inline_data = {4{$urandom}};
      d.src_window = 16'($urandom);
      part = 64'd0;
    end
    work = {64'd0, d.count} << d.type_code[1:0];
    if (part != 64'd0) work = {64'd0, part};
    work = work + size - 128'd1;
    chunks = (work < size) ? 32'd1 : 32'(work / size);
  endfunction

  initial for (int e = 0; e < Entries; e++) draw_route(e);
endmodule
