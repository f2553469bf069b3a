import type { Db } from '#server/platform/database/database.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { playBidder } from '#server/demo/bot.ts';
import { BUYERS, DEMO_PASSWORD, FOR_PEOPLE, SELLERS } from '#server/demo/cast.ts';
import { addMissingAuctions } from '#server/demo/director.ts';
import type { DemoStage } from '#server/demo/make-auction.ts';
import { createVisitor } from '#server/demo/front-door.ts';
import { seedPastYear } from '#server/demo/play-past.ts';

const DIRECT_EVERY_MS = 20_000;
/** Time between the sign-ins of two bidders, so that a new demo does not start with a burst of one-time codes. */
const ARRIVAL_MS = 700;

export type DemoParts = {
  readonly db: Db;
  readonly baseUrl: string;
  readonly stage: DemoStage;
  readonly parts: AuctionParts;
  readonly failed: (error: unknown) => void;
};

/** Keeps the demo alive while the server runs. The director makes auctions, and visitors bid through the public API. */
export function runDemo({ db, baseUrl, stage, parts, failed }: DemoParts): { stop(): void } {
  const ended = new AbortController();
  const direct = async (): Promise<void> => {
    // Runs in one transaction. Otherwise people could bid in an auction that is not complete yet.
    const made = await db.transaction().execute((transaction) => addMissingAuctions(transaction, stage, Date.now()));
    for (const auctionId of made) parts.rooms.wake(auctionId);
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
