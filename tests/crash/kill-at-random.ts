import { setTimeout as pause } from 'node:timers/promises';
import { CLOSING_PERIOD_MS } from '#domain/auction/status.ts';
import type { Chance } from '#testing/world/chance.ts';
import type { Fleet } from './fleet.ts';
import type { Journal } from './journal.ts';
import type { KillKind, Site } from './site.ts';
import type { Stage } from './stage.ts';

/** One kill. The times are those of `Date.now()`. `overMs` is the time at which everything should work again. */
export type Kill = { readonly kind: KillKind; readonly atMs: number; readonly overMs: number };

/** The shortest and the longest pause between two kills, in ms. */
const PAUSE_MS = [600, 2_500] as const;
/** The probability that the next kill is aimed at the closing of an auction. */
const AT_A_CLOSING = 0.4;
/**
 * The earliest and the latest time of a kill that is aimed at a closing, in ms relative to the auction's end. The
 * closing happens at the first check after the closing period.
 */
const AROUND_CLOSING_MS = [-300, CLOSING_PERIOD_MS + 900] as const;

/** The time in ms without an acknowledged bid that ends the run. */
const BACK_MS_MAX = 60_000;

/**
 * Carries out one kill after the other, at random moments and around closings. With a standby, an equal share of the
 * wished `bids` is acknowledged after each kill.
 */
export async function killAtRandom(
  parts: {
    readonly site: Site;
    readonly fleet: Fleet;
    readonly stage: Stage;
    readonly chance: Chance;
    readonly journal: Journal;
  },
  { kills, bids }: { readonly kills: number; readonly bids: number },
): Promise<readonly Kill[]> {
  const { site, fleet, stage, chance, journal } = parts;
  const killed: Kill[] = [];
  await pause(Math.max(0, (stage.auctions[0]?.startsAtMs ?? 0) - Date.now()));
  const lastStartMs = stage.auctions.at(-1)?.startsAtMs ?? 0;
  // Without further auctions, nobody bids any more. The run then ends with fewer kills, and its report says so.
  for (let i = 0; i < kills && Date.now() < lastStartMs; i += 1) {
    await pause(nextMoment(stage, chance) - Date.now());
    const kind = (site.isInOrder ? site.kinds[i % site.kinds.length] : chance.pick(site.kinds)) ?? 'server';
    const atMs = Date.now();
    await site.strike(kind, fleet, chance);
    killed.push({ kind, atMs, overMs: Date.now() });
    if (site.hasStandby) await nextBids(journal, { kind, count: Math.max(1, bids / kills), lastStartMs });
  }
  return killed;
}

type Waiting = { readonly kind: KillKind; readonly count: number; readonly lastStartMs: number };

/**
 * Waits until `count` more bids are acknowledged. So the times of two strikes do not mix, and readers are back before
 * the next strike.
 *
 * @throws if no bid is acknowledged for a minute
 */
async function nextBids(journal: Journal, { kind, count, lastStartMs }: Waiting): Promise<void> {
  const enough = journal.acknowledged() + count;
  let [last, limitMs] = [-1, 0];
  while (journal.acknowledged() < enough) {
    if (journal.acknowledged() > last) [last, limitMs] = [journal.acknowledged(), Date.now() + BACK_MS_MAX];
    if (Date.now() > lastStartMs) return;
    if (Date.now() > limitMs)
      throw new Error(`no bid was acknowledged for ${BACK_MS_MAX} ms after the strike: ${kind}`);
    await pause(50);
  }
}

function nextMoment(stage: Stage, chance: Chance): number {
  const soon = Date.now() + chance.between(...PAUSE_MS);
  if (!chance.happens(AT_A_CLOSING)) return soon;
  const closing = stage.auctions.find(({ endsAtMs }) => endsAtMs + AROUND_CLOSING_MS[0] > soon);
  return closing ? closing.endsAtMs + chance.between(...AROUND_CLOSING_MS) : soon;
}
