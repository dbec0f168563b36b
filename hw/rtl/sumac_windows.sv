// The memory windows: what the NIC may reach of its host. Two checks at a time, combinational: a range of bytes lies in
// window w if w is open and offset + bytes stays within its length. Beside them, for entries of rings, whose address alone is
// known, two checks whether 64 bytes lie in any window. Reset: closes all windows.
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
  input  logic [15:0]     src_window_i,
  input  logic [47:0]     src_offset_i,
  input  logic [15:0]     dst_window_i,
  input  logic [47:0]     dst_offset_i,
  input  logic [63:0]     bytes_i,
  // entries of rings: the next descriptor's, the next completion's
  input  logic [63:0]     ring_d_addr_i,
  input  logic [63:0]     ring_c_addr_i,
  output logic            ring_d_inside_o,
  output logic            ring_c_inside_o,
  output logic            src_open_o,
  output logic            src_inside_o,
  output logic [63:0]     src_addr_o,
  output logic            dst_open_o,
  output logic            dst_inside_o,
  output logic [63:0]     dst_addr_o
);
  logic [63:0]        base_q [Windows];
  logic [63:0]        len_q  [Windows];
  logic [Windows-1:0] open_q;

  // A window's base and length; the low halves are judged a cycle ahead. A sum carries if one summand exceeds the other's
  // complement.
  logic        ragged_q, low_carries_q, len_low_q, carries;
  logic [31:0] room;

  assign room       = ~w_base_i[63:32];
  assign carries    = low_carries_q ? w_len_i[63:32] >= room : w_len_i[63:32] > room;
  assign w_status_o = ((len_low_q || w_len_i[63:32] != 32'd0) && (ragged_q || carries)) ? sumac_pkg::ST_EINVAL : sumac_pkg::ST_OK;

  always_ff @(posedge clk_i) begin
    ragged_q      <= w_base_i[5:0] != 6'd0 || w_len_i[5:0] != 6'd0;
    low_carries_q <= w_len_i[31:6] > ~w_base_i[31:6];
    len_low_q     <= w_len_i[31:0] != 32'd0;
  end

  always_ff @(posedge clk_i) begin
    if (w_en_i) begin
      base_q[w_index_i] <= w_base_i;
      len_q[w_index_i]  <= w_len_i;
    end
    if (rst_i) open_q <= '0;
    else if (w_en_i) open_q[w_index_i] <= w_len_i != 64'd0;
  end

  logic [WinW-1:0] src, dst;
  logic [64:0]     src_end, dst_end;

  always_comb begin
    src          = src_window_i[WinW-1:0];
    dst          = dst_window_i[WinW-1:0];
    src_end      = {17'd0, src_offset_i} + {1'b0, bytes_i};
    dst_end      = {17'd0, dst_offset_i} + {1'b0, bytes_i};
    src_open_o   = {16'd0, src_window_i} < Windows && open_q[src];
    dst_open_o   = {16'd0, dst_window_i} < Windows && open_q[dst];
    src_inside_o = src_end <= {1'b0, len_q[src]};
    dst_inside_o = dst_end <= {1'b0, len_q[dst]};
    src_addr_o   = base_q[src] + {16'd0, src_offset_i};
    dst_addr_o   = base_q[dst] + {16'd0, dst_offset_i};
    ring_d_inside_o = 1'b0;
    ring_c_inside_o = 1'b0;
    for (int w = 0; w < Windows; w++) begin
      if (open_q[w] && ring_d_addr_i >= base_q[w] && {1'b0, ring_d_addr_i - base_q[w]} + 65'd64 <= {1'b0, len_q[w]})
        ring_d_inside_o = 1'b1;
      if (open_q[w] && ring_c_addr_i >= base_q[w] && {1'b0, ring_c_addr_i - base_q[w]} + 65'd64 <= {1'b0, len_q[w]})
        ring_c_inside_o = 1'b1;
    end
  end

`ifdef VERILATOR
`ifndef SYNTHESIS
  a_low: assert property (@(posedge clk_i) disable iff (rst_i) w_en_i |-> $stable({w_base_i, w_len_i[31:0]}));
  a_good: assert property (@(posedge clk_i) disable iff (rst_i) w_en_i |-> w_status_o == sumac_pkg::ST_OK);
`endif
`endif
endmodule
