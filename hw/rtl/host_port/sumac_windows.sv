// The memory windows: what the NIC may reach of its host. Two checks at a time, in three registered steps: a range of bytes lies in
// window w if w is open and offset + bytes stays within its length. The window is looked up, its address and its room behind the
// offset are computed, and the bytes are compared with that room. Throughput: two ranges a cycle.
// Beside them, a search for the windows in which the two rings of a group lie, which the group asks for when it opens: it
// looks at a window a cycle, and takes Windows + 4 cycles. A window in which a ring of a living group lies stays as it is
// (ESTATE), so that no entry is judged again. Reset: closes all windows.
// The DMA moves whole beats of 64 bytes, so a window is made of whole beats: one that is not, or that does not end below
// 2^64, is refused by w_status_o, and w_en_i must not come. Then no beat that a range inside touches has bytes beside its
// window, whatever the range's own alignment. The base and the low half of the length stand for a cycle before w_en_i.
module sumac_windows #(
  parameter int Windows = sumac_pkg::DefWindows,
  localparam int WinW   = (Windows > 1) ? $clog2(Windows) : 1
) (
  input  logic            clk_i,
  input  logic            rst_i,
  input  logic            w_en_i,
  input  logic [WinW-1:0] w_index_i,
  input  logic [63:0]     w_base_i,
  input  logic [63:0]     w_len_i,      // 0 closes it
  output logic [7:0]      w_status_o,   // what the table says to base and length: ST_OK or why not
  // source and destination of a descriptor
  input  sumac_pkg::ranges_ask_t ranges_i,
  output sumac_pkg::ranges_t ranges_o,
  // the rings of a group that opens
  input  sumac_pkg::rings_ask_t rings_i,
  output sumac_pkg::rings_t rings_o
);
  (* ram_style = "distributed" *) logic [63:0] base_q [Windows];
  (* ram_style = "distributed" *) logic [63:0] len_q [Windows];
  logic [Windows-1:0] open_q;

  // A window's base and length; the base, and the low half of the length, are judged a cycle ahead. A sum carries if one summand
  // exceeds the other's complement, which no length of 0 does; a sum's last place makes that a carry. The upper halves are summed
  // in two parts side by side, the upper one for either carry of the lower.
  logic       ragged_q, ragged_base_q, low_carries_q, bad, middle;
  logic [1:0] top;

  assign middle     = 1'(({1'b0, w_base_i[47:32], low_carries_q} + {1'b0, w_len_i[47:32], low_carries_q}) >> 17);
  assign top[0]     = 1'(({1'b0, w_base_i[63:48]} + {1'b0, w_len_i[63:48]}) >> 16);
  assign top[1]     = 1'(({1'b0, w_base_i[63:48], 1'b1} + {1'b0, w_len_i[63:48], 1'b1}) >> 17);
  assign bad        = ragged_q || (ragged_base_q && w_len_i[63:32] != 32'd0) || top[middle];
  assign w_status_o = bad ? sumac_pkg::ST_EINVAL : rings_i.used ? sumac_pkg::ST_ESTATE : sumac_pkg::ST_OK;

  always_ff @(posedge clk_i) begin
    ragged_q      <= w_len_i[5:0] != 6'd0 || (w_base_i[5:0] != 6'd0 && w_len_i[31:6] != 26'd0);
    ragged_base_q <= w_base_i[5:0] != 6'd0;
    low_carries_q <= w_len_i[31:6] > ~w_base_i[31:6];
  end

  always_ff @(posedge clk_i) begin
    if (w_en_i) begin
      base_q[w_index_i] <= w_base_i;
      len_q[w_index_i]  <= w_len_i;
    end
    if (rst_i) open_q <= '0;
    else if (w_en_i) open_q[w_index_i] <= w_len_i != 64'd0;
  end

  logic [63:0] src_base_q, src_len_q, dst_base_q, dst_len_q, src_addr_q, dst_addr_q;
  logic [64:0] src_room_q, dst_room_q;   // the top bit: the offset lies behind the window
  logic [47:0] src_offset_q, dst_offset_q;
  logic        src_exists_q, src_open2_q, dst_exists_q, dst_open2_q;
  logic [WinW-1:0] src_at_q, dst_at_q;

  // Whether a window is open is looked up in two steps: of each row of windows the one at its place, then the row.
  localparam int Row = Windows > 8 ? 8 : Windows, Rows = (Windows + Row - 1) / Row;
  logic [Rows-1:0] src_open_q, dst_open_q, read_open_q;
  function automatic logic [Rows-1:0] row(input logic [WinW-1:0] at);
    for (int r = 0; r < Rows; r++) row[r] = open_q[r*Row + 32'(at) % Row];
  endfunction

  always_ff @(posedge clk_i) begin
    if (ranges_i.go) begin
      {src_exists_q, src_at_q} <= {{16'd0, ranges_i.src_window} < Windows, ranges_i.src_window[WinW-1:0]};
      src_open_q   <= row(ranges_i.src_window[WinW-1:0]);
      src_base_q   <= base_q[ranges_i.src_window[WinW-1:0]];
      src_len_q    <= len_q[ranges_i.src_window[WinW-1:0]];
      src_offset_q <= ranges_i.src_offset;
      {dst_exists_q, dst_at_q} <= {{16'd0, ranges_i.dst_window} < Windows, ranges_i.dst_window[WinW-1:0]};
      dst_open_q   <= row(ranges_i.dst_window[WinW-1:0]);
      dst_base_q   <= base_q[ranges_i.dst_window[WinW-1:0]];
      dst_len_q    <= len_q[ranges_i.dst_window[WinW-1:0]];
      dst_offset_q <= ranges_i.dst_offset;
      src_open2_q  <= src_exists_q && src_open_q[32'(src_at_q) / Row];
      src_addr_q   <= src_base_q + {16'd0, src_offset_q};
      src_room_q   <= {1'b0, src_len_q} - {17'd0, src_offset_q};
      dst_open2_q  <= dst_exists_q && dst_open_q[32'(dst_at_q) / Row];
      dst_addr_q   <= dst_base_q + {16'd0, dst_offset_q};
      dst_room_q   <= {1'b0, dst_len_q} - {17'd0, dst_offset_q};
      ranges_o.src_open <= src_open2_q;
      ranges_o.src_fits <= !src_room_q[64] && ranges_i.bytes <= src_room_q[63:0];
      ranges_o.src_addr <= src_addr_q;
      ranges_o.dst_open <= dst_open2_q;
      ranges_o.dst_fits <= !dst_room_q[64] && ranges_i.bytes <= dst_room_q[63:0];
      ranges_o.dst_addr <= dst_addr_q;
    end
  end

  // The search: a window is read, the rings' offsets and their room in it are taken, compared, and noted, a cycle each.
  logic            reads, ended_q, read_q, offset_q, offset_open_q, fits_q;
  logic [WinW-1:0] at_q, read_at_q, offset_at_q, fits_at_q;
  logic [63:0]     read_base_q, read_len_q;
  logic [64:0]     ring_bytes_q, offset_room_q;  // the top bit: the window has not so many
  logic [64:0]     d_offset_q, c_offset_q;       // the top bit: the ring begins before the window
  logic            fits, d_fits_q, c_fits_q, d_inside_q, c_inside_q;
  logic [WinW-1:0] d_window_q, c_window_q;

  assign reads         = rings_i.ask && !ended_q;
  assign fits          = offset_q && offset_open_q && !offset_room_q[64];
  assign rings_o       = {ended_q && !read_q && !offset_q && !fits_q, d_inside_q, c_inside_q, 7'(d_window_q), 7'(c_window_q),
                          7'(w_index_i)};

  always_ff @(posedge clk_i) begin
    read_q        <= reads;
    read_at_q     <= at_q;
    read_open_q   <= row(at_q);
    read_base_q   <= base_q[at_q];
    read_len_q    <= len_q[at_q];
    offset_q      <= read_q;
    offset_at_q   <= read_at_q;
    offset_open_q <= read_open_q[32'(read_at_q) / Row];
    ring_bytes_q  <= 65'd64 << rings_i.log2;
    offset_room_q <= {1'b0, read_len_q} - ring_bytes_q;
    d_offset_q    <= {1'b0, rings_i.d_addr} - {1'b0, read_base_q};
    c_offset_q    <= {1'b0, rings_i.c_addr} - {1'b0, read_base_q};
    fits_q        <= offset_q;
    fits_at_q     <= offset_at_q;
    d_fits_q      <= fits && !d_offset_q[64] && d_offset_q[63:0] <= offset_room_q[63:0];
    c_fits_q      <= fits && !c_offset_q[64] && c_offset_q[63:0] <= offset_room_q[63:0];
    if (d_fits_q) d_window_q <= fits_at_q;
    if (c_fits_q) c_window_q <= fits_at_q;
    {d_inside_q, c_inside_q} <= (reads && at_q == '0) ? 2'b00 : {d_inside_q || d_fits_q, c_inside_q || c_fits_q};
    if (rst_i || !rings_i.ask) begin
      at_q     <= '0;
      ended_q  <= 1'b0;
      read_q   <= 1'b0;
      offset_q <= 1'b0;
      {fits_q, d_fits_q, c_fits_q} <= 3'b000;
    end else if (reads) begin
      at_q    <= at_q + WinW'(1);
      ended_q <= 32'(at_q) == Windows - 1;
    end
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_low: assert property (@(posedge clk_i) disable iff (rst_i)
    w_en_i |-> $stable({w_base_i, w_len_i[31:0]}));
  a_good: assert property (@(posedge clk_i) disable iff (rst_i) w_en_i |-> w_status_o == sumac_pkg::ST_OK);
`endif
`endif
endmodule
