/*
 * A rank's model: the lock that keeps it for this process, and the watch on its sockets.
 */
#include "sim/xrt_emulation/xrt_model.h"

#include <stdlib.h>
#include <unistd.h>

#include "sim/xrt_emulation/xrt_opening.h"
#include "sim/xrt_emulation/xrt_watch.h"
#include "spec/spec.h"

struct sumac_xrt_model {
	int lock_fd;
	struct sumac_xrt_opening opening;
	struct sumac_xrt_watch watch;
};

sumac_xrt_fail_fn *sumac_xrt_fail_by;

static int model_open(int nic, struct sumac_xrt_model **model_out)
{
	struct sumac_xrt_model *model = calloc(1, sizeof(*model));
	int err = model ? sumac_xrt_opening_check(nic) : sumac_xrt_fail_by(SUMAC_ENOMEM, "out of memory");

	if (!err)
		err = sumac_xrt_opening_take(nic, &model->lock_fd);
	if (err) {
		free(model);
		return err;
	}
	sumac_xrt_opening_begin(&model->opening);
	*model_out = model;
	return 0;
}

static int model_opened(struct sumac_xrt_model *model, bool is_open)
{
	sumac_xrt_opening_end(&model->opening);
	return is_open ? sumac_xrt_watch_begin(&model->watch) : 0;
}

static void lock_close(struct sumac_xrt_model *model)
{
	if (model->lock_fd >= 0)
		close(model->lock_fd);
	model->lock_fd = -1;
}

static void model_close(struct sumac_xrt_model *model)
{
	lock_close(model);
	sumac_xrt_watch_end(&model->watch);
	free(model);
}

static void model_enter(const struct sumac_xrt_model *model, sigset_t *before_out)
{
	sumac_xrt_watch_enter(&model->watch, before_out);
}

static void model_leave(const struct sumac_xrt_model *model, const sigset_t *before)
{
	sumac_xrt_watch_leave(&model->watch, before);
}

static bool model_has_died(const struct sumac_xrt_model *model)
{
	return sumac_xrt_watch_has_fired(&model->watch);
}

static void model_cut(struct sumac_xrt_model *model)
{
	sumac_xrt_watch_cut(&model->watch);
}

static void model_forked(struct sumac_xrt_model *model)
{
	sumac_xrt_watch_forked(&model->watch);
	lock_close(model);
}

const struct sumac_xrt_emulation *sumac_xrt_emulation(sumac_xrt_fail_fn *fail)
{
	static const struct sumac_xrt_emulation emulation = {
		.build = SUMAC_XRT_EMULATION_BUILD,
		.open = model_open,
		.opened = model_opened,
		.close = model_close,
		.enter = model_enter,
		.leave = model_leave,
		.has_died = model_has_died,
		.cut = model_cut,
		.forked = model_forked,
	};

	sumac_xrt_fail_by = fail;
	return &emulation;
}
