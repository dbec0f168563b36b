# Between the kernel's clock and the MAC's. A pointer in Gray code changes one bit at a time: its bits may differ by less than a cycle
# of the faster clock, 322 MHz.
set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ *wr_gray_q_reg*}] -to [get_cells -hierarchical -filter {NAME =~ *wr_meta_q_reg*}] 3.000
set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ *rd_gray_q_reg*}] -to [get_cells -hierarchical -filter {NAME =~ *rd_meta_q_reg*}] 3.000
set_bus_skew -from [get_cells -hierarchical -filter {NAME =~ *wr_gray_q_reg*}] -to [get_cells -hierarchical -filter {NAME =~ *wr_meta_q_reg*}] 3.000
set_bus_skew -from [get_cells -hierarchical -filter {NAME =~ *rd_gray_q_reg*}] -to [get_cells -hierarchical -filter {NAME =~ *rd_meta_q_reg*}] 3.000
# An entry is read when its pointer has crossed, which takes longer.
set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ *u_tx/u_*/mem_q_reg*}] 6.000
set_max_delay -datapath_only -from [get_cells -hierarchical -filter {NAME =~ *u_rx/u_*/mem_q_reg*}] 6.000
# Resets begin at any time and end by the clock.
set_false_path -to [get_pins -hierarchical -filter {NAME =~ *rst/on_q_reg*/PRE}]
