import type { AuctionParts } from '#server/auction/parts.ts';
import { playBidder } from '#server/demo/bot.ts';
import { BUYERS, DEMO_PASSWORD, FOR_PEOPLE, SELLERS } from '#server/demo/cast.ts';
import { keepAlive } from '#server/demo/director.ts';
import type { DemoStage } from '#server/demo/make-auction.ts';
import { createVisitor } from '#server/demo/front-door.ts';
import { seedPastYear } from '#server/demo/seed-past-year.ts';
import { seedRetirement } from '#server/demo/seed-retirement.ts';
import type { Db } from '#server/platform/database/database.ts';

const DIRECT_EVERY_MS = 20_000;
/** Bidders sign in one after the other, so that a fresh demo doesn't begin with a burst of codes. */
const ARRIVAL_MS = 700;

export type DemoParts = {
  readonly db: Db;
  readonly baseUrl: string;
  readonly stage: DemoStage;
  readonly parts: AuctionParts;
  readonly failed: (error: unknown) => void;
};

/** Keeps the demo alive while the server runs: auctions by the director, bids by visitors through the front door. */
export function runDemo({ db, baseUrl, stage, parts, failed }: DemoParts): { stop(): void } {
  const ended = new AbortController();
  const direct = async (): Promise<void> => {
    // At once: people would bid in the middle of an auction that is being made.
    const made = await db.transaction().execute((transaction) => keepAlive(transaction, stage, Date.now()));
    for (const auctionId of made) parts.rooms.wake(auctionId);
    await seedRetirement(db, baseUrl);
  };
  void seedPastYear(db, stage, Date.now()).catch(failed);
  const timer = setInterval(() => void direct().catch(failed), DIRECT_EVERY_MS);
  const bidders = [...BUYERS, ...SELLERS]
    .flatMap(({ people }) => people.slice(0, 1))
    .filter((name) => !FOR_PEOPLE.includes(name));
  const arrivals = bidders.map((username, index) =>
    setTimeout(() => {
      const visitor = createVisitor(baseUrl, username, DEMO_PASSWORD);
      const character = { patience: 0.6 + (index % 5) / 10 };
      void playBidder(visitor, character, ended.signal, failed);
    }, ARRIVAL_MS * index),
  );
  return {
    stop() {
      ended.abort();
      clearInterval(timer);
      for (const arrival of arrivals) clearTimeout(arrival);
    },
  };
}
