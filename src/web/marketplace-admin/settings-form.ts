import type { BodyOf } from '#contract/basics/route.ts';
import type { AdminSellOrder, createSellOrder } from '#contract/marketplace/sell-order.ts';
import { refusalsOf } from '#domain/basics/accept.ts';
import { judgeSellOrder } from '#domain/marketplace/judge-sell-order.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';

/** The settings as the form holds them: the request itself. */
export type SellOrderSettings = BodyOf<typeof createSellOrder>;

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

/** What is sent: texts as they will be stored, all else as it stands. */
export const settingsRequest = (settings: SellOrderSettings): SellOrderSettings => ({
  ...settings,
  title: settings.title.trim(),
  description: settings.description.trim(),
});

export const judgeSettingsForm =
  (order: AdminSellOrder | undefined, nowMs: () => number) =>
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
