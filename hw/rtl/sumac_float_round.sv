// The end of every floating-point unit: rounds a significand to nearest even at its format's last bit, and packs it at
// the top of W bits. What comes in is normalised (its top bit is set), or its exponent is 1 and the result subnormal;
// its last bit is sticky. An exponent of all ones or above gives infinity, unless the value is special (infinity or
// NaN, complete as it is).
// Formats: 0 binary16, 1 bfloat16, 2 binary32, 3 binary64.
// Latency: 2 cycles (en1_i, en2_i). Throughput: one a cycle. No reset: data only.
module sumac_float_round #(
  parameter int  W = 64,                                     // 64: all formats; 32: not binary64; 16: the 16-bit ones
  localparam int E = (W == 64) ? 11 : 8,
  localparam int F = (W == 64) ? 52 : (W == 32) ? 23 : 10
) (
  input  logic         clk_i,
  input  logic         en1_i,
  input  logic         en2_i,
  input  logic [1:0]   fmt_i,
  input  logic         sign_i,
  input  logic         cancel_i,    // a zero is positive: the operands cancelled
  input  logic         special_i,
  input  logic [E:0]   exp_i,
  input  logic [F+4:0] sig_i,
  output logic [W-1:0] word_o
);
  // ---- stage 1: what is kept, and whether it goes up
  logic         sign_q, up_q;
  logic [E-1:0] exp_q;
  logic [F-1:0] frac_q;
  logic [1:0]   fmt_q;

  always_ff @(posedge clk_i) begin : stage1
    logic [F+3:0] below;       // the fraction and what follows
    logic [F+3:0] kept;        // a one for each bit that the format keeps
    logic [F+3:0] guard;       // a one at the first that it does not
    logic [E-1:0] ones;
    logic         over;
    if (en1_i) begin
      case (fmt_i)
        2'd0: begin
          kept = ~({(F+4){1'b1}} >> 10);
          ones = E'(31);
        end
        2'd1: begin
          kept = ~({(F+4){1'b1}} >> 7);
          ones = E'(255);
        end
        2'd2: begin
          kept = ~({(F+4){1'b1}} >> 23);
          ones = E'(255);
        end
        2'd3: begin
          kept = ~({(F+4){1'b1}} >> 52);
          ones = E'(2047);
        end
      endcase
      below  = sig_i[F+3:0];
      guard  = ~kept & ~(~kept >> 1);
      over   = !special_i && sig_i[F+4] && exp_i >= {1'b0, ones};
      frac_q <= over ? '0 : F'((below & kept) >> 4);
      exp_q  <= over ? ones : sig_i[F+4] ? exp_i[E-1:0] : '0;
      up_q   <= !over && (below & guard) != '0 &&
                ((below & ((guard << 1) | (guard - 1'b1))) != '0);
      sign_q <= sign_i && !(cancel_i && sig_i == '0);
      fmt_q  <= fmt_i;
    end
  end

  // ---- stage 2: a carry out of the fraction goes on into the exponent, and gives infinity above the largest
  logic [W-1:0] word_q;
  assign word_o = word_q;

  always_ff @(posedge clk_i) begin : stage2
    logic [E+F-1:0] sum;       // exponent and fraction; a format with a shorter exponent uses the bits from the middle
    if (en2_i) begin
      case (fmt_q)
        2'd0: begin
          sum    = {exp_q, frac_q} + ((E+F)'(up_q) << (F - 10));
          word_q <= {sign_q, 5'(sum >> F), (W-6)'({sum[F-1:0], {W{1'b0}}} >> (F + 6))};
        end
        2'd1: begin
          sum    = {exp_q, frac_q} + ((E+F)'(up_q) << (F - 7));
          word_q <= {sign_q, 8'(sum >> F), (W-9)'({sum[F-1:0], {W{1'b0}}} >> (F + 9))};
        end
        2'd2: begin
          sum    = {exp_q, frac_q} + ((E+F)'(up_q) << ((F >= 23) ? F - 23 : 0));
          word_q <= {sign_q, 8'(sum >> F), (W-9)'({sum[F-1:0], {W{1'b0}}} >> (F + 9))};
        end
        2'd3: begin
          sum    = {exp_q, frac_q} + (E+F)'(up_q);
          word_q <= W'({sign_q, sum});
        end
      endcase
    end
  end
endmodule
