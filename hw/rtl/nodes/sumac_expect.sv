// Walks an opened context's inputs, one a cycle: says which chunk is expected on which channel and for which pass, has the memory
// operand fetched, and tells for each pass where its operands lie. An operand of a channel lies in its chunk's window slot, the
// memory operand in the context's result slot. A pass writes over its left operand, which lies where its leftmost input does;
// only the last one writes into the result slot.
// Bytes that came with a descriptor are written into packet memory from here, and pass by the reads of others.
// A context whose one input is memory passes by another's walk.
// Latency: 6 cycles from a context to its first expectation. Throughput: max(1, inputs) cycles a context, or 7 more than the inputs
// before its memory operand.
// Memory: RAM: the nodes' inputs; the channels' windows; by context, the pass that waits for memory. Flip-flops: where the
// context's inputs lie. Reset: forgets all.
module sumac_expect #(
  parameter int Groups    = sumac_pkg::DefGroups,
  parameter int Channels  = sumac_pkg::DefChannels,
  parameter int PoolBeats = sumac_pkg::DefPoolBeats,
  parameter int Nodes     = sumac_pkg::DefNodes,
  parameter int Rings     = sumac_pkg::DefRings,
  parameter int RingSlots = sumac_pkg::DefRingSlots,
  localparam int GroupW   = $clog2(Groups),
  localparam int ChanW    = $clog2(Channels),
  localparam int AddrW    = $clog2(PoolBeats),
  localparam int IdxW     = $clog2(Nodes),
  localparam int NodeW    = GroupW + IdxW,
  localparam int RingIdW  = $clog2(Rings),
  localparam int RingW    = GroupW + RingIdW,
  localparam int SlotW    = $clog2(RingSlots),
  localparam int CtxW     = RingW + SlotW,
  localparam int OrderW   = SlotW < 4 ? SlotW : 4
) (
  input  logic                clk_i,
  input  logic                rst_i,
  input  logic [Groups-1:0]   open_i,
  // an accepted node's streams; a channel is opened
  input  logic [NodeW-1:0]    start_node_i,
  input  sumac_pkg::start_t   start_i,
  input  logic                anew_i,
  input  sumac_pkg::ch_cfg_t  channel_i,
  input  logic                opened_valid_i,
  output logic                opened_ready_o,
  input  sumac_pkg::opened_t  opened_i,
  // an input, and the pass whose right operand begins with it
  input  logic                room_i,         // for what is expected
  output logic                expect_valid_o,
  output sumac_pkg::expect_t  expect_o,
  output logic                told_o,
  output sumac_pkg::told_t    told_data_o,
  output logic                place_valid_o,
  output sumac_pkg::place_t   place_o,
  // The memory operand is read, or written if it came along; it, or the place of an empty one, is there.
  output logic                rd_valid_o,
  input  logic                rd_ready_i,
  output sumac_pkg::rd_t      rd_o,
  input  logic                rd_done_i,
  input  logic [CtxW-1:0]     rd_done_ctx_i,
  output logic                w_valid_o,
  input  logic                w_ready_i,
  output logic [AddrW-1:0]    w_addr_o,
  output logic [127:0]        w_data_o,
  output logic                there_o,
  output sumac_pkg::operand_t there_operand_o,
  output logic                idle_o
);
  sumac_pkg::opened_t o_q;
  logic [3:0]  index_q, left_q;       // left_q: inputs that are left, modulo 16
  logic        walk_q, go, last_in, only_memory, passes_by, walks, walked, source, rd_q, w_q, here_q, full;
  assign last_in        = left_q == 4'd1;
  assign only_memory    = opened_i.mem_in && opened_i.n_in == 5'd1;
  assign passes_by      = !full && !d_first_q && !d_memory_q;
  assign walks          = !(walk_q && !(room_i && last_in)) && !s_memory_q;       // none of memory is in the last step then
  assign opened_ready_o = only_memory ? passes_by : walks;
  assign source         = opened_valid_i && only_memory && passes_by;
  assign walked         = opened_valid_i && !only_memory && walks;

  always_ff @(posedge clk_i) begin : walk
    if (walk_q && go) begin
      index_q <= index_q + 4'd1;
      left_q  <= left_q - 4'd1;
      if (last_in) walk_q <= 1'b0;
    end
    if (walked) begin
      o_q     <= opened_i;
      index_q <= opened_i.from_in;
      left_q  <= opened_i.n_in[3:0];
      walk_q  <= 1'b1;
    end
    if (rst_i) walk_q <= 1'b0;
  end

  // The inputs of nodes: which it is, and its first chunk's number as far as it is expected.
  localparam int InW = 1 + ChanW + 5 + 1 + 4 + 4;
  logic [InW-1:0]   in_word;
  logic             memory, right;
  logic [ChanW-1:0] channel;
  logic [4:0]       start;
  logic [3:0]       lo, parent;
  sumac_ram #(.Width(InW), .Depth(Groups * Nodes * 16)) u_inputs (
    .clk_i, .w_en_i(start_i.in_valid), .w_addr_i({start_node_i, start_i.index}),
    .w_data_i({start_i.in_memory, start_i.in_channel[ChanW-1:0], start_i.in_chunk[4:0], start_i.in_right, start_i.lo,
               start_i.parent}),
    .r_en_i(go), .r_addr_i({o_q.ctx[SlotW+RingIdW+:GroupW], o_q.idx[IdxW-1:0], index_q}), .r_data_o(in_word));
  assign {memory, channel, start, right, lo, parent} = in_word;

  // An input keeps this on its way.
  typedef struct packed {
    logic [CtxW-1:0]  ctx;
    logic [OrderW-1:0] order;
    logic [3:0]       index;
    logic             only;      // the context's one input
    logic             first;     // its first one
    logic [4:0]       seq;       // of the context's chunk; then, of the channel's
    logic [4:0]       start;
    logic [2:0]       slot;
    logic [AddrW-1:0] result;
    logic             memory;
    logic             mem_in;    // the context has a memory operand
    logic [ChanW-1:0] channel;
    logic             right;
    logic [3:0]       lo;
    logic [3:0]       parent;
    logic [3:0]       pass;      // that waits for it
  } step_t;
  step_t            a, a_q, b, b_q, c, c_q, e_q, d, d_q;
  logic             a_valid_q, b_valid_q, c_valid_q, e_valid_q, d_valid_q;
  logic [3:0]       e_own_q;
  logic [AddrW-1:0] e_pool_q, d_pool_q, d_offset_q, chunk_at, at, left;
  logic [AddrW+3:0] window;
  logic             s_memory_q;  // a memory input is on its way
  logic             d_first_q, d_memory_q;     // the last step has a first input, a memory input
  sumac_ram #(.Width(AddrW + 4), .Depth(Channels)) u_windows (
    .clk_i, .w_en_i(anew_i), .w_addr_i(channel_i.index[ChanW-1:0]), .w_data_i({channel_i.pool[AddrW-1:0], channel_i.own_slots}),
    .r_en_i(go), .r_addr_i(b_q.channel), .r_data_o(window));

  always_comb begin : begins
    a        = '0;
    a.ctx    = o_q.ctx[CtxW-1:0];
    a.order  = o_q.order[OrderW-1:0];
    a.index  = index_q;
    a.only   = o_q.n_in == 5'd1;
    a.first  = index_q == o_q.from_in;
    a.seq    = o_q.chunk[4:0];
    a.slot   = o_q.slot;
    a.result = o_q.pool[AddrW-1:0];
    a.mem_in = o_q.mem_in;
  end
  always_comb begin : read
    b         = a_q;
    b.memory  = memory;
    b.channel = channel;
    b.start   = start;
    b.right   = right;
    b.lo      = lo;
    b.parent  = parent;
  end
  always_comb begin : look_up
    c     = b_q;
    c.seq = b_q.seq + b_q.start;
    d      = e_q;
    d.pass = e_q.only ? 4'd0 : e_q.right ? e_q.index : e_q.index + 4'd1;
  end

  logic [3:0] in_window;         // which of the window's slots
  assign in_window = e_q.seq[3:0] & ~(4'hf << e_own_q);
  always_ff @(posedge clk_i) begin : pipe
    if (go) begin
      a_valid_q <= walk_q;
      a_q       <= a;
      b_valid_q <= a_valid_q;
      b_q       <= b;
      c_valid_q <= b_valid_q;
      c_q       <= c;
      e_valid_q <= c_valid_q;
      e_q       <= c_q;
      {e_pool_q, e_own_q} <= window;
      d_valid_q <= e_valid_q;
      d_q       <= d;
      d_pool_q  <= e_pool_q;
      d_offset_q <= AddrW'(in_window) << e_q.slot;
      {d_first_q, d_memory_q} <= {e_valid_q && e_q.first, e_valid_q && e_q.memory};
    end
    s_memory_q <= (s_memory_q || (walked && opened_i.mem_in)) && !(go && d_memory_q);
    if (rst_i) {a_valid_q, b_valid_q, c_valid_q, e_valid_q, d_valid_q, d_first_q, d_memory_q, s_memory_q} <= '0;
  end

  // The last step: where the input lies, and with it, where its pass's operands do.
  logic [AddrW-1:0] at_q [16];
  logic             acts;
  assign go   = room_i && !(d_memory_q && full);
  assign acts = d_valid_q && go;
  assign chunk_at = d_pool_q + d_offset_q;
  assign at   = d_q.memory ? d_q.result : chunk_at;
  assign left = at_q[d_q.lo];
  always_ff @(posedge clk_i) if (acts) at_q[d_q.index] <= at;

  assign expect_valid_o = acts && !d_q.memory;
  assign told_o         = acts && !d_q.first;
  assign told_data_o    = {8'(d_q.ctx[CtxW-1:SlotW]), 4'(d_q.order), d_q.index, 17'(left), 17'(at), d_q.parent};
  assign place_valid_o  = (go && d_first_q) || source;
  always_comb begin : telling
    expect_o                    = '0;
    expect_o.channel[ChanW-1:0] = d_q.channel;
    expect_o.seq                = d_q.seq;
    expect_o.ctx[CtxW-1:0]      = d_q.ctx;
    expect_o.pass               = d_q.pass;
    place_o                     = '0;
    place_o.ctx[CtxW-1:0]       = d_first_q ? d_q.ctx : opened_i.ctx[CtxW-1:0];
    // an input that is the only one here is never memory
    place_o.pool[AddrW-1:0]     = !d_first_q ? opened_i.pool[AddrW-1:0] : d_q.only ? chunk_at : d_q.result;
    place_o.relay               = d_first_q && d_q.only;
    place_o.channel[ChanW-1:0]  = d_q.channel;
    place_o.seq                 = d_q.seq[3:0];
  end

  // The memory operand: it is fetched or written, unless there is nothing of it. Its job stays until it has begun.
  typedef struct packed {
    logic [CtxW-1:0]  ctx;
    logic [AddrW-1:0] pool;
    logic [15:0]      bytes;
    logic [63:0]      src;
    logic [127:0]     source;
  } job_t;
  job_t            job, job_q;
  logic            reads, given, starts, memory_comes;
  logic [3:0]      done_pass, pass_q;
  logic [CtxW-1:0] done_ctx_q;
  logic            done_q, comes_q, wrote;
  assign full         = rd_q || w_q || (here_q && done_q);
  assign memory_comes = source || (go && d_memory_q);
  assign wrote        = w_q && w_ready_i;
  always_comb begin : comes        // each context's group is looked up by itself: one choice of many is not behind another
    {reads, given} = {opened_i.reads, opened_i.given};
    starts         = opened_i.reads && open_i[opened_i.ctx[SlotW+RingIdW+:GroupW]];
    job            = {opened_i.ctx[CtxW-1:0], opened_i.pool[AddrW-1:0], opened_i.bytes, opened_i.src, opened_i.source};
    if (d_memory_q) begin
      {reads, given} = {o_q.reads, o_q.given};
      starts         = o_q.reads && open_i[o_q.ctx[SlotW+RingIdW+:GroupW]];
      job            = {o_q.ctx[CtxW-1:0], o_q.pool[AddrW-1:0], o_q.bytes, o_q.src, o_q.source};
    end
  end
  sumac_ram #(.Width(4), .Depth(Groups * Rings * RingSlots)) u_memory_pass (
    .clk_i, .w_en_i(comes_q), .w_addr_i(job_q.ctx), .w_data_i(pass_q),
    .r_en_i(rd_done_i), .r_addr_i(rd_done_ctx_i), .r_data_o(done_pass));

  assign rd_valid_o = rd_q;
  assign w_valid_o  = w_q;
  assign w_addr_o   = job_q.pool;
  assign w_data_o   = job_q.source;
  always_ff @(posedge clk_i) begin : memory_operand
    comes_q    <= memory_comes;
    done_q     <= rd_done_i;
    done_ctx_q <= rd_done_ctx_i;
    if (!full) {job_q, pass_q} <= {job, d_memory_q ? d_q.pass : 4'd0};    // one comes, or none is left
    if (memory_comes) begin
      rd_q   <= starts && !given;
      w_q    <= starts && given;
      here_q <= !reads;
    end else begin
      if (rd_ready_i) rd_q <= 1'b0;
      if (wrote) w_q <= 1'b0;
      here_q <= wrote || (done_q && here_q);
    end
    if (rst_i) {rd_q, w_q, here_q, done_q} <= 4'b0000;
  end
  always_comb begin : reading
    rd_o                 = '0;
    rd_o.addr            = job_q.src;
    rd_o.bytes           = job_q.bytes;
    rd_o.pool[AddrW-1:0] = job_q.pool;
    rd_o.ring[RingW-1:0] = job_q.ctx[SlotW+:RingW];
    rd_o.slot[SlotW-1:0] = job_q.ctx[SlotW-1:0];
  end

  // An operand that was read comes first, as it cannot wait.
  assign there_o = done_q || here_q;
  always_comb begin : operand_there
    there_operand_o               = '0;
    there_operand_o.ctx[CtxW-1:0] = done_q ? done_ctx_q : job_q.ctx;
    there_operand_o.pass          = done_q ? done_pass : pass_q;
  end
  assign idle_o = !walk_q && !a_valid_q && !b_valid_q && !c_valid_q && !e_valid_q && !d_valid_q && !rd_q && !w_q && !here_q
                  && !done_q;
endmodule
