import { checkAuction, type AuctionFindings } from './check-auction.ts';
import { createChance } from '#testing/world/chance.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { sql } from 'kysely';
import type { Database, Db } from '#server/platform/database/database.ts';
import { createJournal } from './journal.ts';
import { play } from './play.ts';
import { reportOf, type CrashReport } from './report.ts';
import { embeddedSite, postgresSite, proxiedSite, releasedSite, type Site, type SiteKind } from './site.ts';
import { beginStage, prepareStage, type Stage } from './stage.ts';
import type { Weakness } from './weaken.ts';

export type CrashOptions = {
  readonly database: SiteKind;
  readonly kills: number;
  /** The run continues until this many bids were acknowledged. */
  readonly bids: number;
  readonly bidders: number;
  readonly seed: number;
  readonly weakness?: Weakness | undefined;
  /** The commit of the older of two releases. */
  readonly old?: string | undefined;
  /** File for the journal, as lines of JSON. */
  readonly journal?: string | undefined;
};

/** Servers start in this time. */
const FIRST_START_SECONDS = 4;
/** Auctions are created for a run of this length. Even on a busy machine no run should take as long. */
const secondsFor = ({ kills, bids }: CrashOptions): number => 90 + kills * 6 + bids / 300;

/** Bids under load while everything is killed. Then compares what bidders and readers were told with what is stored. */
export async function runCrash(wish: CrashOptions): Promise<CrashReport> {
  const startedAtMs = performance.now();
  const site = await SITES[wish.database](wish);
  const stage = await makeStage(site, wish);
  const journal = createJournal(wish.journal);
  const fleet = await site.open();
  const played = await play({ site, fleet, stage, journal, seed: wish.seed }, wish);
  await fleet.end();
  const intentsOf = Map.groupBy(journal.intents, ({ auctionId }) => auctionId);
  const [findings, ledger, toldTwice] = await site.withDatabase(async ({ db }) => {
    const found: AuctionFindings[] = [];
    for (const { auctionId } of played.entered) {
      const watched = played.watched.filter((reader) => reader.auctionId === auctionId);
      found.push(await checkAuction(db, auctionId, { intents: intentsOf.get(auctionId) ?? [], watched }));
    }
    return [found, await proveLedger(db), await countToldTwice(db)] as const;
  });
  await site.close();
  const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
  return reportOf({
    ...wish,
    ...played,
    journal,
    findings,
    ledger,
    toldTwice,
    endedAlone: fleet.endedAlone(),
    seconds,
  });
}

const SITES: Record<SiteKind, (wish: CrashOptions) => Promise<Site>> = {
  postgres: ({ weakness }) => postgresSite(weakness),
  proxied: proxiedSite,
  released: ({ old }) => releasedSite(old),
  pglite: embeddedSite,
};

async function makeStage(site: Site, wish: CrashOptions): Promise<Stage> {
  const { bidders, seed } = wish;
  const size = { bidders, seconds: secondsFor(wish) };
  const prepare = (database: Database): Promise<Stage> =>
    site.prepare?.({ ...size, seed }) ?? prepareStage(database, { ...size, chance: createChance(seed) });
  return site.withDatabase(async (database) => {
    const stage = await prepare(database);
    await beginStage(database, stage, FIRST_START_SECONDS);
    return stage;
  });
}

/**
 * Counts mails that were written twice. Only mails with a link to their object are counted, so two equal ones to one
 * user are duplicates.
 */
async function countToldTwice(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from outbox where body like '%http%' group by recipient, subject, body having count(*) > 1
    ) twice`.execute(db);
  return rows[0]?.n ?? 0;
}
