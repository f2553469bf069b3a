import { AUDIT_ACTS } from '#domain/access/audit-trail.ts';
import type { AuditSearch } from '#web/audit/audit-search.ts';
import { pageQueryOf } from '#web/design/lists/list-search.ts';

/** The filters as the API takes them. */
export function auditFilters({ search, act, from, to }: AuditSearch) {
  const known = AUDIT_ACTS.find((one) => one === act);
  return { search: search ?? '', ...(known && { act: known }), ...(from && { from }), ...(to && { to }) };
}

export const auditQuery = (search: AuditSearch) => ({ ...auditFilters(search), ...pageQueryOf(search) });
