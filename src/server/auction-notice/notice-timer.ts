import { queueOutbidAndEndingMails } from '#server/auction-notice/outbid-and-ending-mails.ts';
import { tellTimes } from '#server/auction-notice/tell-times.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Timers } from '#server/platform/runtime/timers.ts';

const LOOK_EVERY_MS = 1_000;

type Parts = {
  readonly db: Db;
  readonly timers: Pick<Timers, 'every'>;
  readonly publicUrl: string;
  readonly failed: (error: unknown) => void;
};

/** Tells what is due by the clock: starts, ends to come, mails. Every process looks; each thing is told by one of them. */
export function startNoticeTimer({ db, timers, publicUrl, failed }: Parts): () => void {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    await tellTimes(db).catch(failed);
    await queueOutbidAndEndingMails(db, publicUrl).catch(failed);
    isLooking = false;
  };
  return timers.every(LOOK_EVERY_MS, () => void look());
}
