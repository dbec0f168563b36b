/*
 * Which plans are wrong by themselves, whatever happens.
 */
#ifndef SUMAC_PLAN_SOUND_H
#define SUMAC_PLAN_SOUND_H

#include "plan/plan_model.h"

/* 0, -SUMAC_EINVAL with a sentence in the model's why, or -SUMAC_ENOMEM. */
int sumac_plan_sound(struct plan_model *model, int rank);

#endif
