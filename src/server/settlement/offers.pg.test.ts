import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { placeBid } from '#contract/bidding/bidding.ts';
import { answerOffer, listOffersOfSettlement, listOwnOffers } from '#contract/settlement/offer.ts';
import { listSettlementsAsUser, takeSettlementStep } from '#contract/settlement/settlement.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
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

test('of many offers and of many answers at the same moment exactly one counts', async () => {
  const { db } = w.database;
  const bidders = [{ person: anna }, { person: bo }];
  const wish = { ownerAccountId: owner.accountId, createdBy: admin.userId, bidders };
  const { auctionId, itemIds } = await insertAuction(db, wish);
  const params = { id: auctionId };
  for (const [who, price] of [
    [bo, 5],
    [anna, 6],
  ] as const) {
    const body = { auctionItemId: itemIds[0] ?? '', price, quantity: 1_000, bidderPartialFulfillment: true };
    await w.call(who, placeBid, { params, body });
  }
  await moveAuction(db, auctionId, -3_600, -10);
  await w.call(admin, getResultAsAdmin, { params });
  const { data } = await w.call(anna, listSettlementsAsUser);
  const id = data.items[0]?.id ?? '';
  await sql`update settlement set payment = 'defaulted' where id = ${id}`.execute(db);
  const { data: before } = await w.call(admin, listOffersOfSettlement, { params: { id } });
  const none = { amount: null, quantity: null, reference: '', remark: '', evidenceIds: [] };
  const offer = { bidId: before.nextBid?.bidId ?? '', answerDays: 3 };
  const body = { ...none, step: 'offerNext' as const, version: 1, offer };
  const offered = await Promise.all(
    Array.from({ length: 10 }, () => w.call(admin, takeSettlementStep, { params: { id }, body })),
  );
  expect(Object.groupBy(offered, ({ code }) => code)).toMatchObject({
    Success: { length: 1 },
    settlement_changed: { length: 9 },
  });
  const [mine] = (await w.call(bo, listOwnOffers)).data;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      w.call(bo, answerOffer, { params: { id: mine?.id ?? '' }, body: { accept: at % 2 === 0 } }),
    ),
  );
  expect(Object.groupBy(answers, ({ code }) => code)).toMatchObject({
    Success: { length: 1 },
    offer_already_answered: { length: 9 },
  });
  expect((await proveLedger(db)).problems).toEqual([]);
});
