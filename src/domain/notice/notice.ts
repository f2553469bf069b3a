import type { AuctionRelation } from '#domain/access/may.ts';

/**
 * Kinds of notices about a user's auctions. They report events that happened while the user was not looking at the
 * auction.
 */
export const AUCTION_NOTICE_KINDS = [
  'outbid',
  'canWin',
  'endingSoon',
  'started',
  'result',
  'bidsCancelled',
  'bidsVoid',
] as const;

/** Kinds of notices for administrators. Each reports something that waits for their decision. */
export const WAITING_KINDS = ['registrationWaits', 'buyOrderWaits', 'draftWaits', 'changeRequestWaits'] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/**
 * All kinds of notices. A new kind needs three things: an entry here, its phrases (`notice.kind`, `notice.says`,
 * `noticeMail`), and code that sends it.
 */
export const NOTICE_KINDS = [...AUCTION_NOTICE_KINDS, ...WAITING_KINDS] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Ways in which a notice reaches its user: on the page, in the title of the browser tab, by a sound, or by email. */
export const NOTICE_CHANNELS = ['page', 'title', 'sound', 'mail'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** Channels for users who have selected none. Sounds are off, and there is no email shortly before an end. */
export const NOTICE_DEFAULTS: Readonly<Record<NoticeKind, readonly NoticeChannel[]>> = {
  outbid: ['page', 'title', 'mail'],
  canWin: ['page', 'title', 'mail'],
  endingSoon: ['page', 'title'],
  started: ['page', 'title', 'mail'],
  result: ['page', 'title', 'mail'],
  bidsCancelled: ['page', 'title', 'mail'],
  bidsVoid: ['page', 'title', 'mail'],
  registrationWaits: ['page', 'title', 'mail'],
  buyOrderWaits: ['page', 'title', 'mail'],
  draftWaits: ['page', 'title', 'mail'],
  changeRequestWaits: ['page', 'title', 'mail'],
};

/** Minutes before an auction's end at which a user can get a reminder. */
export const ENDING_MINUTES = [60, 30, 10, 5, 2] as const;
/** Minutes of the reminders for users who have selected none. */
export const ENDING_MINUTES_DEFAULT: readonly number[] = [10, 2];

/**
 * Results of an auction, as a notice reports them: to a bidder (`won`, `lost`), to the owner (`traded`, `unsold`), or
 * to a user who only watched (`ended`).
 */
export const NOTICE_OUTCOMES = ['won', 'lost', 'traded', 'unsold', 'ended'] as const;
export type NoticeOutcome = (typeof NOTICE_OUTCOMES)[number];

/**
 * Returns the result for a bidder or the owner.
 *
 * @param quantity the RECs that the bidder won; for the owner, all RECs traded
 */
export function outcomeFor(as: Extract<AuctionRelation, 'bidder' | 'owner'>, quantity: number): NoticeOutcome {
  if (as === 'bidder') return quantity > 0 ? 'won' : 'lost';
  return quantity > 0 ? 'traded' : 'unsold';
}
