import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Receipt, SignedHead } from '#domain/record/receipt.ts';
import en from '#phrases/en.json' with { type: 'json' };
import type { TestAuction } from '#testing/builders/records.ts';
import { replaceKey, REWRITES, rewriteHistory, rewriteLog } from './operator.ts';
import { openPage, type WatchingPage } from './page.ts';
import {
  bidderIdOf,
  endAuctions,
  openAuction,
  openStage,
  raiseBid,
  startWitness,
  verifyRecord,
  WAIT,
  waitForLog,
  type Stage,
} from './stage.ts';

/** The checks of a bidder: its receipts, its page, the public log, and a witness of the log. */
type Check = 'receipts' | 'page' | 'log';
const CHECKS: readonly Check[] = ['receipts', 'page', 'log'];

const AT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
const OTHER_IN_LOG = /^Entries were changed, removed or moved: entry \d+ of this auction, of \S+, is in the public log/;
const CHANGED = en.historyProof.changed;

/** The cheats, and what each check says. The checks find each other's gaps: not every check finds every cheat. */
const CHEATS: Record<string, Partial<Record<Check, string | RegExp>>> = {
  'drops an acknowledged bid': {
    receipts: en.receiptProof.replaced.replace('{seq}', '7'),
    page: en.historyProof.removed,
    log: OTHER_IN_LOG,
  },
  'swaps two bids': {
    receipts: new RegExp(`The record has this entry as number 9 at ${AT}, not as number 7: entries changed places`),
    page: CHANGED,
    log: OTHER_IN_LOG,
  },
  'edits a price': {
    receipts: en.receiptProof.edited.replace('{price} × {quantity}', '41.00 × 10'),
    page: CHANGED,
    log: OTHER_IN_LOG,
  },
  'backdates a line': {
    receipts: new RegExp(`as number 8 at ${AT}, not as number 7: entries changed places, or one before it was added`),
    page: CHANGED,
    log: OTHER_IN_LOG,
  },
  'shows two bidders different histories': {
    receipts: en.receiptProof.replaced.replace('{seq}', '7'),
    page: new RegExp(`This browser saw the first 7 entries, signed at ${AT}. The record has others in their place`),
    log: OTHER_IN_LOG,
  },
};
const SPLIT = 'shows two bidders different histories';
const HONEST = 'cheats nobody';

/** Everything that a bidder has of an auction: the receipts, the page, and the head that the page saw before the cheat. */
type Evidence = {
  readonly auction: TestAuction;
  readonly receipts: readonly Receipt[];
  readonly seen: SignedHead | undefined;
  readonly pages: readonly WatchingPage[];
};

let stage: Stage;
const evidence = new Map<string, Evidence>();
const of = (cheat: string): Evidence => evidence.get(cheat) ?? expect.unreachable(cheat);

/** Bids in an auction, and returns what the victim keeps. Its page watches. */
async function watchBids(cheat: string): Promise<Evidence> {
  const auction = await openAuction(stage);
  const page = await openPage(stage.server(), stage.bidders.victim, auction.auctionId);
  const receipts = [await raiseBid(stage, auction, 'victim', 42)];
  // The operator shows its own history to each of the two bidders, so the third one bids in the other history.
  if (cheat !== SPLIT) {
    await raiseBid(stage, auction, 'third', 43);
    await raiseBid(stage, auction, 'friend', 42);
  }
  const seq = cheat === SPLIT ? 7 : 9;
  await vi.waitUntil(() => page.seen()?.seq === seq, WAIT);
  page.close();
  return { auction, receipts, seen: page.seen(), pages: [page] };
}

async function rewrite(name: string, { auction }: Evidence): Promise<void> {
  const bids = { victim: bidderIdOf(auction, 'victim'), friend: bidderIdOf(auction, 'friend') };
  const rewrites: Partial<Record<string, (typeof REWRITES)[keyof typeof REWRITES]>> = {
    ...REWRITES,
    [SPLIT]: REWRITES['drops an acknowledged bid'],
  };
  const change = rewrites[name];
  if (change) await rewriteHistory(stage.db, auction.auctionId, (rows) => change(rows, bids));
}

/** After the cheat, the auction continues. The victim's page comes back, except where the operator shows two histories. */
async function continueBids(name: string, before: Evidence): Promise<Evidence> {
  const { auctionId } = before.auction;
  const who = name === SPLIT ? stage.bidders.third : stage.bidders.victim;
  const page = await openPage(stage.server(), who, auctionId, name === SPLIT ? undefined : before.seen);
  await raiseBid(stage, before.auction, 'third', 44);
  await raiseBid(stage, before.auction, 'friend', 45);
  await vi.waitUntil(() => page.found().length > 0 || (page.seen()?.seq ?? 0) >= 8, WAIT);
  page.close();
  return { ...before, pages: [...before.pages, page] };
}

