import { placeInitialBids } from '#contract/bidding/bidding.ts';
import { pauseAuction, resumeAuction } from '#contract/bidding/conduct.ts';
import { recordRegistry } from '#contract/claim/claim.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { approveBuyOrder } from '#contract/marketplace/buy-order.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { insertRegistration } from '#testing/builders/company-builders.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

export type ExportedPeople = Readonly<Record<'admin' | 'seller' | 'buyer', SignedIn>>;
type ExportedWorld = { readonly w: World; readonly people: ExportedPeople; readonly auctionId: string };

/** Returns a world in which every export has rows. */
export async function exportedWorld(): Promise<ExportedWorld> {
  const w = await world(MARKETPLACE_ON);
  const [admin, seller, buyer] = [await w.signedIn({ role: 'Admin' }), await w.signedIn(), await w.signedIn()];
  const people = { admin, seller, buyer };
  const auctionId = await anAuction(w, people);
  await aPurchase(w, people);
  const { db } = w.database;
  const holding = await aHolding(db, { holder: buyer, seller, quantity: 100 });
  const body = { quantity: 1, beneficiary: { choice: 'own' } } as const;
  const { data: retirement } = await w.call(buyer, retireHolding, { params: { id: holding.id }, body });
  const record = { registry: 'I-REC(E)', reference: 'RX-1', verificationKey: '1', address: 'https://registry.example' };
  await w.call(admin, recordRegistry, {
    params: { id: retirement.id },
    body: { ...record, retiredOn: '2026-01-31', evidenceIds: [] },
  });
  await insertRegistration(db, buyer.userId);
  await aRegistryOrder(w, people, retirement.id);
  return { w, people, auctionId };
}

async function aRegistryOrder(w: World, people: ExportedPeople, retirementId: string): Promise<void> {
  const { db } = w.database;
  const { id: settlement } = await db.selectFrom('settlement').select('id').executeTakeFirstOrThrow();
  const serials = { registry: 'other', first_serial: 'A-1', last_serial: 'A-5' } as const;
  await db
    .insertInto('registry_order')
    .values({
      ...serials,
      id: settlement,
      settlement_id: settlement,
      part: 1,
      connector: 'file',
      quantity: '5',
      state: 'sent',
    })
    .execute();
  await db
    .insertInto('registry_order')
    .values({
      ...serials,
      id: retirementId,
      retirement_id: retirementId,
      seller_account_id: people.seller.accountId,
      connector: 'file',
      quantity: '1',
      state: 'sent',
    })
    .execute();
}

/** Returns an ended auction with a bid and with a reason that an administrator gave. */
async function anAuction(w: World, people: ExportedPeople): Promise<string> {
  const { admin, seller, buyer } = people;
  const { db } = w.database;
  const { auctionId, itemIds } = await insertAuction(db, {
    ownerAccountId: seller.accountId,
    createdBy: admin.userId,
    startsIn: 600,
    bidders: [{ person: buyer }],
  });
  const bid = { auctionItemId: itemIds[0] ?? '', price: 5, quantity: 10, bidderPartialFulfillment: true };
  const params = { id: auctionId };
  await w.call(buyer, placeInitialBids, { params, body: { bids: [bid] } });
  await moveAuction(db, auctionId, -60, 3_600);
  await w.call(admin, pauseAuction, { params, body: { reason: 'a fault' } });
  await w.call(admin, resumeAuction, { params, body: { reason: 'mended' } });
  await moveAuction(db, auctionId, -60, -30);
  return auctionId;
}

async function aPurchase(w: World, people: ExportedPeople): Promise<void> {
  const { admin, seller, buyer } = people;
  const { id: sellOrderId } = await makeSellOrder(w, admin, { seller });
  const wish = { accountId: buyer.accountId, quantity: 5, beneficiary: { choice: 'own' as const }, reviewed: null };
  const { data } = await w.call(buyer, placeBuyOrder, { params: { id: sellOrderId }, body: wish });
  await w.call(admin, approveBuyOrder, { params: { id: data.id }, body: { remarkContent: 'as agreed' } });
}
