import { conductLineOf } from '#domain/auction/conduct.ts';
import { endAfterOutage, type OutageRule } from '#domain/auction/outage.ts';
import type { AuctionId } from '#domain/basics/ids.ts';
import { auctionsEndingAround } from '#server/auction/due-auctions.ts';
import { participantsOf, type Participant } from '#server/auction/participants.ts';
import { queueControlWebhooks } from '#server/auction/auction-webhooks.ts';
import { lastServedMs } from '#server/room/store/history-facts.ts';
import { queueAuctionMails } from '#server/auction/auction-mails.ts';
import type { Db } from '#server/platform/database/database.ts';
import { recordExtension, type DetectedOutage, startHeartbeat } from '#server/platform/runtime/heartbeat.ts';
import { addConduct } from '#server/room/judging/add-line.ts';

import type { ProcessMetrics } from '#server/platform/runtime/process-metrics.ts';
import { roomOfBids } from '#server/room/room-state.ts';
import { roomRows } from '#server/room/store/sql-room-store.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { StandbyWatch } from '#server/platform/database/standby.ts';
import { nodeTimers } from '#server/platform/runtime/timers.ts';
import type { WriteMail } from '#server/platform/mail/queue-mails.ts';

type Outage = { readonly absence: DetectedOutage; readonly publicUrl: string };

/**
 * Extends every auction that lost time to an outage in its last minutes. Each extension is a line of the auction's
 * history and has its own transaction. Participants are informed by email, because they may have left the room. An
 * outage extends an auction only once, even if several processes call this function (decision 47).
 */
export async function extendAfterOutage(db: Db, rule: OutageRule, outage: Outage): Promise<void> {
  for (const id of await auctionsEndingAround(db, outage.absence, rule.lastMinutes))
    await db.transaction().execute((transaction) => extendOne(transaction, id, rule, outage));
}

async function extendOne(db: Db, id: AuctionId, rule: OutageRule, { absence, publicUrl }: Outage): Promise<void> {
  const rows = roomRows(db);
  const locked = await rows.lock(id);
  // Check again under the lock, because an administrator may have acted meanwhile.
  if (!locked || locked.times.closedAtMs !== null || locked.times.pausedAtMs !== null) return;
  const untilMs = endAfterOutage(rule, { ...locked.times, lastBidAtMs: await lastServedMs(db, id) }, absence);
  const settings = await rows.settings(id);
  if (!settings || untilMs === undefined) return;
  const state = roomOfBids(settings, locked, []);
  const by = { by: 'system', reason: 'outage', userId: null } as const;
  const extension = addConduct(state, { kind: 'extended', atMs: absence.toMs, untilMs, ...by });
  await rows.write([extension], []);
  const control = conductLineOf(extension.line);
  if (control) await queueControlWebhooks(db, id, control);
  await mailExtension(db, id, { until: new Date(untilMs), publicUrl });
  await recordExtension(db, absence, id);
}

async function mailExtension(
  db: Db,
  auctionId: AuctionId,
  { until, publicUrl }: { until: Date; publicUrl: string },
): Promise<void> {
  const people = await participantsOf(db, auctionId);
  const ending = [`${publicUrl}/auction/${auctionId}/detail`];
  const write =
    ({ title }: Participant): WriteMail =>
    (_, { words, time }) => ({
      subject: words('mail.outageSubject', { title }),
      body: words('mail.outageBody', { title, time: time(until) }),
    });
  const mails = people.map((one) => ({ auctionId, recipient: one.email, write: write(one), ending }));
  await queueAuctionMails(db, mails);
}

type ServiceSurroundings = {
  readonly publicUrl: string;
  readonly standby: StandbyWatch;
  readonly figures: () => ProcessMetrics;
  readonly failed: (error: unknown) => void;
};

/**
 * Starts the heartbeat that detects outages, and extends the auctions that an outage hit in their last minutes
 * (decision 47).
 */
export const startServiceHeartbeat = (
  db: Db,
  { outageRule }: Pick<Config, 'outageRule'>,
  { publicUrl, ...surroundings }: ServiceSurroundings,
) =>
  startHeartbeat({
    db,
    timers: nodeTimers,
    outageMinMs: (outageRule?.secondsMin ?? NOTICED_SECONDS) * 1_000,
    onOutage: async (absence) => {
      if (outageRule) await extendAfterOutage(db, outageRule, { absence, publicUrl });
    },
    ...surroundings,
  });

const NOTICED_SECONDS = 15;
