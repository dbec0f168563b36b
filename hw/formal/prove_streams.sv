// Streams' payload is held: what a unit offers and is not taken is offered again, unchanged. One unit for each run, all
// streams that it begins. Resets whenever they come, any inputs, any stalls; nothing is assumed but for allocation (2), in
// which a group is not opened anew while a read is offered for it: it opens when nothing of it is in flight.
//   0 registers: answers to writes and reads, channels    1 completion: write jobs   2 allocation: read jobs
//   3 asking for descriptors: read jobs                   4 acknowledgement: due channels
//
// RTL: sumac_csr sumac_csr_read sumac_complete sumac_node_alloc sumac_fetch_ask sumac_ack sumac_fifo sumac_pick sumac_ram
// Run: Unit=0
// Run: Unit=1
// Run: Unit=2
// Run: Unit=3
// Run: Unit=4
// Cover: 12
// Mutant: Unit=0 sumac_csr s/s_axil_wvalid_i \&\& !w_q/s_axil_wvalid_i/
// Mutant: Unit=0 sumac_csr_read s/if (ar_q \&\& !r_q)/if (ar_q)/
// Mutant: Unit=1 sumac_complete s/default: if (job_ready_i) state_q <= Pick/default: state_q <= Pick/
// Mutant: Unit=2 sumac_node_alloc s/if (state_q == Data) begin/if (state_q != Pick) begin/
// Mutant: Unit=3 sumac_fetch_ask s/any \&\& !held_q/any/
// Mutant: Unit=4 sumac_ack s/ \&\& (!due_valid_o || due_ready_i)//
module prove_streams #(
  parameter int Unit = 0
) (
  input logic          clk_i,
  input logic          rst_i,
  input logic [1023:0] any_i,    // the unit's inputs, each with bits of its own
  input logic [2:0]    ready_i
);
  formal_reset u_reset (.clk_i, .rst_i);

  if (Unit == 0) begin : g_csr
    logic        b, r, ch, ch_open;
    logic [1:0]  b_resp, r_resp;
    logic [31:0] r_data, ip;
    logic [1:0]  index;
    logic        group, class_bit;
    logic [15:0] rank, peer;
    logic [47:0] mac;
    logic [2:0]  pool;
    logic [3:0]  own, peers;
    sumac_csr #(.FanIn(2), .Groups(2), .Channels(4), .PoolBeats(8), .Windows(2)) dut (
      .clk_i, .rst_i, .now_i(any_i[63:0]), .s_axil_awvalid_i(any_i[64]), .s_axil_awaddr_i(any_i[80:65]),
      .s_axil_wvalid_i(any_i[81]), .s_axil_wdata_i(any_i[113:82]), .s_axil_wstrb_i(any_i[117:114]),
      .s_axil_bvalid_o(b), .s_axil_bready_i(ready_i[0]), .s_axil_bresp_o(b_resp), .s_axil_arvalid_i(any_i[118]),
      .s_axil_araddr_i(any_i[134:119]), .s_axil_rvalid_o(r), .s_axil_rready_i(ready_i[1]), .s_axil_rdata_o(r_data),
      .s_axil_rresp_o(r_resp), .ch_valid_o(ch), .ch_ready_i(ready_i[2]), .ch_open_o(ch_open), .ch_index_o(index),
      .ch_group_o(group), .ch_rank_o(rank), .ch_peer_o(peer), .ch_class_o(class_bit), .ch_mac_o(mac), .ch_ip_o(ip),
      .ch_pool_o(pool), .ch_own_slots_o(own), .ch_peer_slots_o(peers), .g_state_i(any_i[166:135]),
      .g_doorbell_i(any_i[198:167]), .count_i(any_i[216:199]));
    formal_stable #(.Width(2)) u_b (.clk_i, .rst_i, .valid_i(b), .ready_i(ready_i[0]), .data_i(b_resp));
    formal_stable #(.Width(34)) u_r (.clk_i, .rst_i, .valid_i(r), .ready_i(ready_i[1]), .data_i({r_resp, r_data}));
    formal_stable #(.Width(128)) u_ch (.clk_i, .rst_i, .valid_i(ch), .ready_i(ready_i[2]),
      .data_i({ch_open, index, group, rank, peer, class_bit, mac, ip, pool, own, peers}));
  end
  if (Unit == 1) begin : g_complete
    logic         job;
    logic [63:0]  addr;
    logic [511:0] data;
    sumac_complete #(.Groups(2), .Nodes(2)) dut (
      .clk_i, .rst_i, .now_i(any_i[63:0]), .acc_seen_i(any_i[64]), .acc_node_i(any_i[66:65]),
      .acc_cookie_i(any_i[98:67]), .acc_seq_i(any_i[130:99]), .acc_rung_i(any_i[194:131]), .sum_w_i(any_i[195]),
      .sum_node_i(any_i[197:196]), .sum_i(any_i[229:198]), .failing_i(any_i[231:230]), .end_i(any_i[232]),
      .end_node_i(any_i[234:233]), .wr_end_i(any_i[235]), .wr_end_node_i(any_i[237:236]), .ref_valid_i(any_i[238]),
      .ref_node_i(any_i[240:239]), .ref_status_i(any_i[248:241]), .flush_valid_i(any_i[249]),
      .flush_node_i(any_i[251:250]), .flush_status_i(any_i[259:252]), .flush_rank_i(any_i[275:260]),
      .addr_i(any_i[339:276]), .lap_i(any_i[403:340]), .job_valid_o(job), .job_ready_i(ready_i[0]), .job_addr_o(addr),
      .job_data_o(data));
    formal_stable #(.Width(576)) u_job (.clk_i, .rst_i, .valid_i(job), .ready_i(ready_i[0]), .data_i({addr, data}));
  end
  if (Unit == 2) begin : g_alloc
    logic        job, group, slot;
    logic [63:0] addr;
    logic [15:0] bytes;
    logic [2:0]  pool;
    logic [1:0]  ring;
    sumac_node_alloc #(.Groups(2), .PoolBeats(8), .Nodes(2), .Rings(2), .RingSlots(2)) dut (
      .clk_i, .rst_i, .open_i(any_i[1:0]), .reset_i(any_i[3:2]), .acc_valid_i(any_i[4]), .acc_node_i(any_i[6:5]),
      .acc_ring_i(any_i[8:7]), .acc_mem_in_i(any_i[9]), .acc_src_i(any_i[73:10]), .acc_bytes_i(any_i[121:74]),
      .group_o(group), .slot_i(any_i[124:122]), .pool_i(any_i[127:125]), .ring_slots_i(any_i[131:128]),
      .free_i(any_i[132]), .free_ring_i(any_i[134:133]), .job_valid_o(job), .job_ready_i(ready_i[0]),
      .job_addr_o(addr), .job_bytes_o(bytes), .job_pool_o(pool), .give_ring_o(ring), .give_slot_o(slot));
    always_comb assume (!job || !any_i[32'(2) + 32'(group)]);
    formal_stable #(.Width(86)) u_job (.clk_i, .rst_i, .valid_i(job), .ready_i(ready_i[0]),
      .data_i({addr, bytes, pool, ring, slot}));
  end
  if (Unit == 3) begin : g_ask
    logic        job, group;
    logic [63:0] addr;
    sumac_fetch_ask #(.Groups(2), .Nodes(2)) dut (
      .clk_i, .rst_i, .reset_i(any_i[1:0]), .pending_i(any_i[3:2]), .fetch_addr_i(any_i[67:4]),
      .fetch_rung_i(any_i[131:68]), .job_valid_o(job), .job_ready_i(ready_i[0]), .job_addr_o(addr),
      .job_group_o(group), .desc_valid_i(any_i[132]), .desc_data_i(any_i[644:133]), .desc_error_i(any_i[645]),
      .pop_i(any_i[646]), .refused_i(any_i[647]), .free_i(any_i[648]), .free_node_i(any_i[650:649]),
      .told_i(any_i[651]), .told_node_i(any_i[653:652]), .busy_node_i(any_i[655:654]), .flush_i(any_i[656]));
    formal_stable #(.Width(65)) u_job (.clk_i, .rst_i, .valid_i(job), .ready_i(ready_i[0]), .data_i({addr, group}));
  end
  if (Unit == 4) begin : g_ack
    logic       due;
    logic [1:0] index;
    sumac_ack #(.Channels(4), .AckCycles(2)) dut (
      .clk_i, .rst_i, .open_i(any_i[0]), .open_index_i(any_i[2:1]), .open_limit_i(any_i[34:3]), .owe_i(any_i[35]),
      .owe_now_i(any_i[36]), .owe_index_i(any_i[38:37]), .release_i(any_i[39]), .release_index_i(any_i[41:40]),
      .told_i(any_i[42]), .told_index_i(any_i[44:43]), .told_limit_i(any_i[76:45]), .ch_limit_i(any_i[108:77]),
      .ch_own_slots_i(any_i[112:109]), .due_valid_o(due), .due_ready_i(ready_i[0]), .due_index_o(index));
    formal_stable #(.Width(2)) u_due (.clk_i, .rst_i, .valid_i(due), .ready_i(ready_i[0]), .data_i(index));
  end
endmodule
