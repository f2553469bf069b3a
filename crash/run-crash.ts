import { checkAuction, type AuctionFindings } from './check-auction.ts';
import { createChance } from '#testing/chance.ts';
import { proveLedger } from '#server/holding/prove-ledger.ts';
import { createJournal } from './journal.ts';
import { play } from './play.ts';
import { reportOf, type CrashReport } from './report.ts';
import { embeddedSite, postgresSite, proxiedSite, type Site, type SiteKind } from './site.ts';
import { beginStage, prepareStage, type Stage } from './stage.ts';
import type { Weakness } from './weaken.ts';

export type CrashWish = {
  readonly database: SiteKind;
  readonly kills: number;
  /** The run goes on until so many bids were acknowledged. */
  readonly bids: number;
  readonly bidders: number;
  readonly seed: number;
  readonly weakness?: Weakness | undefined;
  /** Where the journal is written, as lines of JSON. */
  readonly journal?: string | undefined;
};

/** Servers start meanwhile. */
const FIRST_START_SECONDS = 4;
/** Auctions are made for a run of this length, which none should reach, on a busy machine either. */
const secondsFor = ({ kills, bids }: CrashWish): number => 90 + kills * 6 + bids / 300;

/** Bids under load while everything is killed, then compares what bidders and readers were told with what is stored. */
export async function runCrash(wish: CrashWish): Promise<CrashReport> {
  const startedAtMs = performance.now();
  const site = await SITES[wish.database](wish.weakness);
  const stage = await makeStage(site, wish);
  const journal = createJournal(wish.journal);
  const fleet = await site.open();
  const played = await play({ site, fleet, stage, journal, seed: wish.seed }, wish);
  await fleet.end();
  const intentsOf = Map.groupBy(journal.intents, ({ auctionId }) => auctionId);
  const [findings, ledger] = await site.withDatabase(async ({ db }) => {
    const found: AuctionFindings[] = [];
    for (const { auctionId } of played.entered) {
      const watched = played.watched.filter((reader) => reader.auctionId === auctionId);
      found.push(await checkAuction(db, auctionId, { intents: intentsOf.get(auctionId) ?? [], watched }));
    }
    return [found, await proveLedger(db)] as const;
  });
  await site.close();
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
  return reportOf({ ...wish, ...played, journal, findings, ledger, endedAlone: fleet.endedAlone(), seconds });
}

const SITES: Record<SiteKind, (weakness: Weakness | undefined) => Promise<Site>> = {
  postgres: postgresSite,
  proxied: proxiedSite,
  pglite: embeddedSite,
};

const makeStage = (site: Site, wish: CrashWish): Promise<Stage> =>
  site.withDatabase(async (database) => {
    const { bidders, seed } = wish;
    const stage = await prepareStage(database, { bidders, seconds: secondsFor(wish), chance: createChance(seed) });
    await beginStage(database, stage, FIRST_START_SECONDS);
    return stage;
  });
