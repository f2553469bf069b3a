import { checkAuction, type AuctionFindings } from './check-auction.ts';
import { createChance } from '#testing/world/chance.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { sql } from 'kysely';
import type { Database, Db } from '#server/platform/database/database.ts';
import { failoverSite, type FailoverKind } from './failover-site.ts';
import { createJournal } from './journal.ts';
import { patroniSite } from './patroni-site.ts';
import { play } from './play.ts';
import { reportOf, type CrashReport } from './report.ts';
import { embeddedSite, postgresSite, proxiedSite, releasedSite, type Site, type SiteKind } from './site.ts';
import { beginStage, prepareStage, type Stage } from './stage.ts';
import { failoverWeakness, processWeakness, type Weakness } from './weaken.ts';

export type CrashOptions = {
  readonly database: SiteKind;
  readonly kills: number;
  /** The run continues until this many bids were acknowledged. */
  readonly bids: number;
  readonly bidders: number;
  readonly seed: number;
  readonly weakness?: Weakness | undefined;
  /** With a standby: the strikes, in this order, in place of random ones. */
  readonly strikes?: readonly FailoverKind[] | undefined;
  /** The commit of the older of two releases. */
  readonly old?: string | undefined;
  /** File for the journal, as lines of JSON. */
  readonly journal?: string | undefined;
};

/** The number of seconds until the first auction starts. The servers start meanwhile. */
const FIRST_START_SECONDS = 4;
/** The most seconds that one kill takes on a busy machine. */
const KILL_SECONDS: Partial<Record<SiteKind, number>> = { failover: 40, patroni: 90 };
/**
 * Returns the length, in seconds, of the period in which auctions start. Even on a busy machine, a run should take less
 * time than this period.
 */
const secondsFor = ({ database, kills, bids }: CrashOptions): number =>
  90 + kills * (KILL_SECONDS[database] ?? 6) + bids / 100;

/**
 * Runs bidders under load while processes are killed. Then compares everything that people got with the stored data.
 */
export async function runCrash(wish: CrashOptions): Promise<CrashReport> {
  const startedAtMs = performance.now();
  const site = await SITES[wish.database](wish);
  const stage = await makeStage(site, wish);
  const journal = createJournal(wish.journal);
  const fleet = await site.open();
  const played = await play({ site, fleet, stage, journal, seed: wish.seed }, wish).catch(async (error: unknown) => {
    await fleet.end();
    await site.close();
    throw error;
  });
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
    hasStandby: site.hasStandby,
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
  postgres: ({ weakness }) => postgresSite(processWeakness(weakness)),
  proxied: proxiedSite,
  released: ({ old }) => releasedSite(old),
  pglite: embeddedSite,
  patroni: patroniSite,
  failover: ({ weakness, strikes }) => failoverSite({ weakness: failoverWeakness(weakness), strikes }),
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
 * Counts emails that were written twice. Only emails with a link to their object are counted, because two equal emails
 * of that kind to one user are certainly duplicates.
 */
async function countToldTwice(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from outbox where body like '%http%' group by recipient, subject, body having count(*) > 1
    ) twice`.execute(db);
  return rows[0]?.n ?? 0;
}
