import type { BidderId } from '#domain/basics/ids.ts';
import { claimOf, wonOf } from '#domain/bidding/allocate.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import { compareBids } from '#domain/bidding/rank.ts';

/**
 * The standing bids of one item in rank order. A ranking is immutable: each change returns a new ranking.
 *
 * It is a balanced tree. Each branch stores sums that let the allocation skip the branch as a whole. So it takes
 * logarithmic time to insert a bid, and to find a bid's rank, its won quantity and the price to win. One case takes
 * longer: near the point where no RECs are left, many bids that fit alternate with many bids that do not. These bids
 * are visited one by one.
 */
export type Ranking = {
  readonly item: BiddingItem;
  readonly terms: BiddingTerms;
  readonly root: Branch | undefined;
};

type Branch = {
  readonly bid: Bid;
  readonly claim: number;
  readonly least: number;
  readonly before: Branch | undefined;
  readonly after: Branch | undefined;
  /** Totals of this branch with everything below it: number of bids, sum of claims, minimum of `least`. */
  readonly size: number;
  readonly claims: number;
  readonly smallestLeast: number;
  /** Sum of the claims of firm bids, which accept any number of RECs. Used for items with partial fulfillment. */
  readonly firmClaims: number;
};

type Tree = Branch | undefined;
type Compare = (one: Bid, other: Bid) => number;

export const emptyRanking = (item: BiddingItem, terms: BiddingTerms): Ranking => ({ item, terms, root: undefined });

/** Returns the ranking with a bid added. The ranking must not contain the bid yet. */
export function withBid(ranking: Ranking, bid: Bid): Ranking {
  const leaf = branch({ bid, ...claimOf(ranking.item, bid) }, undefined, undefined);
  return { ...ranking, root: put(ranking.root, leaf, compareBids(ranking.terms.auctionType)) };
}

/** Returns the ranking without `bid`. If `bid` is given, the ranking must contain it in exactly this state. */
export const withoutBid = (ranking: Ranking, bid: Bid | undefined): Ranking =>
  bid ? { ...ranking, root: remove(ranking.root, bid, compareBids(ranking.terms.auctionType)) } : ranking;

/** Returns a bid's rank (from 1) and won quantity, even if the bid is not in the ranking. */
export function placeOf(ranking: Ranking, bid: Bid): { readonly rank: number; readonly won: number } {
  const compare = compareBids(ranking.terms.auctionType);
  let { quantity: left } = ranking.item;
  let rank = 1;
  let tree = ranking.root;
  while (tree) {
    if (compare(bid, tree.bid) <= 0) {
      tree = tree.before;
      continue;
    }
    left = leftBehind(tree.before, left);
    left -= wonOf(tree, left);
    rank += sizeOf(tree.before) + 1;
    tree = tree.after;
  }
  return { rank, won: wonOf(claimOf(ranking.item, bid), left) };
}

/** Returns the bid of rank 1; undefined if there are no bids. */
export function bestBid({ root }: Ranking): Bid | undefined {
  let best = root;
  while (best?.before) best = best.before;
  return best?.bid;
}

/** Returns the first bid in rank order after which fewer than `quantity` RECs are left; undefined if there is none. */
export const firstShortOf = (ranking: Ranking, quantity: number): Bid | undefined => {
  const found = findShort(ranking.root, ranking.item.quantity, quantity);
  return typeof found === 'number' ? undefined : found;
};

/**
 * Returns the quantity that a new bid would win at its place if every bid that could drop out were absent
 * (docs/rules.md#lowest-accepted-price). The ranking must not contain the new bid. If the item has partial fulfillment,
 * only firm bids are then left, which accept any number of RECs. So the new bid gets the RECs that the firm bids before
 * it do not claim. Without partial fulfillment no bid could drop out.
 */
export function wonAtBest(ranking: Ranking, bid: Bid): number {
  const compare = compareBids(ranking.terms.auctionType);
  if (!ranking.item.partialFulfillment) return placeOf(ranking, bid).won;
  let left = ranking.item.quantity;
  let tree = ranking.root;
  while (tree && left > 0) {
    if (compare(bid, tree.bid) <= 0) {
      tree = tree.before;
      continue;
    }
    left -= firmClaimsOf(tree.before) + (isFirm(tree) ? tree.claim : 0);
    tree = tree.after;
  }
  return wonOf(claimOf(ranking.item, bid), Math.max(0, left));
}

/** Returns the same as `firstShortOf`, but as if every bid that could drop out were absent. */
export function firstFirmShortOf(ranking: Ranking, quantity: number): Bid | undefined {
  if (!ranking.item.partialFulfillment) return firstShortOf(ranking, quantity);
  let mayTake = ranking.item.quantity - quantity;
  let tree = ranking.root;
  if (firmClaimsOf(tree) <= mayTake) return undefined;
  while (tree) {
    if (firmClaimsOf(tree.before) > mayTake) {
      tree = tree.before;
      continue;
    }
    mayTake -= firmClaimsOf(tree.before);
    if (isFirm(tree) && tree.claim > mayTake) return tree.bid;
    mayTake -= isFirm(tree) ? tree.claim : 0;
    tree = tree.after;
  }
  return undefined;
}

/** Returns whether any standing bid could drop out. */
export const hasDroppable = ({ item, root }: Ranking): boolean =>
  item.partialFulfillment && root !== undefined && root.firmClaims !== root.claims;

