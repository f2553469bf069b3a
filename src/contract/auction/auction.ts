import * as z from 'zod/mini';
import { syncQuery, withSync } from '#contract/basics/sync.ts';
import {
  auctionTypeSchema,
  countrySchema,
  fuelSchema,
  idSchema,
  longListOf,
  pageQuery,
  partySchema,
  periodSchema,
  priceSchema,
  priceUnitSchema,
  productShape,
  seenVersionSchema,
  statusSchema,
  timeSchema,
} from '#contract/basics/basics.ts';
import { AUCTION_ACCESS } from '#contract/basics/choices.ts';
import { conductShape, softCloseSchema } from '#contract/bidding/conduct.ts';
import { fromReply, VINTAGE_PLACES } from '#contract/basics/from-reply.ts';
import { imageSchema } from '#contract/auction/image-link.ts';
import { route } from '#contract/basics/route.ts';
import { shownTermsSchema } from '#contract/settlement/settlement-terms.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { OPEN_REQUEST_STATUSES } from '#domain/auction/change-request.ts';
import { ITEM_REFUSALS } from '#domain/auction/judge-item.ts';
import { TERMS_REFUSALS } from '#domain/auction/terms.ts';
import { SETTINGS_REFUSALS } from '#domain/auction/judge-settings.ts';
import { SOFT_CLOSE_DEFAULT } from '#domain/auction/soft-close.ts';
import { AUCTION_STATUSES } from '#domain/auction/status.ts';

/** The caller's relation to an auction. A `visitor` may see a public auction without having registered for it. */
export const relationSchema = z.enum(['admin', 'owner', 'bidder', 'visitor']);

export const itemSchema = z.strictObject({
  auctionItemId: idSchema,
  /** country.fuel.vintage */
  name: z.string(),
  ...productShape,
  recQuantity: z.number(),
  partialFulfillment: z.boolean(),
  minimumBidPrice: priceSchema,
  maximumBidPrice: priceSchema,
  minQuantity: z.nullable(z.number()),
  maxQuantity: z.nullable(z.number()),
  /** Whether the form fills the quantity with the whole item and disables the input (docs/rules.md#items). */
  disableQuantity: z.boolean(),
  /**
   * Lowest accepted price of a new bid that allows partial fulfillment: minPrice in a forward auction, maxPrice (the
   * highest) in a reverse one. Null unless the auction is live and the caller may see the price.
   */
  minPrice: z.nullable(priceSchema),
  maxPrice: z.nullable(priceSchema),
  /**
   * The price at which a new bid that allows partial fulfillment would win something now. It is better than minPrice or
   * maxPrice if a standing bid could drop out.
   */
  priceToWin: z.nullable(priceSchema),
  description: z.string(),
  /** Location of the plant. */
  address: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** In display order. */
  images: z.array(imageSchema),
});
export type AuctionItem = z.output<typeof itemSchema>;

/** The caller's company as a bidder of the auction. */
const ownSchema = z.strictObject({
  bidderId: idSchema,
  /** The user through whom the company bids here. Other members can only watch (`judgeBidding`). */
  userId: idSchema,
  username: z.string(),
  alias: z.string(),
  accountId: idSchema,
  companyName: z.string(),
  englishCompanyName: z.string(),
  maxQuantity: z.number(),
  hasBid: z.boolean(),
  /**
   * True if the caller must accept the terms before its next bid: an administrator added the caller to a public
   * auction, or set terms of settlement that the caller has not accepted.
   */
  mustAcceptTerms: z.boolean(),
});

