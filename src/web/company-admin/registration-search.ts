import { REGISTRATION_TABS, type RegistrationTab } from '#contract/basics/choices.ts';
import { listSearch, type ListSearch } from '#web/design/lists/list-search.ts';

/** A list of registrations in the URL; all of them where no tab is named. */
export type RegistrationSearch = ListSearch & { status?: RegistrationTab };

export function registrationSearch(raw: Record<string, unknown>): RegistrationSearch {
  const status = REGISTRATION_TABS.find((one) => one === raw.status && one !== 'All');
  return { ...listSearch(raw), ...(status && { status }) };
}
