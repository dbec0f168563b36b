// Every way in which receive refuses a packet, for each reason there is.
module cover_sumac_rx (
  input logic clk_i, rst_i, last2_q, error2_q, short2_q, odd_q, header_ok, fits, right_crc, channel_open,
  input logic known, shape, inline_q, good, is_data, accept, stale, probe
);
  logic sound;   // nothing that is looked at before the channel is wrong
  assign sound = !error2_q && !short2_q && !odd_q && header_ok && fits && right_crc;
  c_error:   cover property (@(posedge clk_i) !rst_i && last2_q && error2_q);
  c_short:   cover property (@(posedge clk_i) !rst_i && last2_q && !error2_q && short2_q);
  c_strobes: cover property (@(posedge clk_i) !rst_i && last2_q && !error2_q && !short2_q && odd_q);
  c_header:  cover property (@(posedge clk_i)
    !rst_i && last2_q && !error2_q && !short2_q && !odd_q && !header_ok);
  c_length:  cover property (@(posedge clk_i)
    !rst_i && last2_q && !error2_q && !short2_q && !odd_q && header_ok && !fits);
  c_crc:     cover property (@(posedge clk_i)
    !rst_i && last2_q && !error2_q && !short2_q && !odd_q && header_ok && fits && !right_crc);
  c_channel: cover property (@(posedge clk_i) !rst_i && last2_q && sound && !channel_open);
  c_kind:    cover property (@(posedge clk_i) !rst_i && last2_q && sound && channel_open && !known);
  c_shape:   cover property (@(posedge clk_i) !rst_i && last2_q && sound && channel_open && known && !shape);
  c_inline:  cover property (@(posedge clk_i)
    !rst_i && last2_q && sound && channel_open && known && shape && inline_q);
  c_stale:   cover property (@(posedge clk_i) !rst_i && good && is_data && !accept && stale);
  c_ahead:   cover property (@(posedge clk_i) !rst_i && good && is_data && !accept && !stale);
  c_probe:   cover property (@(posedge clk_i) !rst_i && probe);
  c_accept:  cover property (@(posedge clk_i) !rst_i && good && accept);
endmodule
bind sumac_rx cover_sumac_rx u_cover (
  .clk_i, .rst_i, .last2_q, .error2_q, .short2_q, .odd_q, .header_ok, .channel_open, .known, .shape,
  .inline_q, .good, .is_data, .accept, .stale, .probe,
  .fits(words2_q == 16'(tail_words)), .right_crc(crc == CrcResidue)
);