export const auctionSummarySchema = z.strictObject({
  id: idSchema,
  title: z.string(),
  auctionType: auctionTypeSchema,
  isPrivate: z.boolean(),
  status: statusSchema,
  startTime: timeSchema,
  /** Equal to `startTime`, under the specification's name. */
  auctionDateTime: timeSchema,
  endTime: timeSchema,
  auctionEndTime: timeSchema,
  isClosed: z.boolean(),
  pausedAt: conductShape.pausedAt,
  annulledAt: conductShape.annulledAt,
  spotRecs: z.boolean(),
  relation: relationSchema,
  itemCount: z.number(),
  /** Sum of the items' quantities, in RECs. */
  totalQuantity: z.number(),
  /**
   * The opening price. With several items, the lowest in a forward auction and the highest in a reverse one. Null
   * without items.
   */
  openingPrice: z.nullable(priceSchema),
  /** Names of the first items, for cards. */
  itemNames: z.array(z.string()),
  countries: z.array(countrySchema),
  fuels: z.array(fuelSchema),
  /** Number of bidders. Null for callers who may not know it. */
  bidderCount: z.nullable(z.number()),
  /** The owner's open change request, which lapses at the start. Null for callers who may not know it. */
  openRequest: z.nullable(z.enum(OPEN_REQUEST_STATUSES)),
  /** In a rehearsal: the auction that is rehearsed. */
  rehearsalOf: z.nullable(idSchema),
  /**
   * True for a draft. A draft is created when the previous auction of the series is closed. Only admins see the draft,
   * until an admin confirms it.
   */
  isDraft: z.boolean(),
  /** The image of the auction, if it has one. */
  thumbnail: z.nullable(imageSchema),
  own: z.nullable(ownSchema),
  /** Whether the auction is on the caller's watch list. */
  isWatched: z.boolean(),
});
export type AuctionSummary = z.output<typeof auctionSummarySchema>;

/** How an auction repeats, and its position in the series (decision 27). Null for everybody but admins. */
const recurrenceSchema = z.strictObject({
  timeZone: z.string(),
  /** Day of the month. In a shorter month, its last day. */
  day: z.number(),
  /** The last date on which an auction of the series may start. */
  until: z.nullable(z.string()),
  /** The number of auctions that still follow. */
  times: z.nullable(z.number()),
  /** When the next auction would start. Null if none follows. */
  nextStartTime: z.nullable(timeSchema),
});

const neighbourSchema = z.strictObject({ id: idSchema, title: z.string() });

const recurrenceShape = {
  recurrence: z.nullable(recurrenceSchema),
  /** The previous auction in the series. */
  follows: z.nullable(
    z.extend(neighbourSchema, {
      /** Names of items that sold out in that auction and are therefore missing in this one. */
      soldItemNames: z.array(z.string()),
    }),
  ),
  /** The next auction in the series. */
  followedBy: z.nullable(z.extend(neighbourSchema, { isDraft: z.boolean() })),
};

export const auctionSchema = z.extend(auctionSummarySchema, {
  minimumRecQuantity: z.number(),
  minimumBiddingRecQuantity: z.number(),
  /** Percentages, 0 to 100 with two fraction digits. */
  sellerProcessingFee: z.number(),
  buyerProcessingFee: z.number(),
  tickSize: z.strictObject({ id: z.nullable(idSchema), priceStep: priceSchema, unit: priceUnitSchema }),
  /** The owner's company. All readers of the auction see its name, because they trade with this company. */
  sellerInformation: partySchema,
  /** Increases with each change of the settings. For admins only. */
  version: z.nullable(z.number()),
  /** Id of its rehearsal, if there is one. For admins only. */
  rehearsalId: z.nullable(idSchema),
  items: z.array(itemSchema),
  softClose: z.nullable(softCloseSchema),
  /** Version of the bidding rules of this auction. It is 1 in auctions that began before release 0.2. */
  biddingRules: z.union([z.literal(1), z.literal(2)]),
  /** Version of the auction terms that bidders accept now, for `registerForAuction`. */
  termsVersion: z.string(),
  ...recurrenceShape,
  ...conductShape,
  /**
   * Whether the owner can change items only by a change request, because initial bids exist (docs/rules.md#owner).
   * False for callers who may not know of initial bids.
   */
  changesByRequest: z.boolean(),
  /** Server time of this reply. */
  now: timeSchema,
});
export type Auction = z.output<typeof auctionSchema>;

const listShape = {
  ...pageQuery,
  ...syncQuery,
  /** `current` = upcoming and live, `past` = ended (the two lists of docs/rules.md#menus). */
  show: z._default(z.enum(['current', 'past']), 'current'),
  status: z.optional(statusSchema),
  /** Only auctions that the caller watches. */
  watched: z.optional(z.literal('true')),
  auctionType: z.optional(auctionTypeSchema),
  access: z.optional(z.enum(AUCTION_ACCESS)),
  /** Filters by product. An auction is listed if one of its items matches all of them. */
  country: z.optional(countrySchema),
  fuelType: z.optional(fuelSchema),
  vintageYear: z.optional(z.coerce.number().check(z.int(), z.minimum(1_900), z.maximum(2_200))),
};
const listedAuctionSchema = z.extend(auctionSummarySchema, {
  /** Number of standing bids. Null for callers who may not know it (decision 66). */
  bidCount: z.nullable(z.number()),
  /**
   * The best standing price in a live auction, over all items. Null without bids, and for callers who may not enter the
   * room.
   */
  bestPrice: z.nullable(priceSchema),
});
export type ListedAuction = z.output<typeof listedAuctionSchema>;
const auctionListSchema = withSync(longListOf(listedAuctionSchema));

