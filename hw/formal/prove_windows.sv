// sumac_windows: no beat that the NIC may touch has a byte beside a window. Whatever is written to the table, a range that is
// inside its window, and a ring that is inside the window that is told, touches beats that lie in that window as a whole, and none
// of their addresses has wrapped. So all that is open is made of whole beats, and ends below the last address.
// A range is judged by its window as it was when it was asked for.
// Assumed, of sumac_csr: base and low half of the length stand for a cycle before they are committed; what is refused is not;
// what is asked of a group's rings stands until it is known, and until then no window is written.
//
// RTL: sumac_windows
// Edit: sumac_windows s/endmodule/(* anyconst *) logic [WinW-1:0] mine; logic mine_open; logic [63:0] mine_base, mine_len; &/
// Edit: sumac_windows s/endmodule/assign {mine_open, mine_base, mine_len} = {open_q[mine], base_q[mine], len_q[mine]}; &/
// Cover: 14
// Mutant: sumac_windows s/ragged_q      <= w_len_i\[5:0\] != 6'd0 ||/ragged_q      <=/
// Mutant: sumac_windows s/(w_base_i\[5:0\] != 6'd0 \&\& w_len_i\[31:6\] != 26'd0)/1'b0/
// Mutant: sumac_windows s/(ragged_base_q \&\& w_len_i\[63:32\] != 32'd0)/1'b0/
// Mutant: sumac_windows s/{1'b0, w_len_i\[47:32\], low_carries_q}/{1'b0, w_len_i[47:32], 1'b0}/
// Mutant: sumac_windows s/low_carries_q}) >> 17/low_carries_q}) >> 18/
// Mutant: sumac_windows s/top\[middle\]/top[0]/
// Mutant: sumac_windows s/top\[middle\]/(top[1] \&\& middle)/
// Mutant: sumac_windows s/ranges_i.bytes <= src_room_q/ranges_i.bytes <= 64'd1 + src_room_q/
// Mutant: sumac_windows s/!src_room_q\[64\] \&\&//
// Mutant: sumac_windows s/d_offset_q\[63:0\] <= offset_room_q/d_offset_q[63:0] <= 64'd1 + offset_room_q/
// Mutant: sumac_windows s/offset_q \&\& offset_open_q/offset_q/
module prove_windows (
  input logic        clk_i,
  input logic        rst_i,
  input logic        w_en_i,
  input logic        w_index_i,
  input logic [63:0] w_base_i,
  input logic [63:0] w_len_i,
  input logic        go_i,
  input logic [47:0] offset_i,
  input logic [63:0] bytes_i,
  input logic        ask_i,
  input logic [63:0] ring_i,
  input logic [3:0]  log2_i
);
  logic [7:0]  status;
  logic        open, inside_w, known, d_window, c_window;
  logic [6:0]  d_windows, c_windows, index;
  logic [1:0]  inside_ring;
  logic [63:0] addr;
  logic        dst_open, dst_inside;
  logic [63:0] dst_addr;

  (* hierconn *) logic        \dut.mine , \dut.mine_open ;
  (* hierconn *) logic [63:0] \dut.mine_base , \dut.mine_len , \dut.read_base_q , \dut.read_len_q , \dut.src_base_q ,
                              \dut.src_len_q , \dut.src_addr_q ;
  (* hierconn *) logic [64:0] \dut.d_offset_q , \dut.c_offset_q , \dut.offset_room_q , \dut.ring_bytes_q , \dut.src_room_q ;
  (* hierconn *) logic [47:0] \dut.src_offset_q ;
  (* hierconn *) logic        \dut.at_q , \dut.ended_q , \dut.read_q , \dut.read_at_q , \dut.read_open_q , \dut.offset_q ,
                              \dut.offset_at_q , \dut.offset_open_q , \dut.fits_q , \dut.fits_at_q , \dut.d_fits_q , \dut.c_fits_q ,
                              \dut.src_open_q , \dut.src_open2_q ,
                              \dut.ragged_q , \dut.ragged_base_q , \dut.low_carries_q ;

  sumac_windows #(.Windows(2)) dut (
    .clk_i, .rst_i, .w_en_i, .w_index_i, .w_base_i, .w_len_i, .w_status_o(status),
    .ranges_i({go_i, 15'd0, \dut.mine , offset_i, 16'd1, offset_i, bytes_i}),
    .ranges_o({open, inside_w, addr, dst_open, dst_inside, dst_addr}), .rings_i({ask_i, ring_i, ring_i, log2_i, 1'b0}),
    .rings_o({known, inside_ring[0], inside_ring[1], d_windows, c_windows, index}));
  assign {d_window, c_window} = {d_windows[0], c_windows[0]};

  logic        stood_q = 1'b0;
  logic [95:0] last_q;
  always_ff @(posedge clk_i) begin
    stood_q <= 1'b1;
    last_q  <= {w_base_i, w_len_i[31:0]};
  end
  always_comb if (w_en_i) assume (stood_q && last_q == {w_base_i, w_len_i[31:0]} && status == sumac_pkg::ST_OK);

  // Base and low half of the length, a cycle later.
  logic [63:0] base;
  logic [31:0] low;
  assign {base, low} = last_q;

  // The range, and the window, as it was asked for: one, two and three steps later.
  logic [2:0]  asked_q = 3'b000;
  logic [47:0] offset1_q, offset2_q, offset3_q;
  logic [63:0] base1_q, base2_q, base3_q, len1_q, len2_q, len3_q, bytes3_q;
  logic [64:0] room3_q;
  logic        open1_q, open2_q, open3_q;
  always_ff @(posedge clk_i) begin
    if (rst_i) asked_q <= 3'b000;
    else if (go_i) asked_q <= {asked_q[1:0], 1'b1};
    if (go_i) begin
      {open1_q, base1_q, len1_q, offset1_q} <= {\dut.mine_open , \dut.mine_base , \dut.mine_len , offset_i};
      {open2_q, base2_q, len2_q, offset2_q} <= {open1_q, base1_q, len1_q, offset1_q};
      {open3_q, base3_q, len3_q, offset3_q} <= {open2_q, base2_q, len2_q, offset2_q};
      bytes3_q <= bytes_i;
      room3_q  <= \dut.src_room_q ;
    end
  end

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
  logic [58:0] first, behind, from, to, from3, to3, ring, ring_behind;
  assign from         = {1'b0, \dut.mine_base [63:6]};
  assign to           = from + {1'b0, \dut.mine_len [63:6]};
  assign from3        = {1'b0, base3_q[63:6]};
  assign to3          = from3 + {1'b0, len3_q[63:6]};
  assign first        = {1'b0, addr[63:6]};
  assign ring         = {1'b0, ring_i[63:6]};
  assign ring_behind  = ring + (59'd1 << log2_i) + 59'(ring_i[5:0] != 6'd0);
  assign behind       = 59'(({1'b0, addr} + {1'b0, bytes3_q} + 65'd63) >> 6);

  always_ff @(posedge clk_i) begin
    if (!rst_i) begin
      if (\dut.mine_open ) begin
        assert (\dut.mine_base [5:0] == 6'd0 && \dut.mine_len [5:0] == 6'd0);
        assert (!to[58] && from < to);
      end
      if (asked_q[2] && open && inside_w && bytes3_q != 64'd0) assert (first >= from3 && first < behind && behind <= to3);
      if (ask_i && known && ((inside_ring[0] && d_window == \dut.mine ) || (inside_ring[1] && c_window == \dut.mine )))
        assert (\dut.mine_open && ring >= from && ring_behind <= to);
      // The rest makes it inductive: what a window's words are known to be,
      if (stood_q) begin
        assert (\dut.ragged_q == (low[5:0] != 6'd0 || (base[5:0] != 6'd0 && low[31:6] != 26'd0)));
        assert (\dut.ragged_base_q == (base[5:0] != 6'd0) && \dut.low_carries_q == low[31:6] > ~base[31:6]);
      end
      // the steps of a range,
      if (asked_q[0]) begin
        assert ({\dut.src_open_q , \dut.src_base_q , \dut.src_len_q , \dut.src_offset_q } == {open1_q, base1_q, len1_q, offset1_q});
        if (open1_q) assert (base1_q[5:0] == 6'd0 && len1_q[5:0] == 6'd0 && ({1'b0, base1_q} + {1'b0, len1_q}) >> 64 == 65'd0);
      end
      if (asked_q[1]) begin
        assert (\dut.src_open2_q == open2_q && \dut.src_addr_q == base2_q + {16'd0, offset2_q});
        assert (\dut.src_room_q == {1'b0, len2_q} - {17'd0, offset2_q});
        if (open2_q) assert (base2_q[5:0] == 6'd0 && len2_q[5:0] == 6'd0 && ({1'b0, base2_q} + {1'b0, len2_q}) >> 64 == 65'd0);
      end
      if (asked_q[2]) begin
        assert (open == open3_q && addr == base3_q + {16'd0, offset3_q});
        assert (room3_q == {1'b0, len3_q} - {17'd0, offset3_q});
        assert (inside_w == (!room3_q[64] && bytes3_q <= room3_q[63:0]));
        if (open3_q) assert (base3_q[5:0] == 6'd0 && len3_q[5:0] == 6'd0 && ({1'b0, base3_q} + {1'b0, len3_q}) >> 64 == 65'd0);
      end
      // and of the search, which has read the window as it is, and found no more than there is.
      if (asks_q) assert (\dut.ring_bytes_q == 65'd64 << log2_i);
      if (!asks_q && !ends_q) assert (!\dut.read_q && !\dut.offset_q && !\dut.fits_q && !\dut.ended_q && \dut.at_q == 1'b0);
      if (\dut.read_q && \dut.read_at_q == \dut.mine )
        assert ({\dut.read_open_q , \dut.read_base_q , \dut.read_len_q } == {\dut.mine_open , \dut.mine_base , \dut.mine_len });
      if (\dut.offset_q && \dut.offset_at_q == \dut.mine ) begin
        assert (\dut.offset_open_q == \dut.mine_open && \dut.offset_room_q == {1'b0, \dut.mine_len } - (65'd64 << log2_i));
        assert (\dut.d_offset_q == {1'b0, ring_i} - {1'b0, \dut.mine_base } && \dut.c_offset_q == \dut.d_offset_q );
      end
      assert (\dut.fits_q || !(\dut.d_fits_q || \dut.c_fits_q ));
      if ((\dut.d_fits_q || \dut.c_fits_q ) && \dut.fits_at_q == \dut.mine )
        assert (\dut.mine_open && ring >= from && ring_behind <= to);
      if (asks_q && ((inside_ring[0] && d_window == \dut.mine ) || (inside_ring[1] && c_window == \dut.mine )))
        assert (\dut.mine_open && ring >= from && ring_behind <= to);
    end
    cover (!rst_i && asked_q[2] && open && inside_w && addr[5:0] != 6'd0 && bytes3_q > 64'd64 && behind == to3);
    cover (!rst_i && ask_i && known && inside_ring[0] && ring_i[5:0] != 6'd0 && d_window);
  end

  formal_reset u_reset (.clk_i, .rst_i);
endmodule
