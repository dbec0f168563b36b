/*
 * Asks libfabric for the ways that it has: reliable datagrams with tags, from any provider that asks nothing of its
 * callers, neither registered memory nor contexts; or one-sided writes and reads, whose callers (ofi_rma.h) offer
 * both.
 */
#include "fabric/ofi_ways.h"

#include <netinet/in.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <stdio.h>
#include <string.h>

#include "base/fnv.h"
#include "base/settings.h"
#include "segment/host_id.h"

enum { API_VERSION = FI_VERSION(1, 14), MAX_PARTS = 2 /* header and payload */ };

/* The modes that callers which write and read memory can serve. */
#define RMA_MODE (FI_CONTEXT | FI_CONTEXT2)
#define RMA_MR_MODE (FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT)

/* If asked for ways to other hosts, libfabric leaves out the loopback of some providers. */
enum reach { TO_OTHERS, ANYWHERE, ON_LOOPBACK };

static void hint_at_messages(struct fi_info *hints, size_t message_bytes)
{
	hints->ep_attr->max_msg_size = message_bytes;
	hints->caps = FI_TAGGED;
	hints->tx_attr->iov_limit = MAX_PARTS;
	hints->domain_attr->data_progress = FI_PROGRESS_MANUAL;
	hints->domain_attr->control_progress = FI_PROGRESS_MANUAL;
}

static void hint_at_memory(struct fi_info *hints)
{
	hints->caps = FI_RMA | FI_READ | FI_WRITE | FI_REMOTE_READ | FI_REMOTE_WRITE;
	hints->mode = RMA_MODE;
	hints->tx_attr->op_flags = FI_DELIVERY_COMPLETE;
	hints->domain_attr->mr_mode = RMA_MR_MODE;
	hints->domain_attr->data_progress = FI_PROGRESS_AUTO;
}

/* Checks what was granted, as hints are only hints; and what is known: libfabric 1.17's net reports a write as delivered when it
 * was sent, even if its owner refuses it. */
bool sumac_ofi_ways_serves(const struct sumac_ofi_need *need, const struct fi_info *info)
{
	if (need->message_bytes)
		return true;
	return strcmp(info->fabric_attr->prov_name, "net") && (info->caps & FI_RMA) &&
	       info->domain_attr->data_progress == FI_PROGRESS_AUTO && (info->tx_attr->op_flags & FI_DELIVERY_COMPLETE) &&
	       !(info->mode & ~RMA_MODE) && !(info->domain_attr->mr_mode & ~RMA_MR_MODE) && (info->nic || !need->by_card);
}

/* Providers that promise to progress by themselves, and in libfabric 1.17 do so only when the owner's library looks; and those
 * that exist for old programs. */
static bool is_late(const struct sumac_ofi_need *need, const struct fi_info *info)
{
	const char *name = info->fabric_attr->prov_name;

	return !need->message_bytes && (!strcmp(name, "tcp;ofi_rxm") || !strcmp(name, "sockets"));
}

static struct fi_info *ask(const struct sumac_libfabric *library, const struct sumac_ofi_need *need, enum reach reach)
{
	const char *node = reach == ON_LOOPBACK ? "127.0.0.1" : NULL;
	struct fi_info *hints = library->dupinfo(NULL), *info = NULL;

	if (!hints)
		return NULL;
	hints->ep_attr->type = FI_EP_RDM;
	hints->mode = 0;
	hints->domain_attr->mr_mode = 0;
	if (need->message_bytes)
		hint_at_messages(hints, need->message_bytes);
	else
		hint_at_memory(hints);
	hints->caps |= reach == TO_OTHERS ? FI_REMOTE_COMM : 0;
	hints->domain_attr->av_type = FI_AV_TABLE;
	if (library->getinfo(API_VERSION, node, NULL, node ? FI_SOURCE : 0, hints, &info))
		info = NULL;
	library->freeinfo(hints);
	return info;
}

