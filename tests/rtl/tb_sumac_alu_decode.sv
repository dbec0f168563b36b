// Bench of the (op, type) table of the lanes: each of 16 x 256 pairs, with and without the bench's op, copied or not, is done
// or refused as ref_int.c says, and only products take the long pipe.
// C: ref_int.c
module tb_sumac_alu_decode;
  import "DPI-C" function int ref_int_listed(input int op, input int typ, input int test_ops);

  logic       copy;
  logic [3:0] op;
  logic [7:0] typ;
  logic [1:0] bad, long_op;       // by TestOps

  for (genvar t = 0; t < 2; t++) begin : g_dut
    sumac_alu_decode #(.TestOps(1'(t))) dut (.copy_i(copy), .op_i(op), .type_i(typ), .bad_o(bad[t]), .long_o(long_op[t]));
  end

  initial begin
    int listed, refused, done;
    refused = 0;
    done    = 0;
    for (int n = 0; n < 2 * 16 * 256; n++) begin
      {copy, op, typ} = 13'(n);
      #1;
      for (int t = 0; t < 2; t++) begin
        listed = ref_int_listed(int'(op), int'(typ), t);
        if (bad[t] != (!copy && listed == 0)) $fatal(1, "op %0d, type %h, TestOps %0d, copy %0d: bad %0d", op, typ, t, copy, bad[t]);
        if (!bad[t] && long_op[t] != (!copy && op == 4'd2)) $fatal(1, "op %0d, type %h: in the wrong pipe", op, typ);
        refused += int'(bad[t]);
        done    += int'(!copy && !bad[t]);
      end
    end
    if (done != 8 * 7 + 8 * 8) $fatal(1, "%0d pairs are done", done);
    $display("PASS tb_sumac_alu_decode: %0d pairs done, %0d refused", done, refused);
    $finish;
  end
endmodule
