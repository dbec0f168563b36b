#include "study/study_nic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "launch/layout.h"
#include "study/study_pool.h"

/* The folder of the build that this program is of: build in the tree, or the prefix. NULL: it does not show. */
static char *find_build(void)
{
	char self[SUMAC_TOOL_PATH_BYTES], *slash;

	if (sumac_layout_self(self))
		return NULL;
	for (int i = 0; i < 2; i++) { /* the program's name, and bin */
		slash = strrchr(self, '/');
		if (!slash)
			return NULL;
		*slash = '\0';
	}
	return sumac_study_text("%s", self);
}

static bool is_tree(const char *folder)
{
	return !access(sumac_study_text("%s/include/spec/params.def", folder), R_OK) &&
	       !access(sumac_study_text("%s/sim/sim.mk", folder), R_OK);
}

/* The tree, and the build's folder as make knows it: build, or one below that. NULL: this program lies in none. */
static const char *find_tree(const char **build_out)
{
	const char *build = find_build();
	char tree[SUMAC_TOOL_PATH_BYTES];

	for (int up = 1; build && up <= 2; up++) {
		size_t len;

		if (!realpath(sumac_study_text("%s%s", build, up == 1 ? "/.." : "/../.."), tree) || !is_tree(tree))
			continue;
		len = strlen(tree);
		*build_out = !strncmp(build, tree, len) ? build + len + (len > 1) : build;
		return sumac_study_text("%s", tree);
	}
	return NULL;
}

int sumac_study_nic_tree(const struct sumac_study *study, const char **tree_out)
{
	const char *build;

	*tree_out = find_tree(&build);
	if (*tree_out || !study->n_builds)
		return 0;
	return sumac_fail(SUMAC_EINVAL,
			  "%s:%d: %s is a parameter of the NIC's RTL, and this sumac lies in no source tree from which "
			  "it could build that NIC; call build/bin/sumac study in a clone",
			  study->file.path, study->builds[0].line, study->builds[0].params[0].name);
}

const char **sumac_study_nic_command(const char *tree, const struct sumac_study_build *build, int n_cores)
{
	const char **words = sumac_study_alloc((size_t)(build->n_params + 8) * sizeof(*words)), *folder = NULL;
	int n = 0;

	find_tree(&folder);
	words[n++] = "make";
	words[n++] = "-C";
	words[n++] = tree;
	words[n++] = sumac_study_text("-j%d", n_cores);
	words[n++] = "sim";
	words[n++] = sumac_study_text("NIC=%s", build->nic);
	if (folder && strcmp(folder, "build"))
		words[n++] = sumac_study_text("B=%s", folder);
	for (int i = 0; i < build->n_params; i++)
		words[n++] = sumac_study_text("%s=%s", build->params[i].name, build->params[i].value);
	return words;
}

int sumac_study_nic_rack(const struct sumac_study_point *point, char *path_out)
{
	return sumac_layout_rack(sumac_study_point_value(point, "nic"), path_out);
}
