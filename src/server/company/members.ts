import { sql } from 'kysely';
import {
  listMembers,
  removeMember,
  updateMember,
  type AccountMember,
  type AccountMembers,
  type AuctionWithoutBidder,
  type Invitation,
} from '#contract/company/company.ts';
import { judgeManaging, type ManagingRefusal } from '#domain/access/may.ts';
import { judgeMembers } from '#domain/company/members.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { queueRelated, queueSettling, findAuctionsWithoutBidder } from '#server/auction/settling/settle-account.ts';
import { findMembers, lockAccount, recordChange, type AccountRow } from '#server/company/account-rows.ts';
import { endPowers } from '#server/company/end-powers.ts';
import { requireMembership } from '#server/company/own-account.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { operation, type Call, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { requireSession } from '#server/platform/http/require-session.ts';
import { reconnectUsers } from '#server/platform/hub/reconnect.ts';

async function findOpenInvitations(db: Db, accountId: string): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select i.id, i.email, i.role, u.username as "invitedBy", ${isoTime('i.expires_at')} as "expiresAt"
    from account_invitation i join app_user u on u.id = i.invited_by
    where i.account_id = ${accountId} and accepted_at is null and revoked_at is null and i.expires_at > now()
    order by i.created_at, i.id`.execute(db);
  return rows;
}

/** Returns the members of an account and its open invitations. */
export const readMembers = async (db: Db, accountId: string): Promise<AccountMembers> => ({
  members: await findMembers(db, accountId),
  invitations: await findOpenInvitations(db, accountId),
});

type Managed = {
  readonly account: AccountRow;
  readonly members: readonly AccountMember[];
  /** The reason why the caller may not change the members. Undefined if the caller may. */
  readonly refusal: ManagingRefusal | undefined;
};

/**
 * Locks the account, so that changes to its members run one after the other. Then reads the caller's role: if two
 * owners remove each other, the second one is no longer a member and is refused.
 */
async function lockMembers(db: Db, caller: Caller, accountId: string): Promise<Managed> {
  requireMembership(caller, accountId);
  const account = await lockAccount(db, accountId);
  const members = await findMembers(db, accountId);
  const own = members.find(({ userId }) => userId === caller.userId);
  if (!own) throw new Refused('not_found');
  return { account, members, refusal: judgeManaging({ status: account.status, role: own.role }) };
}

/**
 * Like `lockMembers`, for calls that only an owner may make. A call may have waited for the lock while a new password
 * ended its session. Such a call is refused, because the keys and invitations that it creates would outlast the
 * session.
 */
export async function manageMembers(db: Db, caller: Caller, accountId: string): Promise<Managed> {
  const managed = await lockMembers(db, caller, accountId);
  await requireSession(db, caller);
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

type Change = {
  readonly account: AccountRow;
  readonly before: AccountMember;
  /** The members after the change. */
  readonly after: readonly AccountMember[];
};

/**
 * Applies the consequences when a member is removed, leaves or gets another role (decision 58). The member's sockets
 * close. After reconnecting, the member gets only what the member may still read. If the member may no longer bid, a
 * colleague takes over the member's seats. If the member was an owner and is no longer one, calls `endPowers`. Returns
 * the auctions in which no colleague can take the seat.
 */
async function settleMember(
  parts: AuctionParts,
  { db, caller, afterCommit }: Pick<Call, 'db' | 'caller' | 'afterCommit'>,
  { account, before, after }: Change,
): Promise<AuctionWithoutBidder[]> {
  const { userId } = before;
  const role = after.find((one) => one.userId === userId)?.role;
  await reconnectUsers(db, [userId]);
  if (before.role === 'owner' && role !== 'owner')
    await endPowers(db, { account, person: before, staying: after, callerId: caller.userId });
  if (role === 'owner' || role === 'trader') return [];
  // Each seat is handed over right after this transaction, in a short transaction per auction (decision 60).
  await queueSettling(db, account.id, caller.userId);
  afterCommit(parts.settleAuctions);
  return findAuctionsWithoutBidder(db, account.id);
}

async function remove(parts: AuctionParts, call: Call<typeof removeMember>) {
  const { db, caller, params } = call;
  const { account, members, refusal } = await lockMembers(db, caller, params.id);
  // Any member may leave: viewers too, and also in a blacklisted company.
  if (refusal && params.userId !== caller.userId) throw new Refused(refusal);
  const before = requireMember(members, params.userId);
  const after = members.filter(({ userId }) => userId !== params.userId);
  refuseWithoutOwner(after);
  const { id: accountId, userId } = params;
  await sql`delete from account_member where account_id = ${accountId} and user_id = ${userId}`.execute(db);
  await queueRelated(db, { accountId, userId });
  const changes = [{ field: before.username, before: before.role, after: '' }];
  await recordChange(db, { accountId, userId: caller.userId, kind: 'member_removed', changes });
  return { auctionsWithoutBidder: await settleMember(parts, call, { account, before, after }) };
}

async function update(parts: AuctionParts, call: Call<typeof updateMember>) {
  const { db, caller, params, body } = call;
  const { account, members } = await manageMembers(db, caller, params.id);
  const before = requireMember(members, params.userId);
  if (before.role === body.role) return { ...(await readMembers(db, params.id)), auctionsWithoutBidder: [] };
  const after = members.map((one) => (one.userId === params.userId ? { ...one, role: body.role } : one));
  refuseWithoutOwner(after);
  await db
    .updateTable('account_member')
    .set({ role: body.role })
    .where('account_id', '=', params.id)
    .where('user_id', '=', params.userId)
    .execute();
  const changes = [{ field: before.username, before: before.role, after: body.role }];
  await recordChange(db, { accountId: params.id, userId: caller.userId, kind: 'member_changed', changes });
  const auctionsWithoutBidder = await settleMember(parts, call, { account, before, after });
  return { ...(await readMembers(db, params.id)), auctionsWithoutBidder };
}

/**
 * Operations about a company's members. A removed member has no access from the next request on, and the member's
 * sockets close immediately.
 */
export const memberOperations = (parts: AuctionParts): Operation[] => [
  operation(listMembers, async ({ db, caller, params }) => {
    const { id } = requireMembership(caller, params.id);
    return readMembers(db, id);
  }),

  operation(updateMember, (call) => update(parts, call)),

  operation(removeMember, (call) => remove(parts, call)),
];
