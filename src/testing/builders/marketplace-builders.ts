import type { BodyOf } from '#contract/basics/route.ts';
import {
  addSellOrderItem,
  createSellOrder,
  publishSellOrder,
  type AdminSellOrder,
  type AdminSellOrderItem,
} from '#contract/marketplace/sell-order.ts';
import type { SignedIn, World } from '#testing/world/world.ts';

/** Settings of a server with the marketplace enabled. */
export const MARKETPLACE_ON = { FLAG_MARKETPLACE: 'on' };

type Settings = BodyOf<typeof createSellOrder>;
type Item = BodyOf<typeof addSellOrderItem>;

/** Returns a sell order as a form sends it. Fields that a test does not set have default values. */
export const aSellOrder = (sellerAccountId: string, settings: Partial<Settings> = {}): Settings => ({
  title: 'Hydro of Perak',
  description: '',
  sellerAccountId,
  unitPrice: 12.5,
  minimumPurchaseQuantity: 1,
  maxBuyOrderRecQuantity: 1_000,
  sellerProcessingFee: 1,
  buyerProcessingFee: 1.5,
  endTime: null,
  beneficiaryDefault: 'none',
  ...settings,
});

export const aSellOrderItem = (item: Partial<Item> = {}): Item => ({
  recCountry: 'MY',
  recFuelType: 'Hydro',
  vintageYear: 2024,
  vintagePeriod: 'FullYear',
  recQuantity: 100,
  description: '',
  address: '',
  latitude: null,
  longitude: null,
  holdingId: null,
  ...item,
});

export type SellOrderOptions = {
  readonly seller: { readonly accountId: string };
  readonly settings?: Partial<Settings>;
  readonly items?: readonly Partial<Item>[];
  /** Undefined means that the sell order is published now; null, that it is not published. */
  readonly publishTime?: string | null;
};

/** Creates a sell order through the API. */
export async function makeSellOrder(
  w: World,
  admin: SignedIn,
  wish: SellOrderOptions,
): Promise<{ id: string; order: AdminSellOrder; items: AdminSellOrderItem[] }> {
  const created = await w.call(admin, createSellOrder, { body: aSellOrder(wish.seller.accountId, wish.settings) });
  const { id } = created.data;
  const items: AdminSellOrderItem[] = [];
  for (const item of wish.items ?? [{}]) {
    const added = await w.call(admin, addSellOrderItem, { params: { id }, body: aSellOrderItem(item) });
    items.push(added.data);
  }
  if (wish.publishTime === null) return { id, order: created.data, items };
  const body = { publishTime: wish.publishTime ?? null };
  const published = await w.call(admin, publishSellOrder, { params: { id }, body });
  return { id, order: published.data, items };
}
