# The cards' differences: cards(NAME,WHAT). The part; the 100G MAC and the transceivers of its first cage; their reference
# clock and the clock that runs at once, in MHz.
array set cards {
    u55c,part      xcu55c-fsvh2892-2L-e
    u55c,mac       CMACE4_X0Y2
    u55c,lanes     X0Y24~X0Y27
    u55c,reference 161.1328125
    u55c,freerun   100

    u280,part      xcu280-fsvh2892-2L-e
    u280,mac       CMACE4_X0Y5
    u280,lanes     X0Y40~X0Y43
    u280,reference 156.25
    u280,freerun   50
}

# One of the values of the card that the environment's SUMAC_CARD names.
proc card {what} {
    global cards env
    if {![info exists env(SUMAC_CARD)] || ![info exists cards($env(SUMAC_CARD),$what)]} {
        error "SUMAC_CARD is to be u55c or u280"
    }
    return $cards($env(SUMAC_CARD),$what)
}
