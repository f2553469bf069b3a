import type { AuctionRelation } from '#domain/access/may.ts';

/** Kinds of notices about a user's auctions: events that happened while the user looked elsewhere. */
export const AUCTION_NOTICE_KINDS = ['outbid', 'canWin', 'endingSoon', 'started', 'result', 'bidsCancelled'] as const;

/** Kinds of notices for administrators: something needs their decision. */
export const WAITING_KINDS = ['registrationWaits', 'buyOrderWaits', 'draftWaits', 'changeRequestWaits'] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/**
 * All kinds of notices. A new kind needs an entry here, its phrases (`notice.kind`, `notice.says`, `noticeMail`) and
 * code that sends it.
 */
export const NOTICE_KINDS = [...AUCTION_NOTICE_KINDS, ...WAITING_KINDS] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** How a notice reaches its reader: within the page, in the browser tab's title, by a sound, by mail. */
export const NOTICE_CHANNELS = ['page', 'title', 'sound', 'mail'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** Defaults for users who chose nothing: no sound unless requested, and no mail shortly before an end. */
export const NOTICE_DEFAULTS: Readonly<Record<NoticeKind, readonly NoticeChannel[]>> = {
  outbid: ['page', 'title', 'mail'],
  canWin: ['page', 'title', 'mail'],
  endingSoon: ['page', 'title'],
  started: ['page', 'title', 'mail'],
  result: ['page', 'title', 'mail'],
  bidsCancelled: ['page', 'title', 'mail'],
  registrationWaits: ['page', 'title', 'mail'],
  buyOrderWaits: ['page', 'title', 'mail'],
  draftWaits: ['page', 'title', 'mail'],
  changeRequestWaits: ['page', 'title', 'mail'],
};

/** The reminder times before an auction's end that a user can choose, in minutes, and the default ones. */
export const ENDING_MINUTES = [60, 30, 10, 5, 2] as const;
export const ENDING_MINUTES_DEFAULT: readonly number[] = [10, 2];

/** Result of an auction for the reader: as a bidder, as the owner, or as a user who only watched. */
export const NOTICE_OUTCOMES = ['won', 'lost', 'traded', 'unsold', 'ended'] as const;
export type NoticeOutcome = (typeof NOTICE_OUTCOMES)[number];

/**
 * Returns the result for a reader.
 *
 * @param quantity the RECs that the bidder won; for the owner, all RECs traded
 */
export function outcomeFor(as: Extract<AuctionRelation, 'bidder' | 'owner'>, quantity: number): NoticeOutcome {
  if (as === 'bidder') return quantity > 0 ? 'won' : 'lost';
  return quantity > 0 ? 'traded' : 'unsold';
}
