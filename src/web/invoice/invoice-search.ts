import { AUTHORITY_STATES } from '#domain/invoice/authority.ts';
import { INVOICE_KINDS, INVOICE_TYPES } from '#domain/invoice/invoice.ts';
import { filteredSearch, type Filters, type ListSearch } from '#web/design/lists/list-search.ts';

const READERS = { type: INVOICE_TYPES, kind: INVOICE_KINDS, authority: AUTHORITY_STATES } as const;

/** The state of the list of invoices in the URL. */
export type InvoiceSearch = ListSearch & Filters<typeof READERS>;

/** Reads the state of the list, for a route's `validateSearch`. */
export const invoiceSearch = filteredSearch(READERS);
