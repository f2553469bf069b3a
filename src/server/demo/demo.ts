import type { AuctionId } from '#domain/basics/ids.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { AuctionParts } from '#server/auction/parts.ts';
import { playBidder } from '#server/demo/bot.ts';
import { BUYERS, DEMO_PASSWORD, FOR_PEOPLE, SELLERS } from '#server/demo/cast.ts';
import { addMissingAuctions, completeDemo, seedCast } from '#server/demo/director.ts';
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

/** Prepares the demo's first start: people can sign in as soon as the server listens. */
export const prepareDemo = (db: Db, stage: DemoStage): Promise<boolean> => seedCast(db, stage, Date.now());

/**
 * Completes the demo on its first start, then keeps it alive while the server runs. The director makes auctions, and
 * visitors bid through the public API.
 */
export function runDemo({ db, baseUrl, stage, parts, failed }: DemoParts): { stop(): void } {
  const ended = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const wake = (made: readonly AuctionId[]): void => made.forEach((auctionId) => parts.rooms.wake(auctionId));
  const direct = async (): Promise<void> => {
    // Runs in one transaction. Otherwise people could bid in an auction that is not complete yet.
    wake(await db.transaction().execute((transaction) => addMissingAuctions(transaction, stage, Date.now())));
  };
  const begin = async (): Promise<void> => {
    wake(await completeDemo(db, stage, Date.now()));
    if (ended.signal.aborted) return;
    void seedPastYear(db, stage, Date.now()).catch(failed);
    timers.push(setInterval(() => void direct().catch(failed), DIRECT_EVERY_MS));
    for (const [index, username] of bidders().entries())
      timers.push(
        setTimeout(() => {
          const visitor = createVisitor(baseUrl, username, DEMO_PASSWORD);
          const character = { patience: 0.6 + (index % 5) / 10 };
          void playBidder(visitor, character, ended.signal, failed);
        }, ARRIVAL_MS * index),
      );
  };
  void begin().catch(failed);
  return {
    stop() {
      ended.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** The users that bots play: the first person of each company, unless that person is for people. */
const bidders = (): string[] =>
  [...BUYERS, ...SELLERS].flatMap(({ people }) => people.slice(0, 1)).filter((name) => !FOR_PEOPLE.includes(name));
