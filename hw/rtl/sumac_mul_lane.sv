// 64 bits of integer product, low halves (signed and unsigned alike): 8 x 8, 4 x 16, 2 x 32 or 1 x 64 bits, from ten
// 16 x 16 tiles that all widths share. Tile tXY multiplies digit X of left with digit Y of right when elements are
// 64 bits wide; narrower elements use the tiles as the cases below say.
// Latency: 4 cycles (en1_i to en4_i, with the size of what is in that stage). Throughput: one a cycle. No reset:
// data only.
module sumac_mul_lane (
  input  logic        clk_i,
  input  logic        en1_i,
  input  logic        en2_i,
  input  logic        en3_i,
  input  logic        en4_i,
  input  logic [1:0]  size1_i,    // log2 of an element's bytes
  input  logic [1:0]  size3_i,
  input  logic [1:0]  size4_i,
  input  logic [63:0] left_i,
  input  logic [63:0] right_i,
  output logic [63:0] result_o
);
  // stage 1: the tiles' operands
  logic [15:0] a00_q, a01_q, a10_q, a11_q, a02_q, a20_q, a03_q, a12_q, a21_q, a30_q;
  logic [15:0] b00_q, b01_q, b10_q, b11_q, b02_q, b20_q, b03_q, b12_q, b21_q, b30_q;
  // stage 2: their products; of the four tiles that start at bit 48 the low half only
  logic [31:0] t00_q, t01_q, t10_q, t11_q, t02_q, t20_q, t03_q, t12_q, t21_q, t30_q;
  // stage 3: low and high half; lo_q's bits above 32 are the carry into a 64-bit element's high half
  logic [48:0] lo_q;
  logic [31:0] hi_q;
  logic [63:0] result_q;

  assign result_o = result_q;

  always_ff @(posedge clk_i) begin : stage1
    if (en1_i) begin
      a00_q <= left_i[15:0];
      b00_q <= right_i[15:0];
      case (size1_i)
        2'd3: begin
          a01_q <= left_i[15:0];   b01_q <= right_i[31:16];
          a10_q <= left_i[31:16];  b10_q <= right_i[15:0];
          a11_q <= left_i[31:16];  b11_q <= right_i[31:16];
          a02_q <= left_i[15:0];   b02_q <= right_i[47:32];
          a20_q <= left_i[47:32];  b20_q <= right_i[15:0];
          a03_q <= left_i[15:0];   b03_q <= right_i[63:48];
          a12_q <= left_i[31:16];  b12_q <= right_i[47:32];
          a21_q <= left_i[47:32];  b21_q <= right_i[31:16];
          a30_q <= left_i[63:48];  b30_q <= right_i[15:0];
        end
        2'd2: begin
          a01_q <= left_i[15:0];   b01_q <= right_i[31:16];
          a10_q <= left_i[31:16];  b10_q <= right_i[15:0];
          a02_q <= left_i[47:32];  b02_q <= right_i[47:32];
          a03_q <= left_i[47:32];  b03_q <= right_i[63:48];
          a30_q <= left_i[63:48];  b30_q <= right_i[47:32];
        end
        2'd1: begin
          a11_q <= left_i[31:16];  b11_q <= right_i[31:16];
          a02_q <= left_i[47:32];  b02_q <= right_i[47:32];
          a30_q <= left_i[63:48];  b30_q <= right_i[63:48];
        end
        2'd0: begin
          // even bytes in the low bytes of these products, odd bytes in tiles of their own
          a11_q <= left_i[31:16];         b11_q <= right_i[31:16];
          a02_q <= left_i[47:32];         b02_q <= right_i[47:32];
          a30_q <= left_i[63:48];         b30_q <= right_i[63:48];
          a01_q <= {8'd0, left_i[15:8]};  b01_q <= {8'd0, right_i[15:8]};
          a10_q <= {8'd0, left_i[31:24]}; b10_q <= {8'd0, right_i[31:24]};
          a20_q <= {8'd0, left_i[47:40]}; b20_q <= {8'd0, right_i[47:40]};
          a03_q <= {8'd0, left_i[63:56]}; b03_q <= {8'd0, right_i[63:56]};
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin : stage2
    if (en2_i) begin
      t00_q <= a00_q * b00_q;
      t01_q <= a01_q * b01_q;
      t10_q <= a10_q * b10_q;
      t11_q <= a11_q * b11_q;
      t02_q <= a02_q * b02_q;
      t20_q <= a20_q * b20_q;
      t03_q <= a03_q * b03_q;
      t12_q <= a12_q * b12_q;
      t21_q <= a21_q * b21_q;
      t30_q <= a30_q * b30_q;
    end
  end

  always_ff @(posedge clk_i) begin : stage3
    if (en3_i) begin
      case (size3_i)
        2'd3: begin
          lo_q <= 49'(t00_q) + ((49'(t01_q) + 49'(t10_q)) << 16);
          hi_q <= t02_q + t11_q + t20_q + ((t03_q + t12_q + t21_q + t30_q) << 16);
        end
        2'd2: begin
          lo_q <= 49'(t00_q) + ((49'(t01_q) + 49'(t10_q)) << 16);
          hi_q <= t02_q + ((t03_q + t30_q) << 16);
        end
        2'd1: begin
          lo_q <= {17'd0, t11_q[15:0], t00_q[15:0]};
          hi_q <= {t30_q[15:0], t02_q[15:0]};
        end
        2'd0: begin
          lo_q <= {17'd0, t10_q[7:0], t11_q[7:0], t01_q[7:0], t00_q[7:0]};
          hi_q <= {t03_q[7:0], t30_q[7:0], t20_q[7:0], t02_q[7:0]};
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin : stage4
    if (en4_i) begin
      result_q <= {(size4_i == 2'd3) ? hi_q + 32'(lo_q[48:32]) : hi_q, lo_q[31:0]};
    end
  end
endmodule