let witness: Awaited<ReturnType<typeof startWitness>>;

beforeAll(async () => {
  stage = await openStage();
  for (const name of [...Object.keys(CHEATS), HONEST]) evidence.set(name, await watchBids(name));
  await waitForLog(stage);
  witness = await startWitness(stage, 'first');
  expect(await witness()).toMatchObject({ found: 'signed' });
  for (const [name, before] of evidence) await rewrite(name, before);
  await stage.restart();
  for (const [name, before] of evidence) evidence.set(name, await continueBids(name, before));
  await endAuctions(
    stage,
    [...evidence.values()].map(({ auction }) => auction),
  );
  await waitForLog(stage);
}, 300_000);
afterAll(() => stage.close());

/** Runs the checks of a bidder. Returns what each of them says against the operator. */
async function findings(name: string, checks: readonly Check[]): Promise<Partial<Record<Check, string>>> {
  const { auction, receipts, seen, pages } = of(name);
  const found: Partial<Record<Check, string>> = {};
  const record = await verifyRecord(stage, auction);
  expect(record).toEqual({ code: 0, isValid: true, said: '' });
  const run = {
    receipts: () => verifyRecord(stage, auction, { files: { receipts } }),
    page: () => verifyRecord(stage, auction, { files: { receipts: [], seen } }),
    log: () => verifyRecord(stage, auction, { hasLog: true }),
  };
  for (const check of checks) {
    const { code, isValid, said } = await run[check]();
    expect(isValid).toBe(true);
    if (code === 1) found[check] = said;
    const [shown] = check === 'page' ? pages.flatMap((page) => page.found()) : [];
    if (shown) found.page = en.historyProof[shown as keyof typeof en.historyProof];
  }
  return found;
}

const matching = (expected: Partial<Record<Check, string | RegExp>>) =>
  Object.fromEntries(
    Object.entries(expected).map(([check, words]) => [
      check,
      words instanceof RegExp ? expect.stringMatching(words) : expect.stringContaining(words),
    ]),
  );

describe('with its receipts, its page and the public log, a bidder', () => {
  test.each(Object.entries(CHEATS))('finds an operator who %s', async (name, expected) => {
    expect(await findings(name, CHECKS)).toEqual(matching(expected));
  });
  test('finds nothing against an honest operator', async () => {
    expect(await findings(HONEST, CHECKS)).toEqual({});
  });
});

describe('without these checks, a bidder', () => {
  test.each(Object.keys(CHEATS))('does not find an operator who %s', async (name) => {
    expect(await findings(name, [])).toEqual({});
  });
});

test('a witness finds an operator who rewrites the public log so that it fits', async () => {
  expect(await witness()).toMatchObject({ found: 'signed' });
  await rewriteLog(stage.db);
  await waitForLog(stage);
  for (const name of Object.keys(CHEATS)) expect(await findings(name, ['log'])).toEqual({});
  expect(await witness()).toMatchObject({
    found: 'contradiction',
    what: expect.stringMatching(/^entries were removed/),
  });
});

describe('an operator who replaces its key', () => {
  let before: Evidence;
  let found: Partial<Record<Check, string>>;
  beforeAll(async () => {
    before = await watchBids('replaces the key');
    await waitForLog(stage);
    witness = await startWitness(stage, 'second');
    expect(await witness()).toMatchObject({ found: 'signed' });
    await replaceKey(stage.db);
    await stage.restart();
    const after = await continueBids('replaces the key', before);
    await endAuctions(stage, [before.auction]);
    await waitForLog(stage);
    evidence.set('replaces the key', after);
    found = await findings('replaces the key', CHECKS);
  }, 300_000);

  test('is found by receipts and by a page that watched', () => {
    expect(found).toEqual(
      matching({ receipts: `Receipts refused: ${en.receiptFault.otherKey}`, page: en.historyProof.otherKey }),
    );
  });
  test('is found by a witness', async () => {
    const what = expect.stringContaining('the log is not signed with the key that it had before, log.example+');
    expect(await witness()).toMatchObject({ found: 'contradiction', what });
  });
  test('is not found by a record alone, nor by a witness that started afterward', async () => {
    expect(await findings('replaces the key', [])).toEqual({});
    expect(await (await startWitness(stage, 'third'))()).toMatchObject({ found: 'signed' });
  });
});
