import type { ChangeRequest, RequestedChange } from '#contract/auction/change-request.ts';
import type { ItemChange } from '#domain/auction/item-changes.ts';

/** What a request asks for, as the rules read it. */
export const askedChanges = (changes: readonly RequestedChange[]): ItemChange[] =>
  changes.map(({ kind, auctionItemId: itemId, after }) =>
    kind === 'deleted' || !after ? { kind: 'deleted', itemId } : { kind, itemId, item: after },
  );

/** Returns the request while it still waits for an admin or for its owner. */
export const openRequestOf = (request: ChangeRequest | null | undefined): ChangeRequest | undefined =>
  request?.status === 'Pending' || request?.status === 'Returned' ? request : undefined;
