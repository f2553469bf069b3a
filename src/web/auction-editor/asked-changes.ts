import type { RequestedChange } from '#contract/change-request.ts';
import type { ItemChange } from '#domain/auction/item-changes.ts';

/** What a request asks for, as the rules read it. */
export const askedChanges = (changes: readonly RequestedChange[]): ItemChange[] =>
  changes.map(({ kind, auctionItemId: itemId, after }) =>
    kind === 'deleted' || !after ? { kind: 'deleted', itemId } : { kind, itemId, item: after },
  );
