import { expect, it } from 'vitest';
import type { AuctionSummary } from '#contract/auction/auction.ts';
import { auctionLinks } from '#web/auction/listed-parts.tsx';
import { auctionPhaseAt, type AuctionPhase } from '#web/auction/auction-phase.tsx';
import type { Role } from '#web/platform/session/session.ts';

const own = {
  bidderId: 'b',
  userId: 'u',
  username: 'anna',
  alias: 'Bidder 1',
  accountId: 'c',
  companyName: 'C',
  englishCompanyName: '',
  maxQuantity: 1,
  hasBid: false,
  mustAcceptTerms: false,
};
const auction: AuctionSummary = {
  id: 'x',
  title: 'T',
  auctionType: 'Forward',
  isPrivate: true,
  status: 'upcoming',
  startTime: '2026-03-04T10:00:00.000Z',
  auctionDateTime: '2026-03-04T10:00:00.000Z',
  endTime: '2026-03-04T11:00:00.000Z',
  auctionEndTime: '2026-03-04T11:00:00.000Z',
  isClosed: false,
  pausedAt: null,
  annulledAt: null,
  spotRecs: false,
  relation: 'bidder',
  itemCount: 1,
  totalQuantity: 1,
  itemNames: [],
  countries: [],
  fuels: [],
  bidderCount: null,
  openRequest: null,
  openingPrice: null,
  rehearsalOf: null,
  isDraft: false,
  isWatched: false,
  thumbnail: null,
  own,
};
const withBid = { own: { ...own, hasBid: true } };
const asOwner = { relation: 'owner', own: null } as const;
const asVisitor = { relation: 'visitor', own: null } as const;

it.each<[Role, Partial<AuctionSummary>, AuctionPhase, string, string]>([
  ['admin', {}, 'upcoming', 'action.edit', '/admin/update/x'],
  ['admin', {}, 'live', 'auction.enterRoom', '/admin/auction/x'],
  ['admin', {}, 'closing', 'auction.enterRoom', '/admin/auction/x'],
  ['admin', {}, 'ended', 'auction.viewResult', '/admin/auction-result/x'],
  ['user', {}, 'upcoming', 'auction.placeInitialBids', '/user/auction/x'],
  ['user', withBid, 'upcoming', 'auction.changeInitialBids', '/user/auction/x'],
  ['user', {}, 'live', 'auction.bidToEnter', '/user/auction/x'],
  ['user', withBid, 'live', 'auction.enterRoom', '/user/auction/x'],
  ['user', withBid, 'closing', 'auction.enterRoom', '/user/auction/x'],
  ['user', {}, 'closing', 'auction.viewDetails', '/user/auction/x/detail'],
  ['user', withBid, 'ended', 'auction.viewResult', '/user/auction-result/x'],
  ['user', {}, 'ended', 'auction.viewDetails', '/user/auction/x/detail'],
  ['user', asOwner, 'upcoming', 'changeRequest.manageItems', '/user/update/x'],
  ['user', asOwner, 'live', 'auction.watchRoom', '/user/auction/x'],
  ['user', asOwner, 'ended', 'auction.viewResult', '/user/auction-result/x'],
  ['user', asVisitor, 'live', 'auction.register', '/user/auction/x/detail'],
])('%s with %o while %s: %s', (role, change, phase, label, to) => {
  expect(auctionLinks({ ...auction, ...change }, phase, role)[0]).toEqual({ to, label });
});

it('an auction without items cannot be entered, and says why', () => {
  const [link] = auctionLinks({ ...auction, ...withBid, itemCount: 0 }, 'live', 'user');
  expect(link?.closed).toBe('error.auction_has_no_items');
});

it('the phase follows the clock, with the closing period until the result is final', () => {
  const at = (time: string, isClosed = false) => auctionPhaseAt({ ...auction, isClosed }, Date.parse(time));
  expect(at('2026-03-04T09:59:59.999Z')).toBe('upcoming');
  expect(at('2026-03-04T10:00:00.000Z')).toBe('live');
  expect(at('2026-03-04T11:00:00.000Z')).toBe('closing');
  expect(at('2026-03-04T11:00:00.000Z', true)).toBe('ended');
});
