import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAuctionAsUser, registerForAuction } from '#contract/auction/auction.ts';
import { listCancelledBids, placeBid, placeInitialBids } from '#contract/bidding/bidding.ts';
import { placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import { publishSellOrder } from '#contract/marketplace/sell-order.ts';
import { setAuctionTerms, setSellOrderTerms } from '#contract/settlement/settlement.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { SETTLEMENT_DEFAULTS, type SettlementTerms } from '#domain/settlement/terms.ts';
import { makeDrafts } from '#server/auction/make-drafts.ts';
import { makeSellOrder, MARKETPLACE_ON } from '#testing/builders/marketplace-builders.ts';
import { insertAuction, moveAuction, type AuctionOptions, type TestAuction } from '#testing/builders/records.ts';
import { confirmCancellation } from '#testing/world/confirm-cancellation.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let owner: SignedIn;
let anna: SignedIn;
beforeAll(async () => {
  w = await world(MARKETPLACE_ON);
  admin = await w.signedIn({ role: 'Admin' });
  [owner, anna] = await Promise.all([w.signedIn(), w.signedIn()]);
});
afterAll(() => w.end());

/** The test server has the variant TNBX. */
const DEFAULTS = SETTLEMENT_DEFAULTS.MYR;
const STRICT: SettlementTerms = { ...DEFAULTS, paymentDays: 3, penaltyPercent: 2.5, holdsBack: true };

/** Returns an auction that has not started, with Anna as its bidder. */
const upcoming = (options: Partial<AuctionOptions> = {}): Promise<TestAuction> =>
  insertAuction(w.database.db, {
    ownerAccountId: owner.accountId,
    createdBy: admin.userId,
    bidders: [{ person: anna }],
    startsIn: 1_000,
    ...options,
  });

const accept = ({ auctionId }: TestAuction, settlementTerms?: SettlementTerms, who = anna) =>
  w.call(who, registerForAuction, {
    params: { id: auctionId },
    body: {
      accountId: who.accountId,
      acceptedTermsVersion: AUCTION_TERMS_VERSION,
      ...(settlementTerms && { settlementTerms }),
    },
  });

const change = ({ auctionId }: TestAuction, body: SettlementTerms) =>
  w.call(admin, setAuctionTerms, { params: { id: auctionId }, body });

const offerOn = ({ itemIds }: TestAuction) => ({
  auctionItemId: itemIds[0] ?? '',
  price: 5,
  quantity: 10,
  bidderPartialFulfillment: true,
});

const bidBefore = (auction: TestAuction) =>
  w.call(anna, placeInitialBids, { params: { id: auction.auctionId }, body: { bids: [offerOn(auction)] } });

const mustAccept = async ({ auctionId }: TestAuction) =>
  (await w.call(anna, getAuctionAsUser, { params: { id: auctionId } })).data.own?.mustAcceptTerms;

const storedOf = async ({ bidderIds }: TestAuction): Promise<unknown> =>
  (
    await w.database.db
      .selectFrom('bidder')
      .select(['settlement_terms', 'terms_accepted_at'])
      .where('id', '=', bidderIds[0] ?? '')
      .executeTakeFirstOrThrow()
  ).settlement_terms;

describe('the terms of settlement of an auction', () => {
  test('must be accepted before the first bid if an administrator set them; the bidder keeps a copy', async () => {
    const auction = await upcoming();
    expect(await mustAccept(auction)).toBe(false);
    expect((await change(auction, STRICT)).code).toBe('Success');
    expect(await mustAccept(auction)).toBe(true);
    expect((await bidBefore(auction)).code).toBe('terms_not_accepted');
    expect((await accept(auction)).code).toBe('terms_not_accepted');
    expect((await accept(auction, DEFAULTS)).code).toBe('terms_changed');
    expect((await accept(auction, STRICT)).data.own?.mustAcceptTerms).toBe(false);
    expect(await storedOf(auction)).toMatchObject({ payment_days: 3, penalty_hundredths: 250, holds_back: true });
    expect((await bidBefore(auction)).code).toBe('Success');
  });

  test('need no acceptance as long as they are the defaults; a registration stores them if the client sends them', async () => {
    const auction = await upcoming({ isPrivate: false });
    expect((await change(auction, DEFAULTS)).code).toBe('Success');
    expect(await mustAccept(auction)).toBe(false);
    expect((await bidBefore(auction)).code).toBe('Success');
    const open = await upcoming({ isPrivate: false, bidders: [] });
    expect((await accept(open, DEFAULTS)).code).toBe('Success');
    const { rows } = await sql<{ days: string }>`
      select settlement_terms ->> 'payment_days' as days from bidder where auction_id = ${open.auctionId}`.execute(
      w.database.db,
    );
    expect(rows).toEqual([{ days: '10' }]);
  });

  test('are accepted again after a change, which cancels sealed bids once the administrator confirms it', async () => {
    const auction = await upcoming();
    await bidBefore(auction);
    expect((await change(auction, STRICT)).code).toBe('bids_would_be_cancelled');
    expect(await mustAccept(auction)).toBe(false);
    const input = { params: { id: auction.auctionId }, body: STRICT };
    expect((await confirmCancellation(w, admin, setAuctionTerms, input)).code).toBe('Success');
    const { data: lost } = await w.call(anna, listCancelledBids, { params: { id: auction.auctionId } });
    expect(lost.map(({ cause }) => cause)).toEqual(['Terms of settlement changed']);
    expect((await accept(auction, STRICT)).code).toBe('Success');
    expect((await bidBefore(auction)).code).toBe('Success');
    // The same terms again change nothing.
    expect((await change(auction, STRICT)).code).toBe('Success');
    expect(await mustAccept(auction)).toBe(false);
  });

  test('are required for live bids too, and a stranger to a private auction cannot accept them', async () => {
    const auction = await upcoming();
    await change(auction, STRICT);
    await moveAuction(w.database.db, auction.auctionId, -100, 100);
    const params = { id: auction.auctionId };
    expect((await w.call(anna, placeBid, { params, body: offerOn(auction) })).code).toBe('terms_not_accepted');
    expect((await accept(auction, STRICT, await w.signedIn())).code).toBe('not_found');
    expect((await accept(auction, STRICT)).code).toBe('Success');
    expect((await w.call(anna, placeBid, { params, body: offerOn(auction) })).code).toBe('Success');
  });

  test('are copied to the next auction of a series, whose bidders accept them again', async () => {
    const auction = await upcoming();
    await change(auction, STRICT);
    await sql`update auction set closed_at = now(),
      recurrence = '{"timeZone":"UTC","day":1,"until":null,"times":null}' where id = ${auction.auctionId}`.execute(
      w.database.db,
    );
    const made: string[] = [];
    await makeDrafts(w.database.db, 'https://greenlot.example', (id) => made.push(id));
    const copied = await w.database.db
      .selectFrom('settlement_terms')
      .select('payment_days')
      .where('auction_id', '=', made[0] ?? '')
      .execute();
    expect(copied).toEqual([{ payment_days: 3 }]);
  });
});

test('a buy order stores the terms that the buyer saw, and is refused if they are others', async () => {
  const { id } = await makeSellOrder(w, admin, { seller: owner, publishTime: null });
  const params = { id };
  await w.call(admin, setSellOrderTerms, { params, body: STRICT });
  await w.call(admin, publishSellOrder, { params, body: { publishTime: null } });
  const order = { accountId: anna.accountId, quantity: 8, beneficiary: null, reviewed: null };
  const place = (settlementTerms?: SettlementTerms) =>
    w.call(anna, placeBuyOrder, { params, body: { ...order, ...(settlementTerms && { settlementTerms }) } });
  expect((await place(DEFAULTS)).code).toBe('terms_changed');
  const [seen, unseen] = [await place(STRICT), await place()];
  const stored = await w.database.db
    .selectFrom('buy_order')
    .select('settlement_terms')
    .where('id', 'in', [seen.data.id, unseen.data.id])
    .orderBy('placed_at')
    .execute();
  expect(stored.map(({ settlement_terms: terms }) => terms)).toMatchObject([{ payment_days: 3 }, null]);
});
