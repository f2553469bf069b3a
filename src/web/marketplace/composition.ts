import type { SellOrderItem } from '#contract/marketplace/sell-order.ts';
import { groupBy } from '#domain/basics/group-by.ts';

/** The attributes by which a sell order's RECs are grouped. */
export const COMPOSITION_KINDS = ['country', 'fuel', 'vintage'] as const;
/** The ways to divide a quantity: by country, fuel type or vintage year. */
export type CompositionKind = (typeof COMPOSITION_KINDS)[number];

type Composed = Pick<SellOrderItem, 'recCountry' | 'recFuelType' | 'recVintage' | 'totalQuantity'>;

/** For each kind of composition, the function that returns the group of an item. */
const KEYS: Record<CompositionKind, (item: Composed) => string> = {
  country: ({ recCountry }) => recCountry,
  fuel: ({ recFuelType }) => recFuelType,
  vintage: ({ recVintage }) => String(recVintage.year),
};

/** The quantity of one group. `of` is an item of the group, from which the screen takes the group's name. */
export type Share<Item> = { readonly key: string; readonly quantity: number; readonly of: Item };

/**
 * Returns the quantity of each country, fuel type or vintage year. Vintages are sorted by year, the others by quantity,
 * largest first.
 */
export function compositionOf<Item extends Composed>(items: readonly Item[], kind: CompositionKind): Share<Item>[] {
  const shares = [...groupBy(items, KEYS[kind])].flatMap(([key, group]) => {
    const [of] = group;
    return of ? [{ key, of, quantity: group.reduce((sum, item) => sum + item.totalQuantity, 0) }] : [];
  });
  return shares.toSorted((one, other) =>
    kind === 'vintage' ? Number(one.key) - Number(other.key) : other.quantity - one.quantity,
  );
}
