// sumac_windows: no beat that the NIC may touch has a byte beside a window. Whatever is written to the table, a range that is
// inside its window, and a ring that is inside the window that is told, touches beats that lie in that window as a whole, and none
// of their addresses has wrapped. So all that is open is made of whole beats, and ends below the last address.
// Assumed, of sumac_csr: base and low half of the length stand for a cycle before they are committed; what is refused is not; what
// is asked of a group's rings stands until it is known, and until then no window is written.
//
// RTL: sumac_windows
// Edit: sumac_windows s/endmodule/(* anyconst *) logic [WinW-1:0] mine; logic mine_open; logic [63:0] mine_base, mine_len; &/
// Edit: sumac_windows s/endmodule/assign {mine_open, mine_base, mine_len} = {open_q[mine], base_q[mine], len_q[mine]}; &/
// Cover: 14
// Mutant: sumac_windows s/ragged_q      <= w_base_i\[5:0\] != 6'd0 ||/ragged_q <=/
// Mutant: sumac_windows s/ || w_len_i\[5:0\] != 6'd0;/;/
// Mutant: sumac_windows s/(ragged_q || carries)/ragged_q/
// Mutant: sumac_windows s/>= room :/> room :/
// Mutant: sumac_windows s/src_end <= {/src_end <= 65'd1 + {/
// Mutant: sumac_windows s/d_offset_q + ring_bytes <=/d_offset_q + ring_bytes <= 65'd1 +/
// Mutant: sumac_windows s/offset_open_q \&\& !c_offset_q\[64\]/offset_open_q/
module prove_windows (
  input logic        clk_i,
  input logic        rst_i,
  input logic        w_en_i,
  input logic        w_index_i,
  input logic [63:0] w_base_i,
  input logic [63:0] w_len_i,
  input logic [47:0] offset_i,
  input logic [63:0] bytes_i,
  input logic        ask_i,
  input logic [63:0] ring_i,
  input logic [3:0]  log2_i
);
  logic [7:0]  status;
  logic        open, inside_w, known, d_window, c_window;
  logic [1:0]  inside_ring;
  logic [63:0] addr;
  logic        dst_open, dst_inside;
  logic [63:0] dst_addr;

  (* hierconn *) logic        \dut.mine , \dut.mine_open ;
  (* hierconn *) logic [63:0] \dut.mine_base , \dut.mine_len , \dut.read_base_q , \dut.read_len_q , \dut.offset_len_q ;
  (* hierconn *) logic [64:0] \dut.d_offset_q , \dut.c_offset_q ;
  (* hierconn *) logic        \dut.at_q , \dut.ended_q , \dut.read_q , \dut.read_at_q , \dut.read_open_q , \dut.offset_q ,
                              \dut.offset_at_q , \dut.offset_open_q ;

  sumac_windows #(.Windows(2)) dut (
    .clk_i, .rst_i, .w_en_i, .w_index_i, .w_base_i, .w_len_i, .w_status_o(status), .src_window_i({15'd0, \dut.mine }),
    .src_offset_i(offset_i), .dst_window_i(16'd1), .dst_offset_i(offset_i), .bytes_i, .w_used_i(1'b0),
    .rings_ask_i(ask_i), .rings_d_addr_i(ring_i), .rings_c_addr_i(ring_i), .rings_log2_i(log2_i), .rings_known_o(known),
    .rings_inside_o(inside_ring), .rings_d_window_o(d_window), .rings_c_window_o(c_window), .src_open_o(open),
    .src_inside_o(inside_w), .src_addr_o(addr),
    .dst_open_o(dst_open), .dst_inside_o(dst_inside), .dst_addr_o(dst_addr));

  logic        stood_q = 1'b0;
  logic [95:0] last_q;
  always_ff @(posedge clk_i) begin
    stood_q <= 1'b1;
    last_q  <= {w_base_i, w_len_i[31:0]};
  end
  always_comb if (w_en_i) assume (stood_q && last_q == {w_base_i, w_len_i[31:0]} && status == sumac_pkg::ST_OK);

  logic        asks_q = 1'b0, ends_q = 1'b0;
  logic [67:0] ring_q;
  always_ff @(posedge clk_i) begin
    asks_q <= !rst_i && ask_i && !known;
    ends_q <= !rst_i && ask_i && known;
    ring_q <= {ring_i, log2_i};
  end
  always_comb begin
    if (asks_q) assume (ask_i && ring_q == {ring_i, log2_i});
    if (ends_q) assume (!ask_i);
    if (ask_i) assume (!w_en_i);
  end

  // The beats of a range, and of a ring, as 59 bits: none wraps.
  logic [58:0] first, behind, from, to, ring, ring_behind;
  assign from         = {1'b0, \dut.mine_base [63:6]};
  assign to           = from + {1'b0, \dut.mine_len [63:6]};
  assign first        = {1'b0, addr[63:6]};
  assign ring         = {1'b0, ring_i[63:6]};
  assign ring_behind  = ring + (59'd1 << log2_i) + 59'(ring_i[5:0] != 6'd0);
  assign behind       = 59'(({1'b0, addr} + {1'b0, bytes_i} + 65'd63) >> 6);

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      if (\dut.mine_open ) begin
        assert (\dut.mine_base [5:0] == 6'd0 && \dut.mine_len [5:0] == 6'd0);
        assert (!to[58] && from < to);
      end
      if (open && inside_w && bytes_i != 64'd0) assert (first >= from && first < behind && behind <= to);
      if (ask_i && known && ((inside_ring[0] && d_window == \dut.mine ) || (inside_ring[1] && c_window == \dut.mine )))
        assert (\dut.mine_open && ring >= from && ring_behind <= to);
      // The rest makes it inductive: the search has read the window as it is, and found no more than there is.
      if (!asks_q && !ends_q) assert (!\dut.read_q && !\dut.offset_q && !\dut.ended_q && \dut.at_q == 1'b0);
      if (\dut.read_q && \dut.read_at_q == \dut.mine )
        assert ({\dut.read_open_q , \dut.read_base_q , \dut.read_len_q } == {\dut.mine_open , \dut.mine_base , \dut.mine_len });
      if (\dut.offset_q && \dut.offset_at_q == \dut.mine ) begin
        assert ({\dut.offset_open_q , \dut.offset_len_q } == {\dut.mine_open , \dut.mine_len });
        assert (\dut.d_offset_q == {1'b0, ring_i} - {1'b0, \dut.mine_base } && \dut.c_offset_q == \dut.d_offset_q );
      end
      if (asks_q && ((inside_ring[0] && d_window == \dut.mine ) || (inside_ring[1] && c_window == \dut.mine )))
        assert (\dut.mine_open && ring >= from && ring_behind <= to);
    end
    cover (!rst_i && open && inside_w && addr[5:0] != 6'd0 && bytes_i > 64'd64 && behind == to);
    cover (!rst_i && ask_i && known && inside_ring[0] && ring_i[5:0] != 6'd0 && d_window);
  end

  formal_reset u_reset (.clk_i, .rst_i);
endmodule
