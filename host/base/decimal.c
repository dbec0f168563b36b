#include "base/decimal.h"

#include <locale.h>
#include <stdlib.h>

double sumac_decimal(const char *text, const char **end_out)
{
	locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = plain ? uselocale(plain) : (locale_t)0;
	char *end;
	double value = strtod(text, &end);

	if (plain) {
		uselocale(before);
		freelocale(plain);
	}
	*end_out = end;
	return value;
}
