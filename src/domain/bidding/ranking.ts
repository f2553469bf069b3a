import type { BidderId } from '#domain/basics/ids.ts';
import { claimOf, wonOf } from '#domain/bidding/allocate.ts';
import type { Bid, BiddingItem, BiddingTerms } from '#domain/bidding/bid.ts';
import { compareBids } from '#domain/bidding/rank.ts';

/**
 * The standing bids of one item in rank order, as a value: a change gives another ranking and leaves this one as it is.
 * A balanced tree whose branches know what the allocation needs to pass them by, so that a bid is put in its place, and
 * its rank, its won quantity and the price to win are found, in a time that grows with the logarithm of the bids.
 *
 * Deliberately not covered by that promise: many bids that are skipped because they don't fit, between many that do,
 * near the point where the item is used up. They are walked one by one.
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
  /** Of the branch with everything below it. */
  readonly size: number;
  readonly claims: number;
  readonly smallestLeast: number;
  /** Claims of the firm bids alone, which take any number of RECs; used where the item has partial fulfilment. */
  readonly firmClaims: number;
};

type Tree = Branch | undefined;
type Compare = (one: Bid, other: Bid) => number;

export const emptyRanking = (item: BiddingItem, terms: BiddingTerms): Ranking => ({ item, terms, root: undefined });

/** The ranking with a bid that isn't in it. */
export function withBid(ranking: Ranking, bid: Bid): Ranking {
  const leaf = branch({ bid, ...claimOf(ranking.item, bid) }, undefined, undefined);
  return { ...ranking, root: put(ranking.root, leaf, compareBids(ranking.terms.auctionType)) };
}

/** The ranking without a bid that is in it, in the very state given here; the same ranking for no bid. */
export const withoutBid = (ranking: Ranking, bid: Bid | undefined): Ranking =>
  bid ? { ...ranking, root: remove(ranking.root, bid, compareBids(ranking.terms.auctionType)) } : ranking;

/** Rank (from 1) and won quantity of a bid that is in the ranking, or would be if it were placed there now. */
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

/** The bid of rank 1. */
export function bestBid({ root }: Ranking): Bid | undefined {
  let best = root;
  while (best?.before) best = best.before;
  return best?.bid;
}

/** The first bid in rank order behind which fewer than `quantity` RECs are left; undefined where there always are. */
export const firstShortOf = (ranking: Ranking, quantity: number): Bid | undefined => {
  const found = findShort(ranking.root, ranking.item.quantity, quantity);
  return typeof found === 'number' ? undefined : found;
};

/**
 * What a bid that isn't in the ranking would win at its place if every bid that could drop out were absent
 * (docs/rules.md#lowest-accepted-price). Firm bids take any number of RECs, so on an item with partial fulfilment they
 * leave the quantity less what they ask for. Without partial fulfilment no bid could drop out.
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

/** `firstShortOf` without the bids that could drop out: returns the first firm bid behind which fewer RECs are left. */
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

/** Whether a standing bid could drop out. */
export const hasDroppable = ({ item, root }: Ranking): boolean =>
  item.partialFulfillment && root !== undefined && root.firmClaims !== root.claims;

/** What each bidder wins; who wins nothing is left out. */
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
 * Do the same bidders win the same quantities? Which of their bids they win them by doesn't matter
 * (docs/rules.md#soft-close).
 */
export function isWonAlike(one: Ranking, other: Ranking): boolean {
  if (one.root === other.root) return true;
  const [a, b] = [wonByBidder(one), wonByBidder(other)];
  return a.size === b.size && [...a].every(([bidderId, won]) => b.get(bidderId) === won);
}

/** The bids in rank order. */
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

/** How high a branch stands in the tree: scattered over the bids, and the same wherever the same bids are ranked. */
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

/** What is ranked before a bid and what after it. */
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

/** Walks a branch in rank order with `left` RECs: the first bid that leaves fewer than `quantity`, or else what is left. */
function findShort(tree: Tree, left: number, quantity: number): Bid | number {
  if (!tree || left === 0) return left;
  // Everything here fits and leaves enough, or what is left is too little for anything here: no need to look inside.
  if (tree.claims <= left - quantity) return left - tree.claims;
  if (tree.smallestLeast > left) return left;
  const found = findShort(tree.before, left, quantity);
  if (typeof found !== 'number') return found;
  const behind = found - wonOf(tree, found);
  return behind < quantity ? tree.bid : findShort(tree.after, behind, quantity);
}
