// Every refusal of a descriptor, and every way to it.
module cover_sumac_accept_check #(
  parameter int Routes = 1
) (
  input logic [7:0] status_o,
  input sumac_pkg::desc_t desc_i,
  input sumac_pkg::head_t head_i,
  input logic [7:0] op_q,
  input logic       big1_q, range2_q, empty1_q, in1_q, in3_q, out3_q, range3_q, src_open_i, src_inside_i, dst_open_i, dst_inside_i
);
  always_comb begin
    if (status_o == sumac_pkg::ST_OK) c_ok: cover (1'b1);
    if (status_o == sumac_pkg::ST_ETYPE) c_etype: cover (1'b1);
    if (status_o == sumac_pkg::ST_EOP) c_eop: cover (1'b1);
    if (op_q[7:4] != 4'd0) c_eop_large: cover (1'b1);
    if (status_o == sumac_pkg::ST_ENOTSUP) c_flags: cover (1'b1);
    if (status_o == sumac_pkg::ST_EROUTE) c_eroute: cover (1'b1);
    if ({16'd0, desc_i.route} >= Routes) c_no_route: cover (1'b1);
    if ({16'd0, desc_i.route} < Routes && head_i.n_in == 5'd0) c_empty_route: cover (1'b1);
    if (empty1_q) c_empty: cover (1'b1);
    if (big1_q) c_count: cover (1'b1);
    if (range2_q) c_source: cover (1'b1);
    if (status_o == sumac_pkg::ST_ERANGE && range3_q) c_chunks: cover (1'b1);
    if (status_o == sumac_pkg::ST_EWINDOW && in3_q && !src_open_i) c_source_closed: cover (1'b1);
    if (status_o == sumac_pkg::ST_EWINDOW && out3_q && !dst_open_i) c_destination_closed: cover (1'b1);
    if (status_o == sumac_pkg::ST_ERANGE && in3_q && src_open_i && !src_inside_i) c_source_leaves: cover (1'b1);
    if (status_o == sumac_pkg::ST_ERANGE && out3_q && dst_open_i && !dst_inside_i) c_destination_leaves: cover (1'b1);
    if (status_o == sumac_pkg::ST_OK && !in3_q && !src_open_i) c_source_not_read: cover (1'b1);
    if (status_o == sumac_pkg::ST_OK && !out3_q && !dst_open_i) c_destination_not_written: cover (1'b1);
    if (!in1_q) c_no_source: cover (1'b1);
  end
endmodule
bind sumac_accept_check cover_sumac_accept_check #(.Routes(Routes)) u_cover (.*);
