// The check of a descriptor: what is wrong with it, if anything, the first reason that applies; and how much work it is. A pipe of
// three registered steps, beside which sumac_windows looks up its ranges; the head of its route comes with it.
// Nothing behind this check meets an operation, route, range or number of chunks that the NIC cannot do.
// Latency: 3 cycles. Throughput: a descriptor a cycle. Reset: none, what is in the pipe is for the user to know.
module sumac_accept_check #(
  parameter int Routes  = sumac_pkg::DefRoutes,
  parameter bit TestOps = 1'b0
) (
  input  logic        clk_i,
  input  logic        go_i,           // else all stands still
  input  sumac_pkg::desc_t desc_i,
  input  logic [2:0]  log2_i,         // of its elements' bytes
  input  sumac_pkg::head_t head_i,    // n_in 0: there is no such entry
  input  logic [47:0] part_bytes_i,   // of its parts, if it has parts and no source of its own
  input  logic [2:0]  slot_i,         // its group's chunks have 64 << slot bytes
  // two cycles later
  output logic [63:0] range_o,        // bytes that the windows are to check
  // three cycles later
  input  logic        src_open_i,
  input  logic        src_inside_i,
  input  logic        dst_open_i,
  input  logic        dst_inside_i,
  output logic [47:0] bytes_o,
  output logic        inline_o,       // its result goes into its completion: nothing is written to memory
  output logic [31:0] chunks_o,       // of each stream, at least one: a count of 0 is an empty chunk
  output logic [47:0] first_at_o,     // where the first part and
  output logic [47:0] last_at_o,      // the last one begin
  output logic        good_o,
  output logic [7:0]  status_o        // ST_OK if it is good
);
  // First step: bytes, and part_bytes times the first and the last part, each as two sums. Bytes and chunks are exact while the
  // count has no more than 45 bits.
  logic [15:0] ops_q;
  logic [63:0] bytes1_q;
  logic [2:0]  slot_q;
  logic [47:0] part_q;
  logic [7:0]  op_q, given_q;
  logic [51:0] last_lo_q, last_hi_q;
  logic [47:0] first_lo_q, first_hi_q;
  logic        parts_q, empty1_q, big1_q, flags1_q, route1_q, spread1_q, in1_q, out1_q;

  function automatic logic [51:0] sum(input logic [47:0] part, input logic [1:0] n);
    sum = (n[0] ? {4'd0, part} : 52'd0) + (n[1] ? {3'd0, part, 1'd0} : 52'd0);
  endfunction

  always_ff @(posedge clk_i) if (go_i) begin
    ops_q      <= sumac_pkg::nic_ops(desc_i.type_code) | (TestOps ? sumac_pkg::bench_ops(desc_i.type_code) : 16'd0);
    op_q       <= desc_i.op;
    bytes1_q   <= desc_i.count << log2_i;
    slot_q     <= slot_i;
    part_q     <= part_bytes_i;
    parts_q    <= part_bytes_i != 48'd0;
    given_q    <= desc_i.inline_len;
    empty1_q   <= desc_i.count == 64'd0;
    big1_q     <= desc_i.count[63:45] != 19'd0;
    flags1_q   <= desc_i.flags != 8'd0;
    route1_q   <= {16'd0, desc_i.route} >= Routes || head_i.n_in == 5'd0;
    spread1_q  <= head_i.spread != 2'd0;
    in1_q      <= head_i.mem_in;
    out1_q     <= head_i.mem_out;
    first_lo_q <= 48'(sum(part_bytes_i, head_i.first[1:0]));
    first_hi_q <= 48'(sum(part_bytes_i, head_i.first[3:2]));
    last_lo_q  <= sum(part_bytes_i, head_i.last[1:0]);
    last_hi_q  <= sum(part_bytes_i, head_i.last[3:2]);
  end

  // Second step: whole chunks and the rest; what lies beyond one part, and how much may.
  logic [63:0] stream;
  logic [57:0] whole_q;
  logic [63:0] bytes2_q;
  logic [64:0] beyond_q;
  logic [51:0] last_at;
  logic [47:0] first_at, first2_q, last2_q, room_lo_q;
  logic [3:0]  room_hi_q;
  logic        rest_q, parts2_q, type2_q, op2_q, flags2_q, route2_q, range2_q, some2_q, small_q, in2_q, out2_q;

  assign stream   = parts_q ? {16'd0, part_q} : bytes1_q;
  assign first_at = first_lo_q + (first_hi_q << 2);
  assign last_at  = last_lo_q + (last_hi_q << 2);
  assign range_o  = bytes2_q;

  always_ff @(posedge clk_i) if (go_i) begin
    whole_q  <= stream[63:6] >> slot_q;
    rest_q   <= stream[5:0] != 6'd0 || (stream[12:6] & ~(7'h7f << slot_q)) != 7'd0 || (empty1_q && !parts_q);
    bytes2_q <= bytes1_q;
    beyond_q <= {1'b0, bytes1_q} - {17'd0, part_q};
    {room_hi_q, room_lo_q} <= spread1_q ? last_at : 52'd0;
    first2_q <= first_at;
    last2_q  <= last_at[47:0];
    type2_q  <= ops_q == 16'd0;
    op2_q    <= op_q[7:4] != 4'd0 || !ops_q[op_q[3:0]];
    parts2_q <= parts_q || spread1_q;
    flags2_q <= flags1_q;
    route2_q <= route1_q;
    // a source in the descriptor is all of it, and stands where the bytes of a part would
    range2_q <= big1_q || (given_q != 8'd0 && (!in1_q || spread1_q || given_q > 8'd16 || bytes1_q != {56'd0, given_q}));
    some2_q  <= bytes1_q != 64'd0;
    small_q  <= out1_q && !spread1_q && bytes1_q != 64'd0 && bytes1_q <= 64'd16;
    in2_q    <= in1_q && given_q == 8'd0;
    out2_q   <= out1_q;
  end

  // Third step.
  logic        fits, type3_q, op3_q, flags3_q, route3_q, range3_q, in3_q, out3_q, early_q;
  assign fits = beyond_q[64] || beyond_q[63:0] <= {12'd0, room_hi_q, room_lo_q};

  always_ff @(posedge clk_i) if (go_i) begin
    chunks_o   <= whole_q[31:0] + {31'd0, rest_q};
    inline_o   <= small_q && (rest_q ? whole_q == 58'd0 : whole_q == 58'd1);
    bytes_o    <= bytes2_q[47:0];
    first_at_o <= first2_q;
    last_at_o  <= last2_q;
    early_q    <= type2_q || op2_q || flags2_q || route2_q;
    {type3_q, op3_q, flags3_q, route3_q} <= {type2_q, op2_q, flags2_q, route2_q};
    range3_q   <= range2_q || whole_q[57:31] != 27'd0 || (rest_q && whole_q[30:0] == '1) || (parts2_q && !fits);
    in3_q      <= in2_q && some2_q;
    out3_q     <= out2_q && some2_q;
  end

  logic out;
  assign out    = out3_q && !inline_o;
  assign good_o = !early_q && !range3_q && !(in3_q && !(src_open_i && src_inside_i)) && !(out && !(dst_open_i && dst_inside_i));
  always_comb begin
    status_o = sumac_pkg::ST_OK;
    if (type3_q) status_o = sumac_pkg::ST_ETYPE;
    else if (op3_q) status_o = sumac_pkg::ST_EOP;
    else if (flags3_q) status_o = sumac_pkg::ST_ENOTSUP;
    else if (route3_q) status_o = sumac_pkg::ST_EROUTE;
    else if (range3_q) status_o = sumac_pkg::ST_ERANGE;
    else if ((in3_q && !src_open_i) || (out && !dst_open_i)) status_o = sumac_pkg::ST_EWINDOW;
    else if ((in3_q && !src_inside_i) || (out && !dst_inside_i)) status_o = sumac_pkg::ST_ERANGE;
  end
endmodule
