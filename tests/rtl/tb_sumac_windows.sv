// The windows: a range is inside when its window was opened, not closed since, and ends within its length, also where sums
// pass 2^48 and 2^64; the address is base + offset; windows that do not exist are not open. A ring is inside when it lies
// whole in one window, and the window that is told is such a one. A window that is not made of whole beats, or ends beyond the last
// address, is refused, so no beat that a range inside touches has a byte beside its window; so is one that a ring uses.
module tb_sumac_windows #(
  parameter bit Small = 1'b0
);
  // Not a power of two, and one: there the first window that does not exist has the bits of window 0.
  localparam int Windows = Small ? sumac_pkg::SmallWindows : 5;
  localparam int WinW = $clog2(Windows);
  logic clk = 1'b0, rst = 1'b1;
  initial forever #1 clk = !clk;

  // +seed=N repeats a run
  int seed;
  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    $display("tb_sumac_windows: +seed=%0d", seed);
    void'($urandom(seed));
  end

  logic            w_en = 1'b0;
  logic [WinW-1:0] w_index = '0;
  logic [63:0]     w_base = '0, w_len = '0, bytes = '0, addr [2];
  logic [15:0]     window [2];
  logic [47:0]     offset [2];
  logic            go = 1'b1;
  logic            used = 1'b0, ask = 1'b0, known, told = 1'b0;
  logic [63:0]     ring [2];
  logic [3:0]      ring_log2 = '0;
  logic [6:0]      ring_window [2], index;
  logic [1:0]      open, inside_w, ring_in, ring_want;
  logic [7:0]      w_status;
  sumac_windows #(.Windows(Windows)) dut (
    .clk_i(clk), .rst_i(rst), .w_en_i(w_en), .w_index_i(w_index), .w_base_i(w_base), .w_len_i(w_len),
    .w_status_o(w_status), .ranges_i({go, window[0], offset[0], window[1], offset[1], bytes}),
    .ranges_o({open[0], inside_w[0], addr[0], open[1], inside_w[1], addr[1]}),
    .rings_i({ask, ring[0], ring[1], ring_log2, used}),
    .rings_o({known, ring_in[0], ring_in[1], ring_window[0], ring_window[1], index}));

  logic [63:0]  base [Windows], len [Windows];
  logic [127:0] last;
  logic [271:0] asks [2][3];            // window, offset, base, length, bytes
  logic [63:0]  a_base, a_len, a_bytes;
  logic [47:0]  a_offset;
  int n = 0, in = 0, out = 0, shut = 0, refused = 0, busy = 0, asked = 0, w;
  int rings_in [2] = '{0, 0}, rings_out [2] = '{0, 0};
  logic [64:0] w_end;
  logic        w_bad, w_stands = 1'b0;   // base and length have stood for two cycles
  assign w_end = {1'b0, w_base} + {1'b0, w_len};
  assign w_bad = w_len != 64'd0 && (w_base % 64'd64 != 64'd0 || w_len % 64'd64 != 64'd0 || w_end[64]);

  always @(posedge clk) begin
    // the answers to what was asked three steps ago, of the window as it was then; the bytes came two steps later
    if (!rst && n > 20) for (int s = 0; s < 2; s++) begin
      {w, a_offset, a_base, a_len, a_bytes} = asks[s][2];
      if (open[s] != (w < Windows && a_len != 64'd0)) $fatal(1, "window %0d: open %0d", w, open[s]);
      if (open[s]) begin
        last = {80'd0, a_offset} + {64'd0, a_bytes};
        if (inside_w[s] != (last <= {64'd0, a_len})) $fatal(1, "%h + %h in %h: %0d", a_offset, a_bytes, a_len, inside_w[s]);
        if (addr[s] != a_base + {16'd0, a_offset}) $fatal(1, "address %h", addr[s]);
        if (inside_w[s] && a_bytes != 64'd0 && (last[63:0] + a_base - 64'd1 | 64'd63) > a_base + a_len - 64'd1)
          $fatal(1, "a beat beside");
        if (inside_w[s] && (addr[s] & ~64'd63) < a_base) $fatal(1, "a beat before");
        if (inside_w[s]) in = in + 1;
        else out = out + 1;
      end else shut = shut + 1;
    end
    if (go) for (int s = 0; s < 2; s++) begin
      w          = int'(window[s]);
      asks[s][2] = {asks[s][1][271:64], bytes};
      asks[s][1] = asks[s][0];
      asks[s][0] = {w, offset[s], base[w%Windows], len[w%Windows], 64'd0};
    end
    asked = ask ? asked + 1 : 0;
    told  = ask && known;
    if (asked > Windows + 4) $fatal(1, "a search of %0d cycles", asked);
    if (!rst && n > 3 && ask && known) for (int s = 0; s < 2; s++) begin
      ring_want[s] = 1'b0;
      for (int i = 0; i < Windows; i++) if (fits(s, i)) ring_want[s] = 1'b1;
      if (ring_in[s] != ring_want[s]) $fatal(1, "ring %0d at %h, %0d entries: %0d", s, ring[s], 1 << ring_log2, ring_in[s]);
      if (ring_in[s] && !fits(s, int'(ring_window[s]))) $fatal(1, "ring %0d at %h is not in window %0d", s, ring[s],
          ring_window[s]);
      if (ring_in[s]) rings_in[s]++;
      else rings_out[s]++;
    end
    if (index != 7'(w_index)) $fatal(1, "window %0d is told for %0d", index, w_index);
    if (w_stands && w_status != (w_bad ? sumac_pkg::ST_EINVAL : used ? sumac_pkg::ST_ESTATE : sumac_pkg::ST_OK)) $fatal(1,
        "%h + %h: status %0d", w_base, w_len, w_status);
    if (w_stands && w_bad) refused = refused + 1;
    if (w_stands && !w_bad && used) busy = busy + 1;
    if (rst) for (int i = 0; i < Windows; i++) len[i] = 64'd0;
    else if (w_en) begin
      base[w_index] = w_base;
      len[w_index]  = w_len;
    end
  end

  function automatic bit fits(int s, int i);
    logic [64:0] bytes_of_ring;
    bytes_of_ring = 65'd64 << ring_log2;
    fits = ring[s] >= base[i] && {1'b0, ring[s] - base[i]} + bytes_of_ring <= {1'b0, len[i]};
  endfunction
  function automatic logic [63:0] near(logic [63:0] x);
    near = x + 64'($urandom_range(4)) - 64'd2;
  endfunction
  always @(negedge clk) begin
    n       <= n + 1;
    rst     <= n < 2 || n % 5000 == 0;
    go       <= $urandom_range(3) != 0;
    w_stands <= n % 3 == 2;
    w_en     <= n % 3 == 2 && !w_bad && !used && !ask && $urandom_range(1) == 0;
    w_index  <= WinW'($urandom_range(Windows - 1));
    if (n % 3 == 0) begin : written
      logic [63:0] some, size;
      used <= $urandom_range(3) == 0;
      some = {$urandom, $urandom} >> $urandom_range(63);
      case ($urandom_range(4))
        0:       size = 64'd0;
        1:       size = 64'($urandom) & ~64'd63;
        2:       size = 64'h0001_0000_0000_0000;
        3:       size = 64'hffff_ffff_ffff_ffc0;
        default: size = ({$urandom, $urandom} >> 20) & ~64'd63;
      endcase
      case ($urandom_range(3))
        0:       some = 64'd0 - size - (64'($urandom_range(2)) << 6);   // ends at the last address, or near it
        1:       some = 64'd0;
        default: some = some & ~64'd63;
      endcase
      if ($urandom_range(7) == 0) some = some | 64'd1 << $urandom_range(5);
      if ($urandom_range(7) == 0) size = size | 64'd1 << $urandom_range(5);
      w_base <= some;
      w_len  <= size;
    end
    // a search stands until it has its answer; a reset ends it
    if (rst || told) ask <= 1'b0;
    else if (!ask && n % 3 == 0 && $urandom_range(5) == 0) begin
      ask       <= 1'b1;
      ring_log2 <= 4'($urandom_range(12));
      for (int s = 0; s < 2; s++) begin : rings
        int i;
        i = int'($urandom_range(Windows - 1));
        ring[s] <= near(base[i] + (($urandom_range(1) == 0) ? 64'd0 : len[i] - (64'd64 << $urandom_range(12))));
      end
    end
    for (int s = 0; s < 2; s++) begin
      window[s] <= 16'($urandom_range(Windows + 1)) | (($urandom_range(7) == 0) ? 16'h100 : 16'h0);
      offset[s] <= ($urandom_range(1) == 0) ? {16'($urandom), $urandom} : 48'($urandom);
    end
    case ($urandom_range(3))
      0:       bytes <= near(64'd0);
      1:       bytes <= near(asks[0][1][127:64] - {16'd0, asks[0][1][239:192]});
      2:       bytes <= 64'($urandom);
      default: bytes <= {$urandom, $urandom};
    endcase
    if (n == 30000) begin
      if (in < 500 || out < 500 || shut < 500 || refused < 500 || busy < 500
          || rings_in[0] < 50 || rings_in[1] < 50 || rings_out[0] < 50 || rings_out[1] < 50)
        $fatal(1, "%0d inside, %0d outside, %0d not open, %0d refused, %0d in use, rings %p inside, %p not", in, out, shut,
            refused, busy, rings_in, rings_out);
      $display("PASS tb_sumac_windows: Windows %0d, %0d inside, %0d outside, %0d not open, %0d refused", Windows, in, out, shut,
          refused);
      $finish;
    end
  end
endmodule
