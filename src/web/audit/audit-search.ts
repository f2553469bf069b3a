import { dayOf, listSearch, type ListSearch } from '#web/design/lists/list-search.ts';

/** The audit trail in the URL. Which acts there are, the page knows: their names would burden every other one. */
export type AuditSearch = ListSearch & { act?: string; from?: string; to?: string };

const ACT = /^[A-Za-z]{3,40}$/;
const taken = (value: unknown, form: RegExp): string | undefined =>
  typeof value === 'string' && form.test(value) ? value : undefined;

export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  const [act, from, to] = [taken(raw.act, ACT), dayOf(raw.from), dayOf(raw.to)];
  return { ...listSearch(raw), ...(act && { act }), ...(from && { from }), ...(to && { to }) };
}
