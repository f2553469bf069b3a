import type { AuctionId } from '#domain/basics/ids.ts';
import type { MemoryAuction, MemoryDatabase } from '#testing/builders/memory-room-store.ts';
import type { Book } from './book.ts';
import type { Chance } from '#testing/world/chance.ts';
import type { Faults } from './faults.ts';
import type { Schedule } from './schedule.ts';

/** Everything that the auctions of one seed happen in. */
export type World = {
  readonly chance: Chance;
  readonly schedule: Schedule;
  readonly database: MemoryDatabase;
  readonly faults: Faults;
  /** Something happened that never may. */
  violated(what: string): void;
};

/** One auction in it. */
export type Scene = World & {
  readonly auctionId: AuctionId;
  /** Its committed rows. */
  rows(): MemoryAuction;
  /** The rules told a second time, which every committed line is held against. */
  readonly book: Book;
};

/** Does it happen now? Nothing goes wrong any more once faults are off. */
export const goesWrong = ({ chance, faults }: World, probability: number): boolean =>
  faults.isOn && chance.happens(probability);
