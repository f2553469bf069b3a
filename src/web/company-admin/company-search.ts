import { REGISTRATION_TABS } from '#contract/basics/choices.ts';
import { ACCOUNT_STATUSES } from '#domain/company/account.ts';
import { filteredSearch, textOf } from '#web/design/lists/list-search.ts';

/** The state of the list of business accounts in the URL. */
export const accountSearch = filteredSearch({
  businessType: textOf(/^[A-Za-z][A-Za-z0-9]{0,39}$/),
  country: textOf(/^[A-Z]{2}$/),
  status: ACCOUNT_STATUSES,
});

/** The state of the list of registrations in the URL. Without a status, all registrations are listed. */
export const registrationSearch = filteredSearch({ status: REGISTRATION_TABS.filter((one) => one !== 'All') });
