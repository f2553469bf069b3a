import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getResultAsAdmin, getResultAsUser } from '#contract/award/award.ts';
import { releaseRecs } from '#contract/award/release.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { bookMovements } from '#server/ledger/book.ts';
import { ledgerAccountOf } from '#server/ledger/ledger-accounts.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { insertAuction, moveAuction, type AuctionOptions } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
let bo: SignedIn;

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna, bo] = await Promise.all([w.signedIn(), w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

/** Returns a closed auction in which Anna won 600 of 1,000 RECs and Bo the other 400. */
async function closed(wish: Partial<AuctionOptions> = {}) {
  const { auctionId, itemIds } = await insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: anna }, { person: bo }],
    ...wish,
  });
  const [itemId = ''] = itemIds;
  const bid = (quantity: number) => ({ auctionItemId: itemId, price: 5, quantity, bidderPartialFulfillment: true });
  const params = { id: auctionId };
  const { data: first } = await w.call(anna, placeBid, { params, body: bid(600) });
  const { data: second } = await w.call(bo, placeBid, { params, body: bid(400) });
  await moveAuction(w.database.db, auctionId, -3_600, -10);
  await w.call(admin, getResultAsAdmin, { params });
  return { id: auctionId, itemId, annas: first.bids[0]?.bidId ?? '', bos: second.bids[0]?.bidId ?? '' };
}

const release = (
  itemId: string,
  bids: { bidId: string; quantity: number | null }[],
  remark = 'agreed by both',
  key = randomUUID(),
) => w.call(admin, releaseRecs, { params: { id: itemId }, body: { bids, remark }, key });

async function retire(bidId: string, quantity: number): Promise<void> {
  const { db } = w.database;
  const row = await db
    .selectFrom('ledger_account')
    .innerJoin('award', 'award.id', 'ledger_account.source_id')
    .selectAll('ledger_account')
    .where('award.bid_id', '=', bidId)
    .where('kind', '=', 'held')
    .executeTakeFirstOrThrow();
  const from = ledgerAccountOf(row);
  const to = { ...from, kind: 'retired', sourceKind: 'retirement', sourceId: randomUUID() } as const;
  await bookMovements(db, [{ kind: 'retired', from, to, quantity }]);
}

const mails = () =>
  w.database.db
    .selectFrom('outbox')
    .select(['recipient', 'body'])
    .where('subject', 'like', '%returned to the seller%')
    .orderBy('created_at')
    .execute();

describe('unused RECs of a won bid return to the seller', () => {
  test('in part and then completely, and the result shows where they are', async () => {
    const { id, itemId, annas, bos } = await closed();
    await retire(annas, 150);
    const part = await release(itemId, [{ bidId: annas, quantity: 200 }]);
    expect(part.data.bids).toMatchObject([{ bidId: annas, held: 250, retired: 150, released: 200, resold: 0 }]);
    const all = await release(itemId, [
      { bidId: annas, quantity: null },
      { bidId: bos, quantity: null },
    ]);
    expect(all.data.bids.map(({ held, released }) => [held, released])).toEqual(
      expect.arrayContaining([
        [0, 450],
        [0, 400],
      ]),
    );
    const { data } = await w.call(anna, getResultAsUser, { params: { id } });
    const rows = data.items[0]?.rows ?? [];
    expect(rows.find(({ isOwnBid }) => isOwnBid)?.holding).toMatchObject({ held: 0, retired: 150, released: 450 });
    // The state of other bidders' RECs is private.
    expect(rows.find(({ isOwnBid }) => !isOwnBid)?.holding).toBeNull();
    const { data: owners } = await w.call(owner, getResultAsUser, { params: { id } });
    expect(owners.items[0]?.rows.map(({ holding }) => holding?.released)).toEqual([450, 400]);
    expect((await proveLedger(w.database.db)).problems).toEqual([]);
  });

  test('of a reverse auction: from the owner to the bidder that sold them', async () => {
    const { itemId, annas } = await closed({ auctionType: 'Reverse' });
    const { data } = await release(itemId, [{ bidId: annas, quantity: 100 }]);
    expect(data.bids).toMatchObject([{ held: 500, released: 100 }]);
    const { db } = w.database;
    const entry = await db
      .selectFrom('ledger_entry')
      .innerJoin('ledger_account as source', 'source.id', 'ledger_entry.from_id')
      .innerJoin('ledger_account as target', 'target.id', 'ledger_entry.to_id')
      .select(['source.account_id as holder', 'target.account_id as seller', 'made_by', 'remark'])
      .where('ledger_entry.kind', '=', 'released')
      .orderBy('ledger_entry.id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      holder: owner.accountId,
      seller: anna.accountId,
      made_by: admin.userId,
      remark: 'agreed by both',
    });
  });

  test('with a notification to both sides that has the remark', async () => {
    const { itemId, annas } = await closed();
    const before = (await mails()).length;
    await release(itemId, [{ bidId: annas, quantity: 7 }], 'the plant stood still');
    const sent = (await mails()).slice(before);
    const addresses = [anna, owner].map(({ username }) => `${username}@example.test`);
    expect(new Set(sent.map(({ recipient }) => recipient))).toEqual(new Set(addresses));
    expect(sent[0]?.body).toContain('the plant stood still');
    expect(sent[0]?.body).toContain('7 RECs');
  });

  test('once, however often the request is repeated', async () => {
    const { itemId, annas } = await closed();
    const key = randomUUID();
    const asked = [{ bidId: annas, quantity: 100 }];
    const first = await release(itemId, asked, 'agreed', key);
    const again = await release(itemId, asked, 'agreed', key);
    expect([first.data, again.data.bids[0]?.released]).toEqual([again.data, 100]);
  });
});

describe('returning RECs is rejected', () => {
  test('without a remark, for more than remains, and if nothing remains', async () => {
    const { itemId, annas, bos } = await closed();
    const asked = [
      { bidId: annas, quantity: 601 },
      { bidId: bos, quantity: 400 },
    ];
    const { fields } = await release(itemId, asked, ' ');
    expect(fields?.['bids.0.quantity']).toMatchObject({ code: 'quantity_out_of_range', params: { maximum: 600 } });
    expect(fields?.['remark']?.code).toBe('field_required');
    expect((await release(itemId, [{ bidId: bos, quantity: null }])).code).toBe('Success');
    expect((await release(itemId, [{ bidId: bos, quantity: null }])).code).toBe('nothing_to_release');
  });

  test('for a bid that won nothing, of another item, or before the closing', async () => {
    const { itemId } = await closed();
    const other = await closed();
    expect((await release(itemId, [{ bidId: other.annas, quantity: 1 }])).code).toBe('not_found');
    expect((await release(itemId, [{ bidId: randomUUID(), quantity: 1 }])).code).toBe('not_found');
    expect((await release(randomUUID(), [{ bidId: other.annas, quantity: 1 }])).code).toBe('not_found');
  });
});