/* Addresses that mean something on one host, or on one cable, only. */
static bool is_loopback(const struct fi_info *info)
{
	const struct sockaddr *address = info->src_addr;

	if (!address)
		return false;
	if (info->addr_format == FI_SOCKADDR_IN6)
		return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)info->src_addr)->sin6_addr);
	return info->addr_format == FI_SOCKADDR_IN &&
	       ntohl(((const struct sockaddr_in *)info->src_addr)->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

static bool is_link_local(const struct fi_info *info)
{
	return info->src_addr && info->addr_format == FI_SOCKADDR_IN6 &&
	       IN6_IS_ADDR_LINKLOCAL(&((const struct sockaddr_in6 *)info->src_addr)->sin6_addr);
}

/* "tcp" is also tcp;ofi_rxm: values of settings have no semicolons. */
static bool is_provider(const char *name, const char *wanted)
{
	size_t len = strcspn(name, ";");

	return !strcmp(name, wanted) || (strlen(wanted) == len && !strncmp(name, wanted, len));
}

/* The setting names a provider, a network or an interface. */
static bool is_wanted(const struct fi_info *info, const char *wanted)
{
	if (is_link_local(info))
		return false;
	if (!*wanted)
		return !is_loopback(info);
	return is_provider(info->fabric_attr->prov_name, wanted) || !strcmp(wanted, info->fabric_attr->name) ||
	       !strcmp(wanted, info->domain_attr->name);
}

static bool is_layered(const struct fi_info *info)
{
	return strchr(info->fabric_attr->prov_name, ';');
}

static bool is_same_place(const struct fi_info *left, const struct fi_info *right)
{
	return left->addr_format == right->addr_format && !strcmp(left->fabric_attr->name, right->fabric_attr->name) &&
	       !strcmp(left->domain_attr->name, right->domain_attr->name);
}

/* A way at the same place without a layer in between: in libfabric 1.17, net needs 2 MiB per rank where tcp;ofi_rxm needs 88.
 * NULL: none. `sockets` exists for old programs, its makers say. net does not serve memory. */
static const struct fi_info *without_layer(const struct sumac_ofi_need *need, const struct fi_info *all, const struct fi_info *info)
{
	for (; need->message_bytes && all && is_layered(info); all = all->next)
		if (is_same_place(all, info) && !is_layered(all) && strcmp(all->fabric_attr->prov_name, "sockets"))
			return all;
	return NULL;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
	return sumac_fnv(hash, text, strlen(text) + 1);
}

static struct sumac_ofi_way way_of(const struct fi_info *info)
{
	uint64_t provider = hash_text(SUMAC_FNV_START, info->fabric_attr->prov_name);

	return (struct sumac_ofi_way){
		.network = hash_text(provider, info->fabric_attr->name),
		.kind = sumac_fnv(provider, &info->addr_format, sizeof(info->addr_format)),
		.address = sumac_fnv(provider, info->src_addr, info->src_addr ? info->src_addrlen : 0),
	};
}

/* libfabric may list a way several times. */
static bool has_way(const struct sumac_ofi_offer *offer, const struct sumac_ofi_way *way)
{
	for (uint32_t i = 0; i < offer->n_ways; i++)
		if (!memcmp(&offer->ways[i], way, sizeof(*way)))
			return true;
	return false;
}

static void add(const struct sumac_libfabric *library, struct sumac_ofi_offer *offer, struct fi_info **infos,
		const struct fi_info *info)
{
	struct sumac_ofi_way way;

	if (!info)
		return;
	way = way_of(info);
	if (offer->n_ways == SUMAC_OFI_MAX_WAYS || has_way(offer, &way))
		return;
	infos[offer->n_ways] = library->dupinfo(info);
	if (!infos[offer->n_ways])
		return;
	offer->ways[offer->n_ways++] = way;
}

/* Ranks in containers that share their host's network count as one host here, whatever else they do not share. */
static uint64_t network_stack(void)
{
	struct sumac_host_id id;
	uint64_t hash = SUMAC_FNV_START;

	sumac_host_id_get(&id);
	if (!*id.boot)
		hash = hash_text(hash, id.name);
	return sumac_fnv(hash_text(hash, id.boot), &id.network, sizeof(id.network));
}

void sumac_ofi_ways_find(const struct sumac_libfabric *library, const struct sumac_ofi_need *need,
			 struct sumac_ofi_offer *offer_out, struct fi_info *infos_out[SUMAC_OFI_MAX_WAYS])
{
	const char *wanted = sumac_setting_string(SUMAC_SETTING_NETWORK);
	struct fi_info *all = ask(library, need, *wanted ? ANYWHERE : TO_OTHERS);
	const struct fi_info *better;

	memset(offer_out, 0, sizeof(*offer_out));
	memset(infos_out, 0, SUMAC_OFI_MAX_WAYS * sizeof(infos_out[0]));
	offer_out->host = network_stack();
	for (int late = 0; late <= 1; late++)
		for (const struct fi_info *info = all; info; info = info->next) {
			if (is_late(need, info) != late || !is_wanted(info, wanted) || !sumac_ofi_ways_serves(need, info))
				continue;
			better = without_layer(need, all, info);
			add(library, offer_out, infos_out, better && is_wanted(better, wanted) ? better : NULL);
			add(library, offer_out, infos_out, info);
		}
	if (all)
		library->freeinfo(all);
}

static const struct fi_info *best_of(const struct sumac_ofi_need *need, const struct fi_info *all)
{
	const struct fi_info *better;

	for (int late = 0; late <= 1; late++)
		for (const struct fi_info *info = all; info; info = info->next)
			if (is_late(need, info) == late && sumac_ofi_ways_serves(need, info)) {
				better = without_layer(need, all, info);
				return better ? better : info;
			}
	return NULL;
}

/* The loopback has no card. */
static struct fi_info *on_loopback(const struct sumac_libfabric *library, const struct sumac_ofi_need *need)
{
	struct fi_info *all = need->by_card ? NULL : ask(library, need, ON_LOOPBACK), *chosen;
	const struct fi_info *best = best_of(need, all);

	chosen = best ? library->dupinfo(best) : NULL;
	if (all)
		library->freeinfo(all);
	return chosen;
}

struct fi_info *sumac_ofi_ways_take(const struct sumac_libfabric *library, const struct sumac_ofi_need *need,
				    const struct sumac_ofi_offer *offers, int n_ranks, int rank,
				    struct fi_info *const infos[SUMAC_OFI_MAX_WAYS])
{
	int way;

	if (!*sumac_setting_string(SUMAC_SETTING_NETWORK) && sumac_ofi_ways_share_host(offers, n_ranks))
		return on_loopback(library, need);
	way = sumac_ofi_ways_choose(offers, n_ranks, rank);
	return way < 0 ? NULL : library->dupinfo(infos[way]);
}

void sumac_ofi_ways_free(const struct sumac_libfabric *library, struct fi_info *infos[SUMAC_OFI_MAX_WAYS])
{
	for (int i = 0; i < SUMAC_OFI_MAX_WAYS && infos[i]; i++)
		library->freeinfo(infos[i]);
}

void sumac_ofi_ways_text(struct fi_info *const infos[SUMAC_OFI_MAX_WAYS], char text_out[SUMAC_OFI_WAYS_TEXT_CAP])
{
	size_t at = 0;

	text_out[0] = 0;
	for (int i = 0; i < SUMAC_OFI_MAX_WAYS && infos[i] && at < SUMAC_OFI_WAYS_TEXT_CAP; i++)
		at += (size_t)snprintf(text_out + at, SUMAC_OFI_WAYS_TEXT_CAP - at, "%s%s on %s (%s)", i ? ", " : "",
				       infos[i]->fabric_attr->prov_name, infos[i]->fabric_attr->name,
				       infos[i]->domain_attr->name);
}
