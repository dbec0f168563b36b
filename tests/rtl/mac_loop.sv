// A MAC at 100 Gbit/s whose cable leads back to it: frames go out by its clock for sending, and come in by that for receiving. It
// may keep the kernel waiting between frames, spoil frames, and lose its clocks' resets. Checks that a frame is sent without a
// pause, and that what waits does not change. Reset: of either side, loses what that side has in hand; a frame that it cuts arrives
// as damaged.
module mac_loop (
  input  logic         tx_clk_i,
  input  logic         tx_rst_i,
  input  logic         tx_valid_i,
  output logic         tx_ready_o,
  input  logic [511:0] tx_data_i,
  input  logic [63:0]  tx_keep_i,
  input  logic         tx_last_i,
  input  logic         rx_clk_i,
  input  logic         rx_rst_i,
  output logic         rx_valid_o,
  output logic [511:0] rx_data_o,
  output logic [63:0]  rx_keep_o,
  output logic         rx_last_o,
  output logic         rx_error_o,
  input  logic         hold_i,        // takes no frame; what has begun goes on
  input  logic         kernel_rst_i,  // may cut a frame
  input  int           spoil_i,       // how many frames are to be spoiled, of all so far
  output int           spoiled_o,
  output int           frames_o,      // that were sent whole
  output int           held_o         // cycles in which a frame waited before it began
);
  localparam int OneIn8 = 5;          // of 8 beats at 322 MHz, what 100 Gbit/s have room for

  logic [577:0] wire_q [$];           // {error, last, keep, data}: beats that are under way; whole frames of them are taken off
  int    whole = 0;                   // how many whole frames these are
  bit    begun = 1'b0, waited = 1'b0, in_frame = 1'b0;
  logic [577:0] now, last_beat;

  initial {spoiled_o, frames_o, held_o} = '0;

  assign now = {1'b0, tx_last_i, tx_keep_i, tx_data_i};

  task automatic cut;
    if (begun) begin
      wire_q.push_back({2'b11, 64'hffff_ffff_ffff_ffff, 512'd0});
      whole++;
    end
    begun  = 1'b0;
    waited = 1'b0;
  endtask

  always @(posedge tx_clk_i) begin
    tx_ready_o <= !tx_rst_i && !(hold_i && (!begun || (tx_ready_o && tx_valid_i && tx_last_i))) && $urandom_range(7) < OneIn8;
    if (tx_rst_i || kernel_rst_i) cut();
    else begin
      if (begun && !tx_valid_i) $fatal(1, "a pause within a frame");
      if (waited && (!tx_valid_i || now != last_beat)) $fatal(1, "a beat that waited has changed");
      waited = tx_valid_i && !tx_ready_o;
      last_beat = now;
      if (!begun && waited) held_o <= held_o + 1;
      if (tx_valid_i && tx_ready_o) begin
        if (tx_keep_i == '0 || (tx_keep_i & (tx_keep_i + 64'd1)) != '0 || (!tx_last_i && tx_keep_i != '1))
          $fatal(1, "keep %h", tx_keep_i);
        wire_q.push_back(now);
        begun = !tx_last_i;
        if (tx_last_i) begin
          whole++;
          frames_o <= frames_o + 1;
        end
      end
    end
  end

  always @(posedge rx_clk_i) begin
    rx_valid_o <= 1'b0;
    if (rx_rst_i) begin
      if (in_frame) whole--;
      while (in_frame) begin
        in_frame = !wire_q[0][576];
        void'(wire_q.pop_front());
      end
    end else if (whole != 0 && $urandom_range(7) < OneIn8) begin
      rx_valid_o <= 1'b1;
      {rx_error_o, rx_last_o, rx_keep_o, rx_data_o} <= wire_q[0];
      in_frame = !wire_q[0][576];
      if (wire_q[0][576]) begin
        whole--;
        if (spoiled_o != spoil_i) begin
          rx_error_o <= 1'b1;
          spoiled_o  <= spoiled_o + 1;
        end
      end
      void'(wire_q.pop_front());
    end
  end
endmodule
