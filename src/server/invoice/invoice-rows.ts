import { sql, type RawBuilder } from 'kysely';
import { asksForChanges, changesPageOf, pageOfChanges } from '#server/platform/database/sync-page.ts';
import type { QueryOf } from '#contract/basics/route.ts';
import type { InvoiceView, listInvoicesAsUser } from '#contract/invoice/invoice.ts';
import type { Invoice } from '#domain/invoice/invoice.ts';
import { hasEffect } from '#server/invoice/submission-rows.ts';
import { partyFor } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { rounded } from '#server/platform/database/money.ts';
import { offsetOf } from '#server/platform/database/page.ts';
import { containing } from '#server/platform/database/search.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { Refused } from '#server/platform/http/refused.ts';

const INVOICES = sql`
  from invoice
  left join account issuer on issuer.id = invoice.issuer_account_id
  join account receiver on receiver.id = invoice.receiver_account_id
  left join invoice_submission submission on submission.invoice_id = invoice.id`;

/** SQL: the sum of an amount over the credit notes of an invoice. */
const creditedOf = (amount: 'payable' | 'net'): RawBuilder<unknown> => sql`
  (select ${rounded(sql`coalesce(sum(note.${sql.ref(amount)}), 0)`)}::text from invoice note
    where note.corrects_id = invoice.id and ${hasEffect(sql`note.id`)})`;

const columns = (caller: Caller): RawBuilder<unknown> => sql`
  invoice.id, settlement_id as "settlementId", number, type, kind,
  case when issuer.id is not null then ${partyFor(sql`issuer`)} end as issuer, ${partyFor(sql`receiver`)} as receiver,
  content ->> 'trade' as trade, ${isoTime('issued_at')} as "issuedAt", content ->> 'dueOn' as "dueOn",
  content ->> 'currency' as currency, net::text as net, tax::text as tax, payable::text as payable,
  ${creditedOf('payable')} as credited, ${creditedOf('net')} as "creditedNet",
  corrects_id as "correctsId",
  case when submission.state is not null then jsonb_build_object('state', submission.state, 'reason', submission.reason,
    'id', authority_id, 'validAt', ${isoTime('valid_at')},
    'detail', case when ${isIssuedBy(caller)} then submission.detail else '' end) end as authority`;

const ownOf = ({ accounts }: Caller): RawBuilder<unknown> => sql`any(${accounts.map(({ id }) => id)}::uuid[])`;

/** SQL: the documents of the caller as issuer. Administrators also read the authority's words about all documents. */
const isIssuedBy = (caller: Caller): RawBuilder<unknown> =>
  caller.role === 'Admin' ? sql`true` : sql`invoice.issuer_account_id = ${ownOf(caller)}`;

/** SQL: the documents that the caller may see. Administrators see all, users those of their companies. */
const seenBy = (caller: Caller): RawBuilder<unknown> =>
  caller.role === 'Admin' ? sql`true` : sql`(${isIssuedBy(caller)} or invoice.receiver_account_id = ${ownOf(caller)})`;

/** SQL: the documents that match a filter and that the caller may see. */
function matching(caller: Caller, query: QueryOf<typeof listInvoicesAsUser>): RawBuilder<unknown> {
  const { search, settlementId, type, kind, authority } = query;
  const sought = containing(search);
  return sql`where ${seenBy(caller)}
    ${settlementId === undefined ? sql`` : sql`and settlement_id = ${settlementId}`}
    ${type === undefined ? sql`` : sql`and type = ${type}`} ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    ${authority === undefined ? sql`` : sql`and submission.state = ${authority}`}
    ${
      search === ''
        ? sql``
        : sql`and concat_ws(' ', number, content ->> 'trade', issuer.company_name, issuer.english_company_name,
      receiver.company_name, receiver.english_company_name) ilike ${sought} escape '\\'`
    }`;
}

/** Returns one page of the documents that the caller may see, newest first. */
export async function pageOfInvoices(db: Db, caller: Caller, query: QueryOf<typeof listInvoicesAsUser>) {
  const { currentPage, limit } = query;
  const which = matching(caller, query);
  if (asksForChanges(query)) {
    const source = {
      ids: sql`select invoice.id ${INVOICES} ${which}`,
      load: async (own: Db, ids: readonly string[]) =>
        (
          await sql<InvoiceView>`
            select ${columns(caller)} ${INVOICES} where invoice.id = any(${[...ids]}::uuid[])`.execute(own)
        ).rows,
      idOf: ({ id }: InvoiceView) => id,
    };
    const { rows: changed, changes } = await pageOfChanges(db, 'invoice', source, query);
    return changesPageOf(changed, changes, query);
  }
  const { rows: items } = await sql<InvoiceView>`
    select ${columns(caller)} ${INVOICES} ${which} order by issued_at desc, invoice.id
    limit ${limit} offset ${offsetOf(query)}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total ${INVOICES} ${which}`.execute(db);
  return { items, total: counted[0]?.total ?? 0, currentPage, limit };
}

/**
 * Returns a document in the form of lists.
 * @throws Refused not_found if it is missing or hidden from the caller
 */
export async function requireInvoice(db: Db, caller: Caller, id: string): Promise<InvoiceView> {
  const { rows } = await sql<InvoiceView>`
    select ${columns(caller)} ${INVOICES} where invoice.id = ${id} and ${seenBy(caller)}`.execute(db);
  if (!rows[0]) throw new Refused('not_found');
  return rows[0];
}

/**
 * Returns everything that the files of a document show, and the id of the corrected invoice at the tax authority, which
 * is empty if unknown.
 * @throws Refused not_found if it is missing or hidden from the caller
 */
export async function readInvoice(
  db: Db,
  caller: Caller,
  id: string,
): Promise<{ readonly content: Invoice; readonly correctedId: string }> {
  const { rows } = await sql<{ content: Invoice; correctedId: string }>`
    select content, coalesce((select authority_id from invoice_submission where invoice_id = corrects_id), '') as "correctedId"
    from invoice where id = ${id} and ${seenBy(caller)}`.execute(db);
  if (!rows[0]) throw new Refused('not_found');
  return rows[0];
}
