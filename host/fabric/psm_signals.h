/*
 * Signals that libraries below libfabric take for themselves when they are loaded.
 */
#ifndef SUMAC_PSM_SIGNALS_H
#define SUMAC_PSM_SIGNALS_H

/* Gives them back their default actions. Runs by itself when the library is loaded. */
void sumac_psm_signals_undo(void);

#endif
