import { REGISTRATION_TABS } from '#contract/basics/choices.ts';
import { COUNTRIES } from '#domain/basics/country.ts';
import { ACCOUNT_STATUSES } from '#domain/company/account.ts';
import { BUSINESS_TYPES } from '#domain/company/business-type.ts';
import { filteredSearch } from '#web/design/lists/list-search.ts';

/** The state of the list of business accounts in the URL. */
export const accountSearch = filteredSearch({
  businessType: BUSINESS_TYPES,
  country: COUNTRIES,
  status: ACCOUNT_STATUSES,
});

/** The state of the list of registrations in the URL. Without a status, all registrations are listed. */
export const registrationSearch = filteredSearch({ status: REGISTRATION_TABS.filter((one) => one !== 'All') });
