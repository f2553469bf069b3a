import { pauseAuction } from '#contract/bidding/conduct.ts';
import { placeInitialBids } from '#contract/bidding/bidding.ts';
import { requestAddItems, returnRequest } from '#contract/auction/change-request.ts';
import { getResultAsAdmin } from '#contract/award/award.ts';
import { loadRecordKey } from '#server/award/record-key.ts';
import { appendHeads } from '#server/transparency-log/append-heads.ts';
import { openLogKey } from '#server/transparency-log/log-key.ts';
import { timeColumns } from '#server/auction/auction-rows.ts';
import { LEFT_EMPTY } from '#testing/builders/item-builders.ts';
import type { SetUp } from '#testing/permissions/row.ts';
import { missing, type Place, type Scene, type Stage, type Who } from '#testing/permissions/stage.ts';
import { insertAuction, moveAuction } from '#testing/builders/records.ts';
import type { SignedIn } from '#testing/world/world.ts';

export const AN_ITEM = {
  ...LEFT_EMPTY,
  recCountry: 'VN',
  recFuelType: 'Wind',
  vintageYear: 2025,
  vintagePeriod: 'FullYear',
  recQuantity: 1_000,
  partialFulfillment: true,
  minimumBidPrice: 3,
  maximumBidPrice: 15,
} as const;

export const aBidOn = ({ itemId }: Scene) => ({
  auctionItemId: itemId,
  price: 5,
  quantity: 10,
  bidderPartialFulfillment: true,
});

export const BECAUSE = { reason: 'a fault in the network' };

/** Returns the auction's owner and its bidders. */
function partiesOf({ people, far }: Stage, place: Place): { seller: SignedIn; bidders: readonly SignedIn[] } {
  if (place === 'foreign') return { seller: far.seller, bidders: [far.bidder] };
  return { seller: people.seller, bidders: [people.trader, people.barred] };
}

const insertUpcoming = async (stage: Stage, place: Place, seller: SignedIn, bidders: readonly SignedIn[]) => {
  const { auctionId, itemIds, bidderIds } = await insertAuction(stage.w.database.db, {
    ownerAccountId: seller.accountId,
    createdBy: stage.people.admin.userId,
    isPrivate: place !== 'public',
    startsIn: 600,
    bidders: bidders.map((person) => ({ person })),
  });
  const ids = { id: auctionId, itemId: itemIds[0] ?? '', bidderId: bidderIds[0] ?? '' };
  return { ...missing(), ...ids, accountId: seller.accountId };
};

export const upcoming: SetUp = async (stage, place) => {
  const { seller, bidders } = partiesOf(stage, place);
  return insertUpcoming(stage, place, seller, bidders);
};

/**
 * Creates an auction of the company `seller`. For the caller `barred`, it creates an auction of the company `barred`.
 */
export const owned: SetUp = async (stage, place, who) => {
  if (place === 'foreign') return upcoming(stage, place, who);
  return insertUpcoming(stage, place, sellerFor(stage, who), [stage.people.trader]);
};
const sellerFor = ({ people }: Stage, who: Who) => (who === 'barred' ? people.barred : people.seller);

export const withBid: SetUp = async (stage, place, who) => {
  const scene = await upcoming(stage, place, who);
  const bidder = place === 'foreign' ? stage.far.bidder : stage.people.trader;
  const asked = { params: { id: scene.id }, body: { bids: [aBidOn(scene)] } };
  const placed = await stage.w.call(bidder, placeInitialBids, asked);
  return { ...scene, bidId: placed.data.bids[0]?.bidId ?? '' };
};

const moved =
  (setUp: SetUp, startsIn: number, endsIn: number): SetUp =>
  async (stage, place, who) => {
    const scene = await setUp(stage, place, who);
    await moveAuction(stage.w.database.db, scene.id as Parameters<typeof moveAuction>[1], startsIn, endsIn);
    return scene;
  };
export const live = moved(upcoming, -60, 3_600);
export const liveWithBid = moved(withBid, -60, 3_600);
export const ended = moved(withBid, -60, -30);

/** Creates a closed auction whose last entry is in the public log. */
export const logged: SetUp = async (stage, place, who) => {
  const scene = await ended(stage, place, who);
  const { db } = stage.w.database;
  await stage.w.call(stage.people.admin, getResultAsAdmin, { params: { id: scene.id } });
  const key = openLogKey('greenlot.test/log', await loadRecordKey(db, stage.w.identity.secret));
  await appendHeads(db, { key, isThorough: true, publishes: true });
  return scene;
};

export const paused: SetUp = async (stage, place, who) => {
  const scene = await live(stage, place, who);
  await stage.w.call(stage.people.admin, pauseAuction, { params: { id: scene.id }, body: BECAUSE });
  return scene;
};

/** Creates a draft: the next auction of a series before an administrator confirms it (decision 27). */
export const draft: SetUp = async (stage, place, who) => {
  const scene = await upcoming(stage, place, who);
  const { id: follows } = await upcoming(stage, place, who);
  const times = { startsAtMs: Date.now() + 3_600_000, endsAtMs: Date.now() + 7_200_000 };
  const columns = { ...timeColumns(times, { asDraft: true }), follows };
  await stage.w.database.db.updateTable('auction').set(columns).where('id', '=', scene.id).execute();
  return scene;
};

export const withRequest: SetUp = async (stage, place, who) => {
  const scene = await owned(stage, place, who);
  const seller = place === 'foreign' ? stage.far.seller : sellerFor(stage, who);
  const body = { auctionId: scene.id, version: null, items: [AN_ITEM] };
  const { data } = await stage.whileAdmitted(() => stage.w.call(seller, requestAddItems, { body }));
  return { ...scene, requestId: data?.id ?? '', changeId: data?.changes[0]?.id ?? '' };
};

export const returned: SetUp = async (stage, place, who) => {
  const scene = await withRequest(stage, place, who);
  const body = { auctionId: scene.id, message: 'again' };
  await stage.w.call(stage.people.admin, returnRequest, { params: { id: scene.requestId }, body });
  return scene;
};
