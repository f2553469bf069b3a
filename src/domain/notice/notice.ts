import type { AuctionRelation } from '#domain/access/may.ts';
import { INVOICE_EVENTS, type SettlementEvent } from '#domain/settlement/tracks.ts';

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
  'offered',
  'ownerChanged',
] as const;

/** Kinds of notices about a user's settlements: a step of the other side, a near due date, a delay, and an invoice. */
export const SETTLEMENT_NOTICE_KINDS = [
  'settlementStep',
  'settlementDue',
  'settlementLate',
  'settlementInvoice',
] as const;
export type SettlementNoticeKind = (typeof SETTLEMENT_NOTICE_KINDS)[number];

/** Returns the kind of the notice about an event of a settlement. */
export function settlementNoticeKind(event: SettlementEvent): SettlementNoticeKind {
  if (event === 'paymentSoon' || event === 'deliverySoon') return 'settlementDue';
  if ((INVOICE_EVENTS as readonly SettlementEvent[]).includes(event)) return 'settlementInvoice';
  return LATE_EVENTS.has(event) ? 'settlementLate' : 'settlementStep';
}

const LATE_EVENTS: ReadonlySet<SettlementEvent> = new Set([
  'markOverdue',
  'startCure',
  'declareDefault',
  'deliveryLate',
]);

/** Kinds of notices for the members of a company, about its plants, its certificates and its retirements. */
export const COMPANY_NOTICE_KINDS = ['certificateVerified', 'certificateRejected', 'retirementRegistered'] as const;
export type CompanyNoticeKind = (typeof COMPANY_NOTICE_KINDS)[number];

/** Kinds of notices for administrators. Each reports something that waits for their decision. */
export const WAITING_KINDS = [
  'registrationWaits',
  'buyOrderWaits',
  'draftWaits',
  'changeRequestWaits',
  'disputeWaits',
  'defaultWaits',
  'certificatesWait',
  'approvalWaits',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/**
 * All kinds of notices. A new kind needs three things: an entry here, its phrases (`notice.kind`, `notice.says`,
 * `noticeMail`), and code that sends it.
 */
export const NOTICE_KINDS = [
  ...AUCTION_NOTICE_KINDS,
  ...SETTLEMENT_NOTICE_KINDS,
  ...COMPANY_NOTICE_KINDS,
  ...WAITING_KINDS,
] as const;
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
  offered: ['page', 'title', 'mail'],
  ownerChanged: ['page', 'title', 'mail'],
  settlementStep: ['page', 'title', 'mail'],
  settlementDue: ['page', 'title', 'mail'],
  settlementLate: ['page', 'title', 'mail'],
  settlementInvoice: ['page', 'title', 'mail'],
  certificateVerified: ['page', 'title', 'mail'],
  certificateRejected: ['page', 'title', 'mail'],
  retirementRegistered: ['page', 'title', 'mail'],
  registrationWaits: ['page', 'title', 'mail'],
  buyOrderWaits: ['page', 'title', 'mail'],
  draftWaits: ['page', 'title', 'mail'],
  changeRequestWaits: ['page', 'title', 'mail'],
  disputeWaits: ['page', 'title', 'mail'],
  defaultWaits: ['page', 'title', 'mail'],
  certificatesWait: ['page', 'title', 'mail'],
  approvalWaits: ['page', 'title', 'mail'],
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
