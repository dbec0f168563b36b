// Bench of the (op, type) table of the lanes: each of 16 x 256 pairs, with and without the bench's op, is done
// or refused as the table says; products take the product lanes, sums and products of floats the long way; the kind is the
// format of those, of others the size.
// C: ref_beat.c host/oracle/oracle.c host/oracle/corners.c host/oracle/vectors.c host/oracle/vectors_float.c
module tb_sumac_alu_decode;
  import "DPI-C" function int ref_listed(input int op, input int typ, input int with_test_ops);
  import "DPI-C" function int ref_is_float(input int op, input int typ);
  import "DPI-C" function int ref_n_pairs();

  logic [3:0] op;
  logic [7:0] typ;
  logic [1:0] bad, expected;
  sumac_pkg::lane_t lane [2];      // by TestOps, as bad

  for (genvar t = 0; t < 2; t++) begin : g_dut
    sumac_alu_decode #(.TestOps(1'(t))) dut (
      .op_i(op), .type_i(typ), .bad_o(bad[t]), .lane_o(lane[t])
    );
  end

  initial begin
    int listed, refused, done [2];
    refused = 0;
    done    = '{0, 0};
    for (int n = 0; n < 16 * 256; n++) begin
      {op, typ} = 12'(n);
      #1;
      for (int t = 0; t < 2; t++) begin
        listed = ref_listed(int'(op), int'(typ), t);
        if (bad[t] != (listed == 0)) $fatal(1, "op %0d, type %h, TestOps %0d: bad %0d", op, typ, t, bad[t]);
        if (!bad[t] && lane[t].product != (op == sumac_pkg::OP_PROD)) $fatal(1, "op %0d, type %h: wrong lanes", op, typ);
        if (!bad[t] && int'(lane[t].floats) != ref_is_float(int'(op), int'(typ)))
          $fatal(1, "op %0d, type %h: wrong way", op, typ);
        expected = typ[1:0];
        if (lane[t].floats) begin
          case (typ)
            sumac_pkg::TYPE_F16:  expected = 2'd0;
            sumac_pkg::TYPE_BF16: expected = 2'd1;
            sumac_pkg::TYPE_F32:  expected = 2'd2;
            default:              expected = 2'd3;
          endcase
        end
        if (!bad[t] && {lane[t].kind, lane[t].op, lane[t].type_code} != {expected, op, typ})
          $fatal(1, "op %0d, type %h: kind %0d", op, typ, lane[t].kind);
        refused += int'(bad[t]);
        done[t] += int'(!bad[t]);
      end
    end
    if (done[1] != ref_n_pairs() || done[0] != done[1] - 8) $fatal(1, "%0d and %0d pairs are done", done[0], done[1]);
    $display("PASS tb_sumac_alu_decode: %0d pairs done, %0d refused", done[0], refused);
    $finish;
  end
endmodule
