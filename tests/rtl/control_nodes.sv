// The nodes of tb_sumac_control: nodes of two groups with eight channels each are drawn at random: folds by any program, sources,
// relays and spread nodes, of which some have an input that disagrees. It is known what each one's peers will send, what its values
// are and where they lie, and in which order its outputs leave; how it is accepted follows from that, too.
module control_nodes #(
  parameter bit Small = 1'b0,
  parameter int Nodes = 4,                             // of a group
  parameter int Rings = 4,
  parameter int FanIn = 5,
  parameter int PoolBeats = 1024
);
  localparam int Channels = 16, All = 2 * Nodes, Most = Small ? 2 : 4;

  // Layouts: a group's channels' windows, then its rings.
  function automatic int slot_log2(int g);
    slot_log2 = g ? 3 : 1;
  endfunction
  function automatic int window(int c);
    window = (c / 8) * 512 + (c % 8) * 32;
  endfunction
  function automatic int own(int c);                   // log2 of a window's slots
    own = c % 3;
  endfunction

  // A chunk's number k counts all its node's streams: k / streams of stream k % streams.
  typedef enum int {Fold, Source, Relay, Scatter, Gather} kind_e;
  kind_e       kind [All];
  int          streams [All], parts [All], first_part [All], part_bytes [All], in_ch [All][8], in_at [All][8], follow [All][8],
               out_ch [All][8], out_at [All][8], bytes [All], chunks [All], n_in [All], n_out [All], ring [All],
               due [All], sums [All];                  // channel -1 is memory; outputs due
  logic [31:0] word [All];
  logic [63:0] src [All], dest [All];
  bit          busy [All], untold [All], wrong [All];  // a gathering node may be freed a little before its end is told
  bit [63:0]   written [All];                          // chunks written
  int          relay_outs [2], rx_alloc [Channels], tx_alloc [Channels], n_nodes = 0, n_freed = 0, uid = 0;
  logic [48:0] supply [Channels][$];                   // what peers will send: {first, word, bytes}
  int          owner [Channels][$];                    // 64 node + chunk, of those that are to leave
  int          order [4*Rings][$];                     // a ring's outputs to channels, to memory: 1024 node + 16 chunk + output
  longint unsigned pool [PoolBeats];                   // packet memory, a word a beat

  function automatic longint unsigned hash(longint unsigned a, longint unsigned b);
    longint unsigned x;
    x = (a * 64'h9e3779b97f4a7c15 + 64'h1234567) ^ {b[30:0], b[63:31]};
    x = x * 64'hbf58476d1ce4e5b9;
    hash = x ^ (x >> 29);
  endfunction
  function automatic int op_of(int v);                 // sums of integers, or of floats, which take longer
    op_of = v % 2 ? int'(sumac_pkg::TYPE_F32) : int'(sumac_pkg::TYPE_I32);
  endfunction
  // Where a chunk lies in its node's memory, and how much there is of it: within its part, and the memory.
  function automatic int chunk_at(int v, int k);
    int part;
    part = 0;
    if (kind[v] == Scatter) part = (first_part[v] + k % streams[v]) % parts[v];
    if (kind[v] == Gather) part = (first_part[v] + 16 * parts[v] - k % streams[v]) % parts[v];
    chunk_at = part * part_bytes[v] + ((k / streams[v]) << (6 + slot_log2(v / Nodes)));
  endfunction
  function automatic int chunk_bytes(int v, int k);
    int from, to;
    from = chunk_at(v, k);
    to   = from + (64 << slot_log2(v / Nodes));
    if (part_bytes[v] != 0 && to > (from / part_bytes[v] + 1) * part_bytes[v]) to = (from / part_bytes[v] + 1) * part_bytes[v];
    if (to > bytes[v]) to = bytes[v];
    chunk_bytes = (to > from) ? to - from : 0;
  endfunction
  function automatic longint unsigned operand(int v, int k, int i, int b);  // of node v, chunk k, input i
    if (in_ch[v][i] < 0) operand = hash(64'd1, (src[v] >> 6) + 64'(chunk_at(v, k) / 64) + 64'(b));
    else operand = hash(64'd2 + 64'(in_ch[v][i]), (64'(in_at[v][i]) + 64'(k / streams[v])) * 64'd8 + 64'(b));
  endfunction
  function automatic longint unsigned value(int v, int k, int b);
    longint unsigned stack [9];
    int top;
    if (kind[v] == Gather) return operand(v, k, k % streams[v], b);
    top = 0;
    for (int i = 0; i < n_in[v]; i++) begin
      stack[top] = operand(v, k, i, b);
      top++;
      for (int c = 0; c < follow[v][i]; c++) begin
        top--;
        stack[top-1] = hash(stack[top-1] + 64'(op_of(v)), stack[top]);
      end
    end
    value = stack[0];
  endfunction
  function automatic bit holds(int v, int k, int at);
    holds = 1'b1;
    for (int b = 0; b < (chunk_bytes(v, k) + 63) / 64; b++) if (pool[at+b] != value(v, k, b)) holds = 1'b0;
  endfunction

  // Draws the next node of a group, alone: without channels. Folds read channels 0 to 3, relays channel 4, gathering nodes the
  // others, each on one ring.
  function automatic void prepare(int v, bit alone);
    int g, c, f, depth, spare;
    bit fail_it, fed;
    logic [48:0] item;
    g = v / Nodes;
    uid++;
    kind[v]  = alone ? Source : kind_e'($urandom_range(4));
    n_in[v]  = kind[v] == Fold ? 2 + $urandom_range(FanIn - 2) : kind[v] == Gather ? 1 + $urandom_range(Small ? 1 : 2) : 1;
    n_out[v] = kind[v] == Gather || alone ? 1 : kind[v] == Scatter ? 1 + $urandom_range(Most - 1)
               : kind[v] == Relay ? 1 + relay_outs[g] % Most : $urandom_range(Most);
    streams[v]    = kind[v] == Scatter ? n_out[v] : kind[v] == Gather ? n_in[v] : 1;
    parts[v]      = (kind[v] < Scatter) ? 1 : 1 + int'($urandom_range(15));
    first_part[v] = int'($urandom_range(parts[v] - 1));
    bytes[v]      = ($urandom_range(9) == 0) ? 0 : 4 * $urandom_range(($urandom_range(3) == 0) ? 400 : 40) << (g ? 2 : 0);
    part_bytes[v] = 0;
    if (kind[v] >= Scatter || $urandom_range(1) == 0) part_bytes[v] = (bytes[v] / parts[v] + 127) / 64 * 64;
    chunks[v] = (((part_bytes[v] != 0) ? part_bytes[v] : bytes[v]) + (64 << slot_log2(g)) - 1) >> (6 + slot_log2(g));
    if (chunks[v] == 0) chunks[v] = 1;
    word[v] = $urandom;
    ring[v] = kind[v] == Fold ? 1 : kind[v] == Relay ? Rings / 2 : kind[v] == Gather ? Rings - 1 : $urandom_range(Rings - 1);
    if (Small) ring[v] = int'(kind[v] == Relay || kind[v] == Gather || (kind[v] != Fold && $urandom_range(1) == 0));
    src[v]  = 64'(uid) << 20;
    dest[v] = (64'(uid) << 20) + 64'(4 * $urandom_range(30));
    {wrong[v], written[v], due[v], sums[v]} = '0;
    fail_it = n_nodes > 100 && $urandom_range(49) == 0;
    depth = 0;
    spare = kind[v] == Fold ? int'($urandom_range(9)) : kind[v] == Source || kind[v] == Scatter ? 0 : 9;   // the memory input
    if (n_in[v] == 5 && spare > 4) spare = 4;
    c = $urandom_range(99);
    for (int i = 0; i < n_in[v]; i++) begin
      in_ch[v][i] = i == spare ? -1 : 8 * g
          + (kind[v] == Relay ? 4 : kind[v] == Gather ? 5 + (i + c) % 3 : (i - int'(i > spare) + c) % 4);
      depth++;
      f = int'($urandom_range(depth - 1));
      if (depth - f > $clog2(FanIn)) f = depth - $clog2(FanIn);
      if (i == n_in[v] - 1) f = depth - 1;
      if (kind[v] == Gather) f = 0;
      follow[v][i] = f;
      depth -= kind[v] == Gather ? 1 : f;
      if (i != spare) begin
        in_at[v][i] = rx_alloc[in_ch[v][i]];
        rx_alloc[in_ch[v][i]] += chunks[v];
      end
      for (int k = 0; k < chunks[v] && i != spare; k++) begin
        item = {k == 0, k == 0 ? word[v] : $urandom, 16'(chunk_bytes(v, k * streams[v] + (kind[v] == Gather ? i : 0)))};
        if (fail_it && k == chunks[v] - 1) begin
          {wrong[v], fail_it} = 2'b10;
          case ($urandom_range(2))                     // another word, another length, first or not
            0:       item[k==0?40:2] ^= 1'b1;
            1:       item[48] ^= 1'b1;
            default: item[3]  ^= 1'b1;
          endcase
        end
        supply[in_ch[v][i]].push_back(item);
      end
    end
    c     = kind[v] == Relay ? relay_outs[g] : int'($urandom_range(255));   // relays of a channel end in its order
    fed   = kind[v] == Gather || alone || (kind[v] != Scatter && c[7]);
    for (int o = 0; o < n_out[v]; o++) begin
      out_ch[v][o] = fed && o == c[6:5] % n_out[v] ? -1 : 8 * g + (o + c[4:2]) % 8;
      due[v] += chunks[v] * (kind[v] == Gather ? n_in[v] : 1);
      if (out_ch[v][o] >= 0) begin
        out_at[v][o] = tx_alloc[out_ch[v][o]];
        tx_alloc[out_ch[v][o]] += chunks[v];
      end
    end
    // who leaves in which order
    for (int k = 0; k < chunks[v]; k++) for (int o = 0; o < n_out[v]; o++) begin
      if (kind[v] != Gather) order[2*(Rings*g+ring[v])+int'(out_ch[v][o]<0)].push_back(
          1024 * v + 16 * (kind[v] == Scatter ? k * streams[v] + o : k) + o);
      if (out_ch[v][o] >= 0) owner[out_ch[v][o]].push_back(64 * v + (kind[v] == Scatter ? k * streams[v] + o : k));
    end
  endfunction

  function automatic bit to_memory(int v);             // the last write tells its end
    to_memory = 1'b0;
    for (int o = 0; o < n_out[v]; o++) if (out_ch[v][o] < 0 && kind[v] != Gather) to_memory = 1'b1;
  endfunction
  function automatic bit gathers(int v);
    gathers = kind[v] == Gather;
  endfunction
  function automatic int combines(int v);
    combines = gathers(v) ? 0 : (n_in[v] - 1) * ((bytes[v] + 63) / 64);
  endfunction
  function automatic bit in_turn(int v, int k, int o); // O2: output o of a chunk leaves now
    in_turn = 1'b1;
    if (!gathers(v)) in_turn = order[2*(Rings*(v/Nodes)+ring[v])+int'(out_ch[v][o]<0)].pop_front() == 1024 * v + 16 * k + o;
  endfunction

  function automatic bit may_write(int v, int k, sumac_pkg::wr_t wr);  // it may be this chunk's
    may_write = !written[v][k] && wr.addr == dest[v] + 64'(chunk_at(v, k)) && int'(wr.bytes) == chunk_bytes(v, k)
                && (k < streams[v] || written[v][k-streams[v]]) && holds(v, k, int'(wr.pool));
  endfunction

  // Packet memory: a chunk's window slot is filled, or given back; a beat comes from the host; a pass is done.
  function automatic void fill(int c, int k, bit comes);
    for (int b = 0; b < (1 << slot_log2(c / 8)); b++)
      pool[window(c)+(k%(1<<own(c))<<slot_log2(c/8))+b] = comes ? hash(64'd2 + 64'(c), 64'(k) * 64'd8 + 64'(b)) : 64'hdead;
  endfunction
  function automatic void come(int at, longint unsigned addr);
    pool[at] = hash(64'd1, addr >> 6);
  endfunction
  function automatic void combine(sumac_pkg::pass_t pass);
    for (int b = 0; b < int'(pass.beats); b++)
      pool[int'(pass.dst)+b] = hash(pool[int'(pass.left)+b] + 64'(pass.type_code), pool[int'(pass.right)+b]);
  endfunction

  // A group is opened anew.
  function automatic void restart(int g);
    for (int i = g * Nodes; i < (g + 1) * Nodes; i++) begin
      if (busy[i]) n_freed++;
      {busy[i], untold[i]} = 2'b00;
    end
    relay_outs[g] = $urandom_range(255);
    for (int i = 0; i < 2 * Rings; i++) order[2*Rings*g+i].delete();
    for (int i = 8 * g; i < 8 * g + 8; i++) begin
      {rx_alloc[i], tx_alloc[i]} = '0;
      supply[i].delete();
      owner[i].delete();
    end
  endfunction

  // A node, and one of its streams, with the tree of its passes.
  function automatic void accepts(int v, int walk, output sumac_pkg::acc_t acc, output sumac_pkg::start_t start);
    int at, inner [$];
    {acc, start} = '0;
    acc.node  = 12'(v);
    acc.ring  = 8'(v / Nodes * Rings + ring[v]);
    {acc.n_in, acc.n_out, acc.mem_in, acc.mem_out} = {5'(n_in[v]), 5'(n_out[v]), 2'b00};
    for (int i = 0; i < n_in[v]; i++) if (in_ch[v][i] < 0) acc.mem_in = 1'b1;
    for (int i = 0; i < n_out[v]; i++) if (out_ch[v][i] < 0) acc.mem_out = 1'b1;
    {acc.op, acc.type_code, acc.src, acc.dst, acc.bytes} = {sumac_pkg::OP_SUM, 8'(op_of(v)), src[v], dest[v], 48'(bytes[v])};
    {acc.chunks, acc.spread, acc.streams} = {32'(chunks[v]), kind[v] == Gather, kind[v] == Scatter, 5'(streams[v])};
    {acc.first, acc.last, acc.part_bytes} = {4'(first_part[v]), 4'(parts[v] - 1), 48'(part_bytes[v])};
    {acc.first_at, acc.last_at} = {48'(first_part[v] * part_bytes[v]), 48'((parts[v] - 1) * part_bytes[v])};
    {acc.word, acc.source, acc.in_completion} = {word[v], 64'd0, src[v], dest[v][7]};
    acc.given = bytes[v] <= 64 && chunks[v] == 1 && kind[v] != Scatter;
    for (int i = 0; i < n_in[v]; i++) begin            // the pass that walk names
      inner.push_back(i);
      for (int j = follow[v][i]; j > 0; j--) begin
        at = inner.pop_back();
        if (at == walk) begin
          start.lo     = 4'(inner[inner.size()-1]);
          start.parent = j > 1 ? start.lo : i == n_in[v] - 1 ? 4'd0 : 4'(i + 1);
        end
      end
    end
    {start.index, start.in_valid, start.out_valid} = {4'(walk), walk < n_in[v], walk < n_out[v]};
    start.in_memory   = in_ch[v][walk%8] < 0;
    start.in_channel  = 10'(in_ch[v][walk%8]);
    start.in_chunk    = 32'(in_at[v][walk%8]);
    start.in_right    = follow[v][walk%8] != 0;
    start.out_memory  = out_ch[v][walk%8] < 0;
    start.out_channel = 10'(out_ch[v][walk%8]);
    start.out_chunk   = 32'(out_at[v][walk%8]);
  endfunction
endmodule
