// The descriptors that groups of tb_sumac_accept have asked for or pushed, and what must come of each: it is seen once, its streams
// take consecutive places of their channels, and it is accepted as it was asked for and in its time, or refused with its status.
module accept_known #(
  parameter int Groups, Channels, Nodes, Rings,
  localparam int GroupW = $clog2(Groups), ChanW = $clog2(Channels), NodeW = GroupW + $clog2(Nodes),
                 RingW = GroupW + $clog2(Rings)
) (
  input  int                n_i,              // the cycle
  input  logic [Groups-1:0] open_i,
  input  logic              push_valid_i,     // push waits
  input  logic              go_i,             // the walk does not stand
  input  logic              open_valid_i,     // a channel is opened
  input  logic              open_ready_i,
  input  logic [ChanW-1:0]  open_index_i,
  input  sumac_pkg::start_t start_i,
  input  logic              acc_valid_i,
  input  sumac_pkg::acc_t   acc_i,
  input  logic              ref_valid_i,
  input  logic              ref_ready_i,
  input  sumac_pkg::refusal_t ref_i,
  input  logic              err_valid_i,
  input  logic              err_ready_i,
  input  sumac_pkg::accepts_t accepts_i
);
  typedef struct packed {
    logic [63:0]      addr;
    logic [NodeW-1:0] node;
    logic             error;
    logic [7:0]       status;
    logic [31:0]      entry;
    logic [31:0]      chunks;
    sumac_pkg::desc_t data;
    logic             asked;                  // or pushed
    logic [31:0]      came;                   // when; 0: not yet
  } known_t;
  known_t      list [$];                      // not yet accepted or refused
  known_t      it, push;
  bit          works [Groups*Nodes], untold [Groups*Nodes];    // nodes
  int          n_accepted = 0, n_failed = 0, n_opened = 0, n_given = 0, n_timed = 0, n_pair = 0, by_status [256], g, v, e,
               n_waits = 0, opened_at = 0, entered = 0, steps = 2, disturbed = 0, entered_before = 0;
  logic [31:0] rx [Channels], tx [Channels];
  logic [15:0] in_done = '0, out_done = '0, in_want, out_want;
  logic [Groups-1:0] was_open = '0, open_q = '0, errored = '0;    // two cycles before, one
  bit          was_seen = '0, good_seen = '0, took_open = '0;
  sumac_pkg::route_in_t  in;
  sumac_pkg::route_out_t out;

  // The descriptor that the host has drawn, to be asked for or pushed.
  function automatic known_t drawn(logic [63:0] addr, logic [NodeW-1:0] node, bit error, bit asked);
    drawn = {addr, node, error, u_host.status, u_host.entry, u_host.chunks, u_host.d, asked, 32'd0};
  endfunction
  // It takes its place, and its node.
  function automatic void add(known_t one);
    v = int'(one.node);
    if (works[v] || untold[v]) $fatal(1, "[%0d] node %0d is taken", n_i, v);
    {works[v], untold[v]} = 2'b11;
    list.push_back(one);
  endfunction

  // Where, of those asked for that have not come, the one with that number stands.
  function automatic int due(int number);
    int passed_by = 0;
    for (due = 0; due < list.size(); due++)
      if (list[due].asked && list[due].came == '0) begin
        if (passed_by == number) break;
        passed_by++;
      end
  endfunction
  function automatic bit under_way(int node);
    under_way = 1'b0;
    for (int i = 0; i < list.size(); i++) if (int'(list[i].node) == node) under_way = 1'b1;
  endfunction
  // No descriptor under way has a stream of that channel.
  function automatic bit unused(logic [9:0] channel);
    unused = !(push_valid_i && u_host.names(int'(push.entry), channel));
    for (int i = 0; i < list.size(); i++) if (u_host.names(int'(list[i].entry), channel)) unused = 1'b0;
  endfunction

  // ---- streams: each of the descriptor's, once, those that are channels at the counter of their channel
  function automatic void check_streams;
    in  = u_host.ins[e*16+int'(start_i.index)];
    out = u_host.outs[e*16+int'(start_i.index)];
    if (start_i.in_valid) begin
      v = int'(in.channel[ChanW-1:0]);
      if (!in_want[start_i.index] || in_done[start_i.index] || start_i.in_memory != (in.kind == sumac_pkg::STREAM_MEMORY)
          || start_i.in_channel != in.channel || start_i.in_right != (in.combines != 4'd0)
          || {start_i.lo, start_i.parent} != u_host.tree(e, start_i.index) || (!start_i.in_memory && start_i.in_chunk != rx[v]))
        $fatal(1, "[%0d] input %0d starts at %0d", n_i, start_i.index, start_i.in_chunk);
      in_done[start_i.index] = 1'b1;
      if (!start_i.in_memory) rx[v] += list[0].chunks;
    end
    if (start_i.out_valid) begin
      v = int'(out.channel[ChanW-1:0]);
      if (!out_want[start_i.index] || out_done[start_i.index] || start_i.out_memory != (out.kind == sumac_pkg::STREAM_MEMORY)
          || start_i.out_channel != out.channel || (!start_i.out_memory && start_i.out_chunk != tx[v]))
        $fatal(1, "[%0d] output %0d starts at %0d", n_i, start_i.index, start_i.out_chunk);
      out_done[start_i.index] = 1'b1;
      if (!start_i.out_memory) tx[v] += list[0].chunks;
    end
    took_open = open_valid_i && open_ready_i;
    if (took_open) begin
      {rx[int'(open_index_i)], tx[int'(open_index_i)]} = '0;
      opened_at = n_i;
      n_opened++;
    end
    n_waits = (open_valid_i && !open_ready_i) ? n_waits + 1 : 0;
    if (n_waits > 60) $fatal(1, "[%0d] a channel is not opened", n_i);
  endfunction

  function automatic void accepted;
    sumac_pkg::desc_t d;
    sumac_pkg::head_t head;
    d    = list[0].data;
    head = u_host.heads[e];
    if (list[0].error || list[0].status != sumac_pkg::ST_OK || !accepts_i.seen || !was_open[g])
      $fatal(1, "[%0d] accepted: error %0d, status %0d, open %0d", n_i, list[0].error, list[0].status, was_open[g]);
    if (acc_i.ring[RingW-1:0] != {GroupW'(g), head.ring[RingW-GroupW-1:0]}
        || {acc_i.mem_out, acc_i.mem_in, acc_i.n_out, acc_i.n_in} != {head.mem_out, head.mem_in, head.n_out, head.n_in})
      $fatal(1, "[%0d] not the route of entry %0d", n_i, e);
    if (acc_i.op != d.op[3:0] || acc_i.type_code != d.type_code || acc_i.word != d.digest[31:0]
        || acc_i.src != {d.src_window, d.src_offset} || acc_i.dst != {~d.dst_window, d.dst_offset}
        || {16'd0, acc_i.bytes} != d.count << d.type_code[1:0]) $fatal(1, "[%0d] not what was asked", n_i);
    if (acc_i.given != (d.inline_len != 8'd0) || (acc_i.given && acc_i.source != d.inline_data))
      $fatal(1, "[%0d] given %0d: %h", n_i, acc_i.given, acc_i.source);
    if (acc_i.given) n_given++;
    if (acc_i.part_bytes != (acc_i.given ? 48'd0 : d.inline_data[47:0])
        || {acc_i.first, acc_i.last, acc_i.spread} != {head.first, head.last, head.spread}
        || acc_i.chunks != list[0].chunks || acc_i.first_at != 48'(acc_i.part_bytes * 48'(acc_i.first))
        || acc_i.last_at != 48'(acc_i.part_bytes * 48'(acc_i.last))
        || acc_i.streams != ((acc_i.spread == 2'd1) ? acc_i.n_out : (acc_i.spread == 2'd2) ? acc_i.n_in : 5'd1))
      $fatal(1, "[%0d] not its parts", n_i);
    if (acc_i.in_completion
        != (acc_i.mem_out && acc_i.spread == 2'd0 && acc_i.bytes != 0 && acc_i.bytes <= 48'd16 && acc_i.chunks == 32'd1))
      $fatal(1, "[%0d] inline %0d of %0d bytes", n_i, acc_i.in_completion, acc_i.bytes);
    if (in_done != in_want || out_done != out_want)
      $fatal(1, "[%0d] streams %b and %b are missing", n_i, in_want & ~in_done, out_want & ~out_done);
    // its walk began when it had come, and the one before was over
    entered = int'(list[0].came) + 2;
    if (entered < entered_before + steps) entered = entered_before + steps;
    steps = (acc_i.n_in > acc_i.n_out) ? int'(acc_i.n_in) : int'(acc_i.n_out);
    if (disturbed < int'(list[0].came) && (disturbed < entered_before || entered == int'(list[0].came) + 2)) begin
      if (n_i != entered + 4 + steps) $fatal(1, "[%0d] %0d steps took %0d cycles", n_i, steps, n_i - entered);
      n_timed++;
      if (entered != int'(list[0].came) + 2) n_pair++;
    end
    entered_before = n_i - 4 - steps;
    if (steps < 2) steps = 2;
    n_accepted++;
  endfunction

  function automatic void refused;
    it = list[0];
    it.status = it.error ? sumac_pkg::ST_EBUS : good_seen ? it.status : sumac_pkg::ST_EFAILED;
    if (!was_seen || ref_i.status != it.status || it.status == sumac_pkg::ST_OK || ref_i.node[NodeW-1:0] != it.node)
      $fatal(1, "[%0d] node %0d refused with %0d, not %0d", n_i, ref_i.node, ref_i.status, it.status);
    if (it.status != sumac_pkg::ST_EFAILED && {in_done, out_done} != '0) $fatal(1, "[%0d] a refused one took places", n_i);
    if (!ref_ready_i) return;
    works[int'(it.node)] = 1'b0;
    by_status[it.status]++;
  endfunction

  // ---- what comes out in a cycle
  function automatic void judge;
    if (list.size() != 0 && list[0].came != '0) begin
      e = int'(list[0].entry);
      g = int'(list[0].node) / Nodes;
      in_want  = 16'((32'd1 << u_host.heads[e].n_in) - 32'd1);
      out_want = 16'((32'd1 << u_host.heads[e].n_out) - 32'd1);
    end else if (start_i.in_valid || start_i.out_valid || acc_valid_i || accepts_i.seen || ref_valid_i || err_valid_i
                 || !(accepts_i.pick || push_valid_i)) $fatal(1, "[%0d] at work on nothing", n_i);
    if (accepts_i.pick && (ref_valid_i || err_valid_i || (accepts_i.seen && !acc_valid_i)))
      $fatal(1, "[%0d] picks while one is refused", n_i);
    check_streams();
    if ((accepts_i.seen || acc_valid_i) && (acc_i.node != 12'(list[0].node) || acc_i.rung != ~list[0].addr
                                            || {acc_i.cookie, acc_i.seq} != {list[0].data.cookie, list[0].data.seq}))
      $fatal(1, "[%0d] node %0d is taken for %0d", n_i, list[0].node, acc_i.node);
    if (err_valid_i) begin
      if (!list[0].error || ref_i.node[NodeW-1:0] != list[0].node || was_seen || accepts_i.seen != err_ready_i)
        $fatal(1, "[%0d] an error of node %0d", n_i, ref_i.node);
      if (err_ready_i) errored[g] = 1'b1;
      n_failed += int'(err_ready_i);
    end
    if (ref_valid_i) refused();
    if (acc_valid_i) accepted();
    if (!go_i || open_valid_i) disturbed = n_i;
    if (accepts_i.seen && was_seen) $fatal(1, "[%0d] seen twice", n_i);
    if (accepts_i.seen) {was_seen, good_seen} = {1'b1, was_open[g]};
    {was_open, open_q} = {open_q, open_i};
    if (acc_valid_i || (ref_valid_i && ref_ready_i)) begin
      void'(list.pop_front());
      was_seen = 1'b0;
      {in_done, out_done} = '0;
    end
  endfunction

  // A run was long enough.
  function automatic void enough;
    for (int i = 0; i < 256; i++)
      case (8'(i))
        sumac_pkg::ST_EOP, sumac_pkg::ST_ETYPE, sumac_pkg::ST_ENOTSUP, sumac_pkg::ST_EROUTE, sumac_pkg::ST_ERANGE,
        sumac_pkg::ST_EWINDOW, sumac_pkg::ST_EFAILED, sumac_pkg::ST_EBUS: if (by_status[i] < 20)
          $fatal(1, "status %0d: %0d times", i, by_status[i]);
        default: if (by_status[i] != 0) $fatal(1, "status %0d", i);
      endcase
    if (n_pair < 100 || n_timed == n_pair) $fatal(1, "%0d timed, %0d at once behind another one", n_timed, n_pair);
    if (n_given < 20) $fatal(1, "%0d with their sources", n_given);
    if (n_opened < Channels + 100) $fatal(1, "%0d channels opened", n_opened);
  endfunction

  initial begin
    for (int i = 0; i < 256; i++) by_status[i] = 0;
    for (int i = 0; i < Groups * Nodes; i++) {works[i], untold[i]} = 2'b00;
  end
endmodule
