/*
 * The ranks exchange their build, the hash of their spec and the digest of their settings, so that
 * none computes with others that would read its messages differently.
 */
#include "core/job/compare.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/settings.h"
#include "core/job/version.h"
#include "spec/spec.h"
#include "sumac.h"

enum { VERSION_CAP = 16 };

/* Has the same size in every build. */
struct identity {
	char version[VERSION_CAP];
	char build[SUMAC_BUILD_ID_CAP];
	uint64_t settings;
	uint32_t spec_hash;
	uint32_t reserved;
};

static int exchange(struct sumac_bootstrap *bootstrap, const void *mine, size_t len_bytes, void **all_out)
{
	size_t n_ranks = (size_t)bootstrap->size(bootstrap->ctx);
	void *all = malloc(n_ranks * len_bytes);
	int err;

	if (!all)
		return sumac_fail(SUMAC_ENOMEM, "no memory for %zu ranks", n_ranks);
	err = sumac_bootstrap_allgather(bootstrap, mine, len_bytes, all);
	if (err) {
		free(all);
		return sumac_fail(err, "the ranks cannot compare builds and settings: %s",
				  sumac_last_error());
	}
	*all_out = all;
	return 0;
}

/* The digests differ: which setting is it? */
static int name_setting(struct sumac_bootstrap *bootstrap)
{
	int n_ranks = bootstrap->size(bootstrap->ctx), err;
	uint32_t mine[SUMAC_N_SETTINGS];
	uint32_t (*hashes)[SUMAC_N_SETTINGS];
	void *all;

	for (int i = 0; i < SUMAC_N_SETTINGS; i++)
		mine[i] = sumac_setting_hash((enum sumac_setting)i);
	err = exchange(bootstrap, mine, sizeof(mine), &all);
	if (err)
		return err;
	hashes = all;
	for (int rank = 1; rank < n_ranks && !err; rank++)
		for (int i = 0; i < SUMAC_N_SETTINGS && !err; i++)
			if (sumac_setting_must_agree((enum sumac_setting)i) && hashes[rank][i] != hashes[0][i])
				err = sumac_fail(SUMAC_EMISMATCH,
						 "ranks 0 and %d have different values of the setting %s, which must be the "
						 "same on all (on this rank it is \"%s\", from %s)", rank,
						 sumac_setting_name((enum sumac_setting)i),
						 sumac_setting_string((enum sumac_setting)i),
						 sumac_setting_origin((enum sumac_setting)i));
	free(all);
	return err;
}

static int compare_builds(const struct identity *zero, const struct identity *other, int rank)
{
	if (zero->spec_hash != other->spec_hash)
		return sumac_fail(SUMAC_EBUILD, "ranks 0 and %d run different builds: their specs are 0x%08x and 0x%08x",
				  rank, zero->spec_hash, other->spec_hash);
	if (memcmp(zero->version, other->version, VERSION_CAP) || memcmp(zero->build, other->build, SUMAC_BUILD_ID_CAP))
		return sumac_fail(SUMAC_EBUILD, "ranks 0 and %d run different builds: %.*s (%.*s) and %.*s (%.*s)", rank,
				  VERSION_CAP, zero->version, SUMAC_BUILD_ID_CAP, zero->build, VERSION_CAP,
				  other->version, SUMAC_BUILD_ID_CAP, other->build);
	return 0;
}

int sumac_compare_ranks(struct sumac_bootstrap *bootstrap)
{
	struct identity mine = { .settings = sumac_settings_digest(), .spec_hash = SUMAC_SPEC_HASH };
	int n_ranks = bootstrap->size(bootstrap->ctx), err;
	struct identity *identities;
	bool is_same = true;
	void *all;

	err = sumac_build_id(mine.build, sizeof(mine.build));
	if (err)
		return sumac_fail(err, "this libsumac was linked without a build id (-Wl,--build-id)");
	snprintf(mine.version, sizeof(mine.version), "%s", sumac_version());
	err = exchange(bootstrap, &mine, sizeof(mine), &all);
	if (err)
		return err;
	identities = all;
	for (int rank = 1; rank < n_ranks && !err; rank++) {
		err = compare_builds(&identities[0], &identities[rank], rank);
		is_same &= identities[rank].settings == identities[0].settings;
	}
	free(all);
	if (!err && !is_same)
		err = name_setting(bootstrap);
	return err;
}