export const listAuctionsAsAdmin = route('GET /admin/auctions', {
  summary: 'Auctions, drafts first, then live ones, with search and paging',
  query: z.strictObject({
    ...listShape,
    status: z.optional(z.enum([...AUCTION_STATUSES, 'draft'])),
    /** With `rehearsal`, the list contains rehearsals. Otherwise it contains none. */
    access: z.optional(z.enum([...AUCTION_ACCESS, 'rehearsal'])),
  }),
  reply: auctionListSchema,
});

export const listAuctionsAsUser = route('GET /user/auctions', {
  summary: 'Auctions that the caller may see: its own, those it bids in, public ones',
  query: z.strictObject(listShape),
  reply: auctionListSchema,
});

export const getAuctionAsAdmin = route('GET /admin/auctions/{id}', {
  summary: 'One auction with its items',
  reply: auctionSchema,
});

export const getAuctionAsUser = route('GET /user/auctions/{id}', {
  summary: 'One auction with its items. Hidden ones answer like missing ones',
  reply: auctionSchema,
});

/**
 * Returns whether this JavaScript runtime knows a time zone. Browsers send time zones and users never type them, so an
 * unknown one makes the request malformed.
 */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Recurrence in a settings request. Without a time zone the auction doesn't repeat. */
const recurrenceBody = {
  recurrenceTimeZone: z._default(z.nullable(z.string().check(z.refine(isTimeZone))), null),
  recurrenceUntil: z._default(z.nullable(z.string().check(z.maxLength(100))), null),
  recurrenceTimes: z._default(z.nullable(z.number()), null),
};

/**
 * The settings of an auction in a request. The schema accepts wrong values on purpose. `judgeSettings` explains the
 * error of each field, while a schema would only say "invalid".
 */
const settingsFields = z.strictObject({
  title: z.string().check(z.maxLength(10_000)),
  auctionType: auctionTypeSchema,
  isPrivate: z.boolean(),
  startTime: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
  minimumRecQuantity: z.nullable(z.number()),
  minimumBiddingRecQuantity: z.nullable(z.number()),
  sellerProcessingFee: z.nullable(z.number()),
  buyerProcessingFee: z.nullable(z.number()),
  spotRecs: z.boolean(),
  ownerAccountId: z.nullable(idSchema),
  tickSizeId: z.nullable(idSchema),
  /** Soft close. If both fields are left out, the default applies. If both are null, soft close is off. */
  softCloseMinutes: z._default(z.nullable(z.number()), SOFT_CLOSE_DEFAULT.minutes),
  softCloseMaximum: z._default(z.nullable(z.number()), SOFT_CLOSE_DEFAULT.maximum),
  ...recurrenceBody,
});
/** Paths in replies, for the fields that have another name in requests. */
const SETTINGS_PLACES = {
  startTime: 'auctionDateTime',
  ownerAccountId: 'sellerInformation.accountId',
  tickSizeId: 'tickSize.id',
  softCloseMinutes: 'softClose.minutes',
  softCloseMaximum: 'softClose.maximum',
  recurrenceTimeZone: 'recurrence.timeZone',
  recurrenceUntil: 'recurrence.until',
  recurrenceTimes: 'recurrence.times',
} as const;

const createFields = z.extend(settingsFields, {
  /** The auction whose items are copied, with their images. */
  itemsOf: z.optional(idSchema),
});

export const settingsRefuses = [
  ...SETTINGS_REFUSALS,
  'feature_disabled',
  'auction_has_started',
  'bidder_account_unknown',
] as const;

export const createAuction = route('POST /admin/auctions', {
  summary: 'Create an auction with its settings, and with the items of another auction if one is named',
  body: z.pipe(fromReply(createFields, auctionSchema, SETTINGS_PLACES), createFields),
  reply: auctionSchema,
  refuses: [...settingsRefuses, 'draft_items_to_correct', 'not_found'],
  idempotencyKey: 'optional',
});

