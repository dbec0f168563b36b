// The end of every floating-point unit: rounds a significand to nearest even at its format's last bit, and packs it at
// the top of W bits. The input is normalised (its top bit is set), or its exponent is 1 and the result subnormal;
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
  localparam int Kept2  = (F < 23) ? F : 23;                 // where a format does not fit, anything will do
  localparam int Sizes  = (W == 64) ? 3 : 2;
  localparam int Below2 = (W < 32) ? 0 : W - 32;

  // ---- stage 1: the word as rounded down, and what decides: rounded up is more than half, and half of an odd
  logic         sign_q, tie_q;
  logic [Sizes-1:0] guard_q;   // of 16, of 32 and of 64 bits
  logic [W-2:0] word_q;

  always_ff @(posedge clk_i) begin : stage1
    logic [F+3:0] below;       // the fraction and what follows
    logic [F+3:0] guard;       // a one at the first bit that the format does not keep
    logic [F+3:0] tie;         // ones at the last bit that it keeps, and at those after the guard
    logic [E-1:0] exp, ones;
    logic [W-2:0] word, infinity;
    logic         over, half;
    if (en1_i) begin
      below = sig_i[F+3:0];
      exp   = sig_i[F+4] ? exp_i[E-1:0] : '0;
      case (fmt_i)
        2'd0: begin
          guard    = (F+4)'(1) << (F + 3 - 10);
          tie      = ((F+4)'(1) << (F + 4 - 10)) | ~({(F+4){1'b1}} << (F + 3 - 10));
          ones     = E'(31);
          word     = (W-1)'({exp[4:0], below[F+3 -: 10]}) << (W - 16);
          infinity = (W-1)'({5'd31, 10'd0}) << (W - 16);
        end
        2'd1: begin
          guard    = (F+4)'(1) << (F + 3 - 7);
          tie      = ((F+4)'(1) << (F + 4 - 7)) | ~({(F+4){1'b1}} << (F + 3 - 7));
          ones     = E'(255);
          word     = (W-1)'({exp[7:0], below[F+3 -: 7]}) << (W - 16);
          infinity = (W-1)'({8'd255, 7'd0}) << (W - 16);
        end
        2'd2: begin
          guard    = (F+4)'(1) << (F + 3 - Kept2);
          tie      = ((F+4)'(1) << (F + 4 - Kept2)) | ~({(F+4){1'b1}} << (F + 3 - Kept2));
          ones     = E'(255);
          word     = (W-1)'({exp[7:0], below[F+3 -: Kept2]}) << Below2;
          infinity = (W-1)'({8'd255, {Kept2{1'b0}}}) << Below2;
        end
        2'd3: begin
          guard    = (F+4)'(8);
          tie      = (F+4)'(5'b10111);
          ones     = E'(2047);
          word     = (W-1)'({exp, below[F+3:4]});
          infinity = (W-1)'({{E{1'b1}}, {F{1'b0}}});
        end
      endcase
      over    = !special_i && sig_i[F+4] && exp_i >= {1'b0, ones};
      word_q  <= (word & {(W-1){!over}}) | (infinity & {(W-1){over}});   // as a reset it would come late
      half    = !over && (below & guard) != '0;
      guard_q <= Sizes'({half && fmt_i == 2'd3, half && fmt_i == 2'd2, half && !fmt_i[1]});
      tie_q   <= (below & tie) != '0;
      sign_q  <= sign_i && !(cancel_i && sig_i == '0);
    end
  end

  // ---- stage 2: a carry out of the fraction goes on into the exponent, and gives infinity above the largest
  logic [W-1:0] result_q;
  assign word_o = result_q;

  if (W == 64) begin : g_two
    // The upper half need not wait for the lower half's carry.
    logic low_ones_q;

    always_ff @(posedge clk_i) begin : stage2
      logic [30:0] up;
      if (en1_i) low_ones_q <= (sig_i[35:4] == '1);
      if (en2_i) begin
        up       = '0;
        up[0]    = (guard_q[1] || (guard_q[2] && low_ones_q)) && tie_q;
        up[16]   = guard_q[0] && tie_q;
        result_q <= {sign_q, up + word_q[62:32], 32'(guard_q[2] && tie_q) + word_q[31:0]};
      end
    end
  end else begin : g_one
    always_ff @(posedge clk_i) begin : stage2
      logic [W-2:0] up;
      if (en2_i) begin
        up       = '0;
        up[0]    = guard_q[1] && tie_q;
        up[W-16] = up[W-16] || (guard_q[0] && tie_q);
        result_q <= {sign_q, up + word_q};
      end
    end
  end
endmodule
