import { CHECK_STATUSES } from '#domain/certificate/check-status.ts';
import { accountSearch, type AccountSearch } from '#web/company/account-search.ts';
import { listSearch, readFilters, type Filters, type ListSearch } from '#web/design/lists/list-search.ts';

const READERS = { tab: ['lots', 'devices'], status: CHECK_STATUSES, show: ['all'] } as const;

/** The state of the pages about certificates in the URL. */
export type CertificateSearch = ListSearch & AccountSearch & Filters<typeof READERS>;

/** Reads the state of the pages about certificates, for a route's `validateSearch`. */
export const certificateSearch = (raw: Record<string, unknown>): CertificateSearch => ({
  ...listSearch(raw),
  ...accountSearch(raw),
  ...readFilters(READERS, raw),
});
