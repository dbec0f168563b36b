# v++, when it has linked the kernel into the card's platform: the 100G MAC, between the kernel's streams and the first cage.
# SUMAC_TOP and SUMAC_CARD are in the environment.
source $env(SUMAC_TOP)/bitstreams/alveo/cards.tcl

set nic sumac_nic_1
set mac sumac_mac

# The first of these ports, or pins, that the platform has: their names differ from one platform to the next.
proc first_of {what get names} {
    foreach name $names {
        if {[llength [$get -quiet $name]] == 1} {
            return [$get $name]
        }
    }
    error "the platform has no $what of these: $names"
}
set lanes     [first_of "transceivers" get_bd_intf_ports {io_gt_qsfp_00 io_gt_gtyquad_00 io_gt_qsfp0_00}]
set reference [first_of "reference clock" get_bd_intf_ports {io_clk_qsfp_refclka_00 io_clk_gtyquad_refclk0_00 io_clk_qsfp0_refclka_00}]
if {[llength [get_bd_ports -quiet clk_gt_freerun]] == 1} {
    set freerun [get_bd_ports clk_gt_freerun]
} else {
    set freerun [first_of "free clock" get_bd_pins {ii_level0_wire/ulp_m_aclk_freerun_ref_00 ii_level1_wire/ulp_m_aclk_freerun_ref_00}]
}

create_bd_cell -type ip -vlnv xilinx.com:ip:cmac_usplus $mac
set_property -dict [list \
    CONFIG.CMAC_CAUI4_MODE 1 \
    CONFIG.NUM_LANES 4x25 \
    CONFIG.USER_INTERFACE AXIS \
    CONFIG.CMAC_CORE_SELECT [card mac] \
    CONFIG.GT_GROUP_SELECT [card lanes] \
    CONFIG.GT_REF_CLK_FREQ [card reference] \
    CONFIG.GT_DRP_CLK [card freerun] \
    CONFIG.OPERATING_MODE Duplex \
    CONFIG.TX_FLOW_CONTROL 0 \
    CONFIG.RX_FLOW_CONTROL 0 \
    CONFIG.INCLUDE_RS_FEC 1 \
    CONFIG.ENABLE_AXI_INTERFACE 0 \
    CONFIG.INCLUDE_STATISTICS_COUNTERS 0 \
] [get_bd_cells $mac]

connect_bd_intf_net $lanes [get_bd_intf_pins $mac/gt_serial_port]
connect_bd_intf_net $reference [get_bd_intf_pins $mac/gt_ref_clk]
connect_bd_net $freerun [get_bd_pins $mac/init_clk]

# Each direction has its clock. The kernel's queues take the streams to its own.
connect_bd_net [get_bd_pins $mac/gt_txusrclk2] [get_bd_pins $nic/tx_clk]
connect_bd_net [get_bd_pins $mac/gt_rxusrclk2] [get_bd_pins $mac/rx_clk] [get_bd_pins $nic/rx_clk]
connect_bd_net [get_bd_pins $mac/usr_tx_reset] [get_bd_pins $nic/tx_reset]
connect_bd_net [get_bd_pins $mac/usr_rx_reset] [get_bd_pins $nic/rx_reset]
connect_bd_intf_net [get_bd_intf_pins $nic/tx] [get_bd_intf_pins $mac/axis_tx]
connect_bd_intf_net [get_bd_intf_pins $mac/axis_rx] [get_bd_intf_pins $nic/rx]

# On at once, with forward error correction; until its own side is aligned it tells the other one so. What is not named is zero.
create_bd_cell -type ip -vlnv xilinx.com:ip:xlconstant sumac_one
create_bd_cell -type ip -vlnv xilinx.com:ip:util_vector_logic sumac_unaligned
set_property -dict {CONFIG.C_OPERATION not CONFIG.C_SIZE 1} [get_bd_cells sumac_unaligned]
connect_bd_net [get_bd_pins $mac/stat_rx_aligned] [get_bd_pins sumac_unaligned/Op1]
connect_bd_net [get_bd_pins sumac_unaligned/Res] [get_bd_pins $mac/ctl_tx_send_rfi]
foreach pin {
    ctl_tx_enable ctl_rx_enable ctl_tx_rsfec_enable ctl_rx_rsfec_enable ctl_rx_rsfec_enable_correction
    ctl_rx_rsfec_enable_indication
} {
    connect_bd_net [get_bd_pins sumac_one/dout] [get_bd_pins $mac/$pin]
}
