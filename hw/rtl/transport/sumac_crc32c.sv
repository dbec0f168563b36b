// CRC-32C, a 512-bit beat a cycle. A first step sums up each word by itself, a second one adds the words and the state, which
// it moves on over the words of the beat: 4, 8, 12 or 16. Words that are not covered count as zeros. So a beat that ends earlier
// has zeros behind it, which sumac_crc32c_tail takes back, or which the one that compares the state knows of. The first beat of
// a packet is covered from byte PKT_CRC_FROM on, with all ones as state.
//
// Latency: crc_o (the bare register, not inverted) is that of a beat two enabled cycles after it was given.
// Throughput: a beat a cycle. Reset: none is needed, as a first beat sets the state.
module sumac_crc32c (
  input  logic         clk_i,
  input  logic         en_i,       // the pipeline moves
  input  logic         valid_i,
  input  logic         first_i,    // first beat of a packet
  input  logic [15:0]  words_i,    // words that count
  input  logic [3:0]   over_i,     // a one at n: the beat has 4 * (n + 1) words, which are its last ones
  input  logic [511:0] data_i,
  output logic [31:0]  crc_o
);
  localparam int FirstBit = 8 * sumac_pkg::PKT_CRC_FROM;

  // Bit 32 * k + i: whether bit k of a beat enters bit i of the state after it. A column at a time, since Verilator
  // goes through this in each build. Simulators sum up columns in half the time of rows, too.
  function automatic logic [32*512-1:0] columns(input logic [31:0] poly);
    logic [31:0] column;
    column = poly;
    for (int k = 511; k >= 0; k--) begin
      columns[32*k +: 32] = column;
      column = (column >> 1) ^ (column[0] ? poly : 32'd0);
    end
  endfunction

  localparam logic [32*512-1:0] Columns = columns(sumac_pkg::CRC_POLY);

  // A word's columns as rows, bit 32 * i + k: whether its bit k enters bit i.
  function automatic logic [32*32-1:0] rows(input logic [32*32-1:0] word);
    for (int k = 0; k < 32; k++) for (int i = 0; i < 32; i++) rows[32*i + k] = word[32*k + i];
  endfunction

  // Rows for the state at a one at n of over_i: it is moved on over 4 * (n + 1) words.
  localparam logic [4*32*32-1:0] Over = {rows(Columns[0 +: 1024]), rows(Columns[32*128 +: 1024]),
                                         rows(Columns[32*256 +: 1024]), rows(Columns[32*384 +: 1024])};

  // The same sum for a first beat, whose state is all ones.
  function automatic logic [31:0] ones(input logic [32*32-1:0] word);
    ones = '0;
    for (int k = 0; k < 32; k++) ones = ones ^ word[32*k +: 32];
  endfunction

  localparam logic [31:0] First = ones(Columns[32*FirstBit +: 1024]);

  logic         valid_q, first_q;
  logic [3:0]   over_q;
  logic [511:0] sums_q;           // what each word adds to the state

  always_ff @(posedge clk_i) begin : sum_words
    logic [511:0] covered;
    logic [31:0]  sum;
    if (en_i) valid_q <= valid_i;
    if (en_i && valid_i) begin
      first_q <= first_i;
      over_q  <= over_i;
      covered = data_i;
      for (int w = 0; w < 16; w++) if (!words_i[w]) covered[32*w +: 32] = '0;
      if (first_i) covered[FirstBit-1:0] = '0;
      for (int w = 0; w < 16; w++) begin
        sum = '0;
        for (int k = 32 * w; k < 32 * w + 32; k++) sum = sum ^ ({32{covered[k]}} & Columns[32*k +: 32]);
        sums_q[32*w +: 32] <= sum;
      end
    end
  end

  always_ff @(posedge clk_i) begin : step
    logic [31:0] sum;
    if (en_i && valid_q) begin
      sum = {32{first_q}} & First;
      for (int w = 0; w < 16; w++) sum = sum ^ sums_q[32*w +: 32];
      for (int n = 0; n < 4; n++)
        for (int i = 0; i < 32; i++)
          sum[i] = sum[i] ^ ^(crc_o & Over[1024*n + 32*i +: 32] & {32{over_q[n] && !first_q}});
      crc_o <= sum;
    end
  end
endmodule
