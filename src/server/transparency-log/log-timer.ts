import { appendHeads } from '#server/transparency-log/append-heads.ts';
import type { LogParts } from '#server/transparency-log/log-key.ts';
import { removeOtherAuthorities } from '#server/transparency-log/log-rows.ts';
import { removeOtherWitnesses, runWitnessRound } from '#server/transparency-log/witness-round.ts';
import type { Db } from '#server/platform/database/database.ts';
import { pollEvery } from '#server/platform/runtime/timers.ts';

/** Bids of one second share an entry of their auction. */
const LOOK_EVERY_MS = 1_000;
/** All auctions are looked at when the process starts, and then each time after this many runs. */
const THOROUGH_EVERY = 600;

type LogTimerDeps = Parameters<typeof pollEvery>[0] & { readonly log: LogParts; readonly db: Db };

/**
 * Starts the jobs of the log: appending the heads of auctions, and asking the witnesses and the time stamp authorities.
 * Every process runs them; one at a time appends, and one at a time asks. A slow answer does not delay an entry.
 */
export function startLogTimer({ db, log, timers, failed }: LogTimerDeps): () => void {
  const { key, witnesses } = log;
  let runs = 0;
  const stopAppending = pollEvery({ timers, failed }, LOOK_EVERY_MS, async () => {
    const isThorough = runs % THOROUGH_EVERY === 0;
    if (isThorough) await removeOtherWitnesses(db, witnesses);
    if (isThorough) await removeOtherAuthorities(db, log.timestamps.authorities);
    const appended = await appendHeads(db, { key, isThorough, publishes: witnesses.length === 0 });
    // A full batch may have left some auctions, so the next run looks at all of them again.
    if (!isThorough || appended === 0) runs += 1;
  });
  const stopAsking = pollEvery({ timers, failed }, LOOK_EVERY_MS, () => runWitnessRound(db, log));
  const stopStamping = startStamping({ db, log, timers, failed });
  return () => {
    stopAppending();
    stopAsking();
    stopStamping();
  };
}

/** Starts the job of the time stamps, if there is an authority. Only then, its library is loaded. */
function startStamping({ db, log, timers, failed }: LogTimerDeps): () => void {
  if (log.timestamps.authorities.length === 0) return () => undefined;
  return pollEvery({ timers, failed }, LOOK_EVERY_MS, async () => {
    const { runTimestampRound } = await import('#server/transparency-log/timestamp-round.ts');
    await runTimestampRound(db, log, failed);
  });
}
