import { sql } from 'kysely';
import { asksForChanges, changesPageOf, pageOfChanges } from '#server/platform/database/sync-page.ts';
import {
  exportAccounts,
  getAccount,
  getMaxBidQuantity,
  listAccountChanges,
  listAccounts,
  blacklistAccount,
  reinstateAccount,
  updateAccount,
  updateMaxBidQuantity,
  type AccountChange,
} from '#contract/company/company.ts';
import type { CompanyChoices } from '#domain/company/company.ts';
import { companyChoices } from '#server/company/company-choices.ts';
import { companyColumns } from '#server/company/company-columns.ts';
import {
  findAccounts,
  matchingAccounts,
  presentAccountSummary,
  presentAccountToAdmin,
  requireAccount,
  findMembers,
  lockAccount,
  recordChange,
  saveCompany,
  refuseOvertaken,
  type AccountRow,
} from '#server/company/account-rows.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import type { RowSource } from '#server/platform/export/batches.ts';
import { exportList, type ExportColumn } from '#server/platform/export/export.ts';
import { operation, type Operation, type Call } from '#server/platform/http/operation.ts';
import { countRows, offsetOf, pageOf } from '#server/platform/database/page.ts';
import { BASE_LANGUAGES, type Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';
import type { AccountStatus } from '#domain/company/account.ts';
import { judgeMaxQuantity } from '#domain/basics/quantity.ts';
import { judgeRemark } from '#domain/basics/text.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { confirmMaximum, queueSettling } from '#server/auction/settling/settle-account.ts';
import { mailOwners } from '#server/company/account-mails.ts';
import { companyNameOf } from '#server/platform/database/company-name.ts';
import { queueWebhooks } from '#server/platform/mail/queue-webhooks.ts';
import type { Db } from '#server/platform/database/database.ts';
import { reconnectUsers } from '#server/platform/hub/reconnect.ts';
import { refuseFields } from '#server/platform/http/refused.ts';

const BY_NAME = sql`order by company_name, id`;

/** Returns all accounts that match a filter. */
const accountSource = (filter: Parameters<typeof matchingAccounts>[0]): RowSource<AccountRow> => ({
  ids: sql`select id from account ${matchingAccounts(filter)}`,
  order: BY_NAME,
  load: (db, ids) => findAccounts(db, sql`where id = any(${[...ids]}::uuid[])`),
  idOf: ({ id }) => id,
});

/** Calls by which admins read business accounts. */
export const accountReads: readonly Operation[] = [
  operation(listAccounts, async ({ db, query }) => {
    if (asksForChanges(query)) {
      const { rows: changed, changes } = await pageOfChanges(db, 'account', accountSource(query), query);
      return changesPageOf(changed.map(presentAccountSummary), changes, query);
    }
    const where = matchingAccounts(query);
    const rows = await findAccounts(db, sql`${where} ${BY_NAME} limit ${query.limit} offset ${offsetOf(query)}`);
    return pageOf(rows.map(presentAccountSummary), await countRows(db, sql`from account ${where}`), query);
  }),

  operation(exportAccounts, async ({ db, query: { format, ...filter }, language, timeZone }) => {
    const columns = columnsFor(language, timeZone, await companyChoices(db));
    return exportList(db, { name: 'business-accounts', columns, ...accountSource(filter) }, { format, timeZone });
  }),

  operation(getAccount, async (call) => presentAccountToAdmin(call, await requireAccount(call.db, call.params.id))),

  operation(getMaxBidQuantity, async ({ db, params }) => {
    const { max_bid_quantity: maxBidQuantity } = await requireAccount(db, params.id);
    return { maxBidQuantity };
  }),

  operation(listAccountChanges, async ({ db, params, query }) => {
    const { id } = await requireAccount(db, params.id);
    const { rows } = await sql<AccountChange>`
      select c.id::text, ${isoTime('c.at')} as at, u.username, c.kind, c.remark, c.changes
      from account_change c join app_user u on u.id = c.user_id
      where c.account_id = ${id} order by c.id desc limit ${query.limit} offset ${offsetOf(query)}`.execute(db);
    return pageOf(rows, await countRows(db, sql`from account_change where account_id = ${id}`), query);
  }),
];

function columnsFor(language: Language, timeZone: string, choices: CompanyChoices): ExportColumn<AccountRow>[] {
  const words = wordsIn(language);
  return [
    { key: 'accountId', raw: ({ id }) => id },
    {
      key: 'status',
      heading: words('account.status'),
      value: ({ status }) => words(`account.${status}`),
      raw: ({ status }) => status,
    },
    { key: 'createdAt', heading: `${words('account.createdAt')} (${timeZone})`, value: (row) => row.created_at },
    { key: 'maxBidQuantity', heading: words('account.maxBidQuantity'), value: (row) => row.max_bid_quantity ?? '' },
    ...companyColumns(language, choices),
  ];
}

/**
 * Runs in the transaction that blacklists a company. So the blacklisting and its consequences are stored together or
 * not at all.
 */
type OnBlacklisted = (db: Db, accountId: string, userId: string) => Promise<void>;

/** Calls by which admins change business accounts. Each change adds a line to the account's history. */
export const accountEdits = (parts: AuctionParts, onBlacklisted: OnBlacklisted): Operation[] => [
  operation(updateAccount, async (call) => {
    const { db, caller, params, body, afterCommit } = call;
    const { version, ...given } = body;
    const before = await lockAccount(db, params.id);
    const after = await saveCompany(db, { before, given, version, userId: caller.userId });
    if (BASE_LANGUAGES.some((each) => companyNameOf(each, after) !== companyNameOf(each, before))) {
      await queueSettling(db, params.id, caller.userId);
      afterCommit(parts.settleAuctions);
    }
    return presentAccountToAdmin(call, after);
  }),

  operation(updateMaxBidQuantity, async (call) => {
    const { db, caller, params, body, afterCommit } = call;
    const { maxBidQuantity } = body;
    refuseFields({ maxBidQuantity: judgeMaxQuantity(maxBidQuantity) });
    const { max_bid_quantity: before } = await lockAccount(db, params.id);
    if (before === maxBidQuantity) return { maxBidQuantity };
    await db.updateTable('account').set({ max_bid_quantity: maxBidQuantity }).where('id', '=', params.id).execute();
    const change = { field: 'maxBidQuantity', before: textOf(before), after: textOf(maxBidQuantity) };
    const line = { accountId: params.id, userId: caller.userId, kind: 'max_bid_quantity', changes: [change] } as const;
    await recordChange(db, line);
    await confirmMaximum(call, params.id);
    await queueSettling(db, params.id, caller.userId);
    afterCommit(parts.settleAuctions);
    return { maxBidQuantity };
  }),

  operation(blacklistAccount, async (call) => {
    const account = await changeStatus(call, 'Blacklisted');
    await onBlacklisted(call.db, call.params.id, call.caller.userId);
    return account;
  }),
  operation(reinstateAccount, (call) => changeStatus(call, 'Active')),
];

const textOf = (quantity: number | null): string => quantity?.toString() ?? '';

/**
 * Blacklists or reinstates an account. The change applies from the next request on, because each request reads the
 * status of the caller's accounts. The members' sockets close. After reconnecting, a member gets only what this member
 * may still see. Bids of a blacklisted account stay valid (docs/rules.md#business-accounts). The account's published
 * sell orders stay too, but its scheduled sell orders are not published.
 */
async function changeStatus(call: Call<typeof blacklistAccount>, status: AccountStatus) {
  const { db, caller, params, body } = call;
  const remark = body.remarkContent.trim();
  refuseFields({ remarkContent: judgeRemark(remark, true) });
  const account = await lockAccount(db, params.id);
  await refuseOvertaken(db, params.id, account.status === status);
  await db.updateTable('account').set({ status }).where('id', '=', params.id).execute();
  const kind = status === 'Active' ? 'reinstated' : 'blacklisted';
  await recordChange(db, { accountId: params.id, userId: caller.userId, kind, remark });
  // The webhooks of a blacklisted company rest, so only the operator gets the event.
  await queueWebhooks(db, `account.${kind}`, [{ accountId: params.id, data: { accountId: params.id } }]);
  const members = await findMembers(db, params.id);
  await mailOwners(db, members, {
    write: (each, { words }) => ({
      subject: words(`accountMail.${kind}.subject`, { company: companyNameOf(each, account) }),
      body: words(`accountMail.${kind}.body`),
    }),
    ending: [remark],
  });
  const userIds = members.map(({ userId }) => userId);
  await reconnectUsers(db, userIds);
  return presentAccountToAdmin(call, await requireAccount(db, params.id));
}
