// Folding one chunk, for sumac_node_fold: executes the node's postfix program over the slots of its inputs. Each input is pushed on
// a stack of slots, and each combine that follows it takes the two topmost, the deeper as its left operand, and writes
// over the left one's slot; the last writes the result slot. A single input is copied there. An empty chunk takes no passes, its
// inputs are only stepped through.
// Latency: 1 cycle to begin, 1 per input and per combine. Reset: idle.
module sumac_node_program #(
  parameter int FanIn       = sumac_pkg::DefFanIn,
  parameter int PoolBeats   = sumac_pkg::DefPoolBeats,
  parameter int SlotBeats   = sumac_pkg::DefSlotBeats,
  localparam int AddrW      = $clog2(PoolBeats),
  localparam int BeatW      = $clog2(SlotBeats + 1),
  localparam int StackDepth = $clog2(FanIn) + 1,
  localparam int StackW     = $clog2(StackDepth + 1)
) (
  input  logic             clk_i,
  input  logic             rst_i,
  // the chunk: begun by a pulse, the rest holds until done_o
  input  logic             start_i,
  input  logic [4:0]       n_in_i,
  input  logic [15:0]      bytes_i,
  input  logic [AddrW-1:0] result_i,
  // its inputs, one by one: answered the cycle after next_o
  output logic             next_o,
  output logic [3:0]       index_o,
  input  logic [3:0]       combines_i,   // that follow this input
  input  logic [AddrW-1:0] operand_i,    // its slot
  output logic             push_o,       // a pulse: this input is pushed
  // passes
  output logic             pass_valid_o,
  input  logic             pass_ready_i,
  output logic [AddrW-1:0] pass_left_o,
  output logic [AddrW-1:0] pass_right_o,
  output logic [AddrW-1:0] pass_dst_o,
  output logic [BeatW-1:0] pass_beats_o,
  output logic             pass_copy_o,
  output logic             pass_last_o,  // of its chunk
  // a pulse: all passes are issued
  output logic             done_o,
  output logic [31:0]      combined_o    // beats, from the cycle after done_o until the next chunk begins
);
  typedef enum logic [1:0] {Idle, Load, Push, Pass} state_e;
  state_e state_q;

  logic [AddrW-1:0]  stack_q [StackDepth+1];
  logic [StackW-1:0] top_q;       // values on the stack
  logic [3:0]        index_q;
  logic [3:0]        left_q;      // combines still to do after this input
  logic              passes, last_in, pushed, folded;

  assign passes  = bytes_i != 16'd0;
  assign last_in = {1'b0, index_q} + 5'd1 == n_in_i;
  assign pushed  = state_q == Push && (!passes || (combines_i == 4'd0 && !pass_copy_o));
  assign folded  = state_q == Pass && pass_ready_i && left_q == 4'd1;

  assign next_o       = state_q == Load || ((pushed || folded) && !last_in);
  assign index_o      = (state_q == Load) ? 4'd0 : index_q + 4'd1;
  assign push_o       = state_q == Push;
  assign pass_valid_o = state_q == Pass;
  assign pass_beats_o = BeatW'((bytes_i + 16'd63) >> 6);
  assign pass_copy_o  = n_in_i == 5'd1;
  assign pass_last_o  = last_in && left_q == 4'd1;
  assign pass_left_o  = pass_copy_o ? stack_q[0] : stack_q[top_q-StackW'(2)];
  assign pass_right_o = pass_copy_o ? stack_q[0] : stack_q[top_q-StackW'(1)];
  assign pass_dst_o   = pass_last_o ? result_i : pass_left_o;
  assign done_o       = (pushed || folded) && last_in;

  always_ff @(posedge clk_i) begin
    if (rst_i) state_q <= Idle;
    else begin
      case (state_q)
        Idle: if (start_i) state_q <= Load;
        Load: begin
          index_q    <= 4'd0;
          top_q      <= '0;
          combined_o <= 32'd0;
          state_q    <= Push;
        end
        Push: begin
          if (passes) begin
            stack_q[top_q] <= operand_i;
            top_q          <= top_q + StackW'(1);
          end
          left_q <= pass_copy_o ? 4'd1 : combines_i;
          if (!pushed) state_q <= Pass;
        end
        default: if (pass_ready_i) begin
          left_q <= left_q - 4'd1;
          if (!pass_copy_o) begin
            stack_q[top_q-StackW'(2)] <= pass_dst_o;
            top_q                     <= top_q - StackW'(1);
            combined_o                <= combined_o + 32'(pass_beats_o);
          end
          if (folded) state_q <= Push;
        end
      endcase
      if (pushed || folded) index_q <= index_o;
      if (done_o) state_q <= Idle;
    end
  end
endmodule
