import { isDeepStrictEqual } from 'node:util';
import type { PaymentState, SettlementStep } from '#domain/settlement/tracks.ts';
import type { Act, StepAct } from './some-act.ts';
import type { State, Trade } from './state.ts';
import type { StoredAuction } from './store-auction.ts';

/*
 * The rules here are written down a second time, from docs/settlement.md and not from the product's code. Otherwise a
 * wrong rule would agree with itself.
 */

type Steps = ReadonlySet<SettlementStep>;
const FINAL_STEPS: Steps = new Set(['refundPayment', 'offerNext', 'endOffers']);
const DISPUTE_STEPS: Steps = new Set(['resolveDispute', 'release', 'cancel', 'offerNext']);
const END_STEPS: Steps = new Set(['release', 'cancel', 'offerNext']);
const OF_ADMIN_ONLY: Steps = new Set(['resolveDispute', 'release', 'cancel', 'offerNext', 'endOffers']);
const OF_RECEIVER: Steps = new Set(['announcePayment', 'acceptDelivery', 'rejectDelivery']);
const OF_CLOCK: Steps = new Set(['markOverdue', 'declareDefault']);

const isOver = ({ whole }: Trade): boolean => whole !== 'open' && whole !== 'disputed';
const isPaid = ({ payment }: Trade): boolean => payment === 'paid' || payment === 'waived';

/** Returns why an accepted step should have been refused; undefined if it is allowed. */
function wronglyAccepted({ trade, step, side, amount, quantity }: StepAct, isForward: boolean): string | undefined {
  const isHis = {
    buyer: OF_RECEIVER.has(step) || step === 'dispute',
    seller:
      !OF_RECEIVER.has(step) && !OF_ADMIN_ONLY.has(step) && !(trade.mode === 'escrow' && step === 'confirmPayment'),
    admin: step !== 'announcePayment' && step !== 'instructDelivery',
  };
  if (!isHis[side] || OF_CLOCK.has(step)) return `a step of others, taken by the ${side}`;
  if (isOver(trade) && !FINAL_STEPS.has(step)) return 'a step of a settlement that is over';
  if (!isOver(trade) && (step === 'refundPayment' || step === 'endOffers')) return 'a step before the end';
  if (trade.whole === 'disputed' && !DISPUTE_STEPS.has(step)) return 'a step during a dispute';
  if (step === 'confirmPayment') {
    if (isPaid(trade) || trade.payment === 'notDue') return 'a payment that is not owed';
    if (amount === null || amount <= 0 || trade.paid + amount > trade.owed) return 'a wrong amount';
  }
  if (step.endsWith('Delivery') && trade.mode !== 'deliverFirst' && !isPaid(trade))
    return 'a delivery before the payment';
  if (step === 'instructDelivery' && !isWithin(quantity, trade.quantity - trade.delivered)) return 'a wrong quantity';
  if (step === 'acceptDelivery' && (quantity !== trade.transfer || !isWithin(quantity, trade.quantity)))
    return 'another quantity than the one in transfer';
  if (END_STEPS.has(step) && trade.delivered > 0) return 'the end of a settlement with a delivered part';
  const isUndelivered = trade.delivery === 'failed' || trade.delivery === 'rejected';
  if (step === 'release' && trade.payment !== 'defaulted' && !isUndelivered) return 'a release without a default';
  if (step === 'offerNext' && (isForward ? trade.payment !== 'defaulted' : !isUndelivered))
    return 'an offer without a default of the bidder';
  return undefined;
}

const isWithin = (quantity: number | null, maximum: number): boolean =>
  quantity !== null && Number.isInteger(quantity) && quantity > 0 && quantity <= maximum;

type Amounts = Pick<Trade, 'paid' | 'delivered' | 'transfer' | 'toOffer' | 'held' | 'aside'>;
const amountsOf = ({ paid, delivered, transfer, toOffer, held, aside }: Trade): Amounts => ({
  paid,
  delivered,
  transfer,
  toOffer,
  held,
  aside,
});

/** Returns the amounts and quantities that a step must change. It leaves the others as they are. */
function effectOf({ trade, step, amount, quantity }: StepAct, isForward: boolean): Partial<Amounts> {
  if (step === 'confirmPayment') return { paid: trade.paid + (amount ?? 0) };
  if (step === 'instructDelivery') return { transfer: quantity ?? 0 };
  if (step === 'acceptDelivery') return { delivered: trade.delivered + (quantity ?? 0), transfer: 0 };
  if (step === 'rejectDelivery' || step === 'failDelivery') return { transfer: 0 };
  if (step === 'release' || step === 'cancel') return { held: 0, transfer: 0 };
  if (step === 'endOffers') return { toOffer: 0, aside: 0 };
  if (step === 'offerNext' && trade.whole !== 'released')
    return { held: 0, transfer: 0, toOffer: trade.held, aside: isForward ? trade.held : 0 };
  return {};
}

type Judged = { readonly act: Act; readonly before: State; readonly after: State; readonly auction: StoredAuction };

