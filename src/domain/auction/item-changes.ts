import {
  ITEMS_MAX,
  judgeItem,
  type AcceptedItem,
  type ItemField,
  type ItemRefusal,
  type ItemContext,
  type ProposedItem,
} from '#domain/auction/judge-item.ts';
import { accept, refuse } from '#domain/basics/accept.ts';
import type { FieldRefusals, Result } from '#domain/basics/result.ts';

/**
 * Kinds of changes to an auction's items. Direct edits by administrators and change requests of the owner follow the
 * same rules (docs/rules.md#change-requests).
 */
export const CHANGE_KINDS = ['added', 'updated', 'deleted'] as const;

/** An item with its id. An item that a change request adds has its final id already in the request. */
export type KnownItem = { readonly itemId: string; readonly item: ProposedItem };

export type ItemChange =
  | { readonly kind: 'added' | 'updated'; readonly itemId: string; readonly item: ProposedItem }
  | { readonly kind: 'deleted'; readonly itemId: string };

/** Returns the items as they will be after all changes. */
export function itemsAfter(items: readonly KnownItem[], changes: readonly ItemChange[]): KnownItem[] {
  const changeOf = new Map(changes.map((change) => [change.itemId, change]));
  const kept = items.flatMap((known): KnownItem[] => {
    const change = changeOf.get(known.itemId);
    if (change?.kind === 'deleted') return [];
    return [change ? { itemId: known.itemId, item: change.item } : known];
  });
  return [...kept, ...changes.flatMap((change) => (change.kind === 'added' ? [change] : []))];
}

/** A change in the form that is stored. Its item passed all rules. */
export type AcceptedChange =
  | { readonly kind: 'added' | 'updated'; readonly itemId: string; readonly item: AcceptedItem }
  | { readonly kind: 'deleted'; readonly itemId: string };

export type RefusedChanges = {
  /** The auction would have more items than allowed. */
  readonly isTooMany: boolean;
  /** Refusals by item id and field. Only items with a refusal are included. */
  readonly wrong: ReadonlyMap<string, FieldRefusals<ItemField, ItemRefusal>>;
};

/**
 * Judges each changed item together with all other items as they will be after all changes. Either all changes are
 * applied or none. An item keeps its country, also if the platform no longer offers it.
 */
export function judgeChanges(
  items: readonly KnownItem[],
  changes: readonly ItemChange[],
  { minimumRecQuantity, minimumBiddingRecQuantity, countries }: Omit<ItemContext, 'others'>,
): Result<readonly AcceptedChange[], RefusedChanges> {
  const after = itemsAfter(items, changes);
  const changed = new Set(changes.map(({ itemId }) => itemId));
  const [accepted, wrong] = [new Map<string, AcceptedItem>(), new Map<string, FieldRefusals<ItemField, ItemRefusal>>()];
  for (const { itemId, item } of after.filter((one) => changed.has(one.itemId))) {
    const others = after.filter((other) => other.itemId !== itemId).map((other) => other.item);
    const present = items.find((known) => known.itemId === itemId)?.item.recCountry;
    const judged = judgeItem(item, {
      minimumRecQuantity,
      minimumBiddingRecQuantity,
      others,
      countries: present ? [...countries, present] : countries,
    });
    if (judged.ok) accepted.set(itemId, judged.value);
    else wrong.set(itemId, judged.refused);
  }
  const isTooMany = after.length > ITEMS_MAX && after.length > items.length;
  if (isTooMany || wrong.size > 0) return refuse({ isTooMany, wrong });
  return accept(
    changes.flatMap((change): AcceptedChange[] => {
      if (change.kind === 'deleted') return [change];
      const item = accepted.get(change.itemId);
      return item ? [{ ...change, item }] : [];
    }),
  );
}

/** Returns the fields in which an item differs before and after a change; all fields if `before` or `after` is null. */
export function differingFields(before: ProposedItem | null, after: ProposedItem | null): ItemField[] {
  return ITEM_FIELDS.filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]));
}

const ITEM_FIELDS = [
  'recCountry',
  'recFuelType',
  'vintageYear',
  'vintagePeriod',
  'recQuantity',
  'partialFulfillment',
  'minQuantity',
  'maxQuantity',
  'minimumBidPrice',
  'maximumBidPrice',
  'description',
  'address',
  'latitude',
  'longitude',
  'imageIds',
] as const satisfies readonly ItemField[];

/**
 * Combines a change in an open request (`asked`) with a further change of the same item (`change`). Returns undefined
 * if nothing remains to request: the owner deleted an item that the request had added, or restored the values of the
 * auction's item (`present`).
 */
export function mergeChange(
  asked: ItemChange | undefined,
  change: ItemChange,
  present: ProposedItem | undefined,
): ItemChange | undefined {
  if (asked?.kind === 'added') return change.kind === 'deleted' ? undefined : { ...change, kind: 'added' };
  if (change.kind !== 'updated' || !present) return change;
  return differingFields(present, change.item).length > 0 ? change : undefined;
}
