// sumac_node_fold, with sumac_node_chunks and sumac_node_program in it: a ring's chunks are folded in the
// order in which they were given, each once, unchanged, and none is left out. A chunk's program begins once,
// when release has room and all its inputs are there: the local operand is in its slot, each channel's chunk
// has come, is the next to be taken of its channel, and agrees. The program is begun when idle, its
// description holds until it is done, and it pushes every input once, in order, from the slot where it was
// found; of a channel, in the channel's order. So its passes are those that prove_node_program tells. A chunk
// that is offered as one that waits for a pass has had its last one taken, once.
// Watched: any one chunk of any one ring, and any one of its inputs.
// Assumed: alloc gives no more slots than a ring has, in order, after the group was opened; a group and a
// channel are opened when no chunk of theirs is at work; a node's entry, its route and layouts hold while a
// chunk of it is in here; the route has a combine after the last of several inputs; a channel has no more
// than its slots received and not taken; no node is spread over its inputs (of those tb_sumac_node_fold tells).
// The other inputs of the watched channel are as this one is proved to be at all times before: they are taken
// in the channel's order and when there; each has a number of its own.
//
// RTL: sumac_node_fold sumac_node_chunks sumac_node_program sumac_pick
// Edit: sumac_node_fold s/sumac_ram #(/formal_ram #(.Watched(1'b1), /
// Edit: sumac_node_chunks s/sumac_ram #(/formal_ram #(.Watched(1'b1), /
// Edit: sumac_node_chunks s/endmodule/(* anyconst *) logic [RingW-1:0] mine; &/
// Edit: sumac_node_chunks s/endmodule/logic [SlotW:0] count; assign count = count_q[mine]; &/
// Edit: sumac_node_chunks s/endmodule/logic [SlotW-1:0] first; assign first = place_q[mine]; &/
// Edit: sumac_node_fold s/endmodule/(* anyconst *) logic [RingW-1:0] mine; &/
// Edit: sumac_node_fold s/endmodule/(* anyconst *) logic [ChanW-1:0] channel; &/
// Edit: sumac_node_fold s/endmodule/logic [3:0] seen; assign seen = seen_q[mine]; &/
// Edit: sumac_node_fold s/endmodule/logic [31:0] taken; assign taken = taken_q[channel]; &/
// Cover: 24
// Mutant: sumac_node_fold s/taken_q\[ch_index_o\] == seq \&\& //
// Mutant: sumac_node_fold s/ \&\& \$signed(ch_i.rcv_nxt - seq) > 0//
// Mutant: sumac_node_fold s/if (done) seen_q\[ring\] <= 4'd0;//
// Mutant: sumac_node_fold s/<= !give_dma_i;/<= 1'b1;/
// Mutant: sumac_node_fold s/== Check \&\& agrees/== Check/
// Mutant: sumac_node_fold s/ \&\& !lone \&\& input_room_i;/ \&\& !lone;/
// Mutant: sumac_node_fold s/seen_q\[ring\] <= index_q;/seen_q[ring] <= next_index;/
// Mutant: sumac_node_fold s/r_addr_i({ring, next_index})/r_addr_i({ring, index_q})/
// Mutant: sumac_node_fold s/if (!agrees) state_q <= Fail/if (!agrees) state_q <= Done/
// Mutant: sumac_node_chunks s/<= count_q\[ring_o\] != (SlotW + 1)'(1);/<= 1'b1;/
// Mutant: sumac_node_chunks s/if (done_i \&\& !(give_i \&\& give_ring_i == ring_o))/if (done_i \&\& !give_i)/
// Mutant: sumac_node_program s/pass_last_o  = last_in \&\& left_q == 4'd1/pass_last_o  = last_in/
module prove_node_fold (
  input logic        clk_i,
  input logic        rst_i,
  input logic [1:0]  open_i,
  input logic [1:0]  reset_i,
  input logic        acc_valid_i,
  input sumac_pkg::acc_t   acc_i,
  input sumac_pkg::start_t start_i,
  input logic        give_i,
  input logic [1:0]  give_ring_i,
  input logic        give_slot_i,
  input logic        give_dma_i,
  input logic [54:0] give_info_i,
  input logic        dma_done_i,
  input logic [1:0]  dma_ring_i,
  input logic        dma_slot_i,
  input logic        ch_reset_i,
  input logic        ch_reset_index_i,
  input logic [2:0]  slot_i,
  input logic [2:0]  pool_i,
  input logic [3:0]  ring_slots_i,
  input logic [15:0] rt_in_i,
  input logic [31:0] ch_rcv_nxt_i,
  input logic [2:0]  ch_pool_i,
  input logic [3:0]  ch_own_slots_i,
  input logic        info_first_i,
  input logic [31:0] info_word_i,
  input logic [15:0] info_bytes_i,
  input logic        pass_ready_i,
  input logic        fold_ready_i,
  input logic        input_room_i,
  input logic        fail_ready_i,
  input logic        watch_i,
  input logic        come_i
);
  logic        rt_en, channel, info_slot, pass, last, fold, fold_slot, fold_passes, input_valid, group;
  logic [1:0]  rt_addr, fold_ring;
  logic [3:0]  rt_index;
  logic [54:0] fold_info;
  sumac_pkg::acc_t acc;
  always_comb begin
    acc           = acc_i;
    acc.spread    = '0;
    acc.op        = '0;
    acc.type_code = '0;
  end
  sumac_node_fold #(.FanIn(4), .Groups(2), .Channels(2), .PoolBeats(8), .Nodes(2), .Rings(2), .RingSlots(2), .Routes(2),
                    .SlotBeats(2), .ChannelSlots(2)) dut (
    .clk_i, .rst_i, .open_i, .reset_i, .acc_valid_i, .acc_i(acc), .start_i, .give_i,
    .give_ring_i, .give_slot_i, .give_dma_i, .give_info_i, .dma_done_i, .dma_ring_i, .dma_slot_i, .ch_reset_i,
    .ch_reset_index_i, .group_o(group), .slot_i, .pool_i, .ring_slots_i, .rt_en_o(rt_en), .rt_addr_o(rt_addr),
    .rt_index_o(rt_index), .rt_in_i, .ch_index_o(channel),
    .ch_i({ch_rcv_nxt_i, 14'd0, ch_pool_i, ch_own_slots_i, 16'd0}), .info_slot_o(info_slot),
    .info_i({info_first_i, info_word_i, info_bytes_i}), .pass_valid_o(pass),
    .pass_ready_i, .pass_last_o(last), .fold_valid_o(fold), .fold_ready_i, .fold_ring_o(fold_ring),
    .fold_slot_o(fold_slot), .fold_info_o(fold_info), .fold_passes_o(fold_passes), .input_valid_o(input_valid),
    .input_room_i, .fail_ready_i);

  // Inside: the stage's state, the program's, and the one word of each memory that is watched.
  localparam logic [2:0] Pick = 3'd0, Node = 3'd2, Scan = 3'd3, Check = 3'd4, Fold = 3'd5, Done = 3'd6;
  localparam logic [1:0] Idle = 2'd0, Load = 2'd1, Push = 2'd2, Pass = 2'd3;
  (* hierconn *) logic [2:0]  \dut.state_q ;
  (* hierconn *) logic [1:0]  \dut.u_program.state_q , \dut.ring , \dut.mine , \dut.u_chunks.mine , \dut.u_node.at ,
                              \dut.u_chunks.count ;
  (* hierconn *) logic [3:0]  \dut.index_q , \dut.u_program.index_q , \dut.seen , \dut.u_program.left_q ,
                              \dut.u_chunks.any_q ;
  (* hierconn *) logic        \dut.channel , \dut.start_program , \dut.push , \dut.program_done , \dut.lone ,
                              \dut.u_chunks.first ;
  (* hierconn *) logic [31:0] \dut.seq , \dut.start , \dut.taken , \dut.u_start.word_q ;
  (* hierconn *) logic [53:0] \dut.data , \dut.u_node.word_q ;
  (* hierconn *) logic [54:0] \dut.info , \dut.u_chunks.u_info.word_q ;
  (* hierconn *) logic [2:0]  \dut.result , \dut.looked_at , \dut.u_operand.word_q , \dut.u_chunks.u_info.at ;
  (* hierconn *) logic [5:0]  \dut.u_start.at , \dut.u_operand.at ;
  (* hierconn *) logic [7:0]  \dut.ready_q ;
  (* hierconn *) logic [4:0]  \dut.n_in ;
  (* hierconn *) logic [15:0] \dut.bytes ;
  wire [2:0] st   = \dut.state_q ;
  wire [1:0] walk = \dut.u_program.state_q , ring = \dut.ring ;
  wire       push = \dut.push ;

  // The watched chunk's ring, slot and node, its input, and what holds of their surroundings.
  (* anyconst *) logic [1:0]  mine;
  (* anyconst *) logic        slot, node, log_slots, log_own, came_first;
  (* anyconst *) logic [3:0]  k;
  (* anyconst *) logic [15:0] route, came_bytes;
  (* anyconst *) logic [31:0] came_word;
  (* anyconst *) logic [2:0]  pool, log_slot, ch_pool;
  logic        is_memory, mine_ch;
  logic [53:0] entry;
  logic [4:0]  n;
  logic        lone;
  assign is_memory = route[1:0] == sumac_pkg::STREAM_MEMORY;
  assign mine_ch   = route[6];
  assign entry     = \dut.u_node.word_q ;
  assign n         = entry[47+:5];
  assign lone      = n == 5'd1 && entry[45];
  always_comb begin
    assume (\dut.mine == mine && \dut.u_chunks.mine == mine && \dut.channel == mine_ch);
    assume (\dut.u_chunks.u_info.at == {mine, slot} && \dut.u_operand.at == {mine, k});
    assume (\dut.u_node.at == {mine[1], node} && \dut.u_start.at == {mine[1], node, k});
  end

  // The ring: its chunks in here, and the slot of the first; the chunk: what it was given as, chunks before it, whether
  // its operand is there, its program begun, its inputs pushed.
  logic        opened_q = 1'b0, head_q = 1'b0, w_q = 1'b0, local_q, started_q, take, give, watch, at_w, room;
  logic [1:0]  n_q = '0, ahead_q;
  logic [54:0] info_q;
  logic [4:0]  pushed_q;
  assign take  = fold && fold_ready_i && fold_ring == mine;
  assign give  = give_i && give_ring_i == mine;
  assign watch = give && watch_i && !w_q && give_slot_i == slot && give_info_i[0] == node;
  assign at_w  = w_q && ahead_q == '0 && ring == mine && st != Pick;
  assign room  = n_q < (2'd1 << log_slots);

  // The channel: chunks received and taken since it was opened. The input's number, and the slot where it ought to be.
  logic        ch_opened_q = 1'b0, mine_now, push_ch, there, agrees, found;
  logic [31:0] rcv_q, taken_q, seq;
  logic [3:0]  seq_slot;
  logic [2:0]  result, operand;
  assign mine_now = at_w && \dut.u_program.index_q == k;
  assign push_ch  = input_valid && channel == mine_ch;
  assign seq      = \dut.u_start.word_q + info_q[32:1];
  assign seq_slot = seq[3:0] & ~(4'hf << log_own);
  assign result   = pool + 3'(((32'(mine[0]) << log_slots) + 32'(slot)) << log_slot);
  assign operand  = is_memory ? result : ch_pool + 3'(32'(seq_slot) << log_slot);
  assign agrees   = came_first == info_q[49] && came_bytes == info_q[48:33] &&
                    (!came_first || came_word == entry[31:0]);
  assign there    = is_memory ? local_q : taken_q == seq && $signed(rcv_q - seq) > 0;
  assign found    = there && (is_memory || agrees) && \dut.u_operand.word_q == operand;

  // The program: its chunk, its last pass; the input that the route was asked for.
  logic        busy_q = 1'b0, last_q = 1'b0;
  logic [4:0]  n_in_q;
  logic [15:0] bytes_q;
  logic [2:0]  result_q;
  logic [3:0]  asked_q;

  always_ff @(posedge clk_i) begin
    n_q <= n_q + 2'(give) - 2'(take);
    if (take) head_q <= head_q ^ log_slots;
    if (watch) begin
      w_q       <= 1'b1;
      info_q    <= give_info_i;
      ahead_q   <= n_q - 2'(take);
      local_q   <= !give_dma_i;
      started_q <= 1'b0;
      pushed_q  <= '0;
    end else if (w_q) begin
      if (take) ahead_q <= ahead_q - 1'b1;
      if (take && ahead_q == '0) w_q <= 1'b0;
      if (at_w && \dut.start_program ) started_q <= 1'b1;
      if (at_w && push) pushed_q <= pushed_q + 1'b1;
    end
    if (dma_done_i && dma_ring_i == mine && dma_slot_i == slot) local_q <= 1'b1;
    if (reset_i[mine[1]]) {opened_q, head_q, w_q, n_q} <= {1'b1, 1'b0, 1'b0, 2'd0};
    if (ch_reset_i && ch_reset_index_i == mine_ch) {ch_opened_q, rcv_q, taken_q} <= {1'b1, 32'd0, 32'd0};
    else begin
      if (come_i && rcv_q - taken_q < (32'd1 << log_own)) rcv_q <= rcv_q + 1'b1;
      if (push_ch) taken_q <= taken_q + 1'b1;
    end
    if (\dut.start_program ) {busy_q, n_in_q, bytes_q, result_q} <= {1'b1, \dut.n_in , \dut.bytes , \dut.result };
    else if (\dut.program_done ) busy_q <= 1'b0;
    if (fold && fold_ready_i) last_q <= 1'b0;
    else if (pass && pass_ready_i && last) last_q <= 1'b1;
    if (rt_en) asked_q <= rt_index;
    if (rst_i) {opened_q, ch_opened_q, head_q, w_q, n_q, busy_q, last_q} <= '0;
  end

  always_comb if (!rst_i) begin
    assume ((reset_i & open_i) == '0 && (!reset_i[group] || st == Pick));
    if (give) assume (opened_q && room && give_slot_i == (log_slots && (head_q ^ n_q[0])));
    if (watch) assume (ch_opened_q);
    if (group == mine[1]) assume (slot_i == log_slot && pool_i == pool && ring_slots_i == 4'(log_slots));
    if (channel == mine_ch)
      assume (ch_pool_i == ch_pool && ch_own_slots_i == 4'(log_own) && ch_rcv_nxt_i == rcv_q);
    if (ch_reset_i && ch_reset_index_i == mine_ch) assume (!w_q && !watch && !push_ch);
    if (w_q) begin
      assume (!acc_valid_i || acc_i.node[1:0] != {mine[1], node});
      assume (!start_i.in_valid || {acc_i.node[1:0], start_i.index} != {mine[1], node, k});
      assume (n != '0 && n <= 5'd4 && (!lone || k != '0 || is_memory));
    end
    if (at_w && st >= Scan && asked_q == k) assume (rt_in_i == route);
    if (at_w && st == Check && asked_q == k)
      assume ({info_first_i, info_bytes_i, info_word_i} == {came_first, came_bytes, came_word});
    if (push && 5'(\dut.u_program.index_q ) + 5'd1 == \dut.n_in && \dut.n_in != 5'd1) assume (rt_in_i[5:2] != '0);
    if (push_ch && !mine_now) begin
      assume (\dut.seq == taken_q && rcv_q != taken_q);
      if (w_q && !is_memory && 5'(k) < n && 5'(k) >= pushed_q) assume (\dut.seq != seq);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      if (\dut.start_program ) assert (!busy_q && input_room_i);
      if (busy_q) assert ({n_in_q, bytes_q, result_q} == {\dut.n_in , \dut.bytes , \dut.result });
      if (pass) assert (busy_q && !last_q);
      if (fold) assert (!busy_q && fold_passes == last_q);
      if (fold && fold_ring == mine) assert (n_q != '0 && fold_slot == head_q);
      if (\dut.start_program && at_w) begin
        assert (!started_q && !lone);
        if (5'(k) < n) assert (there && (is_memory || agrees));
      end
      if (push && at_w) begin
        assert (started_q && 5'(\dut.u_program.index_q ) == pushed_q && pushed_q < n);
        if (mine_now) assert (input_valid == !is_memory && channel == mine_ch && \dut.looked_at == operand);
        if (mine_now && input_valid) assert (taken_q == seq && rcv_q != taken_q);
      end
      if (fold && at_w) begin
        assert ({fold_slot, fold_info} == {slot, info_q});
        assert (lone ? !started_q && (k != '0 || local_q) : started_q && pushed_q == n);
      end
      if (rt_en && at_w) assert (rt_addr == entry[53:52]);
      cover (fold && at_w && n == 5'd4 && k == 4'd2 && !is_memory && fold_passes);
      cover (fold && at_w && lone);
      cover (fold && at_w && head_q && !fold_passes);
      cover (at_w && st == Scan && \dut.seen == 4'd1 && \dut.index_q == 4'd1);
      cover (fold && at_w && n_q == 2'd2);
    end
  end

  // This makes it inductive: how the stage's state, and the program's, is told by what was given and pushed.
  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      assert (\dut.u_chunks.count == n_q && \dut.u_chunks.any_q [mine] == (n_q != '0) && \dut.u_chunks.first == head_q);
      assert (n_q <= (2'd1 << log_slots) && (log_slots || !head_q) && (opened_q || n_q == '0));
      if (opened_q && n_q == '0) assert (\dut.seen == '0);
      if (st != Pick && ring == mine) assert (n_q != '0);
      assert (busy_q == (walk != Idle) && busy_q == (st == Fold));
      if (busy_q) assert (!\dut.lone );
      assert (last_q == (st == Done && fold_passes));
      if (walk == Pass) assert (bytes_q != '0 && \dut.u_program.left_q != '0);
      if (ch_opened_q) assert (\dut.taken == taken_q && rcv_q - taken_q <= (32'd1 << log_own));
      if (w_q) begin
        assert (ch_opened_q && opened_q && ahead_q < n_q && slot == (log_slots && (head_q ^ ahead_q[0])));
        assert (\dut.u_chunks.u_info.word_q == info_q && info_q[0] == node && \dut.ready_q [{mine, slot}] == local_q);
        assert (at_w && (st == Fold || (st == Done && !lone)) ? started_q : !started_q && pushed_q == '0);
        if (ahead_q == '0)
          assert (5'(\dut.seen ) < n && (k >= \dut.seen || found || (at_w && (st == Fold || st == Done))));
      end
      if (at_w) begin
        assert (\dut.info == info_q && (st < Node || \dut.data == entry));
        if (st == Scan || st == Check) begin
          assert (5'(\dut.index_q ) < n && asked_q == \dut.index_q && (k >= asked_q || found));
          if (asked_q == k) assert (\dut.start == \dut.u_start.word_q );
          if (st == Check && asked_q == k) assert (there && !is_memory);
        end
        if (st == Fold) begin
          assert (!lone && (5'(k) >= n || 5'(k) < pushed_q || found));
          assert (pushed_q == (walk == Load ? '0 : 5'(\dut.u_program.index_q ) + 5'(walk == Pass)));
          if (walk == Push || walk == Pass) assert (5'(asked_q) < n && asked_q == \dut.u_program.index_q );
          if (walk == Push && mine_now) assert (\dut.looked_at == operand && \dut.start == \dut.u_start.word_q );
        end
        if (st == Done) assert (lone ? k != '0 || there : pushed_q == n);
      end
    end
  end

  formal_reset u_reset (.clk_i, .rst_i);
  formal_steady #(.Width(10)) u_layout (
    .clk_i, .rst_i, .keep_i(st != Pick), .data_i({slot_i, pool_i, ring_slots_i}), .kept_o());
endmodule