/** Returns the rules that an accepted act broke: it was not allowed, or it changed too little, too much or others. */
export function judgeAccepted({ act, before, after, auction }: Judged): string[] {
  const isForward = auction.type === 'Forward';
  const wrong: string[] = [];
  const expected = new Map(before.trades.map((trade) => [trade.id, amountsOf(trade)]));
  const change = (trade: Trade, changed: Partial<Amounts>): void =>
    void expected.set(trade.id, { ...amountsOf(trade), ...changed });
  let acted: string | undefined;
  if (act.kind === 'step') {
    const reason = wronglyAccepted(act, isForward);
    if (reason) wrong.push(`${reason} was accepted`);
    change(act.trade, effectOf(act, isForward));
    acted = act.trade.id;
  }
  if (act.kind === 'releaseRecs') change(act.trade, { held: act.trade.held - act.quantity });
  if (act.kind === 'answer' && act.offer.isLate) wrong.push('a late answer was accepted');
  if (act.kind === 'answer' && act.accept) {
    const source = before.trades.find(({ id }) => id === act.offer.settlementId);
    const { quantity } = act.offer;
    if (source) change(source, { toOffer: source.toOffer - quantity, aside: isForward ? source.aside - quantity : 0 });
    const opened = after.trades.filter(({ offerId }) => offerId === act.offer.id);
    if (opened.length !== 1 || opened[0]?.held !== quantity || opened[0].quantity !== quantity)
      wrong.push('an accepted offer has not one settlement with its RECs');
    for (const trade of opened)
      expected.set(trade.id, { paid: 0, delivered: 0, transfer: 0, toOffer: 0, held: quantity, aside: 0 });
  }
  if (act.kind === 'name' && before.entries !== after.entries) wrong.push('naming certificates moved RECs');
  for (const trade of after.trades) {
    const was = before.trades.find(({ id }) => id === trade.id);
    if (!isDeepStrictEqual(amountsOf(trade), expected.get(trade.id)))
      wrong.push(`${JSON.stringify(amountsOf(trade))} instead of ${JSON.stringify(expected.get(trade.id))}`);
    if (!was) continue;
    wrong.push(...judgeFinal(was, trade));
    if (act.kind === 'clock') wrong.push(...judgeClock(was, trade));
    else if (trade.version !== was.version + Number(trade.id === acted)) wrong.push('a version differs');
    else if (trade.id !== acted && statesOf(trade) !== statesOf(was))
      wrong.push('another settlement changed its state');
  }
  return wrong;
}

const statesOf = ({ payment, delivery, whole }: Trade): string => [payment, delivery, whole].join(' ');

/** A settlement that is over changes no more, except that money is refunded and that its RECs are offered. */
function judgeFinal(was: Trade, is: Trade): string[] {
  if (!isOver(was)) return [];
  const mayRefund = was.whole !== 'settled' && is.payment === 'refunded';
  const isSame = was.whole === is.whole && was.delivery === is.delivery && (was.payment === is.payment || mayRefund);
  return isSame && is.toOffer <= was.toOffer ? [] : [`a final settlement changed to ${statesOf(is)}`];
}

const LATER: Partial<Record<PaymentState, PaymentState>> = {
  invoiced: 'overdue',
  partPaid: 'overdue',
  overdue: 'inCure',
  inCure: 'defaulted',
};

function judgeClock(was: Trade, is: Trade): string[] {
  const isLater = is.version === was.version + 1 && was.whole === 'open' && is.payment === LATER[was.payment];
  const isSame = is.version === was.version && is.payment === was.payment;
  const others = is.whole === was.whole && is.delivery === was.delivery;
  return (isLater || isSame) && others ? [] : [`the clock led from ${statesOf(was)} to ${statesOf(is)}`];
}

/** Returns the rules that a state breaks, however it came about. */
export function judgeState({ trades, offers, supplies, ranges }: State, { type }: StoredAuction): string[] {
  const wrong: string[] = [];
  for (const trade of trades) {
    const { paid, owed, delivered, transfer, quantity, held, aside, toOffer, whole } = trade;
    if (paid > owed) wrong.push(`${paid} is paid of ${owed}`);
    if (trade.payment === 'paid' && paid !== owed) wrong.push(`${paid} of ${owed} counts as paid`);
    if (delivered + transfer > quantity) wrong.push(`${delivered} and ${transfer} are delivered of ${quantity}`);
    if (whole === 'settled' && !(isPaid(trade) && delivered === quantity)) wrong.push('settled, but not completed');
    if ((whole === 'released' || whole === 'cancelled') && held > 0)
      wrong.push('the buyer keeps RECs of an ended trade');
    if (held > quantity || aside !== (type === 'Forward' ? toOffer : 0)) wrong.push('RECs are in two places');
    const given = offers.filter(({ settlementId, state }) => settlementId === trade.id && state === 'accepted');
    const sold = given.reduce((sum, offer) => sum + offer.quantity, 0);
    if (toOffer + sold > quantity) wrong.push(`${toOffer} and ${sold} are offered of ${quantity}`);
    if (offers.filter(({ settlementId, state }) => settlementId === trade.id && state === 'open').length > 1)
      wrong.push('two offers are open');
  }
  for (const { accountId, balance } of supplies) {
    const away = trades
      .filter(({ sellerId }) => sellerId === accountId)
      .reduce((sum, { held, aside }) => sum + held + aside, 0);
    if (balance !== -away) wrong.push(`a supply of ${balance}, but ${away} RECs are away`);
  }
  const byAward = new Map(trades.map((trade) => [trade.awardId, trade]));
  const byId = new Map(trades.map((trade) => [trade.id, trade]));
  for (const { kind, sourceId, holder, lotOf } of ranges) {
    const trade = sourceId === null ? undefined : kind === 'held' ? byAward.get(sourceId) : byId.get(sourceId);
    const rightful = kind === 'held' ? trade?.buyerId : lotOf;
    if (holder !== rightful) wrong.push('certificates are with another company than their RECs');
    if (kind !== null && (trade?.sellerId !== lotOf || (kind === 'held' && trade.whole === 'released')))
      wrong.push('certificates are behind RECs of another or an ended trade');
  }
  return wrong;
}
