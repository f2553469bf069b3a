import type { AuctionRelation } from '#domain/access/may.ts';

/** Notices about a person's auctions: what happened while it looked elsewhere. */
export const AUCTION_NOTICE_KINDS = ['outbid', 'canWin', 'endingSoon', 'started', 'result', 'bidsCancelled'] as const;

/** Notices for administrators: something waits for their decision. */
export const WAITING_KINDS = ['registrationWaits', 'buyOrderWaits', 'draftWaits', 'changeRequestWaits'] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** A kind more is a line here, its words (`notice.kind`, `notice.says`, `noticeMail`) and whoever tells it. */
export const NOTICE_KINDS = [...AUCTION_NOTICE_KINDS, ...WAITING_KINDS] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Ways in which a notice reaches its reader: within the page, in the browser tab's title, by a tone, by mail. */
export const NOTICE_CHANNELS = ['page', 'title', 'sound', 'mail'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** Where a person chose nothing: no sound without having asked for it, and no mail in the hurry before an end. */
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

/** Minutes before the end at which a person may be told that it comes, and those that are told unless chosen otherwise. */
export const ENDING_MINUTES = [60, 30, 10, 5, 2] as const;
export const ENDING_MINUTES_DEFAULT: readonly number[] = [10, 2];

/** How an auction ended for the reader: as a bidder, as the owner, or as somebody who watched. */
export const NOTICE_OUTCOMES = ['won', 'lost', 'traded', 'unsold', 'ended'] as const;
export type NoticeOutcome = (typeof NOTICE_OUTCOMES)[number];

/** `quantity` is what a bidder won, for the owner all that was traded. */
export function outcomeFor(as: Extract<AuctionRelation, 'bidder' | 'owner'>, quantity: number): NoticeOutcome {
  if (as === 'bidder') return quantity > 0 ? 'won' : 'lost';
  return quantity > 0 ? 'traded' : 'unsold';
}
