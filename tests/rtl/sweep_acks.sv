// The channels of tb_sumac_sweep, which its owners change at the falling edge, as the sweep looks them up; and a model of what
// acknowledgements are due on them (R9, R10): none is offered without a reason, and every reason is met in time while transmit is
// ready. acknowledge() is called at every rising edge.
module sweep_acks #(
  parameter int Channels    = 4,
  parameter int Groups      = 2,
  parameter int SweepCycles = 16,
  parameter bit Small       = 1'b1,
  localparam int ChanW      = $clog2(Channels)
) (
  input  logic              clk_i,
  input  logic [63:0]       now_i,
  input  logic [ChanW-1:0]  index_i,       // the sweep visits this channel,
  output sumac_pkg::sweep_ch_t ch_o,       // and knows of it a cycle later
  output sumac_pkg::chunks_t chunks_o,
  input  logic              idle_i,
  input  logic              busy_i,
  input  sumac_pkg::ch_at_t open_i,
  input  sumac_pkg::owe_t   owe_i,
  input  sumac_pkg::ch_at_t given_i,
  input  logic              told_i,
  input  logic [ChanW-1:0]  told_index_i,
  input  logic [31:0]       told_rcv_i,
  input  logic [31:0]       told_limit_i,
  input  logic              due_valid_i,
  input  logic              due_ready_i,
  input  sumac_pkg::due_t   due_i
);
  logic [ChanW-1:0] owe_index, open_index, given_index;
  assign {owe_index, open_index, given_index} = {owe_i.channel[ChanW-1:0], open_i.channel[ChanW-1:0], given_i.channel[ChanW-1:0]};
  typedef struct packed {
    logic              open, gap, blocked, kept;
    logic [3:0]        own;
    logic [31:0]       rcv, limit;
    logic [5:0]        grp;
    logic [15:0]       rank;
    logic [31:0]       una, nxt, lim;
  } channel_t;
  channel_t ch [Channels];

  function automatic sumac_pkg::sweep_ch_t ch_of(input int c);
    return {ch[c].kept, ch[c].open, ch[c].grp, ch[c].rank, ch[c].own, ch[c].una, ch[c].lim, ch[c].gap, ch[c].rcv[4:0],
            ch[c].limit[4:0]};
  endfunction
  function automatic sumac_pkg::chunks_t chunks_of(input int c);
    return {ch[c].blocked, ch[c].nxt};
  endfunction
  always_ff @(posedge clk_i) {ch_o, chunks_o} <= {ch_of(int'(index_i)), chunks_of(int'(index_i))};

  // Cycles from due to offered, when transmit is ready, and has been for so many; from a channel's visit to the next, at most and
  // at least.
  localparam int InTime = 40, Drained = 180, Round = Small ? 32 : SweepCycles, Least = Small ? 16 : SweepCycles - 2 * Channels;
  int          cycle = 0, unready_at = 0, due_at = 0, changed_at = 0, n_offers = 0, n_pair = 0, n_window = 0,
      n_late = 0, n_soon = 0, busy_at = 0, n_now = 0, n_replies = 0, worst = 0;
  int          soon_since [Channels], due_since [Channels];
  int          just_at [Channels], now_m [Channels], own_m [Channels], reply_m [Channels];
  longint      owed_since [Channels];
  logic [31:0] rcv_m [Channels], limit_m [Channels];
  bit          now_flag [Channels];
  bit          was_valid = 1'b0, was_taken = 1'b0;
  logic [9:0]  was_index = '0;

  function automatic bit window_due(input int c);
    window_due = ch[c].limit - limit_m[c] >= (ch[c].own == 0 ? 1 : (32'd1 << ch[c].own) >> 1);
  endfunction
  function automatic bit soon(input int c);    // two owed, or a limit, that go alone if no chunk waits
    soon = ch[c].kept && (ch[c].rcv - rcv_m[c] >= 2 || (ch[c].limit != limit_m[c]
      && limit_m[c] - ch[c].rcv < (32'd1 << ch[c].own) - ((32'd1 << ch[c].own) >> 4)));
  endfunction
  function automatic bit many(input int c);    // that go alone whatever waits
    many = ch[c].rcv - rcv_m[c] >= (ch[c].own < 3 ? 2 : 4);
  endfunction
  function automatic bit due_now(input int c);
    due_now = ch[c].kept && (many(c) || window_due(c) || now_flag[c] || own_m[c] + reply_m[c] != 0);
  endfunction

  task automatic acknowledge();
    int c;
    if (was_valid && !was_taken && (!due_valid_i || due_i.channel != was_index)) $fatal(1, "an offer is not held");
    if (due_valid_i && (!was_valid || was_taken)) begin
      c = int'(due_i.channel);
      n_offers++;
      if (due_i.reply) begin
        n_replies++;
        reply_m[c]--;
        if (reply_m[c] < 0) $fatal(1, "channel %0d: a reply to nothing", c);
      end else if (cycle - just_at[c] > 8) begin
        n_now++;
        now_m[c]--;
        if (now_m[c] < 0) $fatal(1, "channel %0d is offered for no reason", c);
      end else if (window_due(c)) n_window++;
      else if (many(c)) n_pair++;
      else if (soon(c)) n_soon++;
      else if (!due_now(c)) n_late++;
      if (!due_i.reply && own_m[c] > 0) own_m[c]--;
    end
    {was_valid, was_taken, was_index} = {due_valid_i, due_valid_i && due_ready_i, due_i.channel};
    if (due_valid_i) due_at = cycle;
    if (!due_ready_i && !told_i) unready_at = cycle;
    if (busy_i) busy_at = cycle;
    if (told_i) begin
      {rcv_m[told_index_i], limit_m[told_index_i], now_flag[told_index_i]} = {told_rcv_i, told_limit_i, 1'b0};
      due_since[told_index_i] = cycle;
      owed_since[told_index_i] = longint'(now_i);
    end
    if (owe_i.en) begin
      if (owe_i.now && !owe_i.own) {now_flag[owe_index], now_m[owe_index]} = {1'b1, now_m[owe_index] + 1};
      if (owe_i.own && owe_i.reply) reply_m[owe_index]++;
      else if (owe_i.own) {own_m[owe_index], now_m[owe_index]} = {own_m[owe_index] + 1, now_m[owe_index] + 1};
    end
    if (open_i.en) begin
      {rcv_m[open_index], limit_m[open_index], now_flag[open_index]} = {32'd0, ch[open_index].limit, 1'b0};
      {now_m[open_index], own_m[open_index], reply_m[open_index]} = '0;
    end
    for (c = 0; c < Channels; c++) begin
      if (ch[c].rcv == rcv_m[c] || !ch[c].kept) owed_since[c] = longint'(now_i);
      if (!due_now(c)) due_since[c] = cycle;
      if (due_now(c) || (soon(c) && cycle - busy_at > 8) || longint'(now_i) - owed_since[c] >= Least - 4) just_at[c] = cycle;
      if (cycle - due_since[c] > InTime && cycle - unready_at > Drained)
        $fatal(1, "channel %0d is due since cycle %0d, now %0d", c, due_since[c], cycle);
      if (!soon(c) || busy_i) soon_since[c] = 0;
      else if (((given_i.en && int'(given_index) == c) || (owe_i.en && int'(owe_index) == c)) && cycle - busy_at > 12
               && soon_since[c] == 0) soon_since[c] = cycle;
      if (soon_since[c] != 0 && cycle - soon_since[c] > InTime && cycle - unready_at > Drained)
        $fatal(1, "channel %0d: two or its limit are due since cycle %0d, now %0d", c, soon_since[c], cycle);
      if (cycle - due_since[c] > worst && cycle - unready_at > Drained) worst = cycle - due_since[c];
      if (longint'(now_i) - owed_since[c] > 5 * Round + InTime && cycle - unready_at > 5 * Round + InTime)
        $fatal(1, "channel %0d is owed since %0d, now %0d", c, owed_since[c], now_i);
      if (longint'(now_i) - owed_since[c] > 3 * Round + InTime && cycle - changed_at > 3 * Round + InTime && !busy_i
          && cycle - unready_at > 3 * Round + InTime)
        $fatal(1, "channel %0d is owed since %0d, now %0d", c, owed_since[c], now_i);
      if (idle_i && cycle - due_since[c] > 8) $fatal(1, "idle, and channel %0d is due", c);
    end
  endtask

  // A run was long enough.
  task automatic enough();
    $display("%0d offers: %0d pairs, %0d window, %0d soon, %0d late, %0d at once, %0d replies", n_offers, n_pair, n_window, n_soon,
             n_late, n_now, n_replies);
    if (n_pair == 0 || n_window == 0 || n_late == 0 || n_soon == 0 || n_now == 0 || n_replies == 0) $fatal(1, "too few of a kind");
  endtask

  initial for (int c = 0; c < Channels; c++) begin
    ch[c] = '0;
    ch[c].grp = 6'(c % Groups);
    {rcv_m[c], limit_m[c], now_flag[c], now_m[c], own_m[c], reply_m[c]} = '0;
    {due_since[c], just_at[c], owed_since[c]} = {32'd0, -32'd100, 64'd0};
  end
endmodule
