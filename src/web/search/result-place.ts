import type { SearchKind, SearchResult } from '#contract/search.ts';
import { paths } from '#web/paths.ts';
import type { Role } from '#web/platform/session/session.ts';

/** The page of a result. `search` is the query of its URL. */
export type Place = { readonly to: string; readonly search?: Readonly<Record<string, string>> };

/** Returns the page that a result opens. A list without pages of its entries opens with a search for the result. */
export function placeOf(role: Role, kind: SearchKind, { id, name, accountId }: SearchResult): Place {
  switch (kind) {
    case 'auction':
    case 'pastAuction':
      return { to: paths.auctionDetail(role, id) };
    case 'account':
      return { to: role === 'admin' ? paths.businessAccount(id) : paths.members };
    case 'registration':
      return { to: paths.accountRegistration(id) };
    case 'sellOrder':
      return { to: paths.sellOrder(role, id) };
    case 'buyOrder':
      return { to: paths.buyOrder(role, id) };
    case 'settlement':
      return { to: paths.settlement(role, id) };
    case 'invoice':
      return { to: paths.invoices(role), search: { search: name } };
    case 'retirement':
      return { to: paths.retirement(role, id) };
    case 'person':
      return accountId ? { to: paths.businessAccount(accountId) } : { to: paths.auditTrail, search: { search: name } };
    case 'document':
      return { to: paths.editTemplate(id) };
    case 'guide':
      return { to: paths.guides(role), search: { document: id } };
  }
}
