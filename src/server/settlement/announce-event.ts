import { settlementNoticeKind, type WaitingKind } from '#domain/notice/notice.ts';
import { isFinal, type Actor, type SettlementEvent } from '#domain/settlement/tracks.ts';
import type { Settlement } from '#domain/settlement/take-step.ts';
import type { SettlementRow } from '#server/settlement/locked-settlement.ts';
import { mailEvent } from '#server/settlement/settlement-mails.ts';
import { countUnnamed } from '#server/settlement/naming-due.ts';
import { findTrade, findTradePeople } from '#server/settlement/trade-people.ts';
import { notifyAdmins, settleWaiting, storeNotices } from '#server/notice/store-notices.ts';
import type { Db } from '#server/platform/database/database.ts';

type Announced = {
  readonly event: SettlementEvent;
  readonly actor: Actor;
  /** The user who took the step. Null for the clock. */
  readonly userId: string | null;
  readonly remark: string;
  /** Null sends no emails. */
  readonly publicUrl: string | null;
};

/**
 * Tells the members of both sides about a step or a due date. A side gets no notice about its own step, but both get an
 * email. Administrators get a notice and an email about a dispute and a default, because both wait for their decision.
 */
export async function announceEvent(db: Db, row: SettlementRow, announced: Announced): Promise<void> {
  const { event, actor, userId, remark, publicUrl } = announced;
  const kind = settlementNoticeKind(event);
  const people = await findTradePeople(db, row, kind);
  const readers = people.filter((person) => person.userId !== userId && person.sides.some((side) => side !== actor));
  await storeNotices(
    db,
    kind,
    readers.map((person) => ({ userId: person.userId, auctionId: null, itemId: row.id, event })),
  );
  const waiting = WAITING[event];
  const admins = waiting ? await notifyAdmins(db, waiting, row.id) : [];
  const recipients = people.flatMap(({ email, wantsMail }) => (wantsMail ? [email] : []));
  if (publicUrl === null || (recipients.length === 0 && admins.length === 0)) return;
  const trade = await findTrade(db, row);
  const unnamed = event === 'deliverySoon' || event === 'deliveryLate' ? await countUnnamed(db, row) : 0;
  const page = `settlements/${row.id}`;
  await mailEvent(db, row, trade, { event, recipients, remark, unnamed, page: `${publicUrl}/user/${page}` });
  const toAdmins = { event, recipients: admins, remark, unnamed, page: `${publicUrl}/admin/${page}` };
  await mailEvent(db, row, trade, toAdmins);
}

/** The kinds of notices for administrators, by the step after which they must decide. */
const WAITING: Partial<Record<SettlementEvent, WaitingKind>> = {
  dispute: 'disputeWaits',
  declareDefault: 'defaultWaits',
};

/** Marks the notices of administrators about a dispute or a default as read, as soon as it is over. */
export async function settleAdminNotices(db: Db, row: SettlementRow, after: Settlement): Promise<void> {
  if (row.whole === 'disputed' && after.whole !== 'disputed') await settleWaiting(db, 'disputeWaits', [row.id]);
  const isInDefault = after.payment === 'defaulted' && !isFinal(after.whole);
  if (row.payment === 'defaulted' && !isInDefault) await settleWaiting(db, 'defaultWaits', [row.id]);
}
