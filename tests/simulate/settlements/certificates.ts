import { randomUUID } from 'node:crypto';
import { assignRanges, listAvailableRanges } from '#contract/certificate/backing.ts';
import { openLot } from '#server/ledger/ranges.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { TestPerson } from '#testing/builders/records.ts';
import type { Chance } from '#testing/world/chance.ts';
import { callApi, type Player } from './call-api.ts';
import type { StoredAuction } from './store-auction.ts';

type LotFacts = {
  readonly seller: TestPerson;
  readonly adminId: string;
  readonly year: number;
  readonly quantity: number;
  readonly isDecimal: boolean;
  /** Its serial numbers start here. */
  readonly first: number;
};

/** Inserts a verified lot of a new device, so that a seller can name its certificates. */
async function insertLot(db: Db, { seller, adminId, year, quantity, isDecimal, first }: LotFacts): Promise<void> {
  const [deviceId, lotId] = [randomUUID(), randomUUID()];
  const decided = { status: 'Verified', decided_by: adminId, decided_at: new Date() } as const;
  await db
    .insertInto('device')
    .values({
      id: deviceId,
      account_id: seller.accountId,
      registry: 'irec',
      registry_id: deviceId,
      name: 'Simulated',
      country: 'MY',
      fuel_type: 'Hydro',
      supported: 'unknown',
      created_by: seller.userId,
      ...decided,
    })
    .execute();
  const step = isDecimal ? '0.000001' : '1';
  await db
    .insertInto('certificate_lot')
    .values({
      id: lotId,
      device_id: deviceId,
      account_id: seller.accountId,
      registry: 'irec',
      serial_style: isDecimal ? 'irecDecimal' : 'irec',
      serial_base: '',
      first: `${first}`,
      last: isDecimal ? `${first + quantity - 1}.999999` : `${first + quantity - 1}`,
      step,
      period_from: `${year}-01-01`,
      period_to: `${year}-12-31`,
      offset_attributes: 'unknown',
      created_by: seller.userId,
      ...decided,
    })
    .execute();
  await openLot(db, lotId, adminId);
}

/** Room for the serial numbers of the lots of one auction. */
const SERIALS_OF_AUCTION = 100_000;

/** Gives most sellers a lot or two of each item: more, as many or fewer certificates than the item has RECs. */
export async function someLots(db: Db, chance: Chance, auction: StoredAuction, number: number): Promise<void> {
  const sellers = auction.type === 'Forward' ? [auction.owner] : auction.bidders;
  let first = number * SERIALS_OF_AUCTION;
  for (const { year, quantity } of auction.items)
    for (const seller of sellers) {
      const count = chance.one([0, 1, 1, 2]);
      for (let lot = 0; lot < count; lot += 1) {
        const size = chance.between(1, quantity + 3);
        const isDecimal = chance.happens(0.3);
        await insertLot(db, { seller, adminId: auction.admin.userId, year, quantity: size, isDecimal, first });
        first += size + chance.below(3);
      }
    }
}

type Naming = { readonly sourceId: string; readonly quantity: number };

/**
 * Puts certificates of the seller behind RECs on offer or sold, from its first available range. A range that counts
 * millionths also gives a part of a REC.
 * @throws Refused as the operation does
 */
export async function nameSome(db: Db, seller: Player, { sourceId, quantity }: Naming): Promise<void> {
  const params = { id: seller.accountId, sourceId };
  const available = await callApi(db, seller, listAvailableRanges, { params });
  const [range] = available.toSorted((one, other) => one.first.localeCompare(other.first));
  if (!range) return;
  const most = Number(range.quantity);
  const wished = Math.min(quantity, most);
  const isDecimal = range.lot.style === 'irecDecimal';
  const ranges = [{ rangeId: range.id, quantity: isDecimal && wished > 1 ? `${wished - 0.5}` : `${wished}` }];
  await callApi(db, seller, assignRanges, { params, body: { ranges } });
}
