import * as z from 'zod/mini';
import { ITEM_PLACES, itemBody, itemFields, itemSchema } from '#contract/auction/auction.ts';
import { imageSchema } from '#contract/auction/image-link.ts';
import { idSchema, timeSchema } from '#contract/basics/basics.ts';
import { fromReply } from '#contract/basics/from-reply.ts';
import { route } from '#contract/basics/route.ts';
import { ACTING_REFUSALS } from '#domain/access/may.ts';
import { REQUEST_STATUSES } from '#domain/auction/change-request.ts';
import { CHANGE_KINDS } from '#domain/auction/item-changes.ts';
import { ITEM_REFUSALS, ITEMS_MAX } from '#domain/auction/judge-item.ts';

/**
 * The two endpoint families of docs/rules.md#specified-calls for an owner's items: direct changes, and change requests
 * that an admin decides. The specification prescribes the unusual paths. `{id}` is the auction's id unless the summary
 * says otherwise.
 */
const itemChangeSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(CHANGE_KINDS),
  /** For an added item: the id that it will have. The owner corrects the request under this id. */
  auctionItemId: idSchema,
  /** country.fuel.vintage */
  name: z.string(),
  /** The item's current values. After the approval: the values at the time of the approval. */
  before: z.nullable(itemFields),
  after: z.nullable(itemFields),
});
export type RequestedChange = z.output<typeof itemChangeSchema>;

export const changeRequestSchema = z.strictObject({
  id: idSchema,
  auctionId: idSchema,
  status: z.enum(REQUEST_STATUSES),
  /** Increases with each change. A decision names the version that the admin saw. */
  version: z.number(),
  /** The reason why an admin returned the request. */
  message: z.string(),
  requestedBy: z.string(),
  sentAt: timeSchema,
  decidedAt: z.nullable(timeSchema),
  changes: z.array(itemChangeSchema),
  /** All images that the changes use. */
  images: z.array(imageSchema),
});
export type ChangeRequest = z.output<typeof changeRequestSchema>;

/** The newest request of the auction, in any status. Null if there was none. */
const newestRequest = z.nullable(changeRequestSchema);
const itemRefuses = [
  ...ITEM_REFUSALS,
  'image_unknown',
  'auction_has_started',
  'maximum_items_reached',
  'not_found',
] as const;
const ownerRefuses = [...ACTING_REFUSALS, 'auction_has_started'] as const;

const someOf = <Item extends z.ZodMiniType>(item: Item) => z.array(item).check(z.minLength(1), z.maxLength(ITEMS_MAX));
const addBody = z.strictObject({ auctionId: idSchema, items: someOf(itemBody) });
const knownItemFields = z.extend(itemFields, { auctionItemId: idSchema });
const knownItemBody = z.pipe(fromReply(knownItemFields, itemSchema, ITEM_PLACES), knownItemFields);
const updateBody = z.strictObject({ auctionId: idSchema, items: someOf(knownItemBody) });
const deleteBody = z.strictObject({ auctionId: idSchema, auctionItemIds: someOf(idSchema) });
/**
 * The version of the open request that the caller saw. Null if none was open. If left out, the version is not checked.
 */
const seen = { version: z.optional(z.nullable(z.number())) };
const requestRefuses = [...itemRefuses, ...ACTING_REFUSALS, 'change_request_changed'] as const;

export const addOwnItem = route('POST /seller/auctions/{id}/items', {
  summary: 'The auction owner adds an item directly before the start. Auctions of others answer like missing ones',
  body: itemBody,
  reply: itemSchema,
  refuses: [...itemRefuses, ...ACTING_REFUSALS, 'change_request_required'],
  idempotencyKey: 'optional',
});

export const updateOwnItem = route('PUT /seller/auctions/{id}/items/{itemId}', {
  summary: 'The auction owner changes an item before the start',
  body: itemBody,
  reply: itemSchema,
  refuses: [...itemRefuses, ...ACTING_REFUSALS, 'change_request_required'],
});

