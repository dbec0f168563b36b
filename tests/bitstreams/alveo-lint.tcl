# Vivado's scripts for a card, run by tclsh with commands of Vivado's that do nothing: alveo-lint.tcl CARD KERNEL_XML FOLDER. What they
# name of the kernel is there in its RTL and its XML, and all that they read is there.
lassign $argv card kernel_xml work
set top [pwd]
set env(SUMAC_TOP) $top
set env(SUMAC_CARD) $card
set said {}
# A command of Vivado's gives a word that is no other's.
proc unknown {args} {
    lappend ::said $args
    return [regsub -all {[^A-Za-z0-9_/:*]+} [join $args] _]
}
proc text_of {path} {
    set file [open $path]
    set text [read $file]
    close $file
    return $text
}
set bad 0
proc want {holds what} {
    if {![uplevel 1 [list expr $holds]]} {
        puts "alveo-lint: $::card: $what"
        incr ::bad
    }
}

set argv [list $top $work $kernel_xml $work/sumac_nic.xo]
source bitstreams/alveo/package_kernel.tcl
source bitstreams/alveo/cmac.tcl
set argv {}
source bitstreams/alveo/crossing.xdc

set rtl [text_of hw/xrt/sumac_xrt_top.sv]
set xml [text_of $kernel_xml]
set packaged 0
set wired {}
foreach command $said {
    set rest [lassign $command name]
    switch $name {
        package_xo { set packaged [expr {[dict get $rest -kernel_xml] eq $kernel_xml && [dict get $rest -kernel_name] eq "sumac_nic"}] }
        add_files { foreach file [lindex $rest end] { want {[file isfile $file]} "there is no $file" } }
        get_bd_pins - get_bd_intf_pins {
            if {[regexp {^sumac_nic_1/(.*)} [lindex $rest end] whole pin]} {
                lappend wired $pin
                set port [expr {$name eq "get_bd_pins" ? $pin : "${pin}_tvalid"}]
                want {[regexp "(input|output) +logic +\[^,\]*\\m$port\\M" $rtl]} "the kernel has no port $port"
            }
        }
    }
}
want {$packaged} "no kernel is packaged"
want {[lsort $wired] eq {rx rx_clk rx_reset tx tx_clk tx_reset}} "the network is wired by: $wired"
foreach {whole port} [regexp -all -inline {<port name="([^"]*)"} $xml] {
    want {[regexp "\\m${port}_awvalid\\M" $rtl]} "the RTL has no port $port"
}
# Lines of the linker's file: sections, comments, names and values; and of the arguments each has its memory.
set reached {}
foreach line [split [text_of bitstreams/alveo/$card.cfg] \n] {
    want {[regexp {^(|#.*|\[[a-z]+\]|[a-z]+=[^ ]+)$} $line]} "$card.cfg: $line"
    if {[regexp {^sp=sumac_nic_1\.([a-z]+):} $line whole argument]} { lappend reached $argument }
}
foreach {whole argument} [regexp -all -inline {<arg name="([^"]*)"} $xml] { lappend arguments $argument }
want {[lsort $reached] eq [lsort $arguments]} "memory is linked to $reached, arguments are $arguments"
puts "alveo-lint: $card: [llength $said] commands, $bad wrong"
exit [expr {$bad != 0}]
