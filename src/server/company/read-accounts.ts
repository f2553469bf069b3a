import { sql } from 'kysely';
import {
  exportAccounts,
  getAccount,
  getMaxBidQuantity,
  listAccountChanges,
  listAccounts,
} from '#contract/company/company.ts';
import type { AccountChangeKind, FieldChange } from '#domain/company/account-changes.ts';
import { companyOf } from '#server/company/company-columns.ts';
import { companyColumns } from '#server/company/company-export.ts';
import {
  countAccounts,
  findAccounts,
  matchingAccounts,
  presentSummary,
  presentToAdmin,
  requireAccount,
  type AccountRow,
} from '#server/company/account-rows.ts';
import { exportFile, rowsSought, type ExportColumn } from '#server/platform/export/export.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { offsetOf, pageOf } from '#server/platform/database/page.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

const BY_NAME = sql`order by company_name, id`;

/** What admins read of business accounts. */
export const accountReads: readonly Operation[] = [
  operation(listAccounts, async ({ db, query }) => {
    const where = matchingAccounts(query);
    const rows = await findAccounts(db, sql`${where} ${BY_NAME} limit ${query.limit} offset ${offsetOf(query)}`);
    return pageOf(rows.map(presentSummary), await countAccounts(db, where), query);
  }),

  operation(exportAccounts, async ({ db, query: { format, ...filter }, language, timeZone }) => {
    const rows = await findAccounts(db, sql`${matchingAccounts(filter)} ${BY_NAME} limit ${rowsSought(format)}`);
    const columns = columnsFor(language, timeZone);
    return exportFile({ name: 'business-accounts', columns, rows }, { format, timeZone });
  }),

  operation(getAccount, async (call) => presentToAdmin(call, await requireAccount(call.db, call.params.id))),

  operation(getMaxBidQuantity, async ({ db, params }) => {
    const { max_bid_quantity: maxBidQuantity } = await requireAccount(db, params.id);
    return { maxBidQuantity };
  }),

  operation(listAccountChanges, async ({ db, params, query }) => {
    const { id } = await requireAccount(db, params.id);
    const { rows } = await sql<ChangeRow>`
      select c.id::text, c.at, u.username, c.kind, c.remark, c.changes
      from account_change c join app_user u on u.id = c.user_id
      where c.account_id = ${id} order by c.id desc limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from account_change where account_id = ${id}`.execute(db);
    const items = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
    return pageOf(items, counted.rows[0]?.total ?? 0, query);
  }),
];

type ChangeRow = {
  readonly id: string;
  readonly at: Date;
  readonly username: string;
  readonly kind: AccountChangeKind;
  readonly remark: string;
  readonly changes: FieldChange[];
};

function columnsFor(language: Language, timeZone: string): ExportColumn<AccountRow>[] {
  const words = wordsIn(language);
  return [
    { heading: words('account.status'), value: ({ status }) => words(`account.${status}`) },
    { heading: `${words('account.createdAt')} (${timeZone})`, value: (row) => row.created_at },
    { heading: words('account.maxBidQuantity'), value: (row) => row.max_bid_quantity ?? '' },
    ...companyColumns(language).map(({ heading, value }) => ({
      heading,
      value: (row: AccountRow) => value(companyOf(row)),
    })),
  ];
}
