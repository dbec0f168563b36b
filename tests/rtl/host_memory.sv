// A host's memory behind AXI4, for tb_sumac_nic (the bytes are in nic_host.c): reads and writes are answered in order, each beat
// late at random. It can hold its writes back, and answer what touches one address with an error. Checks that bursts stay inside 4
// KiB.
// Reset: forgets what is under way, keeps its contents.
module host_memory #(
  parameter int Rank = 0
) (
  input  logic         clk_i,
  input  logic         rst_i,
  input  logic         hold_writes_i,
  input  int           bad_read_i,    // the beat with this address is answered with an error; -1: none
  input  int           bad_write_i,
  input  logic         arvalid_i,
  output logic         arready_o,
  input  logic [63:0]  araddr_i,
  input  logic [7:0]   arlen_i,
  output logic         rvalid_o,
  input  logic         rready_i,
  output logic [511:0] rdata_o,
  output logic [1:0]   rresp_o,
  output logic         rlast_o,
  input  logic         awvalid_i,
  output logic         awready_o,
  input  logic [63:0]  awaddr_i,
  input  logic [7:0]   awlen_i,
  input  logic         wvalid_i,
  output logic         wready_o,
  input  logic [511:0] wdata_i,
  input  logic [63:0]  wstrb_i,
  input  logic         wlast_i,
  output logic         bvalid_o,
  input  logic         bready_i,
  output logic [1:0]   bresp_o
);
  import "DPI-C" function void nic_memory_read(input int rank, input longint address, output bit [511:0] beat);
  import "DPI-C" function void nic_memory_write(input int rank, input longint address, input bit [511:0] beat,
                                                input bit [63:0] strobes);

  function automatic void check(logic [63:0] start, logic [7:0] len);
    if ({1'b0, start[11:6], 6'd0} + 13'(64 * (int'(len) + 1)) > 13'h1000) $fatal(1, "a burst at %h crosses 4 KiB", start);
  endfunction

  logic [71:0]  reads [$], writes [$];   // {len, address}
  logic [576:0] beats [$];               // {last, strobes, data}
  logic         answers [$];             // 1: error
  int           r_beat, w_beat;
  logic         bad, answer;
  longint       at;
  bit [511:0]   got;
  logic [576:0] w;

  always @(posedge clk_i) begin
    arready_o <= $urandom_range(3) != 0;
    awready_o <= !hold_writes_i && $urandom_range(3) != 0;
    wready_o  <= !hold_writes_i && $urandom_range(3) != 0;
    if (rst_i) begin
      reads.delete();
      writes.delete();
      beats.delete();
      answers.delete();
      r_beat = 0;
      w_beat = 0;
      bad    = 1'b0;
      rvalid_o <= 1'b0;
      bvalid_o <= 1'b0;
    end else begin
      if (arvalid_i && arready_o) begin
        check(araddr_i, arlen_i);
        reads.push_back({arlen_i, araddr_i});
      end
      if (rvalid_o && rready_i) rvalid_o <= 1'b0;
      if ((!rvalid_o || rready_i) && reads.size() != 0 && $urandom_range(2) != 0) begin
        at = longint'(reads[0][63:0] & ~64'h3f) + longint'(r_beat * 64);
        nic_memory_read(Rank, at, got);
        rvalid_o <= 1'b1;
        rdata_o  <= got;
        rresp_o  <= (at == (longint'(bad_read_i) & ~64'h3f)) ? 2'b10 : 2'b00;
        rlast_o  <= r_beat == int'(reads[0][71:64]);
        if (r_beat == int'(reads[0][71:64])) begin
          r_beat = 0;
          void'(reads.pop_front());
        end else r_beat = r_beat + 1;
      end

      if (awvalid_i && awready_o) begin
        check(awaddr_i, awlen_i);
        writes.push_back({awlen_i, awaddr_i});
      end
      if (wvalid_i && wready_o) beats.push_back({wlast_i, wstrb_i, wdata_i});
      while (beats.size() != 0 && writes.size() != 0) begin
        w  = beats.pop_front();
        at = longint'(writes[0][63:0] & ~64'h3f) + longint'(w_beat * 64);
        if (at == (longint'(bad_write_i) & ~64'h3f)) bad = 1'b1;
        else nic_memory_write(Rank, at, w[511:0], w[575:512]);
        if (w[576] != (w_beat == int'(writes[0][71:64])))
          $fatal(1, "wlast after %0d beats of %0d", w_beat + 1, writes[0][71:64] + 1);
        if (w[576]) begin
          w_beat = 0;
          void'(writes.pop_front());
          answers.push_back(bad);
          bad = 1'b0;
        end else w_beat = w_beat + 1;
      end
      if (bvalid_o && bready_i) bvalid_o <= 1'b0;
      if ((!bvalid_o || bready_i) && answers.size() != 0 && $urandom_range(3) == 0) begin
        answer   = answers.pop_front();
        bvalid_o <= 1'b1;
        bresp_o  <= answer ? 2'b10 : 2'b00;
      end
    end
  end
endmodule
