import * as z from 'zod/mini';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';
import { bidSchema } from '#contract/bidding/bidding.ts';
import { signedHeadSchema } from '#contract/bidding/receipt.ts';
import { conductShape } from '#contract/bidding/conduct.ts';

/**
 * Messages of a live room (docs/rules.md#realtime). They use the JSON subprotocol of Azure Web PubSub. The hub sends
 * `{ type: 'message', from: 'group', group, dataType: 'json', data: FromRoom }`. The client sends
 * `{ type: 'event', event: 'sync' | 'time' | 'report', dataType: 'json', data: ToRoom, ackId }`.
 *
 * Each change of a room increases its version by one. A delta names the versions that it spans, and contains the
 * current state of each bid that changed in between. A client at `version < from` requests the missing changes with
 * `sync`.
 */
export const HUB_PATH = '/client/hubs/Auction';
export const HUB_SUBPROTOCOL = 'json.webpubsub.azure.v1';

/**
 * `sealed` and `live` follow the auction's clock, which stops while `paused`. `closing` is the closing period after
 * the end. `closed` begins once the result is final.
 */
export const roomPhaseSchema = z.enum(['sealed', 'live', 'paused', 'closing', 'closed']);

const timesSchema = z.strictObject({
  startTime: timeSchema,
  endTime: timeSchema,
  auctionEndTime: timeSchema,
  isClosed: z.boolean(),
  ...conductShape,
});

/**
 * The first 8 hexadecimal digits of the hash of a history line. The hashes form a chain, so two histories with the same
 * epoch at a version have the same lines up to that version.
 */
const epochSchema = z.string().check(z.regex(/^[0-9a-f]{8}$/));

const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const lineNumber = z.number().check(z.int(), z.nonnegative());

/**
 * The proof that a history only grew (docs/rules.md#receipts). `links` has the hash of each content after line `from`.
 * The hash of a line is the SHA-256 of the previous line's hash, a line feed, and this hash.
 */
const chainSchema = z.strictObject({ from: lineNumber, links: z.array(hashSchema) });

/** Members of a room's messages by which a reader watches the history. Missing before the start. */
const watchShape = {
  signedHead: z.optional(signedHeadSchema),
  /** In a delta: from its `from`. In an answer to `sync`: from its `seen`. */
  chain: z.optional(chainSchema),
};

/** The maximum number of lines of a chain in an answer to `sync`. A reader that missed more starts to watch again. */
export const CHAIN_MAX = 20_000;

export const snapshotSchema = z.strictObject({
  event: z.literal('LiveAuctions'),
  kind: z.literal('snapshot'),
  auctionId: idSchema,
  version: z.number(),
  /** The epoch at `version`. Send it back with `sync`. */
  epoch: epochSchema,
  /**
   * Present if the history that the client named in `sync` no longer exists, because the database was restored to an
   * earlier state. The client must replace its copy, even if it has a higher version.
   */
  isOtherHistory: z.optional(z.literal(true)),
  now: timeSchema,
  times: timesSchema,
  ...watchShape,
  /** Standing and deleted bids that this audience may see. In the sealed phase, only a bidder's own bids. */
  bids: z.array(bidSchema),
});
export type RoomSnapshot = z.output<typeof snapshotSchema>;

export const deltaSchema = z.strictObject({
  event: z.literal('LiveAuctions'),
  kind: z.literal('delta'),
  auctionId: idSchema,
  from: z.number(),
  version: z.number(),
  epoch: epochSchema,
  now: timeSchema,
  times: timesSchema,
  ...watchShape,
  bids: z.array(bidSchema),
});
export type RoomDelta = z.output<typeof deltaSchema>;

/** A message that the result is final. The client must request the result. */
export const resultSchema = z.strictObject({
  event: z.literal('AuctionResult'),
  auctionId: idSchema,
  version: z.number(),
  now: timeSchema,
});

/**
 * A message that something on the page has changed. The client requests the new data over HTTP, where permissions are
 * checked.
 */
export const listChangedSchema = z.strictObject({ event: z.literal('LiveAuctions'), kind: z.literal('listChanged') });

/**
 * Reply to `time`. `echo` is the value that the client sent. `nowMs` is the database's clock in milliseconds since
 * 1970.
 */
export const timeAnswerSchema = z.strictObject({ kind: z.literal('time'), echo: z.number(), nowMs: z.number() });

export const fromRoomSchema = z.union([snapshotSchema, deltaSchema, resultSchema, listChangedSchema, timeAnswerSchema]);
export type FromRoom = z.output<typeof fromRoomSchema>;

/**
 * Data of `sync`: the client's version, 0 if it has none, and the epoch at this version. The hub replies with a delta
 * from this version, or with a snapshot. Without an epoch, the hub notices another history only if it is shorter.
 */
export const syncRequestSchema = z.strictObject({
  version: z.number(),
  epoch: z.optional(epochSchema),
  /** The number of the last signed head that the client has checked. The answer proves that the history continues it. */
  seen: z.optional(lineNumber),
});
export type SyncRequest = z.output<typeof syncRequestSchema>;
/** Data of `report`: two signed heads of which the later one does not continue the earlier one. The server logs them. */
export const reportSchema = z.strictObject({ seen: signedHeadSchema, got: signedHeadSchema });
export type ReportedHeads = z.output<typeof reportSchema>;
/** Data of `time`: a value that the reply repeats. */
export const timeRequestSchema = z.strictObject({ echo: z.number() });

/** WebSocket close codes of the hub. After all but `SESSION_ENDED` and `NOT_ALLOWED`, the client should reconnect. */
export const CLOSE_CODES = { TOO_SLOW: 4000, RESTARTING: 1012, SESSION_ENDED: 4001, NOT_ALLOWED: 4003 } as const;

/** Lifetime of a token in seconds. A token opens one connection. */
export const HUB_TOKEN_SECONDS = 30;

const tokenSchema = z.strictObject({ url: z.string(), accessToken: z.string(), expiresAt: timeSchema });

export const getRoomTokenAsAdmin = route('GET /admin/auctions/{id}/token', {
  summary: 'A single-use token for the room of one auction',
  reply: tokenSchema,
});

export const getRoomTokenAsUser = route('GET /user/auctions/{id}/token', {
  summary: 'A single-use token for the room of one auction. Bidders need a bid once the auction is live',
  reply: tokenSchema,
  refuses: ['no_permission_to_join_auction', 'account_blacklisted', 'initial_bid_required', 'auction_has_no_items'],
});

export const getListTokenAsAdmin = route('GET /admin/auctions/pubsub/token', {
  summary: 'A single-use token for live updates of a list page',
  query: z.strictObject({ page: z.optional(z.string()), id: z.optional(idSchema) }),
  reply: tokenSchema,
});

export const getListTokenAsUser = route('GET /user/auctions/pubsub/token', getListTokenAsAdmin);
