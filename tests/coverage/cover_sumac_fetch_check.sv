// Every refusal of a descriptor, and every way to it.
module cover_sumac_fetch_check #(
  parameter int Routes = 1
) (
  input logic [7:0]  status_o,
  input sumac_pkg::desc_t desc_i,
  input logic [63:0] chunks, bytes_o,
  input logic        entry_i, mem_in_i, mem_out_i, src_open_i, src_inside_i, dst_open_i, dst_inside_i
);
  always_comb begin
    if (status_o == sumac_pkg::ST_OK) c_ok: cover (1'b1);
    if (status_o == sumac_pkg::ST_OK && bytes_o == 64'd0) c_ok_empty: cover (1'b1);
    if (status_o == sumac_pkg::ST_EFAILED) c_efailed: cover (1'b1);
    if (status_o == sumac_pkg::ST_ETYPE) c_etype: cover (1'b1);
    if (status_o == sumac_pkg::ST_EOP && desc_i.op[7:4] == 4'd0) c_eop: cover (1'b1);
    if (status_o == sumac_pkg::ST_EOP && desc_i.op[7:4] != 4'd0) c_eop_large: cover (1'b1);
    if (status_o == sumac_pkg::ST_ENOTSUP && desc_i.flags != 8'd0 && desc_i.inline_len == 8'd0) c_flags: cover (1'b1);
    if (status_o == sumac_pkg::ST_ENOTSUP && desc_i.flags == 8'd0 && desc_i.inline_len != 8'd0) c_inline: cover (1'b1);
    if (status_o == sumac_pkg::ST_EROUTE && {16'd0, desc_i.route} >= Routes) c_no_route: cover (1'b1);
    if (status_o == sumac_pkg::ST_EROUTE && {16'd0, desc_i.route} < Routes && !entry_i)
      c_empty_route: cover (1'b1);
    if (status_o == sumac_pkg::ST_ERANGE && desc_i.count[63:45] != 19'd0) c_count: cover (1'b1);
    if (status_o == sumac_pkg::ST_ERANGE && desc_i.count[63:45] == 19'd0 && chunks[63:31] != 33'd0)
      c_chunks: cover (1'b1);
    if (status_o == sumac_pkg::ST_EWINDOW && mem_in_i && !src_open_i) c_source_closed: cover (1'b1);
    if (status_o == sumac_pkg::ST_EWINDOW && mem_out_i && !dst_open_i) c_destination_closed: cover (1'b1);
    if (status_o == sumac_pkg::ST_ERANGE && mem_in_i && src_open_i && !src_inside_i)
      c_source_leaves: cover (1'b1);
    if (status_o == sumac_pkg::ST_ERANGE && mem_out_i && dst_open_i && !dst_inside_i)
      c_destination_leaves: cover (1'b1);
    if (status_o == sumac_pkg::ST_OK && !mem_in_i && !src_open_i) c_source_not_read: cover (1'b1);
    if (status_o == sumac_pkg::ST_OK && !mem_out_i && !dst_open_i) c_destination_not_written: cover (1'b1);
  end
endmodule
bind sumac_fetch_check cover_sumac_fetch_check #(.Routes(Routes)) u_cover (.*);
