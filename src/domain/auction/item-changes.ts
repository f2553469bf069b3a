import {
  ITEMS_MAX,
  judgeItem,
  type AcceptedItem,
  type ItemField,
  type ItemRefusal,
  type MinimumQuantities,
  type ProposedItem,
} from '#domain/auction/judge-item.ts';
import { accept, refuse } from '#domain/basics/accept.ts';
import type { FieldRefusals, Result } from '#domain/basics/result.ts';

/**
 * Changes of an auction's items, made at once or asked for by its owner (docs/rules.md#change-requests): the same rules
 * judge both.
 */
export const CHANGE_KINDS = ['added', 'updated', 'deleted'] as const;

/** An item with its id; one that is asked for has the id that it will have. */
export type KnownItem = { readonly itemId: string; readonly item: ProposedItem };

export type ItemChange =
  | { readonly kind: 'added' | 'updated'; readonly itemId: string; readonly item: ProposedItem }
  | { readonly kind: 'deleted'; readonly itemId: string };

/** The items as they are once all changes are made. */
export function itemsAfter(items: readonly KnownItem[], changes: readonly ItemChange[]): KnownItem[] {
  const changeOf = new Map(changes.map((change) => [change.itemId, change]));
  const kept = items.flatMap((known): KnownItem[] => {
    const change = changeOf.get(known.itemId);
    if (change?.kind === 'deleted') return [];
    return [change ? { itemId: known.itemId, item: change.item } : known];
  });
  return [...kept, ...changes.flatMap((change) => (change.kind === 'added' ? [change] : []))];
}

/** A change whose item the rules accept, as it is stored. */
export type AcceptedChange =
  | { readonly kind: 'added' | 'updated'; readonly itemId: string; readonly item: AcceptedItem }
  | { readonly kind: 'deleted'; readonly itemId: string };

export type RefusedChanges = {
  /** Whether the auction would hold more items than it may. */
  readonly isTooMany: boolean;
  /** What is wrong, by item and field; an item of which nothing is wrong isn't in it. */
  readonly wrong: ReadonlyMap<string, FieldRefusals<ItemField, ItemRefusal>>;
};

/** Every changed item is judged beside all others as they will be: changes are made together or not at all. */
export function judgeChanges(
  items: readonly KnownItem[],
  changes: readonly ItemChange[],
  { minimumRecQuantity, minimumBiddingRecQuantity }: MinimumQuantities,
): Result<readonly AcceptedChange[], RefusedChanges> {
  const after = itemsAfter(items, changes);
  const changed = new Set(changes.map(({ itemId }) => itemId));
  const [accepted, wrong] = [new Map<string, AcceptedItem>(), new Map<string, FieldRefusals<ItemField, ItemRefusal>>()];
  for (const { itemId, item } of after.filter((one) => changed.has(one.itemId))) {
    const others = after.filter((other) => other.itemId !== itemId).map((other) => other.item);
    const judged = judgeItem(item, { minimumRecQuantity, minimumBiddingRecQuantity, others });
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

/** The fields in which an item differs before and after: all of them where one of the two isn't there. */
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
 * What an open request says of an item once its owner asks for one more change of it; undefined where nothing is left to
 * ask for: an addition that is deleted again, an item that shall be as it is.
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
