// The windows: a range is inside when its window was opened, not closed since, and ends within its length, also where sums
// pass 2^48 and 2^64; the address is base + offset; windows that do not exist are not open. 64 bytes at an
// address are inside when they are inside any window.
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
  logic [63:0]     ring [2];
  logic [1:0]      open, inside_w, ring_in, ring_want;
  sumac_windows #(.Windows(Windows)) dut (
    .clk_i(clk), .rst_i(rst), .w_en_i(w_en), .w_index_i(w_index), .w_base_i(w_base), .w_len_i(w_len),
    .src_window_i(window[0]), .src_offset_i(offset[0]), .dst_window_i(window[1]), .dst_offset_i(offset[1]), .bytes_i(bytes),
    .src_open_o(open[0]), .src_inside_o(inside_w[0]), .src_addr_o(addr[0]), .dst_open_o(open[1]),
    .dst_inside_o(inside_w[1]), .dst_addr_o(addr[1]), .ring_d_addr_i(ring[0]), .ring_c_addr_i(ring[1]),
    .ring_d_inside_o(ring_in[0]), .ring_c_inside_o(ring_in[1]));

  logic [63:0]  base [Windows], len [Windows];
  logic [127:0] last;
  int n = 0, in = 0, out = 0, shut = 0, entries_in = 0, w;

  always @(posedge clk) begin
    if (!rst && n > 3) for (int s = 0; s < 2; s++) begin
      w = int'(window[s]);
      if (open[s] != (w < Windows && len[w%Windows] != 64'd0)) $fatal(1, "window %0d: open %0d", w, open[s]);
      if (open[s]) begin
        last = {80'd0, offset[s]} + {64'd0, bytes};
        if (inside_w[s] != (last <= {64'd0, len[w]})) $fatal(1, "%h + %h in %h: %0d", offset[s], bytes, len[w], inside_w[s]);
        if (addr[s] != base[w] + {16'd0, offset[s]}) $fatal(1, "address %h", addr[s]);
        if (inside_w[s]) in = in + 1;
        else out = out + 1;
      end else shut = shut + 1;
    end
    ring_want = 2'b00;
    for (int s = 0; s < 2; s++) for (int i = 0; i < Windows; i++)
      if (ring[s] >= base[i] && len[i] >= 64'd64 && ring[s] - base[i] <= len[i] - 64'd64) ring_want[s] = 1'b1;
    if (!rst && n > 3 && ring_in != ring_want) $fatal(1, "an entry at %h or %h: %b", ring[0], ring[1], ring_in);
    if (!rst && n > 3) entries_in = entries_in + int'(ring_in[0]);
    if (rst) for (int i = 0; i < Windows; i++) len[i] = 64'd0;
    else if (w_en) begin
      base[w_index] = w_base;
      len[w_index]  = w_len;
    end
  end

  function automatic logic [63:0] near(logic [63:0] x);
    near = x + 64'($urandom_range(4)) - 64'd2;
  endfunction
  always @(negedge clk) begin
    n       <= n + 1;
    rst     <= n < 2 || n % 5000 == 0;
    w_en    <= $urandom_range(3) == 0;
    w_index <= WinW'($urandom_range(Windows - 1));
    w_base  <= {$urandom, $urandom};
    case ($urandom_range(4))
      0:       w_len <= 64'd0;
      1:       w_len <= 64'($urandom);
      2:       w_len <= 64'h0001_0000_0000_0000;
      3:       w_len <= '1;
      default: w_len <= {$urandom, $urandom} >> 20;
    endcase
    for (int s = 0; s < 2; s++) begin : entries
      int i;
      i = int'($urandom_range(Windows - 1));
      ring[s] <= near(base[i] + (($urandom_range(1) == 0) ? 64'd0 : len[i] - 64'd64));
    end
    for (int s = 0; s < 2; s++) begin
      window[s] <= 16'($urandom_range(Windows + 1)) | (($urandom_range(7) == 0) ? 16'h100 : 16'h0);
      offset[s] <= ($urandom_range(1) == 0) ? {16'($urandom), $urandom} : 48'($urandom);
    end
    case ($urandom_range(3))
      0:       bytes <= near(64'd0);
      1:       bytes <= near(len[$urandom_range(Windows-1)] - {16'd0, offset[0]});
      2:       bytes <= 64'($urandom);
      default: bytes <= {$urandom, $urandom};
    endcase
    if (n == 30000) begin
      if (in < 500 || out < 500 || shut < 500 || entries_in < 500) $fatal(1, "%0d inside, %0d outside, %0d not open", in, out, shut);
      $display("PASS tb_sumac_windows: Windows %0d, %0d inside, %0d outside, %0d not open", Windows, in, out, shut);
      $finish;
    end
  end
endmodule
