// Which pass takes whose result: turns a route's postfix program into the tree of its passes, as the words with its inputs come.
// Pass m is the combine whose right operand begins with input m, so that each boundary between two inputs names one pass. Its left
// operand begins with input lo. Its result is the right operand of pass lo if another combine follows at once, else the left one of
// the pass that the next input names.
// An input takes a cycle, and so does a combine. Words that come meanwhile wait: a route's tree takes no
// longer than the registers take for its words, of which half have no inputs. A word for which there is no room is not taken.
// Memory: a word for each pass of each entry, in RAM; read in a cycle, it stands in the next. Reset: forgets words that wait.
module sumac_route_tree #(
  parameter int FanIn   = sumac_pkg::DefFanIn,
  parameter int Entries = sumac_pkg::DefGroups * sumac_pkg::DefRoutes,
  localparam int EntryW = $clog2(Entries)
) (
  input  logic               clk_i,
  input  logic               rst_i,
  input  logic               w_en_i,
  output logic               w_room_o,
  input  logic [EntryW-1:0]  w_entry_i,
  input  logic [2:0]         w_pair_i,      // which two inputs
  input  logic [4:0]         w_n_in_i,      // the route's inputs
  input  logic [7:0]         w_combines_i,  // combines after the second and the first of the two
  input  logic               r_en_i,
  input  logic [EntryW-1:0]  r_entry_i,
  input  logic [3:0]         r_pass_i,
  output sumac_pkg::tree_t   r_o
);
  localparam int Depth   = $clog2(FanIn) + 1;
  localparam int WaitW   = EntryW + 3 + 5 + 8;

  logic              waits, done;
  logic [EntryW-1:0] entry;
  logic [2:0]        pair;
  logic [4:0]        n_in;
  logic [7:0]        both;
  sumac_fifo #(.Width(WaitW), .Depth(16)) u_words (
    .clk_i, .rst_i, .in_valid_i(w_en_i), .in_ready_o(w_room_o), .in_data_i({w_entry_i, w_pair_i, w_n_in_i, w_combines_i}),
    .out_valid_o(waits), .out_ready_i(done), .out_data_o({entry, pair, n_in, both}));

  logic       half_q, pushed_q;              // at the second of the two; its input is on the stack
  logic [3:0] left_q;                        // combines still to come after it
  logic [3:0] stack_q [Depth];               // where each value begins; the topmost is the first
  logic [3:0] input_no, combines;
  logic       beyond, combine, ends;
  assign input_no = {pair, half_q};
  assign combines = half_q ? both[7:4] : both[3:0];
  assign beyond   = {1'b0, input_no} >= n_in;
  assign combine  = waits && pushed_q;
  assign ends     = waits && (beyond || (pushed_q ? left_q == 4'd1 : combines == 4'd0));
  assign done     = ends && half_q;

  always_ff @(posedge clk_i) begin : walk
    if (waits && !beyond && !pushed_q) begin
      stack_q[0] <= input_no;
      for (int d = 1; d < Depth; d++) stack_q[d] <= stack_q[d-1];
      left_q   <= combines;
      pushed_q <= combines != 4'd0;
    end
    if (combine) begin
      for (int d = 0; d < Depth - 1; d++) stack_q[d] <= stack_q[d+1];
      left_q <= left_q - 4'd1;
      if (left_q == 4'd1) pushed_q <= 1'b0;
    end
    if (ends) half_q <= !half_q;
    if (rst_i) {half_q, pushed_q} <= 2'b00;
  end

  sumac_pkg::tree_t word;
  always_comb begin : parent
    word.lo = stack_q[1];
    if (left_q > 4'd1) word.parent = stack_q[1];
    else word.parent = ({1'b0, input_no} + 5'd1 == n_in) ? 4'd0 : input_no + 4'd1;
  end
  sumac_ram #(.Width(sumac_pkg::TREE_W), .Depth(Entries * 16)) u_tree (
    .clk_i, .w_en_i(combine), .w_addr_i({entry, stack_q[0]}), .w_data_i(word),
    .r_en_i, .r_addr_i({r_entry_i, r_pass_i}), .r_data_o(r_o));
endmodule