/** Returns the quantity that each bidder wins. Bidders that win nothing are left out. */
export function wonByBidder(ranking: Ranking): ReadonlyMap<BidderId, number> {
  const won = new Map<BidderId, number>();
  visitWinners(ranking, ({ bidderId }, own) => won.set(bidderId, (won.get(bidderId) ?? 0) + own));
  return won;
}

/** Calls `take` for every bid that wins, in rank order. */
export function visitWinners(ranking: Ranking, take: (bid: Bid, won: number) => void): void {
  const visit = (tree: Tree, left: number): number => {
    if (!tree || left === 0 || tree.smallestLeast > left) return left;
    const before = visit(tree.before, left);
    const own = wonOf(tree, before);
    if (own > 0) take(tree.bid, own);
    return visit(tree.after, before - own);
  };
  visit(ranking.root, ranking.item.quantity);
}

/**
 * Returns whether the same bidders win the same quantities in both rankings (docs/rules.md#soft-close). It does not
 * matter which of a bidder's bids win.
 */
export function isWonAlike(one: Ranking, other: Ranking): boolean {
  if (one.root === other.root) return true;
  const [a, b] = [wonByBidder(one), wonByBidder(other)];
  return a.size === b.size && [...a].every(([bidderId, won]) => b.get(bidderId) === won);
}

/** Returns the bids in rank order. */
export function rankedBids(ranking: Ranking): Bid[] {
  const bids: Bid[] = [];
  const visit = (tree: Tree): void => {
    if (!tree) return;
    visit(tree.before);
    bids.push(tree.bid);
    visit(tree.after);
  };
  visit(ranking.root);
  return bids;
}

const sizeOf = (tree: Tree): number => tree?.size ?? 0;
const firmClaimsOf = (tree: Tree): number => tree?.firmClaims ?? 0;
const isFirm = ({ least }: Pick<Branch, 'least'>): boolean => least <= 1;

function branch(own: Pick<Branch, 'bid' | 'claim' | 'least'>, before: Tree, after: Tree): Branch {
  const { bid, claim, least } = own;
  return {
    bid,
    claim,
    least,
    before,
    after,
    size: sizeOf(before) + 1 + sizeOf(after),
    claims: (before?.claims ?? 0) + claim + (after?.claims ?? 0),
    smallestLeast: Math.min(least, before?.smallestLeast ?? least, after?.smallestLeast ?? least),
    firmClaims: firmClaimsOf(before) + (isFirm(own) ? claim : 0) + firmClaimsOf(after),
  };
}

/** Returns the height of a branch in the tree: a pseudo-random number that depends only on the bid. */
const heightOf = ({ bid }: Branch): number => {
  const mixed = Math.imul(bid.seq ^ (bid.seq >>> 16), 0x45d9f3b);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 0;
};

function put(tree: Tree, leaf: Branch, compare: Compare): Branch {
  if (!tree || heightOf(leaf) > heightOf(tree)) return branch(leaf, ...split(tree, leaf.bid, compare));
  return compare(leaf.bid, tree.bid) < 0
    ? branch(tree, put(tree.before, leaf, compare), tree.after)
    : branch(tree, tree.before, put(tree.after, leaf, compare));
}

/** Splits a tree into two: the bids ranked before `bid`, and those ranked after `bid`. */
function split(tree: Tree, bid: Bid, compare: Compare): [Tree, Tree] {
  if (!tree) return [undefined, undefined];
  if (compare(bid, tree.bid) < 0) {
    const [before, between] = split(tree.before, bid, compare);
    return [before, branch(tree, between, tree.after)];
  }
  const [between, after] = split(tree.after, bid, compare);
  return [branch(tree, tree.before, between), after];
}

function remove(tree: Tree, bid: Bid, compare: Compare): Tree {
  if (!tree) return undefined;
  const order = compare(bid, tree.bid);
  if (order === 0) return join(tree.before, tree.after);
  return order < 0
    ? branch(tree, remove(tree.before, bid, compare), tree.after)
    : branch(tree, tree.before, remove(tree.after, bid, compare));
}

function join(before: Tree, after: Tree): Tree {
  if (!before) return after;
  if (!after) return before;
  return heightOf(before) > heightOf(after)
    ? branch(before, before.before, join(before.after, after))
    : branch(after, join(before, after.before), after.after);
}

const leftBehind = (tree: Tree, left: number): number => {
  const found = findShort(tree, left, 0);
  return typeof found === 'number' ? found : 0;
};

/**
 * Visits the bids of a branch in rank order, starting with `left` RECs. Returns the first bid that leaves fewer than
 * `quantity` RECs; if there is none, the number of RECs left.
 */
function findShort(tree: Tree, left: number, quantity: number): Bid | number {
  if (!tree || left === 0) return left;
  // Skip the branch if all its bids fit and leave enough RECs, or if too few RECs are left for any of its bids.
  if (tree.claims <= left - quantity) return left - tree.claims;
  if (tree.smallestLeast > left) return left;
  const found = findShort(tree.before, left, quantity);
  if (typeof found !== 'number') return found;
  const behind = found - wonOf(tree, found);
  return behind < quantity ? tree.bid : findShort(tree.after, behind, quantity);
}
