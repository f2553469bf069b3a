import type { MarketplaceOrder, placeBuyOrder } from '#contract/marketplace/marketplace.ts';
import type { BodyOf } from '#contract/basics/route.ts';
import { centsOfDecimal } from '#domain/basics/price.ts';
import { judgeAvailable, judgeBuyQuantity } from '#domain/marketplace/judge-buy-order.ts';
import type { SellOrderStatus } from '#domain/marketplace/sell-order-status.ts';
import { priceBuyOrder } from '#domain/marketplace/split-buy-order.ts';
import type { BUYER_REFUSALS } from '#domain/marketplace/who-may-buy.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';
import type { PhraseKey } from '#web/platform/phrases/phrase.ts';
import { claimOf, EMPTY_CLAIM, judgeClaimDraft, type ClaimDraft } from '#web/holding/claim-draft.ts';
import { chosenOf, EMPTY_BENEFICIARY, judgeChosen, type BeneficiaryDraft } from '#web/holding/beneficiary-draft.ts';

/** The input of the form that places a buy order. */
export type BuyDraft = BeneficiaryDraft &
  ClaimDraft & {
    readonly accountId: string;
    readonly quantity: number | null;
    /** True: the RECs are retired for a beneficiary on approval. False: they become a holding. */
    readonly isRetired: boolean;
  };

/**
 * Returns the initial input: the first company that may buy, and the beneficiary choice that the sell order proposes.
 */
export function newDraft({ buyers, beneficiaryDefault }: MarketplaceOrder): BuyDraft {
  const buyer = buyers.find(({ refusal }) => refusal === null) ?? buyers[0];
  return {
    ...EMPTY_BENEFICIARY,
    ...EMPTY_CLAIM,
    accountId: buyer?.accountId ?? '',
    quantity: null,
    isRetired: beneficiaryDefault !== 'none',
    choice: beneficiaryDefault === 'new' ? 'new' : 'own',
  };
}

/**
 * Returns a function that checks the input. It compares the quantity with the sell order. If the RECs will be retired,
 * it also checks the beneficiary.
 */
export const judgeDraft =
  (order: MarketplaceOrder) =>
  (draft: BuyDraft): Refusals<BuyDraft> => ({
    quantity: judgeBuyQuantity(draft.quantity, order),
    ...(draft.isRetired && { ...judgeChosen(draft), ...judgeClaimDraft(draft) }),
  });

/**
 * The code of a reason why the user cannot buy. The reason concerns the user's company or the status of the sell order.
 */
type NotBuyable = (typeof BUYER_REFUSALS)[number] | 'sell_order_not_available';

/**
 * The phrase for each reason. The server sends the reason as a code. The build keeps only phrases that the source
 * names, so this table names them.
 */
export const NOT_BUYABLE = {
  account_blacklisted: 'error.account_blacklisted',
  viewer_cannot_act: 'error.viewer_cannot_act',
  buyer_is_seller: 'error.buyer_is_seller',
  buyer_related_to_seller: 'error.buyer_related_to_seller',
  buyer_not_listed: 'error.buyer_not_listed',
  sell_order_not_available: 'error.sell_order_not_available',
} as const satisfies Record<NotBuyable, PhraseKey>;

/**
 * Returns the reason why nobody can buy, or why none of the user's companies can buy. Returns undefined if one of the
 * user's companies can buy.
 */
export function whyNotBuyable({ buyers }: MarketplaceOrder, status: SellOrderStatus): NotBuyable | undefined {
  const isForNone = buyers.every(({ refusal }) => refusal !== null);
  return judgeAvailable(status) ?? (isForNone ? (buyers[0]?.refusal ?? 'buyer_not_listed') : undefined);
}

/** Returns the body of the request, without `reviewed`, which is added when the user confirms the review. */
export const orderOf = (draft: BuyDraft): Omit<BodyOf<typeof placeBuyOrder>, 'reviewed'> => ({
  accountId: draft.accountId,
  quantity: draft.quantity,
  beneficiary: draft.isRetired ? chosenOf(draft) : null,
  ...(draft.isRetired && { claim: claimOf(draft) }),
});

/** Converts a percentage to hundredths of a percent, the unit of the domain. The API sends at most two decimals. */
const hundredths = (percent: number): number => Math.round(percent * 100);

/**
 * Calculates the cost of a quantity with the same function as the server. Returns undefined for a quantity that cannot
 * be ordered.
 */
export const costOfDraft = (order: MarketplaceOrder, quantity: number | null) =>
  quantity === null || judgeBuyQuantity(quantity, order)
    ? undefined
    : priceBuyOrder(centsOfDecimal(order.unitPrice) ?? 0, quantity, {
        buyerFeeHundredths: hundredths(order.buyerProcessingFee),
        sellerFeeHundredths: 0,
      });
