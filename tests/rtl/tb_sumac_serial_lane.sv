// Bench of the lanes behind three wires, against the oracle: of every (op, type) that is theirs in turn the next corner of its
// type, after those at random. A frame too short, too long or with a bit where zeros belong is refused, counted,
// and changes no result; a reset in the midst of one forgets it.
// C: ref_lane.c ref_beat.c host/oracle/oracle.c host/oracle/corners.c host/oracle/vectors.c host/oracle/vectors_float.c
module tb_sumac_serial_lane;
  import "DPI-C" function void ref_seed(input int seed);
  import "DPI-C" function int ref_n_pairs();
  import "DPI-C" function void ref_pair(input int which, output int op, output int typ);
  import "DPI-C" function int ref_is_float(input int op, input int typ);
  import "DPI-C" function int lane_next(input int op, input int typ, input int bytes, output bit [127:0] left,
                                        output bit [127:0] right);
  import "DPI-C" function void lane_combine(input int op, input int typ, input bit [127:0] left,
                                            input bit [127:0] right, output bit [127:0] result);

  logic clk = 1'b0, rst = 1'b1, sel = 1'b0, in = 1'b0, out;
  initial forever #2 clk = !clk;

  sumac_serial_lane dut (.clk_i(clk), .rst_i(rst), .sel_i(sel), .data_i(in), .data_o(out));

  // For the last frame that was taken, and for all since the reset.
  bit [127:0] result;
  bit [7:0]   taken, refused;
  bit         known = 1'b0;            // what goes out with the next frame

  // Shifts n bits of a frame in, and takes what comes out meanwhile.
  task automatic shift(input bit [271:0] frame, input int n);
    bit [175:0] answer;
    sel = 1'b1;
    for (int i = 0; i < n; i++) begin
      in = i < 272 && frame[271 - i];
      if (i < 176) answer[175 - i] = out;
      else if (known && out) $fatal(1, "a bit behind the answer");
      @(negedge clk);
    end
    sel = 1'b0;
    if (known && n >= 176 && answer != {result, sumac_pkg::SPEC_HASH, refused, taken})
      $fatal(1, "answer %h, not %h", answer, {result, sumac_pkg::SPEC_HASH, refused, taken});
    repeat ($urandom_range(3) + 8) @(negedge clk);
  endtask

  task automatic reset();
    rst = 1'b1;
    repeat (2) @(negedge clk);
    rst     = 1'b0;
    taken   = '0;
    refused = '0;
    known   = 1'b0;
  endtask

  // A pair's next operands; 0: it is not the quick pipe's.
  function automatic int drawn(input int which, output bit [271:0] frame, output bit [127:0] expected);
    int op, typ;
    bit [127:0] left, right;
    ref_pair(which, op, typ);
    if (op == int'(sumac_pkg::OP_PROD) || ref_is_float(op, typ) != 0) return 0;
    void'(lane_next(op, typ, 16, left, right));
    lane_combine(op, typ, left, right, expected);
    frame = {4'b0000, 4'(op), 8'(typ), left, right};
    return 1;
  endfunction

  task automatic send(input bit [271:0] frame, input bit [127:0] expected);
    shift(frame, 272);
    result = expected;
    taken++;
    known  = 1'b1;
  endtask

  int         seed, frames, n_sent = 0, which = 0;
  bit [271:0] frame;
  bit [127:0] expected;

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("frames=%d", frames)) frames = 3000;
    $display("tb_sumac_serial_lane: +seed=%0d +frames=%0d", seed, frames);
    void'($urandom(seed));
    ref_seed(seed);
    repeat (3) @(negedge clk);
    reset();
    while (n_sent < frames) begin
      // Each pair in turn, so that the first frames hold something of all.
      which = (which + 1) % ref_n_pairs();
      if (drawn(which, frame, expected) == 0) continue;
      send(frame, expected);
      n_sent++;
      case ($urandom_range(99))
        0: begin shift(frame, $urandom_range(271) + 1); refused++; end
        1: begin shift(frame, 273 + $urandom_range(400)); refused++; end
        2: begin shift(frame | (272'd1 << (268 + $urandom_range(3))), 272); refused++; end
        3: begin
          sel = 1'b1;
          repeat ($urandom_range(300) + 1) @(negedge clk);
          reset();
          sel = 1'b0;
          repeat (8) @(negedge clk);
        end
        default: ;
      endcase
    end
    shift('0, 272);                      // for the last result
    $display("PASS tb_sumac_serial_lane: %0d frames", n_sent);
    $finish;
  end
endmodule
