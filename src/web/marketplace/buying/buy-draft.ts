import type { MarketplaceOrder, placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { centsOfDecimal } from '#domain/basics/price.ts';
import { judgeAvailable, judgeBuyQuantity } from '#domain/marketplace/judge-buy-order.ts';
import type { SellOrderStatus } from '#domain/marketplace/sell-order-status.ts';
import { priceBuyOrder } from '#domain/marketplace/split-buy-order.ts';
import type { BUYER_REFUSALS } from '#domain/marketplace/who-may-buy.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';
import { chosenOf, EMPTY_BENEFICIARY, judgeChosen, type BeneficiaryDraft } from '#web/holding/beneficiary-draft.ts';

/** A buy order while it is being filled in. */
export type BuyDraft = BeneficiaryDraft & {
  readonly accountId: string;
  readonly quantity: number | null;
  /** Retired for a beneficiary on approval; otherwise the RECs become a holding. */
  readonly isRetired: boolean;
};

/** It starts with a company that may buy, and with the beneficiary that the sell order proposes. */
export function newDraft({ buyers, beneficiaryDefault }: MarketplaceOrder): BuyDraft {
  const buyer = buyers.find(({ refusal }) => refusal === null) ?? buyers[0];
  return {
    ...EMPTY_BENEFICIARY,
    accountId: buyer?.accountId ?? '',
    quantity: null,
    isRetired: beneficiaryDefault !== 'none',
    choice: beneficiaryDefault === 'new' ? 'new' : 'own',
  };
}

export const judgeDraft =
  (order: MarketplaceOrder) =>
  (draft: BuyDraft): Refusals<BuyDraft> => ({
    quantity: judgeBuyQuantity(draft.quantity, order),
    ...(draft.isRetired && judgeChosen(draft)),
  });

type NotBuyable = (typeof BUYER_REFUSALS)[number] | 'sell_order_not_available';

/** The phrase of each reason. The server names the reasons of a company, so only this table brings their words here. */
export const NOT_BUYABLE = {
  account_blacklisted: 'error.account_blacklisted',
  viewer_cannot_act: 'error.viewer_cannot_act',
  buyer_is_seller: 'error.buyer_is_seller',
  buyer_related_to_seller: 'error.buyer_related_to_seller',
  buyer_not_listed: 'error.buyer_not_listed',
  sell_order_not_available: 'error.sell_order_not_available',
} as const satisfies Record<NotBuyable, PhraseKey>;

/** Returns why nobody of the user's companies can buy, or why nobody can. */
export function whyNotBuyable({ buyers }: MarketplaceOrder, status: SellOrderStatus): NotBuyable | undefined {
  const isForNone = buyers.every(({ refusal }) => refusal !== null);
  return judgeAvailable(status) ?? (isForNone ? (buyers[0]?.refusal ?? 'buyer_not_listed') : undefined);
}

/** What is sent, but for what was reviewed. */
export const orderOf = (draft: BuyDraft): Omit<BodyOf<typeof placeBuyOrder>, 'reviewed'> => ({
  accountId: draft.accountId,
  quantity: draft.quantity,
  beneficiary: draft.isRetired ? chosenOf(draft) : null,
});

const hundredths = (percent: number): number => Math.round(percent * 100);

/** What so many RECs cost, by the same function that the server asks; nothing for a quantity that can't be ordered. */
export const costOfDraft = (order: MarketplaceOrder, quantity: number | null) =>
  quantity === null || judgeBuyQuantity(quantity, order)
    ? undefined
    : priceBuyOrder(centsOfDecimal(order.unitPrice) ?? 0, quantity, {
        buyerFeeHundredths: hundredths(order.buyerProcessingFee),
        sellerFeeHundredths: 0,
      });
