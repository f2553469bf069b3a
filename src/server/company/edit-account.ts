import { blacklistAccount, reinstateAccount, updateAccount, updateMaxBidQuantity } from '#contract/company/company.ts';
import { LANGUAGES } from '#domain/basics/language.ts';
import type { AccountStatus } from '#domain/company/account-status.ts';
import { judgeMaxQuantity } from '#domain/auction/judge-max-quantity.ts';
import { judgeRemark } from '#domain/basics/remark.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { confirmMaximum, queueSettling } from '#server/auction/settling/settle-account.ts';
import { mailOwners } from '#server/company/account-mails.ts';
import {
  findMembers,
  lockAccount,
  presentToAdmin,
  recordChange,
  requireAccount,
} from '#server/company/account-rows.ts';
import { saveCompany, refuseOvertaken } from '#server/company/save-company.ts';
import { companyNameOf } from '#server/platform/database/company-name.ts';
import type { Db } from '#server/platform/database/database.ts';
import { comeBack } from '#server/platform/hub/come-back.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { refuseFields } from '#server/platform/http/refused.ts';

/** Told in the transaction that blacklists a company, so that what follows from it is stored with it or not at all. */
type OnBlacklisted = (db: Db, accountId: string, userId: string) => Promise<void>;

/** What admins change about business accounts; each change is a line of the account's history. */
export const accountEdits = (parts: AuctionParts, onBlacklisted: OnBlacklisted): Operation[] => [
  operation(updateAccount, async (call) => {
    const {
      db,
      caller,
      params,
      body: { version, ...given },
      afterCommit,
    } = call;
    const before = await lockAccount(db, params.id);
    const after = await saveCompany(db, { before, given, version, userId: caller.userId });
    if (LANGUAGES.some((each) => companyNameOf(each, after) !== companyNameOf(each, before))) {
      await queueSettling(db, params.id, caller.userId);
      afterCommit(parts.settleAuctions);
    }
    return presentToAdmin(call, after);
  }),

  operation(updateMaxBidQuantity, async (call) => {
    const {
      db,
      caller,
      params,
      body: { maxBidQuantity },
      afterCommit,
    } = call;
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
 * Nobody acts for a blacklisted account from the next request on: what a caller's accounts may do is read with every
 * request. Its members' sockets close, and come back to what they may still see. Standing bids stay (rules 5),
 * what it offers in the marketplace too; what was to be offered later is not.
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
  const members = await findMembers(db, params.id);
  await mailOwners(db, { company: account, members }, { kind, remark });
  await comeBack(
    db,
    members.map(({ userId }) => userId),
  );
  return presentToAdmin(call, await requireAccount(db, params.id));
}
