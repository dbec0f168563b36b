/*
 * The Verilated lanes (lanes.sv) behind a C interface: a beat goes in each clock, a beat may come out.
 */
#ifndef SUMAC_CAMPAIGN_ALU_H
#define SUMAC_CAMPAIGN_ALU_H

#ifdef __cplusplus
extern "C" {
#endif

enum { ALU_BEAT_BYTES = 64 };

struct alu;

struct alu *alu_open(void);
void alu_close(struct alu *alu);

/* The operation on the beats that follow. */
void alu_operation(struct alu *alu, int op, int type);

/* One clock. left NULL: nothing goes in. Returns the beat that came out, until the next clock, or NULL. */
const void *alu_clock(struct alu *alu, const void *left, const void *right);

#ifdef __cplusplus
}
#endif
#endif