const updateFields = z.extend(settingsFields, { version: seenVersionSchema });
export const settingsBody = z.pipe(fromReply(updateFields, auctionSchema, SETTINGS_PLACES), updateFields);

export const updateAuction = route('PUT /admin/auctions/{id}', {
  summary: 'Change the settings before the start. With `version`, a change that somebody else made since is not lost',
  body: settingsBody,
  reply: auctionSchema,
  refuses: [
    ...settingsRefuses,
    'bidder_is_owner',
    'bidder_related_to_owner',
    'bids_would_be_cancelled',
    'settings_changed',
  ],
});

export const confirmDraft = route('POST /admin/auctions/{id}/confirmation', {
  summary: 'Confirm the draft of a recurring auction. It becomes an upcoming auction',
  reply: auctionSchema,
  refuses: [...settingsRefuses, 'auction_is_no_draft', 'auction_has_no_items', 'draft_items_to_correct'],
});

export const deleteAuction = route('DELETE /admin/auctions/{id}', {
  summary: 'Delete an auction before its start, with its items, bidders and initial bids',
  refuses: ['auction_has_started', 'bids_would_be_cancelled'],
});

export const itemFields = z.strictObject({
  recCountry: z.nullable(countrySchema),
  recFuelType: z.nullable(fuelSchema),
  vintageYear: z.nullable(z.number()),
  vintagePeriod: z.nullable(periodSchema),
  recQuantity: z.nullable(z.number()),
  partialFulfillment: z.boolean(),
  /**
   * The minimum and the maximum quantity of one bid. If left out or null, only the limits of the auction and the item's
   * quantity apply.
   */
  minQuantity: z._default(z.nullable(z.number()), null),
  maxQuantity: z._default(z.nullable(z.number()), null),
  minimumBidPrice: z.nullable(z.number()),
  maximumBidPrice: z.nullable(z.number()),
  description: z.string().check(z.maxLength(100_000)),
  address: z._default(z.string().check(z.maxLength(100_000)), ''),
  latitude: z._default(z.nullable(z.number()), null),
  longitude: z._default(z.nullable(z.number()), null),
  /** Ids of images uploaded for this auction. */
  imageIds: z._default(z.readonly(z.array(idSchema).check(z.maxLength(100))), []),
});
/** Paths in replies, for the fields that have another name in requests. */
export const ITEM_PLACES = { ...VINTAGE_PLACES, imageIds: 'images.id' } as const;
export const itemBody = z.pipe(fromReply(itemFields, itemSchema, ITEM_PLACES), itemFields);
const itemRefuses = [
  ...ITEM_REFUSALS,
  'image_unknown',
  'auction_has_started',
  'maximum_items_reached',
  'bids_would_be_cancelled',
] as const;

export const addItem = route('POST /admin/auctions/{id}/items', {
  summary: 'Add an item before the start',
  body: itemBody,
  reply: itemSchema,
  refuses: itemRefuses,
  idempotencyKey: 'optional',
});

export const updateItem = route('PUT /admin/auctions/{id}/items/{itemId}', {
  summary: 'Change an item before the start',
  body: itemBody,
  reply: itemSchema,
  refuses: itemRefuses,
});

export const deleteItem = route('DELETE /admin/auctions/{id}/items/{itemId}', {
  summary: 'Delete an item before the start, with the initial bids on it',
  refuses: ['auction_has_started', 'bids_would_be_cancelled'],
});

export const availableItems = route('GET /admin/auctions/{id}/available-items', {
  summary: "The auction's items",
  reply: z.array(itemSchema),
});

export const registerForAuction = route('POST /user/auctions/{id}/registrations', {
  summary:
    'Register for a public auction with one of the caller’s accounts, and accept the terms. Bidders that `mustAcceptTerms` of any auction accept the terms',
  /** The version of the terms that the person read to the end and accepted. Null if the person accepted none. */
  body: z.strictObject({
    accountId: idSchema,
    acceptedTermsVersion: z.nullable(z.string()),
    /** Required if an administrator set terms of settlement for the auction. */
    settlementTerms: shownTermsSchema,
  }),
  reply: auctionSchema,
  refuses: [
    ...TERMS_REFUSALS,
    'template_not_accepted',
    ...ACTING_REFUSALS,
    'auction_has_ended',
    'bidder_is_owner',
    'bidder_related_to_owner',
    'bidder_exists',
    'no_permission_to_join_auction',
  ],
});
