import { listMembers, removeMember, updateMember, type AccountMember, type AccountMembers } from '#contract/company.ts';
import { judgeManaging, type ManagingRefusal } from '#domain/access/may.ts';
import { judgeMembers } from '#domain/company/members.ts';
import { announceChange, type AuctionParts } from '#server/auction/parts.ts';
import { handOverSeats } from '#server/bidding/hand-over-seats.ts';
import { findMembers, lockAccount, recordChange, type AccountRow } from '#server/company/account-rows.ts';
import { findOpenInvitations } from '#server/company/invitation-rows.ts';
import { requireMembership } from '#server/company/own-account.ts';
import type { Caller } from '#server/platform/caller.ts';
import type { Db } from '#server/platform/database.ts';
import { comeBack } from '#server/platform/hub/come-back.ts';
import { operation, type Call, type Operation } from '#server/platform/operation.ts';
import { Refused } from '#server/platform/refused.ts';

export const readMembers = async (db: Db, accountId: string): Promise<AccountMembers> => ({
  members: await findMembers(db, accountId),
  invitations: await findOpenInvitations(db, accountId),
});

type Managed = {
  readonly account: AccountRow;
  readonly members: readonly AccountMember[];
  /** Why the caller may not change who belongs to the company. */
  readonly refusal: ManagingRefusal | undefined;
};

/**
 * Locks the account, so that whoever changes its members takes turns, and judges the caller by what it is then: of two
 * owners who remove each other the second one is a stranger when its turn comes.
 */
async function lockMembers(db: Db, caller: Caller, accountId: string): Promise<Managed> {
  requireMembership(caller, accountId);
  const account = await lockAccount(db, accountId);
  const members = await findMembers(db, accountId);
  const own = members.find(({ userId }) => userId === caller.userId);
  if (!own) throw new Refused('not_found');
  return { account, members, refusal: judgeManaging({ status: account.status, role: own.role }) };
}

/** The same for what only an owner does. */
export async function manageMembers(db: Db, caller: Caller, accountId: string): Promise<Managed> {
  const managed = await lockMembers(db, caller, accountId);
  if (managed.refusal) throw new Refused(managed.refusal);
  return managed;
}

function requireMember(members: readonly AccountMember[], userId: string): AccountMember {
  const member = members.find((one) => one.userId === userId);
  if (!member) throw new Refused('not_found');
  return member;
}

function refuseWithoutOwner(after: readonly AccountMember[]): void {
  const refusal = judgeMembers(after);
  if (refusal) throw new Refused(refusal);
}

async function remove(parts: AuctionParts, { db, caller, params, afterCommit }: Call<typeof removeMember>) {
  const { members, refusal } = await lockMembers(db, caller, params.id);
  // Anybody may leave, a viewer too, and also a company that was blacklisted.
  if (refusal && params.userId !== caller.userId) throw new Refused(refusal);
  const { username, role } = requireMember(members, params.userId);
  const staying = members.filter(({ userId }) => userId !== params.userId);
  refuseWithoutOwner(staying);
  const heir = staying.find(({ userId }) => userId === caller.userId) ?? staying.find((one) => one.role === 'owner');
  const leaving = { accountId: params.id, from: params.userId, to: heir?.userId ?? caller.userId };
  for (const auctionId of await handOverSeats(db, leaving)) afterCommit(announceChange(parts, auctionId));
  await db
    .deleteFrom('account_member')
    .where('account_id', '=', params.id)
    .where('user_id', '=', params.userId)
    .execute();
  const changes = [{ field: username, before: role, after: '' }];
  await recordChange(db, { accountId: params.id, userId: caller.userId, kind: 'member_removed', changes });
  await comeBack(db, [params.userId]);
  return {};
}

/** Who belongs to a company. A removed member is out from its next request on, and its sockets close at once. */
export const memberOperations = (parts: AuctionParts): Operation[] => [
  operation(listMembers, async ({ db, caller, params }) => {
    const { id } = requireMembership(caller, params.id);
    return readMembers(db, id);
  }),

  operation(updateMember, async ({ db, caller, params, body }) => {
    const { members } = await manageMembers(db, caller, params.id);
    const { username, role } = requireMember(members, params.userId);
    if (role === body.role) return readMembers(db, params.id);
    refuseWithoutOwner(members.map((one) => (one.userId === params.userId ? { ...one, role: body.role } : one)));
    await db
      .updateTable('account_member')
      .set({ role: body.role })
      .where('account_id', '=', params.id)
      .where('user_id', '=', params.userId)
      .execute();
    const changes = [{ field: username, before: role, after: body.role }];
    await recordChange(db, { accountId: params.id, userId: caller.userId, kind: 'member_changed', changes });
    return readMembers(db, params.id);
  }),

  operation(removeMember, (call) => remove(parts, call)),
];
