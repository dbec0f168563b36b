// Data a number of register stages later; without any, a wire. Latency: Stages cycles; en_i[n] moves stage n, the first being
// stage 1, and en_i[0] belongs to the data that comes. Throughput: one a cycle. No reset: data only.
module sumac_stages #(
  parameter int Width  = 64,
  parameter int Stages = 0
) (
  input  logic             clk_i,
  input  logic [Stages:0]  en_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);
  logic unused_en;
  assign unused_en = en_i[0];

  if (Stages == 0) begin : g_wire
    logic unused_clk;
    assign unused_clk = clk_i;
    assign data_o     = data_i;
  end else begin : g_stages
    logic [Width*Stages-1:0]     data_q;
    logic [Width*(Stages+1)-1:0] data;
    assign data   = {data_q, data_i};
    assign data_o = data[Width*Stages +: Width];
    always_ff @(posedge clk_i) begin
      for (int n = 0; n < Stages; n++)
        if (en_i[n + 1]) data_q[Width*n +: Width] <= data[Width*n +: Width];
    end
  end
endmodule
