import { sql } from 'kysely';
import { endAfterOutage, type OutageRule } from '#domain/auction/outage.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { addConduct } from '#server/bidding/add-conduct.ts';
import { loadRoom } from '#server/bidding/load-room.ts';
import { roomRows } from '#server/bidding/sql-room-store.ts';
import type { Db } from '#server/platform/database.ts';
import { inAllLanguages } from '#server/platform/in-all-languages.ts';
import { queueMessages } from '#server/platform/outbox.ts';
import type { Absence } from '#server/platform/sign-of-life.ts';
import { wordsIn } from '#server/platform/words.ts';

/**
 * Moves the end of every auction that nobody could bid in during its last minutes, by a line of its history, and tells
 * whoever takes part by mail: they may have gone away meanwhile. Within the caller's transaction, for each absence once
 * (decision 47). Gives the auctions.
 */
export async function extendAfterOutage(
  db: Db,
  rule: OutageRule,
  { absence, publicUrl }: { readonly absence: Absence; readonly publicUrl: string },
): Promise<AuctionId[]> {
  const { rows: auctions } = await sql<{ id: AuctionId }>`
    select id from auction
    where closed_at is null and annulled_at is null and paused_at is null
      and start_time < ${new Date(absence.toMs)} and auction_end_time > ${new Date(absence.fromMs)}
      and auction_end_time < ${new Date(absence.toMs)}::timestamptz + ${rule.lastMinutes} * interval '1 minute'
    order by id`.execute(db);
  const extended: AuctionId[] = [];
  for (const { id } of auctions) if (await extendOne(db, rule, { id, absence, publicUrl })) extended.push(id);
  return extended;
}

type One = { readonly id: AuctionId; readonly absence: Absence; readonly publicUrl: string };

async function extendOne(db: Db, rule: OutageRule, { id, absence, publicUrl }: One): Promise<boolean> {
  const rows = roomRows(db);
  const locked = await rows.lock(id);
  // Locked only now: an administrator may have been faster.
  if (!locked || locked.times.closedAtMs !== null || locked.times.pausedAtMs !== null) return false;
  const state = await loadRoom(rows, id);
  const untilMs = state && endAfterOutage(rule, { ...state.times, lastBidAtMs: state.lastBidAtMs }, absence);
  if (!state || untilMs === undefined) return false;
  const by = { by: 'system', reason: 'outage', userId: null } as const;
  await rows.write([addConduct(state, { kind: 'extended', atMs: absence.toMs, untilMs, ...by })], []);
  await mailExtension(db, id, { until: new Date(untilMs), publicUrl });
  return true;
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
  const time = `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  await queueMessages(
    db,
    rows.map(({ title, email }) => ({
      channel: 'email' as const,
      recipient: email,
      ...inAllLanguages((language) => {
        const words = wordsIn(language);
        const body = `${words('mail.outageBody', { title, time })}\n${publicUrl}/auction/${auctionId}/detail`;
        return { subject: words('mail.outageSubject', { title }), body };
      }),
    })),
  );
}
