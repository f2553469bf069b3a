import type { BodyOf } from '#contract/basics/route.ts';
import type { createSellOrder, AdminSellOrder } from '#contract/marketplace/sell-order.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { judgeSellOrder } from '#domain/marketplace/judge-sell-order.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';
import { nowMs } from '#web/platform/clock/clock.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';

/** The settings as the form holds them: the body of the request. */
export type SellOrderSettings = BodyOf<typeof createSellOrder>;

/** The labels of the fields, for a person whose form was overtaken. */
export const SELL_ORDER_LABELS = {
  title: 'marketplace.title',
  description: 'item.description',
  sellerAccountId: 'marketplace.seller',
  unitPrice: 'marketplace.unitPrice',
  minimumPurchaseQuantity: 'sellOrder.minimumPurchase',
  maxBuyOrderRecQuantity: 'sellOrder.maximumPerOrder',
  sellerProcessingFee: 'auction.sellerFee',
  buyerProcessingFee: 'auction.buyerFee',
  endTime: 'marketplace.endTime',
  beneficiaryDefault: 'sellOrder.beneficiaryDefault',
} as const satisfies Record<keyof SellOrderSettings, PhraseKey>;

/** The values of a new sell order's form. */
export const NEW_SELL_ORDER: SellOrderSettings = {
  title: '',
  description: '',
  sellerAccountId: null,
  unitPrice: null,
  minimumPurchaseQuantity: 1,
  maxBuyOrderRecQuantity: null,
  sellerProcessingFee: 0,
  buyerProcessingFee: 0,
  endTime: null,
  beneficiaryDefault: 'none',
};

/** Returns the form values of a stored sell order. */
export const settingsOf = (order: AdminSellOrder): SellOrderSettings => ({
  title: order.title,
  description: order.description,
  sellerAccountId: order.seller.accountId,
  unitPrice: order.unitPrice,
  minimumPurchaseQuantity: order.minimumPurchaseQuantity,
  maxBuyOrderRecQuantity: order.maxBuyOrderRecQuantity,
  sellerProcessingFee: order.sellerProcessingFee,
  buyerProcessingFee: order.buyerProcessingFee,
  endTime: order.endTime,
  beneficiaryDefault: order.beneficiaryDefault,
});

/** Returns the request body: the settings with trimmed texts. */
export const settingsRequest = (settings: SellOrderSettings): SellOrderSettings => ({
  ...settings,
  title: settings.title.trim(),
  description: settings.description.trim(),
});

/** Returns a function that checks settings: as a change of `order` if given, else as settings of a new sell order. */
export const judgeSettingsForm =
  (order: AdminSellOrder | undefined) =>
  (settings: SellOrderSettings): Refusals<SellOrderSettings> =>
    refusalsOf(
      judgeSellOrder(settings, {
        nowMs: nowMs(),
        hasItems: (order?.items.length ?? 0) > 0,
        ...(order && {
          present: {
            sellerAccountId: order.seller.accountId,
            endTime: order.endTime,
            publishTime: order.publishTime,
          },
        }),
      }),
    );
