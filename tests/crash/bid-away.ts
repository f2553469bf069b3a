import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { listOwnBids, placeBid, placeInitialBids, type PlacedBids, type RoomBid } from '#contract/bidding/bidding.ts';
import { decimalOfCents } from '#domain/basics/price.ts';
import { ask, type Person, type Reply } from './ask.ts';
import type { Chance } from '#testing/world/chance.ts';
import type { IntendedBid, Intent, Journal } from './journal.ts';
import type { StagedAuction, StagedItem } from './stage.ts';

export type Play = {
  readonly auctions: readonly StagedAuction[];
  readonly journal: Journal;
  /** Addresses of the servers that run now. */
  servers(): readonly string[];
  isOver(): boolean;
};

type Player = Play & { readonly who: Person; readonly chance: Chance; readonly own: Map<string, RoomBid[]> };

const BIDS_PER_ITEM = 3;
/** Initial bids are placed at most this many ms before a start. */
export const EARLY_MS = 1_500;
/** Bidders continue to send bids for this many ms after an end. The server must reject these bids. */
const LATE_MS = 100;

/**
 * Plays one bidder until the run is over: the bidder bids, waits for the answer, and bids again, in any open auction.
 */
export async function bidAway(play: Play, who: Person, chance: Chance): Promise<void> {
  const player: Player = { ...play, who, chance, own: new Map() };
  while (!play.isOver()) {
    const now = Date.now();
    const open = play.auctions.filter(
      ({ startsAtMs, endsAtMs }) => startsAtMs - EARLY_MS < now && now < endsAtMs + LATE_MS,
    );
    const auction = chance.pick(open);
    if (auction) await settle(player, auction, intend(player, auction, now < auction.startsAtMs));
    else await pause(50);
  }
}

function intend(player: Player, auction: StagedAuction, isEarly: boolean): Intent {
  const { who, chance, journal } = player;
  const first = chance.happens(0.8) ? auction.items[0] : chance.pick(auction.items);
  const items = isEarly ? auction.items : auction.items.filter((item) => item === first);
  return journal.intend({
    auctionId: auction.auctionId,
    userId: who.userId,
    key: randomUUID(),
    entry: isEarly ? 'initial' : 'live',
    bids: items.map((item) => intendOne(player, auction, item)),
  });
}

/** Returns a new bid if the bidder has fewer than three bids on the item, or an improvement of one of these bids. */
function intendOne({ own, chance }: Player, auction: StagedAuction, item: StagedItem): IntendedBid {
  const standing = (own.get(auction.auctionId) ?? []).filter((bid) => bid.auctionItemId === item.itemId);
  const isNew = standing.length < BIDS_PER_ITEM && chance.happens(0.3);
  const revised = isNew ? undefined : chance.pick(standing);
  const priceCents = auction.nextPriceCents;
  auction.nextPriceCents += 10;
  const more = revised ? revised.bidRECQuantity + chance.below(3) : 5 + chance.below(20);
  const quantity = item.partial ? Math.min(more, item.quantity) : item.quantity;
  const allowsPartial = item.partial && (revised?.bidderPartialFulfillment === true || chance.happens(0.5));
  // In a live auction, the minimum acceptable quantity of a bid may not rise (decision 55).
  const fewest = revised?.bidderPartialFulfillment
    ? (revised.minimumAcceptable ?? 1)
    : (revised?.bidRECQuantity ?? quantity);
  return {
    itemId: item.itemId,
    bidId: revised?.bidId,
    priceCents,
    quantity,
    allowsPartial,
    minimumAcceptable: allowsPartial && chance.happens(0.3) ? 1 + chance.below(fewest) : null,
  };
}

/** The probability that a bidder stops repeating a request, so that it never learns the result. */
const GIVES_UP = 0.15;
const SENT_TWICE = 0.05;
const REPEATED = 0.03;
const TRIES_MAX = 100;

/**
 * Sends an intent until it is answered. Sometimes sends it to two servers at the same time, or again after the answer.
 */
async function settle(player: Player, auction: StagedAuction, intent: Intent): Promise<void> {
  const { chance } = player;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const copies = chance.happens(SENT_TWICE) ? 2 : 1;
    const replies = await Promise.all(Array.from({ length: copies }, () => sendIntent(player, intent)));
    for (const reply of replies) await learn(player, auction, reply);
    if (intent.outcome.type !== 'unknown') {
      if (chance.happens(REPEATED)) await sendIntent(player, intent);
      return;
    }
    if (chance.happens(GIVES_UP)) return;
    await pause(chance.between(20, 200));
  }
}

type Sender = Pick<Player, 'who' | 'chance' | 'journal' | 'servers'>;

/** Sends an intent once, to any server, and records the answer. */
export async function sendIntent(sender: Sender, intent: Intent): Promise<Reply<typeof placeBid>> {
  const { who, chance, journal } = sender;
  const bids = intent.bids.map((bid) => ({
    auctionItemId: bid.itemId,
    ...(bid.bidId !== undefined && { bidId: bid.bidId }),
    price: decimalOfCents(bid.priceCents),
    quantity: bid.quantity,
    bidderPartialFulfillment: bid.allowsPartial,
    minimumAcceptable: bid.minimumAcceptable,
  }));
  const server = chance.pick(sender.servers());
  const to = { id: intent.auctionId, key: intent.key };
  const [first] = bids;
  const reply =
    intent.entry === 'live' && first
      ? await ask(server, who, placeBid, { ...to, body: first })
      : await ask(server, who, placeInitialBids, { ...to, body: { bids } });
  if (reply.type === 'failed') journal.fail(intent, reply.why);
  if (reply.type === 'refused') journal.refuse(intent, reply.code);
  if (reply.type === 'answered') journal.acknowledge(intent, answerOf(reply.data));
  return reply;
}

const answerOf = ({ version, receivedAt, bids }: PlacedBids) => ({
  version,
  receivedAt,
  bidIds: bids.map(({ bidId }) => bidId),
});

/**
 * Updates the bids that the bidder knows. After a rejection, the bidder reads them from the server, because a request
 * that it gave up may have placed bids.
 */
async function learn(player: Player, auction: StagedAuction, reply: Reply<typeof placeBid>): Promise<void> {
  const { own, who, chance } = player;
  const { auctionId } = auction;
  if (reply.type === 'answered') {
    const ids = new Set(reply.data.bids.map(({ bidId }) => bidId));
    const others = (own.get(auctionId) ?? []).filter(({ bidId }) => !ids.has(bidId));
    own.set(auctionId, [...others, ...reply.data.bids]);
  }
  if (reply.type !== 'refused' || reply.code === 'auction_has_ended') return;
  const listed = await ask(chance.pick(player.servers()), who, listOwnBids, { id: auctionId });
  if (listed.type === 'answered') own.set(auctionId, [...listed.data]);
}
