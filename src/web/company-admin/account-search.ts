import { ACCOUNT_STATUSES, type AccountStatus } from '#domain/company/account.ts';
import { COUNTRIES, type Country } from '#domain/basics/country.ts';
import { BUSINESS_TYPES, type BusinessType } from '#domain/company/business-type.ts';
import { listSearch, type ListSearch } from '#web/design/lists/list-search.ts';

/** A list of business accounts in the URL. */
export type AccountSearch = ListSearch & { businessType?: BusinessType; country?: Country; status?: AccountStatus };

export function accountSearch(raw: Record<string, unknown>): AccountSearch {
  const businessType = BUSINESS_TYPES.find((one) => one === raw.businessType);
  const country = COUNTRIES.find((one) => one === raw.country);
  const status = ACCOUNT_STATUSES.find((one) => one === raw.status);
  return {
    ...listSearch(raw),
    ...(businessType && { businessType }),
    ...(country && { country }),
    ...(status && { status }),
  };
}