export const deleteOwnItem = route('DELETE /seller/auctions/{id}/items/{itemId}', {
  summary: 'The auction owner deletes an item before the start, with the initial bids on it',
  refuses: [...ownerRefuses, 'change_request_required'],
});

export const availableOwnItems = route('GET /seller/auctions/{id}/available-items', {
  summary: "The items of the auction owner's auction",
  reply: z.array(itemSchema),
});

export const getOwnChangeRequest = route('GET /seller/get-my-auction-changes-request/{id}', {
  summary: 'The newest change request of an auction, for the auction owner',
  reply: newestRequest,
});

export const requestAddItems = route('POST /seller/request-add-auction-items', {
  summary: 'The auction owner requests new items, in the open request or in a new one',
  body: z.extend(addBody, seen),
  reply: newestRequest,
  refuses: requestRefuses,
  idempotencyKey: 'optional',
});

export const requestUpdateItems = route('PUT /seller/request-update-auction-items', {
  summary: 'The auction owner requests changes of items, or corrects requested items',
  body: z.extend(updateBody, seen),
  reply: newestRequest,
  refuses: requestRefuses,
});

export const requestDeleteItems = route('POST /seller/request-delete-auction-items', {
  summary:
    'The auction owner requests the deletion of items. An item that was only requested is removed from the request',
  body: z.extend(deleteBody, seen),
  reply: newestRequest,
  refuses: requestRefuses,
});

export const takeBackChange = route('DELETE /seller/delete-auction-item-request/{id}', {
  summary:
    'The auction owner withdraws one requested change, by its id. Withdrawing the last change withdraws the request',
  reply: newestRequest,
  refuses: [...ownerRefuses, 'change_request_changed'],
});

export const sendRequestAgain = route('POST /seller/resend-changes-request/{id}', {
  summary: 'The auction owner resubmits a returned request, corrected or not',
  body: z.strictObject({ version: z.number() }),
  reply: newestRequest,
  refuses: requestRefuses,
});

export const getChangeRequest = route('GET /admin/get-auction-changes-request/{id}', {
  summary: 'The newest change request of an auction, for administrators',
  reply: newestRequest,
});

export const addItems = route('POST /admin/add-auction-items', {
  summary: 'Add several items before the start, all or none',
  body: addBody,
  reply: z.array(itemSchema),
  refuses: [...itemRefuses, 'bids_would_be_cancelled'],
  idempotencyKey: 'optional',
});

export const updateItems = route('PUT /admin/update-auction-items', {
  summary: 'Change several items before the start, all or none',
  body: updateBody,
  reply: z.array(itemSchema),
  refuses: [...itemRefuses, 'bids_would_be_cancelled'],
});

export const deleteItems = route('POST /admin/delete-auction-items', {
  summary: 'Delete several items before the start, all or none',
  body: deleteBody,
  refuses: ['auction_has_started', 'bids_would_be_cancelled', 'not_found'],
});

export const approveRequest = route('POST /admin/approve-auction-input-from-seller/{id}', {
  summary:
    'Approve a whole change request, by the same rules as an edit of the items. With `version`, only if it is unchanged since',
  body: z.strictObject({ version: z.optional(z.number()) }),
  reply: changeRequestSchema,
  refuses: [...itemRefuses, 'change_request_changed', 'change_request_too_late', 'bids_would_be_cancelled'],
});

export const returnRequest = route('POST /admin/resubmit-changes-request/{id}', {
  summary: 'Return a change request to the auction owner with a message. `{id}` is the id of the request',
  body: z.strictObject({ auctionId: idSchema, message: z.string().check(z.maxLength(100_000)) }),
  reply: changeRequestSchema,
  refuses: ['field_required', 'less_than_maximum_character', 'auction_has_started', 'change_request_changed'],
});
