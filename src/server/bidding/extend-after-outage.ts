import { sql } from 'kysely';
import { endAfterOutage, type OutageRule } from '#domain/auction/outage.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { PLACING } from '#domain/bidding/history.ts';
import { queueAuctionMails } from '#server/auction/auction-mails.ts';
import type { Db } from '#server/platform/database/database.ts';
import { noteExtended, type Absence } from '#server/platform/runtime/sign-of-life.ts';
import { addConduct } from '#server/room/judging/add-conduct.ts';
import { roomOfBids } from '#server/room/room-state.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';

type Outage = { readonly absence: Absence; readonly publicUrl: string };

/**
 * Moves the end of every auction that nobody could bid in during its last minutes, by a line of its history, and tells
 * whoever takes part by mail: they may have gone away meanwhile. Each auction in a transaction of its own, for each absence
 * once, whoever else does the same (decision 47).
 */
export async function extendAfterOutage(db: Db, rule: OutageRule, outage: Outage): Promise<void> {
  const { fromMs, toMs } = outage.absence;
  const { rows: auctions } = await sql<{ id: AuctionId }>`
    select id from auction
    where closed_at is null and annulled_at is null and paused_at is null
      and start_time < ${new Date(toMs)} and auction_end_time > ${new Date(fromMs)}
      and auction_end_time < ${new Date(toMs)}::timestamptz + ${rule.lastMinutes} * interval '1 minute'
    order by id`.execute(db);
  for (const { id } of auctions)
    await db.transaction().execute((transaction) => extendOne(transaction, id, rule, outage));
}

async function extendOne(db: Db, id: AuctionId, rule: OutageRule, { absence, publicUrl }: Outage): Promise<void> {
  const rows = roomRows(db);
  const locked = await rows.lock(id);
  // Locked only now: an administrator may have been faster.
  if (!locked || locked.times.closedAtMs !== null || locked.times.pausedAtMs !== null) return;
  const untilMs = endAfterOutage(rule, { ...locked.times, lastBidAtMs: await lastServedMs(db, id) }, absence);
  const settings = await rows.settings(id);
  if (!settings || untilMs === undefined) return;
  const state = roomOfBids(settings, locked, []);
  const by = { by: 'system', reason: 'outage', userId: null } as const;
  await rows.write([addConduct(state, { kind: 'extended', atMs: absence.toMs, untilMs, ...by })], []);
  await mailExtension(db, id, { until: new Date(untilMs), publicUrl });
  await noteExtended(db, absence, id);
}

/** The auction's last bid, or the end of the last outage that extended it: what was lost before is made good. 0 for none. */
async function lastServedMs(db: Db, auctionId: AuctionId): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    select at from bid_history
    where auction_id = ${auctionId}
      and (kind = any(${[...PLACING]}::text[]) or (kind = 'extended' and by = 'system' and reason = 'outage'))
    order by seq desc limit 1`.execute(db);
  return rows[0]?.at.getTime() ?? 0;
}

async function mailExtension(
  db: Db,
  auctionId: AuctionId,
  { until, publicUrl }: { until: Date; publicUrl: string },
): Promise<void> {
  const { rows } = await sql<{ title: string; email: string }>`
    select a.title, u.email from auction a
    join app_user u on u.id in (select user_id from bidder where auction_id = a.id)
                    or u.id in (select user_id from account_member where account_id = a.owner_account_id)
    where a.id = ${auctionId} and u.email <> '' order by u.email`.execute(db);
  await queueAuctionMails(
    db,
    rows.map(({ title, email }) => ({
      auctionId,
      recipient: email,
      write: (_, { words, time }) => ({
        subject: words('mail.outageSubject', { title }),
        body: words('mail.outageBody', { title, time: time(until) }),
      }),
      ending: [`${publicUrl}/auction/${auctionId}/detail`],
    })),
  );
}
