/*
 * Windows: memory that the NIC reaches, so that calls on it need no copies.
 */
#include <stdlib.h>

#include "engine/nic/nic_engine.h"

/* Makes a window of the loan, or of memory that the bus makes. */
static int window_new(struct sumac_nic_engine *engine, const struct sumac_bus_loan *loan, size_t len_bytes, void **memory_out)
{
	struct sumac_nic_window *window = calloc(1, sizeof(*window));
	int err;

	if (!window)
		return -SUMAC_ENOMEM;
	err = loan ? engine->bus->ops->window_lend(engine->bus, loan, &window->bus) :
			engine->bus->ops->window_alloc(engine->bus, len_bytes, &window->bus);
	if (err) {
		free(window);
		return err;
	}
	window->next = engine->windows;
	engine->windows = window;
	*memory_out = window->bus.memory;
	return 0;
}

int sumac_engine_nic_alloc(struct sumac_engine *base, size_t len_bytes, void **memory_out)
{
	struct sumac_nic_engine *engine = sumac_nic_engine_of(base);

	return engine->bus->copies ? -SUMAC_ENOTSUP : window_new(engine, NULL, len_bytes, memory_out);
}

int sumac_engine_nic_lend(struct sumac_engine *base, void *memory, size_t len_bytes, int fd, uint64_t offset_bytes)
{
	const struct sumac_bus_loan loan = { memory, len_bytes, fd, offset_bytes };
	struct sumac_nic_engine *engine = sumac_nic_engine_of(base);

	return engine->bus->ops->window_lend ? window_new(engine, &loan, len_bytes, &memory) : -SUMAC_ENOTSUP;
}

int sumac_engine_nic_free(struct sumac_engine *base, void *memory)
{
	struct sumac_nic_engine *engine = sumac_nic_engine_of(base);

	for (struct sumac_nic_window **at = &engine->windows; *at; at = &(*at)->next) {
		struct sumac_nic_window *window = *at;

		if (window->bus.memory != memory)
			continue;
		*at = window->next;
		engine->bus->ops->window_free(engine->bus, &window->bus);
		free(window);
		return 0;
	}
	return -SUMAC_EINVAL;
}

bool sumac_nic_window_find(const struct sumac_nic_engine *engine, const void *memory, size_t len_bytes,
			   uint16_t *window_out, uint64_t *offset_out)
{
	for (const struct sumac_nic_window *window = engine->windows; window; window = window->next) {
		uintptr_t offset = (uintptr_t)memory - (uintptr_t)window->bus.memory;

		if (offset > window->bus.len_bytes || len_bytes > window->bus.len_bytes - offset)
			continue;
		*window_out = window->bus.index;
		*offset_out = offset;
		return true;
	}
	return false;
}

void sumac_nic_windows_free(struct sumac_nic_engine *engine)
{
	while (engine->windows)
		sumac_engine_nic_free(&engine->base, engine->windows->bus.memory);
}
