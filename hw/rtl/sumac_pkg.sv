// Made by sumac-gen from the tables in include/spec. Do not edit.
//
// Codes, layouts and limits that the hardware shares with the host.
package sumac_pkg;

  // A module uses what it needs; the rest is for others.
  /* verilator lint_off UNUSEDPARAM */

  localparam logic [31:0] SPEC_HASH = 32'h6DD92B06;

  // Constants.
  localparam logic [31:0] UDP_PORT = 32'h0000536D;
  localparam logic [31:0] ETH_IPV4 = 32'h00000800;
  localparam logic [31:0] CRC_POLY = 32'h82F63B78;
  localparam logic [31:0] PKT_CRC_FROM = 32'h0000002A;
  localparam logic [31:0] MOST_BACKOFF = 32'h00000006;
  localparam logic [31:0] ROUTE_WORDS = 32'h00000011;
  localparam logic [31:0] ROUTE_MAX_IN = 32'h00000010;
  localparam logic [31:0] ROUTE_MAX_OUT = 32'h00000010;
  localparam logic [31:0] MAGIC = 32'h53554D43;
  localparam logic [31:0] PARAM_BASE = 32'h00000200;
  localparam logic [31:0] GROUP_BASE = 32'h00008000;
  localparam logic [31:0] GROUP_SIZE = 32'h00000200;
  localparam logic [31:0] CYCLES_ALL = 32'h00000080;
  localparam logic [31:0] CYCLES_GROUP = 32'h00001000;
  localparam logic [31:0] CYCLES_CHANNEL = 32'h00002000;

  // Records, as they lie in a beat.
  localparam int DESC_BYTES = 64;
  typedef struct packed {
    logic [127:0] inline_data;
    logic [63:0] digest;
    logic [31:0] cookie;
    logic [31:0] seq;
    logic [15:0] dst_window;
    logic [47:0] dst_offset;
    logic [15:0] src_window;
    logic [47:0] src_offset;
    logic [63:0] count;
    logic [15:0] segment;
    logic [15:0] route;
    logic [7:0] inline_len;
    logic [7:0] flags;
    logic [7:0] type_code;
    logic [7:0] op;
  } desc_t;
  localparam int CPL_BYTES = 64;
  typedef struct packed {
    logic [63:0] lap;
    logic [63:0] reserved;
    logic [127:0] inline_data;
    logic [63:0] done_at;
    logic [63:0] rung_at;
    logic [31:0] combines;
    logic [31:0] seq;
    logic [31:0] cookie;
    logic [15:0] fault_rank;
    logic [7:0] inline_len;
    logic [7:0] status;
  } cpl_t;
  localparam int PKT_BYTES = 64;
  typedef struct packed {
    logic [15:0] length;
    logic [31:0] word;
    logic [23:0] limit;
    logic [23:0] ack;
    logic [23:0] seq;
    logic [31:0] key;
    logic [15:0] channel;
    logic [7:0] kind;
    logic [15:0] udp_sum;
    logic [15:0] udp_len;
    logic [15:0] udp_dst;
    logic [15:0] udp_src;
    logic [31:0] ip_dst;
    logic [31:0] ip_src;
    logic [15:0] ip_sum;
    logic [7:0] ip_proto;
    logic [7:0] ip_ttl;
    logic [15:0] ip_frag;
    logic [15:0] ip_id;
    logic [15:0] ip_len;
    logic [7:0] ip_tos;
    logic [7:0] ip_verihl;
    logic [15:0] eth_type;
    logic [47:0] eth_src;
    logic [47:0] eth_dst;
  } pkt_t;

  // Flags: bit in the field.
  localparam int DESC_FLAG_MORE = 0;
  localparam int DESC_FLAG_NEXT = 1;
  localparam int PKT_FLAG_FIRST = 0;
  localparam int PKT_FLAG_GAP = 1;

  // Words.
  typedef struct packed {
    logic [3:0] first;
    logic [3:0] parts;
    logic [1:0] spread;
    logic [3:0] ring;
    logic [7:0] zero;
    logic [4:0] n_out;
    logic [4:0] n_in;
  } route_head_t;
  typedef struct packed {
    logic [9:0] channel;
    logic [3:0] combines;
    logic [1:0] kind;
  } route_in_t;
  typedef struct packed {
    logic [9:0] channel;
    logic [3:0] tap;
    logic [1:0] kind;
  } route_out_t;

  // Events: what one stage hands to another.
  typedef struct packed {
    logic [3:0] first;
    logic [3:0] last;
    logic [1:0] spread;
    logic mem_out;
    logic mem_in;
    logic [3:0] ring;
    logic [4:0] n_out;
    logic [4:0] n_in;
  } head_t;
  typedef struct packed {
    logic [11:0] node;
    logic [7:0] ring;
    logic [4:0] n_in;
    logic [4:0] n_out;
    logic mem_in;
    logic mem_out;
    logic in_completion;
    logic [3:0] op;
    logic [7:0] type_code;
    logic given;
    logic [127:0] source;
    logic [63:0] src;
    logic [63:0] dst;
    logic [47:0] bytes;
    logic [31:0] chunks;
    logic [1:0] spread;
    logic [4:0] streams;
    logic [3:0] first;
    logic [3:0] last;
    logic [47:0] part_bytes;
    logic [47:0] first_at;
    logic [47:0] last_at;
    logic [31:0] word;
    logic [31:0] cookie;
    logic [31:0] seq;
    logic [63:0] rung;
  } acc_t;
  typedef struct packed {
    logic in_valid;
    logic out_valid;
    logic [3:0] index;
    logic in_memory;
    logic [9:0] in_channel;
    logic [31:0] in_chunk;
    logic in_right;
    logic [3:0] lo;
    logic [3:0] parent;
    logic out_memory;
    logic [9:0] out_channel;
    logic [31:0] out_chunk;
  } start_t;
  typedef struct packed {
    logic [3:0] lo;
    logic [3:0] parent;
  } tree_t;
  typedef struct packed {
    logic now;
    logic again;
    logic [7:0] ring;
  } clear_t;
  typedef struct packed {
    logic [13:0] ctx;
    logic [5:0] order;
    logic [5:0] idx;
    logic [4:0] n_in;
    logic [3:0] from_in;
    logic [4:0] n_out;
    logic [3:0] from_out;
    logic [31:0] chunk;
    logic [15:0] bytes;
    logic begins;
    logic last;
    logic last_all;
    logic [4:0] streams;
    logic gathers;
    logic mem_in;
    logic mem_out;
    logic returns;
    logic [3:0] op;
    logic [7:0] type_code;
    logic [31:0] word;
    logic [16:0] pool;
    logic [2:0] slot;
    logic reads;
    logic given;
    logic [127:0] source;
    logic [63:0] src;
    logic [63:0] dst;
  } opened_t;
  typedef struct packed {
    logic [13:0] ctx;
    logic [16:0] pool;
    logic relay;
    logic [9:0] channel;
    logic [3:0] seq;
  } place_t;
  typedef struct packed {
    logic [7:0] ring;
    logic [3:0] order;
    logic [3:0] pass;
    logic [16:0] left;
    logic [16:0] right;
    logic [3:0] parent;
  } told_t;
  typedef struct packed {
    logic [9:0] channel;
    logic [4:0] seq;
    logic [13:0] ctx;
    logic [3:0] pass;
  } expect_t;
  typedef struct packed {
    logic [9:0] channel;
    logic [4:0] seq;
    logic first;
    logic [31:0] word;
    logic [15:0] bytes;
  } arrive_t;
  typedef struct packed {
    logic [13:0] ctx;
    logic [3:0] pass;
  } operand_t;
  typedef struct packed {
    logic [13:0] ctx;
    logic [3:0] pass;
    logic [9:0] channel;
    logic first;
    logic [31:0] word;
    logic [15:0] bytes;
  } met_t;
  typedef struct packed {
    logic [13:0] ctx;
    logic [6:0] at;
    logic early;
    logic [6:0] no;
  } ready_t;
  typedef struct packed {
    logic now;
    logic [13:0] ctx;
    logic [6:0] no;
  } early_t;
  typedef struct packed {
    logic untold;
    logic early;
    logic [13:0] ctx;
    logic [6:0] count;
  } root_done_t;
  typedef struct packed {
    logic [9:0] channel;
    logic [3:0] seq;
  } give_t;
  typedef struct packed {
    logic all;
    logic [6:0] giving;
    logic [6:0] gave;
  } gives_t;
  typedef struct packed {
    logic [13:0] ctx;
    logic [3:0] index;
    logic [16:0] pool;
    logic early;
    logic [6:0] no;
    logic [5:0] idx;
    logic [4:0] n_out;
    logic [3:0] from_out;
    logic [31:0] chunk;
    logic [15:0] bytes;
    logic first;
    logic last;
    logic returns;
    logic [63:0] dst;
    logic [31:0] word;
  } hand_t;
  typedef struct packed {
    logic [3:0] index;
    logic all;
    logic waits;
  } back_t;
  typedef struct packed {
    logic [5:0] group;
    logic [3:0] rings;
  } woke_t;
  typedef struct packed {
    logic spent;
    logic holds;
    logic pick;
    logic idle;
  } puts_t;
  typedef struct packed {
    logic [9:0] channel;
    logic [3:0] seq;
    logic [13:0] ctx;
  } sent_t;
  typedef struct packed {
    logic [16:0] left;
    logic [16:0] right;
    logic [16:0] dst;
    logic [6:0] beats;
    logic [3:0] op;
    logic [7:0] type_code;
    logic [15:0] tag;
  } pass_t;
  typedef struct packed {
    logic product;
    logic floats;
    logic [1:0] kind;
    logic [3:0] op;
    logic [7:0] type_code;
  } lane_t;
  typedef struct packed {
    logic [63:0] addr;
    logic [15:0] bytes;
    logic [16:0] pool;
    logic desc;
    logic [7:0] ring;
    logic [5:0] slot;
  } rd_t;
  typedef struct packed {
    logic desc;
    logic error;
    logic [7:0] ring;
    logic [5:0] slot;
  } rd_done_t;
  typedef struct packed {
    logic [63:0] addr;
    logic [15:0] bytes;
    logic [16:0] pool;
    logic imm;
    logic returns;
    logic [511:0] data;
    logic cpl;
    logic last;
    logic [5:0] idx;
    logic [7:0] ring;
    logic [5:0] slot;
  } wr_t;
  typedef struct packed {
    logic cpl;
    logic last;
    logic [5:0] idx;
    logic [7:0] ring;
    logic [5:0] slot;
    logic error;
    logic [4:0] len;
    logic [127:0] data;
  } wr_done_t;
  typedef struct packed {
    logic [16:0] pool;
    logic [127:0] data;
  } given_t;
  typedef struct packed {
    logic reads;
    logic writes;
    logic read_beat;
    logic write_beat;
    logic [5:0] causes;
    logic moved;
    logic idle;
  } dma_t;
  typedef struct packed {
    logic [3:0] kind;
    logic again;
    logic [9:0] channel;
    logic [31:0] seq;
    logic [16:0] pool;
    logic [15:0] bytes;
    logic first;
    logic [31:0] word;
    logic [5:0] group;
  } tx_t;
  typedef struct packed {
    logic kept;
    logic open;
    logic [5:0] group;
    logic [31:0] key;
    logic [16:0] pool;
    logic [3:0] own_slots;
    logic [2:0] slot;
    logic [31:0] own_lim;
    logic [31:0] rcv_nxt;
    logic [31:0] una;
    logic [31:0] lim;
    logic gap;
  } ch_t;
  typedef struct packed {
    logic kept;
    logic open;
    logic [5:0] group;
    logic [15:0] rank;
    logic [3:0] own_slots;
    logic [31:0] una;
    logic [31:0] lim;
    logic gap;
    logic [4:0] rcv;
    logic [4:0] limit;
  } sweep_ch_t;
  typedef struct packed {
    logic open;
    logic [5:0] group;
    logic [31:0] una;
  } back_ch_t;
  typedef struct packed {
    logic [15:0] peer;
    logic [47:0] mac;
    logic [31:0] ip;
    logic [31:0] key;
    logic [31:0] own_lim;
    logic [31:0] rcv_nxt;
    logic gap;
  } tx_ch_t;
  typedef struct packed {
    logic [5:0] group;
    logic [9:0] channel;
  } whose_t;
  typedef struct packed {
    logic [9:0] channel;
    logic [31:0] rcv_nxt;
    logic [31:0] una;
    logic [31:0] lim;
    logic gap;
  } commit_t;
  typedef struct packed {
    logic ended;
    logic late;
    logic open;
    logic known;
    logic shape;
    logic accept;
    logic stale;
    logic moved;
    logic missing;
    logic [5:0] group;
    logic [3:0] kind;
    logic first;
    logic flag_gap;
    logic [31:0] word;
  } judged_t;
  typedef struct packed {
    logic en;
    logic now;
    logic own;
    logic reply;
    logic [9:0] channel;
  } owe_t;
  typedef struct packed {
    logic en;
    logic news;
    logic back;
    logic aborted;
    logic [9:0] channel;
    logic [31:0] una;
  } heard_t;
  typedef struct packed {
    logic reply;
    logic [9:0] channel;
  } due_t;
  typedef struct packed {
    logic en;
    logic [9:0] channel;
    logic [4:0] rcv;
    logic [4:0] limit;
  } acked_t;
  typedef struct packed {
    logic en;
    logic [9:0] channel;
  } ch_at_t;
  typedef struct packed {
    logic en;
    logic [9:0] channel;
    logic [4:0] limit;
  } anew_t;
  typedef struct packed {
    logic idle;
    logic calm;
    logic [63:0] wake;
  } rest_t;
  typedef struct packed {
    logic en;
    logic timed;
    logic [9:0] channel;
  } visit_t;
  typedef struct packed {
    logic fresh;
    logic heard;
    logic news;
    logic aborted;
  } since_t;
  typedef struct packed {
    logic blocked;
    logic [31:0] nxt;
  } chunks_t;
  typedef struct packed {
    logic old;
    logic older;
    logic [4:0] rcv;
    logic nak;
  } aged_t;
  typedef struct packed {
    logic some;
    logic half;
    logic [4:0] rcv;
  } owed_t;
  typedef struct packed {
    logic heard;
    logic silent;
    logic dies;
    logic [5:0] group;
    logic [15:0] rank;
  } verdict_t;
  typedef struct packed {
    logic seen;
    logic [9:0] channel;
    logic [5:0] group;
    logic asks;
    logic now;
    logic [23:0] due;
    logic again;
    logic full;
  } found_t;
  typedef struct packed {
    logic awvalid;
    logic [15:0] awaddr;
    logic wvalid;
    logic [31:0] wdata;
    logic [3:0] wstrb;
    logic bready;
    logic arvalid;
    logic [15:0] araddr;
    logic rready;
  } lite_in_t;
  typedef struct packed {
    logic awready;
    logic wready;
    logic bvalid;
    logic [1:0] bresp;
    logic arready;
    logic rvalid;
    logic [31:0] rdata;
    logic [1:0] rresp;
  } lite_out_t;
  typedef struct packed {
    logic arready;
    logic rvalid;
    logic [1:0] rresp;
    logic rlast;
    logic [511:0] rdata;
  } axi_rd_in_t;
  typedef struct packed {
    logic arvalid;
    logic [63:0] araddr;
    logic [7:0] arlen;
    logic rready;
  } axi_rd_out_t;
  typedef struct packed {
    logic awready;
    logic wready;
    logic bvalid;
    logic [1:0] bresp;
  } axi_wr_in_t;
  typedef struct packed {
    logic awvalid;
    logic [63:0] awaddr;
    logic [7:0] awlen;
    logic wvalid;
    logic wlast;
    logic bready;
    logic [63:0] wstrb;
    logic [511:0] wdata;
  } axi_wr_out_t;
  typedef struct packed {
    logic en;
    logic [5:0] group;
    logic [8:0] at;
    logic [31:0] data;
  } g_write_t;
  typedef struct packed {
    logic [63:0] addr;
    logic [63:0] mark;
  } entry_t;
  typedef struct packed {
    logic [47:0] mac;
    logic [31:0] ip;
    logic by_wire;
  } own_t;
  typedef struct packed {
    logic open;
    logic [9:0] index;
    logic [5:0] group;
    logic [15:0] rank;
    logic [15:0] peer;
    logic [47:0] mac;
    logic [31:0] ip;
    logic [16:0] pool;
    logic [3:0] own_slots;
    logic [3:0] peer_slots;
  } ch_cfg_t;
  typedef struct packed {
    logic [31:0] key;
    logic [2:0] slot;
    logic fits;
  } key_t;
  typedef struct packed {
    logic [15:0] group;
    logic [15:0] route;
    logic [4:0] word;
    logic [31:0] data;
  } route_word_t;
  typedef struct packed {
    logic [2:0] slot;
    logic [16:0] pool;
    logic [3:0] ring_slots;
  } layout_t;
  typedef struct packed {
    logic closing;
    logic [10:0] patience;
    logic [7:0] status;
    logic [15:0] rank;
  } sweep_group_t;
  typedef struct packed {
    logic [5:0] group;
    logic [7:0] status;
    logic [15:0] rank;
  } fault_t;
  typedef struct packed {
    logic [63:0] open;
    logic [63:0] live;
    logic [63:0] reset;
    logic [63:0] failed;
    logic [63:0] still;
    logic [63:0] failing;
  } states_t;
  typedef struct packed {
    logic [63:0] pending;
    entry_t next;
    logic [2:0] slot;
  } posted_t;
  typedef struct packed {
    logic fetched;
    logic [5:0] group;
    logic [5:0] slot_of;
  } fetch_t;
  typedef struct packed {
    logic [5:0] group;
    logic [63:0] rung;
    logic [511:0] desc;
  } push_t;
  typedef struct packed {
    logic valid;
    logic error;
    logic [511:0] desc;
  } come_t;
  typedef struct packed {
    logic error;
    logic [11:0] node;
    logic [63:0] rung;
    logic [511:0] desc;
  } got_t;
  typedef struct packed {
    logic go;
    logic [15:0] src_window;
    logic [47:0] src_offset;
    logic [15:0] dst_window;
    logic [47:0] dst_offset;
    logic [63:0] bytes;
  } ranges_ask_t;
  typedef struct packed {
    logic src_open;
    logic src_fits;
    logic [63:0] src_addr;
    logic dst_open;
    logic dst_fits;
    logic [63:0] dst_addr;
  } ranges_t;
  typedef struct packed {
    logic head;
    logic [12:0] head_of;
    logic step;
    logic [12:0] step_of;
    logic [3:0] index;
  } routes_ask_t;
  typedef struct packed {
    head_t head;
    logic [15:0] in_word;
    logic [15:0] out_word;
    tree_t tree;
  } routes_t;
  typedef struct packed {
    logic [11:0] node;
    logic [7:0] status;
  } refusal_t;
  typedef struct packed {
    logic free;
    logic [11:0] free_node;
    logic told;
    logic [11:0] told_node;
    logic flush;
    logic [11:0] busy_node;
  } ends_t;
  typedef struct packed {
    logic begun;
    logic [5:0] group;
    logic room;
    logic busy;
    logic seen;
    logic pick;
    logic moved;
    logic idle;
  } accepts_t;
  typedef struct packed {
    logic opens;
    logic [5:0] read;
  } group_ask_t;
  typedef struct packed {
    logic [7:0] status;
    logic known;
    logic shut;
    logic [31:0] state;
    logic [31:0] doorbell;
  } group_t;
  typedef struct packed {
    logic ask;
    logic [63:0] d_addr;
    logic [63:0] c_addr;
    logic [3:0] log2;
    logic used;
  } rings_ask_t;
  typedef struct packed {
    logic known;
    logic d_fits;
    logic c_fits;
    logic [6:0] d_window;
    logic [6:0] c_window;
    logic [6:0] index;
  } rings_t;
  typedef struct packed {
    logic fail;
    fault_t fault;
    logic told;
    logic [5:0] told_group;
  } fails_t;
  typedef struct packed {
    logic [7:0] begun;
    logic [47:0] begun_groups;
    logic [6:0] ended;
    logic [41:0] ended_groups;
    logic [3:0] pick;
  } flight_t;
  typedef struct packed {
    logic en;
    acc_t acc;
    start_t start;
  } accepted_t;
  typedef struct packed {
    logic en;
    ch_cfg_t channel;
  } opens_t;
  typedef struct packed {
    logic commits;
    commit_t commit;
    logic arrives;
    arrive_t arrival;
    logic [9:0] visited;
  } received_t;
  typedef struct packed {
    logic valid;
    tx_t chunk;
    ch_at_t freed;
    logic clears;
    logic blocked;
  } sends_t;
  typedef struct packed {
    logic rd_valid;
    rd_t rd;
    logic wr_valid;
    wr_t wr;
  } jobs_t;
  typedef struct packed {
    logic rd_en;
    rd_done_t rd;
    logic wr_en;
    wr_done_t wr;
    logic [511:0] desc;
  } done_t;
  typedef struct packed {
    logic en;
    fault_t fault;
  } alarm_t;
  typedef struct packed {
    logic sum_en;
    logic [11:0] sum_node;
    logic [31:0] sum;
    logic end_en;
    logic [11:0] end_node;
    logic free;
    logic [11:0] free_node;
  } news_t;
  typedef struct packed {
    logic [2:0] begun;
    logic [17:0] begun_groups;
    logic [1:0] ended;
    logic [11:0] ended_groups;
    logic [2:0] pick;
    logic [17:0] causes;
    logic [47:0] cycles;
    logic moved;
    logic idle;
  } room_t;
  typedef struct packed {
    logic asks;
    logic valid;
    ch_cfg_t cfg;
    key_t key;
  } ch_ask_t;
  typedef struct packed {
    logic known;
    logic ready;
    logic [7:0] status;
  } ch_answer_t;
  typedef struct packed {
    logic [63:0] settled;
    logic [5:0] group;
  } sweeps_t;
  typedef struct packed {
    logic r_valid;
    logic [16:0] r_addr;
    logic w_valid;
    logic [16:0] w_addr;
    logic [511:0] w_data;
  } memory_ask_t;
  typedef struct packed {
    logic r_ready;
    logic w_ready;
    logic d_valid;
    logic [511:0] d_data;
  } memory_t;
  typedef struct packed {
    logic tvalid;
    logic [63:0] tkeep;
    logic tlast;
    logic tuser;
    logic [511:0] tdata;
  } beat_t;
  typedef struct packed {
    logic valid;
    route_word_t word;
    logic fits;
  } route_ask_t;
  typedef struct packed {
    logic known;
    logic [7:0] status;
    logic [3:0] ring;
  } route_answer_t;
  typedef struct packed {
    alarm_t differ;
    alarm_t dead;
    alarm_t aborted;
  } alarms_t;
  typedef struct packed {
    logic irq;
    logic [5:0] causes;
    logic [13:0] cause_index;
    logic moved;
    logic idle;
  } host_t;
  // How many bits they have.
  localparam int HEAD_W = 26, ACC_W = 701, START_W = 101, TREE_W = 8, CLEAR_W = 10, OPENED_W = 426,
    PLACE_W = 46, TOLD_W = 54, EXPECT_W = 33, ARRIVE_W = 64, OPERAND_W = 18, MET_W = 77,
    READY_W = 29, EARLY_W = 22, ROOT_DONE_W = 23, GIVE_W = 14, GIVES_W = 15, HAND_W = 205,
    BACK_W = 6, WOKE_W = 10, PUTS_W = 4, SENT_W = 28, PASS_W = 86, LANE_W = 16,
    RD_W = 112, RD_DONE_W = 16, WR_W = 633, WR_DONE_W = 156, GIVEN_W = 145, DMA_W = 12,
    TX_W = 119, CH_W = 193, SWEEP_CH_W = 103, BACK_CH_W = 39, TX_CH_W = 193, WHOSE_W = 16,
    COMMIT_W = 107, JUDGED_W = 53, OWE_W = 14, HEARD_W = 46, DUE_W = 11, ACKED_W = 21,
    CH_AT_W = 11, ANEW_W = 16, REST_W = 66, VISIT_W = 12, SINCE_W = 4, CHUNKS_W = 33,
    AGED_W = 8, OWED_W = 7, VERDICT_W = 25, FOUND_W = 45, LITE_IN_W = 73, LITE_OUT_W = 41,
    AXI_RD_IN_W = 517, AXI_RD_OUT_W = 74, AXI_WR_IN_W = 5, AXI_WR_OUT_W = 652, G_WRITE_W = 48, ENTRY_W = 128,
    OWN_W = 81, CH_CFG_W = 154, KEY_W = 36, ROUTE_WORD_W = 69, LAYOUT_W = 24, SWEEP_GROUP_W = 36,
    FAULT_W = 30, STATES_W = 384, POSTED_W = 195, FETCH_W = 13, PUSH_W = 582, COME_W = 514,
    GOT_W = 589, RANGES_ASK_W = 193, RANGES_W = 132, ROUTES_ASK_W = 32, ROUTES_W = 66, REFUSAL_W = 20,
    ENDS_W = 39, ACCEPTS_W = 13, GROUP_ASK_W = 7, GROUP_W = 74, RINGS_ASK_W = 134, RINGS_W = 24,
    FAILS_W = 38, FLIGHT_W = 109, ACCEPTED_W = 803, OPENS_W = 155, RECEIVED_W = 183, SENDS_W = 133,
    JOBS_W = 747, DONE_W = 686, ALARM_W = 31, NEWS_W = 71, ROOM_W = 106, CH_ASK_W = 192,
    CH_ANSWER_W = 10, SWEEPS_W = 70, MEMORY_ASK_W = 548, MEMORY_W = 515, BEAT_W = 579, ROUTE_ASK_W = 71,
    ROUTE_ANSWER_W = 13, ALARMS_W = 93, HOST_W = 23;

  // Kinds of packets.
  localparam logic [3:0] KIND_DATA = 4'h1;
  localparam logic [3:0] KIND_ACK = 4'h2;
  localparam logic [3:0] KIND_PROBE = 4'h3;
  localparam logic [3:0] KIND_PROBE_REPLY = 4'h4;
  localparam logic [3:0] KIND_ABORT = 4'h5;

  // Kinds of streams.
  localparam logic [1:0] STREAM_NONE = 2'h0;
  localparam logic [1:0] STREAM_MEMORY = 2'h1;
  localparam logic [1:0] STREAM_CHANNEL = 2'h2;
  localparam logic [1:0] STREAM_NODE = 2'h3;

  // Registers: byte offset; those of a group from its base.
  localparam logic [15:0] REG_XRT_CTRL = 16'h0000;
  localparam logic [15:0] REG_XRT_GIE = 16'h0004;
  localparam logic [15:0] REG_XRT_IER = 16'h0008;
  localparam logic [15:0] REG_XRT_ISR = 16'h000C;
  localparam logic [15:0] REG_MAGIC = 16'h0100;
  localparam logic [15:0] REG_SPEC_HASH = 16'h0104;
  localparam logic [15:0] REG_FEATURES = 16'h0108;
  localparam logic [15:0] REG_DESIGN_LO = 16'h010C;
  localparam logic [15:0] REG_DESIGN_HI = 16'h0110;
  localparam logic [15:0] REG_CAP_OPS_INDEX = 16'h012C;
  localparam logic [15:0] REG_CAP_OPS = 16'h0130;
  localparam logic [15:0] REG_NOW_LO = 16'h0134;
  localparam logic [15:0] REG_NOW_HI = 16'h0138;
  localparam logic [15:0] REG_REFUSED = 16'h013C;
  localparam logic [15:0] REG_MAC_LO = 16'h0140;
  localparam logic [15:0] REG_MAC_HI = 16'h0144;
  localparam logic [15:0] REG_IP = 16'h0148;
  localparam logic [15:0] REG_WINDOW_INDEX = 16'h0150;
  localparam logic [15:0] REG_WINDOW_BASE_LO = 16'h0154;
  localparam logic [15:0] REG_WINDOW_BASE_HI = 16'h0158;
  localparam logic [15:0] REG_WINDOW_LEN_LO = 16'h015C;
  localparam logic [15:0] REG_WINDOW_LEN_HI = 16'h0160;
  localparam logic [15:0] REG_CHANNEL_INDEX = 16'h0170;
  localparam logic [15:0] REG_CHANNEL_GROUP = 16'h0174;
  localparam logic [15:0] REG_CHANNEL_PEER = 16'h0178;
  localparam logic [15:0] REG_CHANNEL_MAC_LO = 16'h017C;
  localparam logic [15:0] REG_CHANNEL_MAC_HI = 16'h0180;
  localparam logic [15:0] REG_CHANNEL_IP = 16'h0184;
  localparam logic [15:0] REG_CHANNEL_POOL = 16'h0188;
  localparam logic [15:0] REG_CHANNEL_SLOTS = 16'h018C;
  localparam logic [15:0] REG_CHANNEL_CLOSE = 16'h0190;
  localparam logic [15:0] REG_ROUTE_INDEX = 16'h01A0;
  localparam logic [15:0] REG_ROUTE_DATA = 16'h01A4;
  localparam logic [15:0] REG_CNT_INDEX = 16'h01B0;
  localparam logic [15:0] REG_CNT_VALUE = 16'h01B4;
  localparam logic [15:0] REG_CAUSE_KEEP = 16'h01B8;
  localparam logic [15:0] REG_CAUSE_INDEX = 16'h01BC;
  localparam logic [15:0] REG_CAUSE_LO = 16'h01C0;
  localparam logic [15:0] REG_CAUSE_HI = 16'h01C4;
  localparam logic [15:0] REG_G_CTRL = 16'h0000;
  localparam logic [15:0] REG_G_KEY = 16'h0004;
  localparam logic [15:0] REG_G_RANK = 16'h0008;
  localparam logic [15:0] REG_G_SLOT = 16'h000C;
  localparam logic [15:0] REG_G_RING_POOL = 16'h0010;
  localparam logic [15:0] REG_G_RING_SLOTS = 16'h0014;
  localparam logic [15:0] REG_G_DRING_LO = 16'h0018;
  localparam logic [15:0] REG_G_DRING_HI = 16'h001C;
  localparam logic [15:0] REG_G_CRING_LO = 16'h0020;
  localparam logic [15:0] REG_G_CRING_HI = 16'h0024;
  localparam logic [15:0] REG_G_RING_LOG2 = 16'h0028;
  localparam logic [15:0] REG_G_DOORBELL = 16'h002C;
  localparam logic [15:0] REG_G_CONSUMED = 16'h0030;
  localparam logic [15:0] REG_G_FAIL = 16'h0034;
  localparam logic [15:0] REG_G_STATE = 16'h0038;
  localparam logic [15:0] REG_G_POOL_BEATS = 16'h003C;
  localparam logic [15:0] REG_G_PUSH = 16'h0040;
  localparam logic [15:0] REG_G_PATIENCE = 16'h0080;

  // Features: bit in FEATURES.
  localparam int FEATURE_LINKS = 0;
  localparam int FEATURE_TAPS = 1;
  localparam int FEATURE_INLINE = 2;
  localparam int FEATURE_PUSH = 3;
  localparam int FEATURE_MORE = 4;
  localparam int FEATURE_RETRANSMIT = 5;
  localparam int FEATURE_SPREAD = 6;
  localparam int FEATURE_INLINE_RESULT = 7;

  // Counters.
  localparam int CNT_DESCRIPTORS = 0;
  localparam int CNT_REFUSED = 1;
  localparam int CNT_COMPLETIONS = 2;
  localparam int CNT_COMBINES = 3;
  localparam int CNT_RX_PACKETS = 4;
  localparam int CNT_RX_CHUNKS = 5;
  localparam int CNT_TX_PACKETS = 6;
  localparam int CNT_TX_CHUNKS = 7;
  localparam int CNT_DROP_MALFORMED = 8;
  localparam int CNT_DROP_ERROR = 9;
  localparam int CNT_DROP_CRC = 10;
  localparam int CNT_DROP_CHANNEL = 11;
  localparam int CNT_DROP_STALE = 12;
  localparam int CNT_GAP = 13;
  localparam int CNT_DROP_KIND = 14;
  localparam int CNT_READ_BEATS = 15;
  localparam int CNT_WRITE_BEATS = 16;
  localparam int CNT_BUS_ERRORS = 17;
  localparam int CNT_RESENT = 18;
  localparam int CNT_NAKS = 19;
  localparam int CNT_PROBES = 20;
  localparam int CNT_TIMEOUTS = 21;
  localparam int CNT_DEAD = 22;
  localparam int N_COUNTERS = 23;

  // Stages.
  localparam int STAGE_ACCEPT = 0;
  localparam int STAGE_OPEN = 1;
  localparam int STAGE_JOIN = 2;
  localparam int STAGE_ISSUE = 3;
  localparam int STAGE_COMBINE = 4;
  localparam int STAGE_RETIRE = 5;
  localparam int STAGE_OUT = 6;
  localparam int STAGE_OWE = 7;
  localparam int STAGE_DMA_RD = 8;
  localparam int STAGE_DMA_WR = 9;
  localparam int STAGE_TX = 10;
  localparam int STAGE_RX = 11;
  localparam int STAGE_COMPLETE = 12;
  localparam int N_STAGES = 13;

  // Causes.
  localparam logic [2:0] CAUSE_IDLE = 3'h0;
  localparam logic [2:0] CAUSE_BUSY = 3'h1;
  localparam logic [2:0] CAUSE_CREDIT = 3'h2;
  localparam logic [2:0] CAUSE_PEER = 3'h3;
  localparam logic [2:0] CAUSE_DMA = 3'h4;
  localparam logic [2:0] CAUSE_ENGINE = 3'h5;
  localparam logic [2:0] CAUSE_POOL = 3'h6;
  localparam logic [2:0] CAUSE_NEXT = 3'h7;

  // Status codes.
  localparam logic [7:0] ST_OK = 8'h00;
  localparam logic [7:0] ST_EINVAL = 8'h01;
  localparam logic [7:0] ST_EOP = 8'h02;
  localparam logic [7:0] ST_ETYPE = 8'h03;
  localparam logic [7:0] ST_ERANGE = 8'h04;
  localparam logic [7:0] ST_EOVERLAP = 8'h05;
  localparam logic [7:0] ST_ETEAM = 8'h06;
  localparam logic [7:0] ST_EROUTE = 8'h07;
  localparam logic [7:0] ST_EWINDOW = 8'h08;
  localparam logic [7:0] ST_ENOTSUP = 8'h09;
  localparam logic [7:0] ST_ENOMEM = 8'h0A;
  localparam logic [7:0] ST_ENORES = 8'h0B;
  localparam logic [7:0] ST_ENODEV = 8'h0C;
  localparam logic [7:0] ST_ESPEC = 8'h0D;
  localparam logic [7:0] ST_EBUILD = 8'h0E;
  localparam logic [7:0] ST_EBOOTSTRAP = 8'h0F;
  localparam logic [7:0] ST_EMISMATCH = 8'h10;
  localparam logic [7:0] ST_EPEER = 8'h11;
  localparam logic [7:0] ST_ETIMEOUT = 8'h12;
  localparam logic [7:0] ST_EFAILED = 8'h13;
  localparam logic [7:0] ST_EREQUIRED = 8'h14;
  localparam logic [7:0] ST_EIO = 8'h15;
  localparam logic [7:0] ST_ESTATE = 8'h16;
  localparam logic [7:0] ST_EBUS = 8'h17;
  localparam logic [7:0] ST_ETHREAD = 8'h18;

  // Parameters: the default, and what benches build besides, and which register tells.
  localparam int DefFanIn = 16, SmallFanIn = 2, PARAM_FanIn = 0;
  localparam int DefGroups = 64, SmallGroups = 2, PARAM_Groups = 1;
  localparam int DefChannels = 1024, SmallChannels = 4, PARAM_Channels = 2;
  localparam int DefPoolBeats = 131072, SmallPoolBeats = 64, PARAM_PoolBeats = 3;
  localparam int DefPoolBanks = 8, SmallPoolBanks = 4, PARAM_PoolBanks = 4;
  localparam int DefNodes = 64, SmallNodes = 4, PARAM_Nodes = 5;
  localparam int DefRings = 4, SmallRings = 2, PARAM_Rings = 6;
  localparam int DefRingSlots = 64, SmallRingSlots = 2, PARAM_RingSlots = 7;
  localparam int DefRoutes = 128, SmallRoutes = 4, PARAM_Routes = 8;
  localparam int DefWindows = 128, SmallWindows = 2, PARAM_Windows = 9;
  localparam int DefSlotBeats = 64, SmallSlotBeats = 1, PARAM_SlotBeats = 10;
  localparam int DefChannelSlots = 16, SmallChannelSlots = 2, PARAM_ChannelSlots = 11;
  localparam int DefSeqBits = 24, SmallSeqBits = 4, PARAM_SeqBits = 12;
  localparam int DefFetches = 32, SmallFetches = 4, PARAM_Fetches = 13;
  localparam int DefReadsInFlight = 32, SmallReadsInFlight = 2, PARAM_ReadsInFlight = 14;
  localparam int DefTxJobs = 16, SmallTxJobs = 2, PARAM_TxJobs = 15;
  localparam int DefSweepCycles = 1024, SmallSweepCycles = 16, PARAM_SweepCycles = 16;
  localparam int DefProbeRounds = 4, SmallProbeRounds = 4, PARAM_ProbeRounds = 17;
  localparam int DefAbortTries = 6, SmallAbortTries = 2, PARAM_AbortTries = 18;
  localparam int DefFloatStages = 0, SmallFloatStages = 2, PARAM_FloatStages = 19;
  localparam int N_PARAMS = 20;

  // Whether a NIC can be built with these parameters.
  function automatic bit params_fit(input int FanIn,
    input int Groups,
    input int Channels,
    input int PoolBeats,
    input int PoolBanks,
    input int Nodes,
    input int Rings,
    input int RingSlots,
    input int Routes,
    input int Windows,
    input int SlotBeats,
    input int ChannelSlots,
    input int SeqBits,
    input int Fetches,
    input int ReadsInFlight,
    input int TxJobs,
    input int SweepCycles,
    input int ProbeRounds,
    input int AbortTries,
    input int FloatStages);
    params_fit = 1'b1
      && FanIn >= 2 && FanIn <= 16
      && Groups >= 2 && Groups <= 64 && (Groups & (Groups - 1)) == 0
      && Channels >= 4 && Channels <= 1024 && (Channels & (Channels - 1)) == 0
      && PoolBeats >= 64 && PoolBeats <= 131072 && (PoolBeats & (PoolBeats - 1)) == 0
      && PoolBanks >= 4 && PoolBanks <= 16 && (PoolBanks & (PoolBanks - 1)) == 0
      && Nodes >= 4 && Nodes <= 64 && (Nodes & (Nodes - 1)) == 0
      && Rings >= 2 && Rings <= 4 && (Rings & (Rings - 1)) == 0
      && RingSlots >= 2 && RingSlots <= 64 && (RingSlots & (RingSlots - 1)) == 0
      && Routes >= 4 && Routes <= 128 && (Routes & (Routes - 1)) == 0
      && Windows >= 2 && Windows <= 128
      && SlotBeats >= 1 && SlotBeats <= 64 && (SlotBeats & (SlotBeats - 1)) == 0
      && ChannelSlots >= 2 && ChannelSlots <= 16 && (ChannelSlots & (ChannelSlots - 1)) == 0
      && SeqBits >= 4 && SeqBits <= 24
      && Fetches >= 4 && Fetches <= 64 && (Fetches & (Fetches - 1)) == 0
      && ReadsInFlight >= 2 && ReadsInFlight <= 64
      && TxJobs >= 2 && TxJobs <= 64 && (TxJobs & (TxJobs - 1)) == 0
      && SweepCycles >= 16 && SweepCycles <= 8192 && (SweepCycles & (SweepCycles - 1)) == 0
      && ProbeRounds >= 1 && ProbeRounds <= 16
      && AbortTries >= 1 && AbortTries <= 15
      && FloatStages >= 0 && FloatStages <= 8
      && (PoolBanks * 4 <= PoolBeats)
      && (ChannelSlots * 4 <= 1 << SeqBits);
  endfunction

  // Operations.
  localparam logic [3:0] OP_SUM = 4'h1;
  localparam logic [3:0] OP_PROD = 4'h2;
  localparam logic [3:0] OP_MIN = 4'h3;
  localparam logic [3:0] OP_MAX = 4'h4;
  localparam logic [3:0] OP_AND = 4'h5;
  localparam logic [3:0] OP_OR = 4'h6;
  localparam logic [3:0] OP_XOR = 4'h7;
  localparam logic [3:0] OP_LAND = 4'h8;
  localparam logic [3:0] OP_LOR = 4'h9;
  localparam logic [3:0] OP_LXOR = 4'hA;
  localparam logic [3:0] OP_MINLOC = 4'hB;
  localparam logic [3:0] OP_MAXLOC = 4'hC;
  localparam logic [3:0] OP_TEST_SUB = 4'hF;

  // Classes of types: the high nibble of a type code.
  localparam logic [3:0] CLASS_SINT = 4'h1;
  localparam logic [3:0] CLASS_UINT = 4'h2;
  localparam logic [3:0] CLASS_FLOAT = 4'h3;
  localparam logic [3:0] CLASS_BFLOAT = 4'h4;
  localparam logic [3:0] CLASS_X87 = 4'h5;
  localparam logic [3:0] CLASS_COMPLEX = 4'h6;
  localparam logic [3:0] CLASS_XCOMPLEX = 4'h7;
  localparam logic [3:0] CLASS_LOGICAL = 4'h8;
  localparam logic [3:0] CLASS_PAIR = 4'h9;
  localparam logic [3:0] CLASS_BYTES = 4'hA;

  // Types.
  localparam logic [7:0] TYPE_I8 = 8'h10;
  localparam logic [7:0] TYPE_I16 = 8'h11;
  localparam logic [7:0] TYPE_I32 = 8'h12;
  localparam logic [7:0] TYPE_I64 = 8'h13;
  localparam logic [7:0] TYPE_U8 = 8'h20;
  localparam logic [7:0] TYPE_U16 = 8'h21;
  localparam logic [7:0] TYPE_U32 = 8'h22;
  localparam logic [7:0] TYPE_U64 = 8'h23;
  localparam logic [7:0] TYPE_F16 = 8'h31;
  localparam logic [7:0] TYPE_F32 = 8'h32;
  localparam logic [7:0] TYPE_F64 = 8'h33;
  localparam logic [7:0] TYPE_F128 = 8'h34;
  localparam logic [7:0] TYPE_BF16 = 8'h41;
  localparam logic [7:0] TYPE_X80 = 8'h54;
  localparam logic [7:0] TYPE_C32 = 8'h63;
  localparam logic [7:0] TYPE_C64 = 8'h64;
  localparam logic [7:0] TYPE_C128 = 8'h65;
  localparam logic [7:0] TYPE_CX80 = 8'h75;
  localparam logic [7:0] TYPE_L8 = 8'h80;
  localparam logic [7:0] TYPE_L16 = 8'h81;
  localparam logic [7:0] TYPE_L32 = 8'h82;
  localparam logic [7:0] TYPE_L64 = 8'h83;
  localparam logic [7:0] TYPE_PAIR_F32_I32 = 8'h90;
  localparam logic [7:0] TYPE_PAIR_F64_I32 = 8'h91;
  localparam logic [7:0] TYPE_PAIR_I64_I32 = 8'h92;
  localparam logic [7:0] TYPE_PAIR_I32_I32 = 8'h93;
  localparam logic [7:0] TYPE_PAIR_I16_I32 = 8'h94;
  localparam logic [7:0] TYPE_PAIR_X80_I32 = 8'h95;
  localparam logic [7:0] TYPE_PAIR_F32_F32 = 8'h96;
  localparam logic [7:0] TYPE_PAIR_F64_F64 = 8'h97;
  localparam logic [7:0] TYPE_B8 = 8'hA0;

  // Bit n: the NIC does op code n for this type.
  function automatic logic [15:0] nic_ops(input logic [7:0] type_code);
    case (type_code)
      TYPE_I8, TYPE_I16, TYPE_I32, TYPE_I64, TYPE_U8,
      TYPE_U16, TYPE_U32, TYPE_U64: nic_ops = 16'h07FE;
      TYPE_F16, TYPE_F32, TYPE_F64, TYPE_BF16: nic_ops = 16'h001E;
      TYPE_L8, TYPE_L16, TYPE_L32, TYPE_L64: nic_ops = 16'h0700;
      TYPE_PAIR_F32_I32, TYPE_PAIR_F64_I32, TYPE_PAIR_I64_I32, TYPE_PAIR_I32_I32, TYPE_PAIR_I16_I32,
      TYPE_PAIR_F32_F32, TYPE_PAIR_F64_F64: nic_ops = 16'h1800;
      TYPE_B8: nic_ops = 16'h00E0;
      default: nic_ops = 16'h0000;
    endcase
  endfunction

  // The same of operations that only benches may ask for.
  function automatic logic [15:0] bench_ops(input logic [7:0] type_code);
    case (type_code)
      TYPE_I8, TYPE_I16, TYPE_I32, TYPE_I64, TYPE_U8,
      TYPE_U16, TYPE_U32, TYPE_U64: bench_ops = 16'h8000;
      default: bench_ops = 16'h0000;
    endcase
  endfunction

  // log2 of an element's bytes.
  function automatic logic [2:0] type_log2(input logic [7:0] type_code);
    case (type_code)
      TYPE_I16, TYPE_U16, TYPE_F16, TYPE_BF16, TYPE_L16: type_log2 = 3'h1;
      TYPE_I32, TYPE_U32, TYPE_F32, TYPE_L32: type_log2 = 3'h2;
      TYPE_I64, TYPE_U64, TYPE_F64, TYPE_C32, TYPE_L64,
      TYPE_PAIR_F32_I32, TYPE_PAIR_I32_I32, TYPE_PAIR_I16_I32, TYPE_PAIR_F32_F32: type_log2 = 3'h3;
      TYPE_F128, TYPE_X80, TYPE_C64, TYPE_PAIR_F64_I32, TYPE_PAIR_I64_I32,
      TYPE_PAIR_F64_F64: type_log2 = 3'h4;
      TYPE_C128, TYPE_CX80, TYPE_PAIR_X80_I32: type_log2 = 3'h5;
      default: type_log2 = 3'h0;
    endcase
  endfunction

  /* verilator lint_on UNUSEDPARAM */
endpackage
