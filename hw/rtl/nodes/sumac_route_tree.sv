// Which pass takes whose result: turns a route's postfix program into the tree of its passes, as its inputs are walked over, and
// tells whether it is a program: one that leaves one value, and never needs more values at a time than the stack holds.
// Pass m is the combine whose right operand begins with input m, so that each boundary between two inputs names one pass. Its left
// operand begins with input lo. Its result is the right operand of pass lo if another combine follows at once, else the left one of
// the pass that the next input names.
// An input takes a cycle, and so does each combine that follows it; meanwhile no input is taken.
// Memory: a word for each pass of each entry, in RAM; read in a cycle, it stands in the next. Reset: none, begin_i comes first.
module sumac_route_tree #(
  parameter int FanIn   = sumac_pkg::DefFanIn,
  parameter int Entries = sumac_pkg::DefGroups * sumac_pkg::DefRoutes,
  localparam int EntryW = $clog2(Entries)
) (
  input  logic               clk_i,
  input  logic               begin_i,       // a program
  output logic               ready_o,       // for an input; until then good_o does not count
  input  logic               take_i,
  input  logic [EntryW-1:0]  entry_i,       // its route
  input  logic [3:0]         input_i,
  input  logic               last_i,
  input  logic [3:0]         combines_i,    // after it
  input  logic               apart_i,       // the route gathers: inputs go on one by one, and nothing is combined
  output logic               good_o,
  input  logic               r_en_i,
  input  logic [EntryW-1:0]  r_entry_i,
  input  logic [3:0]         r_pass_i,
  output sumac_pkg::tree_t   r_o
);
  localparam int Depth = $clog2(FanIn) + 1;

  logic       bad_q, last_q, rests_q;       // rests: no combine is to come
  logic [2:0] depth_q;                       // values on the stack
  logic [3:0] left_q;                        // combines still to come
  logic [3:0] next_q;                        // the input after this one
  logic [3:0] stack_q [Depth];               // where each value begins; the topmost is the first
  assign ready_o = rests_q;
  assign good_o  = !bad_q && depth_q == 3'd1;

  always_ff @(posedge clk_i) begin : walk
    rests_q <= take_i ? combines_i == 4'd0 : left_q <= 4'd1;
    if (take_i) begin
      stack_q[0] <= input_i;
      for (int d = 1; d < Depth; d++) stack_q[d] <= stack_q[d-1];
      {next_q, last_q, left_q} <= {input_i + 4'd1, last_i, combines_i};
      depth_q <= apart_i ? 3'd1 : depth_q + 3'd1;
      if (32'(depth_q) == Depth && !apart_i) bad_q <= 1'b1;
    end else if (!rests_q) begin
      for (int d = 0; d < Depth - 1; d++) stack_q[d] <= stack_q[d+1];
      left_q  <= left_q - 4'd1;
      depth_q <= depth_q - 3'd1;
      if (depth_q <= 3'd1) bad_q <= 1'b1;
    end
    if (begin_i) {bad_q, depth_q, left_q, rests_q} <= 9'd1;
  end

  sumac_pkg::tree_t word;
  assign word.lo     = stack_q[1];
  assign word.parent = left_q > 4'd1 ? stack_q[1] : last_q ? 4'd0 : next_q;
  sumac_ram #(.Width(sumac_pkg::TREE_W), .Depth(Entries * 16)) u_tree (
    .clk_i, .w_en_i(!rests_q), .w_addr_i({entry_i, stack_q[0]}), .w_data_i(word),
    .r_en_i, .r_addr_i({r_entry_i, r_pass_i}), .r_data_o(r_o));
endmodule
