import { appendHeads } from '#server/transparency-log/append-heads.ts';
import type { LogParts } from '#server/transparency-log/log-key.ts';
import { removeOtherWitnesses, runWitnessRound } from '#server/transparency-log/witness-round.ts';
import type { Db } from '#server/platform/database/database.ts';
import { pollEvery } from '#server/platform/runtime/timers.ts';

/** Bids of one second share an entry of their auction. */
const LOOK_EVERY_MS = 1_000;
/** All auctions are looked at when the process starts, and then each time after this many runs. */
const THOROUGH_EVERY = 600;

type LogTimerDeps = Parameters<typeof pollEvery>[0] & { readonly log: LogParts; readonly db: Db };

/**
 * Starts the jobs of the log: appending the heads of auctions, and asking the witnesses. Every process runs them; one at
 * a time appends, and one at a time asks. A slow witness does not delay an entry.
 */
export function startLogTimer({ db, log, timers, failed }: LogTimerDeps): () => void {
  const { key, witnesses } = log;
  let runs = 0;
  const stopAppending = pollEvery({ timers, failed }, LOOK_EVERY_MS, async () => {
    const isThorough = runs % THOROUGH_EVERY === 0;
    if (isThorough) await removeOtherWitnesses(db, witnesses);
    const appended = await appendHeads(db, { key, isThorough, publishes: witnesses.length === 0 });
    // A full batch may have left some auctions, so the next run looks at all of them again.
    if (!isThorough || appended === 0) runs += 1;
  });
  const stopAsking = pollEvery({ timers, failed }, LOOK_EVERY_MS, () => runWitnessRound(db, log));
  return () => {
    stopAppending();
    stopAsking();
  };
}
