import { sql } from 'kysely';
import { mailPublished } from '#server/marketplace/marketplace-mails.ts';
import { announceSellOrder } from '#server/marketplace/marketplace-parts.ts';
import { lockSellOrder, requireSellOrder } from '#server/marketplace/sell-order-rows.ts';
import { settleSellOrderListing } from '#server/marketplace/settle-listing.ts';
import type { Db } from '#server/platform/database/database.ts';
import { pollEvery } from '#server/platform/runtime/timers.ts';

const LOOK_EVERY_MS = 1_000;
/** The maximum number of sell orders in one run. The next run handles the others. */
const AT_ONCE_MAX = 50;

type MarketplaceTimerDeps = Parameters<typeof pollEvery>[0] & {
  readonly publicUrl: string;
  readonly config: { readonly FLAG_MARKETPLACE: boolean };
  readonly db: Db;
};

/**
 * Starts the timer for publications and ends of sell orders, and returns a function that stops it. The status of a sell
 * order follows from the time and is not stored. The timer notifies open pages and listed buyers, and returns unsold
 * RECs at the end. Every process runs the timer, but each task is done once.
 */
export const startMarketplaceTimer = ({ db, timers, publicUrl, config, failed }: MarketplaceTimerDeps): (() => void) =>
  pollEvery({ timers, failed }, LOOK_EVERY_MS, async () => {
    // While the marketplace is switched off, sends no emails about it (docs/rules.md#configuration).
    if (config.FLAG_MARKETPLACE) await tellPublished(db, publicUrl).catch(failed);
    await settleEnded({ db, failed });
  });

const IS_ENDED = sql`end_settled_at is null and publish_at is not null and end_at <= clock_timestamp()`;
const DUE = sql`cancelled_at is null order by id limit ${AT_ONCE_MAX} for update skip locked`;

/** Announces sell orders that were published since the last run, immediately or at a scheduled time. */
const tellPublished = (db: Db, publicUrl: string): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      update sell_order set publish_told_at = clock_timestamp()
      where id in (
        select id from sell_order where publish_told_at is null and publish_at <= clock_timestamp() and ${DUE})
      returning id`.execute(transaction);
    for (const { id } of rows) {
      await mailPublished({ publicUrl }, transaction, await requireSellOrder(transaction, id));
      await announceSellOrder(transaction, id);
    }
  });

/**
 * Returns the unsold RECs of ended sell orders to their sellers, except RECs in pending buy orders. If one sell order
 * fails, the others are still handled.
 */
async function settleEnded({ db, failed }: Pick<MarketplaceTimerDeps, 'db' | 'failed'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from sell_order where ${IS_ENDED} and cancelled_at is null order by id limit ${AT_ONCE_MAX}`.execute(db);
  for (const { id } of rows) await settleEnd(db, id).catch(failed);
}

const settleEnd = (db: Db, id: string): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql`
      update sell_order set end_settled_at = clock_timestamp()
      where id in (select id from sell_order where id = ${id} and ${IS_ENDED} and ${DUE}) returning id`.execute(
      transaction,
    );
    if (rows.length === 0) return;
    await settleSellOrderListing(transaction, await lockSellOrder(transaction, id));
    await announceSellOrder(transaction, id);
  });
