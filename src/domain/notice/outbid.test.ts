import { expect, test } from 'vitest';
import type { BidderId, ItemId } from '#domain/basics/ids.ts';
import type { Bid } from '#domain/bidding/bid.ts';
import { createOutbidTrail, LOOKS_MAX } from '#domain/notice/outbid.ts';
import { aBid, anItem, someTerms } from '#testing/builders.ts';

const START_MS = 0;
const [ANNA, BO, CHEN] = ['anna', 'bo', 'chen'] as const;

/** An item of 100 that several bids may share. */
const aTrail = () => createOutbidTrail(new Map([[ITEM, anItem({ itemId: ITEM })]]), someTerms(), START_MS);
const ITEM = 'item' as ItemId;

const by = (who: string, priceCents: number, quantity: number, bid: Partial<Bid> = {}): Bid =>
  aBid({ bidderId: who as BidderId, priceCents, quantity, ...bid });

const names = (trail: ReturnType<typeof aTrail>) => trail.outbids().map(({ bidderId, had }) => [bidderId, had]);

test('whose bids win less by another’s is outbid: of all that it had, or of a part', () => {
  const trail = aTrail();
  trail.take([by(ANNA, 1_000, 60), by(BO, 900, 40, { allowsPartial: true })]);
  expect(names(trail)).toEqual([]);
  trail.take([by(CHEN, 1_100, 20)]);
  expect(names(trail)).toEqual([[BO, 40]]);
  trail.take([by(CHEN, 1_200, 80)]);
  expect(names(trail)).toEqual([
    [ANNA, 60],
    [BO, 20],
  ]);
});

test('a bid that was just placed and the one that outbids it may come together', () => {
  const trail = aTrail();
  trail.take([by(ANNA, 1_000, 100), by(BO, 1_100, 100)]);
  expect(names(trail)).toEqual([[ANNA, 100]]);
});

test('bids of one bidder that push each other aside outbid nobody', () => {
  const trail = aTrail();
  trail.take([by(ANNA, 1_000, 100)]);
  trail.take([by(ANNA, 1_100, 30)]);
  expect(names(trail)).toEqual([]);
});

test('a bid that never won is not outbid', () => {
  const trail = aTrail();
  trail.take([by(ANNA, 1_000, 100), by(BO, 900, 50)]);
  trail.take([by(CHEN, 1_100, 100)]);
  expect(names(trail)).toEqual([[ANNA, 100]]);
});

test('whoever wins again what it had before anybody told it, or has bid again, is not told', () => {
  const trail = aTrail();
  const anna = by(ANNA, 1_000, 100);
  const bo = by(BO, 1_100, 100);
  trail.take([anna, bo, by(BO, 1_100, 100, { bidId: bo.bidId, isDeleted: true })]);
  expect(names(trail)).toEqual([]);
  trail.take([by(CHEN, 1_200, 100), by(ANNA, 1_100, 100, { bidId: anna.bidId })]);
  expect(names(trail)).toEqual([]);
});

test('a cancelled bid outbids nobody, its own bidder least of all', () => {
  const trail = aTrail();
  const anna = by(ANNA, 1_000, 100);
  trail.take([anna]);
  trail.take([by(ANNA, 1_000, 100, { bidId: anna.bidId, isDeleted: true })]);
  expect(names(trail)).toEqual([]);
});

test('before the start nobody is outbid; from then on sealed bids can be', () => {
  const trail = aTrail();
  const sealed = { updatedAtMs: START_MS - 1 };
  trail.take([by(ANNA, 1_000, 100, sealed), by(BO, 1_100, 100, sealed)]);
  expect(names(trail)).toEqual([]);
  trail.take([by(CHEN, 1_200, 100)]);
  expect(names(trail)).toEqual([[BO, 100]]);
});

test('lines come once: those that are known are left out, those that were told are taken in silence', () => {
  const trail = aTrail();
  const bids = [by(ANNA, 1_000, 100), by(BO, 1_100, 100), by(CHEN, 1_200, 100)];
  trail.takeSilently(bids.slice(0, 2));
  trail.take(bids);
  expect(names(trail)).toEqual([[BO, 100]]);
  trail.take(bids);
  expect(names(trail)).toEqual([]);
  expect(trail.seq()).toBe(bids[2]?.seq);
});

test('in a storm several lines are looked at together', () => {
  const trail = aTrail();
  trail.take([by(ANNA, 1_000, 100)]);
  trail.take(
    Array.from({ length: 10 * LOOKS_MAX }, (_, at) => by(BO, 1_100 + at, 100, { bidId: 'bo' as Bid['bidId'] })),
  );
  expect(names(trail)).toEqual([[ANNA, 100]]);
});
