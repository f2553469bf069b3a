import * as z from 'zod/mini';
import { amountSchema, auctionTypeSchema, timeSchema } from '#contract/basics/basics.ts';
import { fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import type { BidderId, BidId, ItemId } from '#domain/basics/ids.ts';
import { HISTORY_KINDS } from '#domain/bidding/history.ts';
import type { Fault, AuctionRecord, RecordedAward, RecordedLine, RecordHead } from '#domain/record/record.ts';

/**
 * Media type of a record's file. The file has one JSON entry per line, and each line ends with a line feed. First comes
 * the head, then every line of the history, then the awards, and last the seal. The seal is an Ed25519 signature over
 * the SHA-256 of everything before the seal.
 */
export const RECORD_TYPE = 'application/jsonl';

const integer = z.number().check(z.int());
/** Ids are only compared, never looked up, so any text is valid. */
const bidderId = z.string() as unknown as z.ZodMiniType<BidderId>;
const itemId = z.string() as unknown as z.ZodMiniType<ItemId>;
const bidId = z.string() as unknown as z.ZodMiniType<BidId>;

const headSchema = z.strictObject({
  rules: z.optional(z.union([z.literal(1), z.literal(2)])),
  salt: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
  auctionId: z.string(),
  title: z.string(),
  auctionType: auctionTypeSchema,
  currency: z.string(),
  tickCents: integer,
  minimumBiddingQuantity: integer,
  sellerFeeHundredths: integer,
  buyerFeeHundredths: integer,
  softClose: z.nullable(z.strictObject({ minutes: z.number(), maximum: integer })),
  startsAt: timeSchema,
  endsAt: timeSchema,
  auctionEndsAt: timeSchema,
  items: z.array(
    z.strictObject({
      itemId,
      name: z.string(),
      quantity: integer,
      partialFulfillment: z.boolean(),
      minimumBidPriceCents: integer,
      maximumBidPriceCents: integer,
      minQuantity: z.nullable(integer),
      maxQuantity: z.nullable(integer),
    }),
  ),
  bidders: z.array(z.strictObject({ bidderId, alias: z.string() })),
}) satisfies z.ZodMiniType<RecordHead>;

const lineSchema = z.strictObject({
  seq: integer,
  kind: z.enum(HISTORY_KINDS),
  at: timeSchema,
  bidId: z.nullable(bidId),
  itemId: z.nullable(itemId),
  bidderId: z.nullable(bidderId),
  alias: z.nullable(z.string()),
  priceCents: z.nullable(integer),
  quantity: z.nullable(integer),
  allowsPartial: z.nullable(z.boolean()),
  minimumAcceptable: z.nullable(integer),
  by: z.enum(['bidder', 'owner', 'admin', 'system']),
  reason: z.nullable(z.string()),
  until: z.nullable(timeSchema),
});

const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const awardSchema = z.strictObject({
  itemId,
  bidId,
  bidderId,
  ranking: integer,
  quantity: integer,
  priceCents: integer,
  amount: amountSchema,
  sellerFee: amountSchema,
  buyerFee: amountSchema,
}) satisfies z.ZodMiniType<RecordedAward>;

const sealSchema = z.strictObject({
  algorithm: z.literal('Ed25519'),
  /** The public key and the signature are in base64url, without padding. */
  publicKey: z.string(),
  signature: z.string(),
});
export type RecordSeal = z.output<typeof sealSchema>;

const ENTRIES = {
  head: z.strictObject({ record: z.literal(1), head: headSchema }),
  line: z.strictObject({ line: lineSchema, hash: hashSchema }) satisfies z.ZodMiniType<RecordedLine>,
  award: z.strictObject({ award: awardSchema }),
  seal: z.strictObject({ seal: sealSchema }),
};

/**
 * The three parts of the signed text before the seal. They are separate, so that a long history can be written in
 * pieces.
 */
export const headText = (head: RecordHead): string => entriesText([{ record: 1, head }]);
export const linesText = (lines: readonly RecordedLine[]): string => entriesText(lines);
export const awardsText = (awards: readonly RecordedAward[]): string => entriesText(awards.map((award) => ({ award })));

const entriesText = (entries: readonly object[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

export const sealLine = (seal: RecordSeal): string => `${JSON.stringify({ seal })}\n`;

/** A parsed record, with the text that its seal signs. */
export type ReadRecord = { readonly record: AuctionRecord; readonly seal: RecordSeal; readonly content: string };

/** Parses a record's file. A fault names the first line with the wrong kind of entry. */
export function readRecord(text: string): ReadRecord | Fault {
  const [first = '', ...inside] = text.split('\n');
  const end = inside.pop();
  const last = inside.pop() ?? '';
  const sealAt = inside.length + 2;
  if (end !== '') return { line: sealAt, what: 'noLineFeed' };
  const head = ENTRIES.head.safeParse(parse(first));
  if (!head.success) return { line: 1, what: 'notHead' };
  const lines: RecordedLine[] = [];
  const awards: RecordedAward[] = [];
  for (const [index, one] of inside.entries()) {
    const value = parse(one);
    const line = awards.length === 0 ? ENTRIES.line.safeParse(value) : undefined;
    const award = line?.success ? undefined : ENTRIES.award.safeParse(value);
    if (line?.success) lines.push(line.data);
    else if (award?.success) awards.push(award.data.award);
    else return { line: index + 2, what: 'notEntry' };
  }
  const seal = ENTRIES.seal.safeParse(parse(last));
  if (!seal.success) return { line: sealAt, what: 'notSeal' };
  const content = text.slice(0, text.length - last.length - 1);
  return { record: { head: head.data.head, lines, awards }, seal: seal.data.seal, content };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Formats of a record: a file that can be verified, or a document for people to read. */
export const RECORD_FORMATS = ['jsonl', 'pdf'] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

export const getRecordAsAdmin = route('GET /admin/auctions/{id}/record', {
  summary: 'The signed record of a closed auction, the same for all readers, with bidders under aliases',
  query: z.strictObject({ format: z._default(z.enum(RECORD_FORMATS), 'jsonl') }),
  reply: fileSchema,
  refuses: ['results_not_ready'],
});

export const getRecordAsUser = route('GET /user/auctions/{id}/record', {
  ...getRecordAsAdmin,
  summary: 'The signed record of a closed auction, for the auction owner and bidders that placed a bid',
  refuses: ['results_not_ready', 'no_permission_to_join_auction'],
});

export const listRecordKeys = route('GET /record-keys', {
  access: 'open',
  summary: 'The public keys for verifying the records of this deployment',
  reply: z.array(z.strictObject({ algorithm: z.literal('Ed25519'), publicKey: z.string() })),
});
