import type { AuctionId } from '#domain/basics/ids.ts';
import type { MemoryAuction, MemoryDatabase } from '#testing/builders/memory-room-store.ts';
import type { Book } from './book.ts';
import type { Chance } from '#testing/world/chance.ts';
import type { Faults } from './faults.ts';
import type { Schedule } from './schedule.ts';

/** Everything that the auctions of one seed share. */
export type World = {
  readonly chance: Chance;
  readonly schedule: Schedule;
  readonly database: MemoryDatabase;
  readonly faults: Faults;
  /** Reports an event that must never happen. */
  violated(what: string): void;
};

/** One auction in a world. */
export type Scene = World & {
  readonly auctionId: AuctionId;
  /** Returns the committed rows of the auction. */
  rows(): MemoryAuction;
  /** The rules written a second time. Every committed line is compared with the book. */
  readonly book: Book;
};

/** Returns whether a fault happens now. Once faults are off, none happens. */
export const goesWrong = ({ chance, faults }: World, probability: number): boolean =>
  faults.isOn && chance.happens(probability);
