// The check of a descriptor: what is wrong with it, if anything, the first reason that applies; and how much work it is. The
// windows are looked up by sumac_windows, the route's head by sumac_routes; both answer for this descriptor.
// Nothing behind this check meets an operation, route, range or number of chunks that the NIC cannot do.
// Combinational.
module sumac_fetch_check #(
  parameter int Routes  = sumac_pkg::DefRoutes,
  parameter bit TestOps = 1'b0
) (
  input  logic        open_i,         // its group is open and has not failed
  input  logic [2:0]  slot_i,         // its group's chunks have 64 << slot bytes
  input  sumac_pkg::desc_t desc_i,
  // its route: there is such an entry, it is of a spread node whose last part begins here, and it reads and writes memory
  input  logic        entry_i,
  input  logic        spread_i,
  input  logic [51:0] last_part_i,
  input  logic        mem_in_i,
  input  logic        mem_out_i,
  // its ranges of bytes_o
  input  logic        src_open_i,
  input  logic        src_inside_i,
  input  logic        dst_open_i,
  input  logic        dst_inside_i,
  output logic [63:0] bytes_o,
  output logic        inline_o,       // its result goes into its completion: nothing is written to memory
  output logic [31:0] chunks_o,       // of each stream, at least one: a count of 0 is an empty chunk
  output logic [7:0]  status_o
);
  logic [15:0] ops;
  logic [63:0] chunks, stream_bytes;
  logic [47:0] part_bytes;
  logic        has_parts, has_source, fits, source_fits;

  // Bytes and chunks are exact while the count has no more than 45 bits.
  assign ops      = sumac_pkg::nic_ops(desc_i.type_code) | (TestOps ? sumac_pkg::bench_ops(desc_i.type_code) : 16'd0);
  assign bytes_o      = desc_i.count << sumac_pkg::type_log2(desc_i.type_code);
  assign part_bytes   = desc_i.inline_data[47:0];
  // A source in the descriptor is all of it, and stands where the bytes of a part would.
  assign has_source   = desc_i.inline_len != 8'd0;
  assign source_fits  = mem_in_i && !spread_i && desc_i.inline_len <= 8'd16 && bytes_o == {56'd0, desc_i.inline_len};
  assign has_parts    = part_bytes != 48'd0 && !has_source;
  assign stream_bytes = has_parts ? {16'd0, part_bytes} : bytes_o;
  assign chunks       = ((stream_bytes + (64'd64 << slot_i) - 64'd1) >> 6) >> slot_i;
  assign chunks_o     = (chunks == 64'd0) ? 32'd1 : chunks[31:0];

  assign inline_o = mem_out_i && !spread_i && bytes_o != 64'd0 && bytes_o <= 64'd16 && chunks_o == 32'd1;

  // All elements lie in parts, if there are parts.
  always_comb begin
    if (spread_i)       fits = bytes_o <= {12'd0, last_part_i} + {16'd0, part_bytes};
    else if (has_parts) fits = bytes_o <= {16'd0, part_bytes};
    else                fits = 1'b1;
  end

  always_comb begin
    status_o = sumac_pkg::ST_OK;
    if (!open_i) status_o = sumac_pkg::ST_EFAILED;
    else if (ops == 16'd0) status_o = sumac_pkg::ST_ETYPE;
    else if (desc_i.op[7:4] != 4'd0 || !ops[desc_i.op[3:0]]) status_o = sumac_pkg::ST_EOP;
    else if (desc_i.flags != 8'd0) status_o = sumac_pkg::ST_ENOTSUP;
    else if ({16'd0, desc_i.route} >= Routes || !entry_i) status_o = sumac_pkg::ST_EROUTE;
    else if (desc_i.count[63:45] != 19'd0 || chunks[63:31] != 33'd0 || !fits || (has_source && !source_fits))
      status_o = sumac_pkg::ST_ERANGE;
    else if (bytes_o != 64'd0) begin
      if ((mem_in_i && !has_source && !src_open_i) || (mem_out_i && !inline_o && !dst_open_i)) status_o = sumac_pkg::ST_EWINDOW;
      else if ((mem_in_i && !has_source && !src_inside_i) || (mem_out_i && !inline_o && !dst_inside_i))
        status_o = sumac_pkg::ST_ERANGE;
    end
  end
endmodule
