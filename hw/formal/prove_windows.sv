// sumac_windows: no beat that the NIC may touch has a byte beside a window. Whatever is written to the table, a range that is
// inside its window, and an entry of a ring that is inside any, touches beats that lie in that window as a whole, and none of their
// addresses has wrapped. So all that is open is made of whole beats, and ends below the last address.
// Assumed, of sumac_csr: base and low half of the length stand for a cycle before they are committed; what is refused is not.
// A ring's entry is watched while no other window is open.
//
// RTL: sumac_windows
// Edit: sumac_windows s/endmodule/(* anyconst *) logic [WinW-1:0] mine; &/
// Edit: sumac_windows s/endmodule/logic mine_open, mine_alone; logic [63:0] mine_base, mine_len; &/
// Edit: sumac_windows s/endmodule/assign {mine_open, mine_base, mine_len} = {open_q[mine], base_q[mine], len_q[mine]}; &/
// Edit: sumac_windows s/endmodule/assign mine_alone = open_q == Windows'(1) << mine; &/
// Cover: 8
// Mutant: sumac_windows s/ragged_q      <= w_base_i\[5:0\] != 6'd0 ||/ragged_q <=/
// Mutant: sumac_windows s/ || w_len_i\[5:0\] != 6'd0;/;/
// Mutant: sumac_windows s/(ragged_q || carries)/ragged_q/
// Mutant: sumac_windows s/>= room :/> room :/
// Mutant: sumac_windows s/src_end <= {/src_end <= 65'd1 + {/
// Mutant: sumac_windows s/ring_c_addr_i - base_q\[w\]} + 65'd64/ring_c_addr_i - base_q[w]} + 65'd63/
module prove_windows (
  input logic        clk_i,
  input logic        rst_i,
  input logic        w_en_i,
  input logic        w_index_i,
  input logic [63:0] w_base_i,
  input logic [63:0] w_len_i,
  input logic [47:0] offset_i,
  input logic [63:0] bytes_i,
  input logic [63:0] ring_i
);
  logic [7:0]  status;
  logic        open, inside_w, d_inside, c_inside;
  logic [63:0] addr;
  logic        dst_open, dst_inside;
  logic [63:0] dst_addr;

  (* hierconn *) logic        \dut.mine , \dut.mine_open , \dut.mine_alone ;
  (* hierconn *) logic [63:0] \dut.mine_base , \dut.mine_len ;

  sumac_windows #(.Windows(2)) dut (
    .clk_i, .rst_i, .w_en_i, .w_index_i, .w_base_i, .w_len_i, .w_status_o(status), .src_window_i({15'd0, \dut.mine }),
    .src_offset_i(offset_i), .dst_window_i(16'd1), .dst_offset_i(offset_i), .bytes_i, .ring_d_addr_i(ring_i),
    .ring_c_addr_i(ring_i),
    .ring_d_inside_o(d_inside), .ring_c_inside_o(c_inside), .src_open_o(open), .src_inside_o(inside_w), .src_addr_o(addr),
    .dst_open_o(dst_open), .dst_inside_o(dst_inside), .dst_addr_o(dst_addr));

  logic        stood_q = 1'b0;
  logic [95:0] last_q;
  always_ff @(posedge clk_i) begin
    stood_q <= 1'b1;
    last_q  <= {w_base_i, w_len_i[31:0]};
  end
  always_comb if (w_en_i) assume (stood_q && last_q == {w_base_i, w_len_i[31:0]} && status == sumac_pkg::ST_OK);

  // The beats of a range, and of an entry, as 59 bits: none wraps.
  logic [58:0] first, behind, from, to, entry, entry_behind;
  assign from         = {1'b0, \dut.mine_base [63:6]};
  assign to           = from + {1'b0, \dut.mine_len [63:6]};
  assign first        = {1'b0, addr[63:6]};
  assign entry        = {1'b0, ring_i[63:6]};
  assign entry_behind = entry + 59'd1 + 59'(ring_i[5:0] != 6'd0);
  assign behind       = 59'(({1'b0, addr} + {1'b0, bytes_i} + 65'd63) >> 6);

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      if (\dut.mine_open ) begin
        assert (\dut.mine_base [5:0] == 6'd0 && \dut.mine_len [5:0] == 6'd0);
        assert (!to[58] && from < to);
      end
      if (open && inside_w && bytes_i != 64'd0) assert (first >= from && first < behind && behind <= to);
      if (\dut.mine_alone && (d_inside || c_inside)) assert (entry >= from && entry_behind <= to);
    end
    cover (!rst_i && open && inside_w && addr[5:0] != 6'd0 && bytes_i > 64'd64 && behind == to);
    cover (!rst_i && d_inside && ring_i[5:0] != 6'd0);
  end

  formal_reset u_reset (.clk_i, .rst_i);
endmodule
