import { AUDIT_ACTS, type AuditAct } from '#domain/access/audit-trail.ts';
import { listSearch, pageQueryOf, type ListSearch } from '#web/design/list-search.ts';

/** The audit trail in the URL. */
export type AuditSearch = ListSearch & { act?: AuditAct; from?: string; to?: string };

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const dateIn = (value: unknown): string | undefined =>
  typeof value === 'string' && DATE.test(value) ? value : undefined;

export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  const act = AUDIT_ACTS.find((one) => one === raw.act);
  const [from, to] = [dateIn(raw.from), dateIn(raw.to)];
  return { ...listSearch(raw), ...(act && { act }), ...(from && { from }), ...(to && { to }) };
}

/** The filters as the API takes them. */
export const auditFilters = ({ search, act, from, to }: AuditSearch) => ({
  search: search ?? '',
  ...(act && { act }),
  ...(from && { from }),
  ...(to && { to }),
});

export const auditQuery = (search: AuditSearch) => ({ ...auditFilters(search), ...pageQueryOf(search) });
