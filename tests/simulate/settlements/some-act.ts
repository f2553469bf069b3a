import { randomUUID } from 'node:crypto';
import { textOfCents } from '#domain/basics/price.ts';
import { SETTLEMENT_STEPS, stepOf, type SettlementStep } from '#domain/settlement/tracks.ts';
import type { Chance } from '#testing/world/chance.ts';
import type { Offer, State, Trade } from './state.ts';

const SIDES = ['buyer', 'seller', 'admin'] as const;
export type Side = (typeof SIDES)[number];
/** Due dates that pass: of a payment and delivery, of a cure period, or of an offer. */
type DueDate = 'payment' | 'cure' | 'offer';

export type StepAct = {
  readonly kind: 'step';
  readonly trade: Trade;
  readonly side: Side;
  readonly step: SettlementStep;
  readonly amount: number | null;
  readonly quantity: number | null;
  /** For `offerNext`: undefined means the next bid that the platform shows. */
  readonly bidId: string | undefined;
};

/** An act that a person or the clock tries. It need not be possible. The clock may also be late (`runs` is false). */
export type Act =
  | StepAct
  | { readonly kind: 'answer'; readonly offer: Offer; readonly accept: boolean }
  | { readonly kind: 'clock'; readonly trade: Trade; readonly due: DueDate; readonly runs: boolean }
  | { readonly kind: 'name'; readonly sellerId: string; readonly sourceId: string; readonly quantity: number }
  | { readonly kind: 'releaseRecs'; readonly trade: Trade; readonly quantity: number };

/** How often a step is tried. Steps that end a settlement early are rare, so that the others get their turn. */
const WEIGHTS: Partial<Record<SettlementStep, number>> = {
  announcePayment: 3,
  cancel: 0.5,
  waivePayment: 0.5,
  dispute: 1,
  failDelivery: 1.5,
  rejectDelivery: 3,
  release: 4,
  endOffers: 3,
  offerNext: 16,
};
const USUAL_WEIGHT = 8;
/** Of each auction, these settlements and those of accepted offers get most acts. So they come far. */
export const BUSY_TRADES = 2;

/** Returns a random act: usually one that could be possible now, sometimes any. Undefined if there are no settlements. */
export function someAct(chance: Chance, { trades, offers, ranges }: State): Act | undefined {
  const busy = trades.filter(
    ({ offerId, whole, toOffer }, index) =>
      (index < BUSY_TRADES || offerId !== null) && (whole === 'open' || whole === 'disputed' || toOffer > 0),
  );
  const trade = chance.pick(busy.length > 0 && chance.happens(0.9) ? busy : trades);
  if (!trade) return undefined;
  const open = offers.filter(({ state }) => state === 'open');
  const offer = chance.pick(open.length > 0 && chance.happens(0.9) ? open : offers);
  if (offer && chance.happens(open.length > 0 ? 0.35 : 0.03))
    return { kind: 'answer', offer, accept: chance.happens(0.5) };
  if (chance.happens(0.2)) return { kind: 'clock', trade, due: dueOf(chance, trade), runs: chance.happens(0.75) };
  const isFree = ranges.some(({ kind, holder }) => kind === null && holder === trade.sellerId);
  if (isFree && chance.happens(0.15)) return someNaming(chance, trade);
  // A bid can have a second award after a default. Its RECs are released by the settlement only.
  if (trade.offerId === null && chance.happens(0.03))
    return { kind: 'releaseRecs', trade, quantity: chance.between(1, Math.max(1, trade.held) + 1) };
  return someStep(chance, trade);
}

function dueOf(chance: Chance, { payment, toOffer }: Trade): DueDate {
  if (toOffer > 0) return 'offer';
  return payment === 'inCure' || chance.happens(0.2) ? 'cure' : 'payment';
}

const someNaming = (chance: Chance, { sellerId, awardId, id, aside, held }: Trade): Act => ({
  kind: 'name',
  sellerId,
  sourceId: aside > 0 ? id : awardId,
  quantity: chance.between(1, Math.max(1, held + aside) + 1),
});

function someStep(chance: Chance, trade: Trade): StepAct {
  const possible = SETTLEMENT_STEPS.filter((one) => isPossible(trade, one));
  const step = chance.happens(0.8) ? weighted(chance, possible) : chance.one(SETTLEMENT_STEPS);
  const { by } = stepOf(step);
  const people = SIDES.filter((side) => by.includes(side));
  const side = chance.one(people.length > 0 && chance.happens(0.9) ? people : SIDES);
  return {
    kind: 'step',
    trade,
    side,
    step,
    amount: step === 'confirmPayment' ? someAmount(chance, trade) : null,
    quantity: step === 'instructDelivery' || step === 'acceptDelivery' ? someQuantity(chance, trade, step) : null,
    bidId: chance.happens(0.1) ? randomUUID() : undefined,
  };
}

function isPossible(trade: Trade, step: SettlementStep): boolean {
  const { by, payment, delivery, whole } = stepOf(step);
  const isDefault = trade.payment === 'defaulted' || trade.delivery === 'failed' || trade.delivery === 'rejected';
  if ((step === 'release' || step === 'offerNext') && !isDefault) return false;
  if ((step === 'offerNext' || step === 'endOffers') && trade.whole === 'released' && trade.toOffer === 0) return false;
  return (
    by.some((actor) => actor !== 'clock') &&
    whole.includes(trade.whole) &&
    (!payment || payment.includes(trade.payment)) &&
    (!delivery || delivery.includes(trade.delivery))
  );
}

function weighted(chance: Chance, steps: readonly SettlementStep[]): SettlementStep {
  const weightOf = (step: SettlementStep): number => WEIGHTS[step] ?? USUAL_WEIGHT;
  let left = chance.next() * steps.reduce((sum, step) => sum + weightOf(step), 0);
  return steps.find((step) => (left -= weightOf(step)) < 0) ?? 'dispute';
}

/** Returns hundredths: all that is left, a part, nothing, or more than is owed. */
function someAmount(chance: Chance, { owed, paid }: Trade): number {
  const left = owed - paid;
  return chance.one([left, left, chance.between(1, Math.max(1, left)), chance.between(0, left), left + 1, 0]);
}

function someQuantity(chance: Chance, trade: Trade, step: SettlementStep): number {
  const left = trade.quantity - trade.delivered;
  const usual = step === 'acceptDelivery' ? trade.transfer : chance.one([left, chance.between(1, Math.max(1, left))]);
  return chance.happens(0.85) ? usual : chance.one([0, -1, 0.5, left + 1, usual + 1]);
}

/** Returns an amount as the API takes it, such as `12.34`. */
export const amountText = (hundredths: number): string => textOfCents(BigInt(hundredths));
