import * as z from 'zod/mini';
import { timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { HELD_REFUSALS } from '#domain/access/approval.ts';
import { CONDUCT_KINDS } from '#domain/auction/conduct.ts';
import { EXTENSION_REFUSALS } from '#domain/auction/judge-conduct.ts';
import { SOFT_CLOSE_MAX, SOFT_CLOSE_MINUTES_MAX } from '#domain/auction/soft-close.ts';

/** The latest act on an auction while it was live, as everyone in the auction's room sees it. */
export const conductSchema = z.strictObject({
  kind: z.enum(CONDUCT_KINDS),
  /** `system` for soft close. */
  by: z.enum(['bidder', 'owner', 'admin', 'system']),
  at: timeSchema,
  /** The new end, if the act moved it. */
  until: z.nullable(timeSchema),
  reason: z.nullable(z.string()),
});
export type ConductView = z.output<typeof conductSchema>;

/** Pauses, extensions and annulment of an auction, in rooms and on the auction's pages. */
export const conductShape = {
  /** The time at which the auction was paused. Null if it is not paused. */
  pausedAt: z.nullable(timeSchema),
  annulledAt: z.nullable(timeSchema),
  /** How often soft close has moved the end. */
  extensions: z.number(),
  /** The latest end that soft close can still cause. Equal to `auctionEndTime` if the end is final. */
  latestEndTime: timeSchema,
  conduct: z.nullable(conductSchema),
};

/**
 * Soft close (docs/rules.md#soft-close): a bid in the last minutes that changes a winner moves the end. All extensions
 * together are at most `minutes` × `maximum`.
 */
export const softCloseSchema = z.strictObject({
  minutes: z.number().check(z.minimum(1), z.maximum(SOFT_CLOSE_MINUTES_MAX)),
  maximum: z.number().check(z.minimum(1), z.maximum(SOFT_CLOSE_MAX)),
});

/** Maximum length of a reason, in characters. */
export const REASON_LENGTH_MAX = 500;

const reasonShape = { reason: z.string().check(z.maxLength(REASON_LENGTH_MAX)) };

const conductReply = z.strictObject({ version: z.number(), auctionEndTime: timeSchema, ...conductShape });
export type ConductReply = z.output<typeof conductReply>;

const CONDUCT_REFUSES = [
  'field_required',
  'auction_not_started',
  'auction_has_ended',
  'auction_annulled',
  'service_busy',
] as const;

export const pauseAuction = route('POST /admin/auctions/{id}/pause', {
  summary: 'Pause a live auction, with a reason. No bids are accepted, and the clock stops',
  body: z.strictObject(reasonShape),
  reply: conductReply,
  refuses: [...CONDUCT_REFUSES, 'auction_paused'],
  idempotencyKey: 'required',
});

export const resumeAuction = route('POST /admin/auctions/{id}/resume', {
  ...pauseAuction,
  summary: 'Resume a paused auction with the time that was left. Its end moves by the length of the pause',
  refuses: [...CONDUCT_REFUSES, 'auction_not_paused'],
});

export const extendAuction = route('POST /admin/auctions/{id}/extend', {
  ...pauseAuction,
  summary: 'Extend a live or paused auction, with a reason',
  body: z.strictObject({ ...reasonShape, until: z.nullable(z.string()) }),
  refuses: [...CONDUCT_REFUSES, ...EXTENSION_REFUSALS],
});

export const annulAuction = route('POST /admin/auctions/{id}/annul', {
  ...pauseAuction,
  summary: 'Annul an auction that is not closed yet, with a reason. Nothing is awarded',
  refuses: [...CONDUCT_REFUSES, ...HELD_REFUSALS],
});
