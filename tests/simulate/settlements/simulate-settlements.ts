import { sql, type RawBuilder } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { releaseRecs } from '#contract/award/release.ts';
import { answerOffer, listOffersOfSettlement } from '#contract/settlement/offer.ts';
import { takeSettlementStep, takeSettlementStepAsUser } from '#contract/settlement/settlement.ts';
import { ANSWER_REFUSALS, OFFER_REFUSALS } from '#domain/settlement/next-bid.ts';
import { STEP_REFUSALS } from '#domain/settlement/take-step.ts';
import { proveLedger } from '#server/ledger/prove-ledger.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { settleDueDates } from '#server/settlement/settlement-timer.ts';
import type { MemoryAuction } from '#testing/builders/memory-room-store.ts';
import type { TestPerson } from '#testing/builders/records.ts';
import { createChance, type Chance } from '#testing/world/chance.ts';
import { simulate } from '../simulate.ts';
import { callApi, type Player } from './call-api.ts';
import { nameSome, someLots } from './certificates.ts';
import { judgeAccepted, judgeState } from './judge.ts';
import { amountText, BUSY_TRADES, someAct, type Act, type StepAct } from './some-act.ts';
import { readState, type State } from './state.ts';
import { closeStored, storeAuction, type StoredAuction } from './store-auction.ts';

/** How often something happened, such as `step confirmPayment` or `refused settlement_is_final`. */
export type Tally = Map<string, number>;

/** Refusals that random acts may get. Any other error is a violation. */
const REFUSALS: ReadonlySet<string> = new Set([
  ...STEP_REFUSALS,
  ...OFFER_REFUSALS,
  ...ANSWER_REFUSALS,
  // Naming more certificates than there are RECs, or behind RECs that were given back.
  'more_than_unbacked',
  'more_than_range',
  'not_found',
  // Releasing more RECs than the buyer holds.
  'quantity_out_of_range',
]);

/** Some simulated items have limits that the database does not allow. */
const canBeStored = ({ settings }: MemoryAuction): boolean =>
  [...settings.items.values()].every(({ minQuantity, maxQuantity }) => (maxQuantity ?? Infinity) >= (minQuantity ?? 0));

type Played = {
  readonly db: Db;
  readonly chance: Chance;
  readonly auction: StoredAuction;
  readonly violated: (what: string) => void;
  readonly count: (what: string) => void;
};

/**
 * Simulates the auctions of a seed, stores them in the database, and lets their companies settle with random steps.
 * Proves the whole ledger at the end. Adds to the tally. Returns the rules that were broken.
 */
export async function simulateSettlements(db: Db, seed: number, tally: Tally): Promise<string[]> {
  const chance = createChance(seed);
  const { violations: broken, auctions } = await simulate(seed);
  const violations = [...broken];
  const count = (what: string): void => void tally.set(what, (tally.get(what) ?? 0) + 1);
  for (const [index, played] of auctions.entries()) {
    if (!played.awards?.length || !canBeStored(played)) continue;
    count('auctions');
    const auction = await storeAuction(db, chance, played);
    const number = seed * 10 + index;
    await play({ db, chance, auction, violated: (what) => violations.push(what), count }, played, number);
  }
  const { problems } = await proveLedger(db);
  violations.push(...problems.map(({ says, row }) => `not true: ${says} ${JSON.stringify(row)}`));
  return violations;
}

/** The acts of an auction: some for each of the settlements that get most of them. */
const ACTS_PER_TRADE = 18;

async function play(on: Played, played: MemoryAuction, number: number): Promise<void> {
  const { db, chance, auction, violated, count } = on;
  await someLots(db, chance, auction, number);
  if (auction.type === 'Forward')
    for (const { id: sourceId, quantity } of auction.items)
      if (chance.happens(0.5))
        await db
          .transaction()
          .execute((transaction) =>
            nameSome(transaction, playerOf(auction.owner), { sourceId, quantity: chance.between(1, quantity) }),
          );
  for (const wrong of await closeStored(db, auction.auctionId, played)) violated(wrong);
  let state = await readState(db, auction);
  state.trades.forEach(() => count('settlements'));
  const acts = ACTS_PER_TRADE * Math.min(BUSY_TRADES, state.trades.length);
  for (let at = 0; at < acts; at += 1) {
    const act = someAct(chance, state);
    if (act) state = await actOnce(on, state, act);
  }
  countEnds(state, count);
  await putAway(db, auction);
}

function countEnds({ trades, offers, ranges }: State, count: Played['count']): void {
  for (const { whole } of trades) count(`in the end ${whole}`);
  for (const { payment } of trades) count(`in the end, payment ${payment}`);
  for (const { state } of offers) count(`offer ${state}`);
  ranges.forEach(() => count('ranges in the end'));
}

const isHere = (auction: StoredAuction): RawBuilder<unknown> =>
  sql`award_id in (select id from award where auction_id = ${auction.auctionId})`;

/** Moves due dates into the far future, so that the clock of later auctions has nothing to do here. */
async function putAway(db: Db, auction: StoredAuction): Promise<void> {
  await sql`
    update settlement set payment_due_on = '9999-01-01', delivery_due_on = '9999-01-01', cure_until = '9999-01-01'
    where ${isHere(auction)}`.execute(db);
  await sql`
    update settlement_offer set answer_by = '9999-01-01'
    where settlement_id in (select id from settlement where ${isHere(auction)})`.execute(db);
}

/** The server stopped before the commit. */
class Crash extends Error {}

type Outcome = 'accepted' | 'refused' | 'crashed' | 'failed';

/** Does an act, sometimes with a crash before its commit, and sometimes twice. Returns the state afterwards. */
async function actOnce(on: Played, before: State, act: Act): Promise<State> {
  const { db, chance, auction, count } = on;
  const name = act.kind === 'step' ? `step ${act.step}` : act.kind;
  const violated = (what: string): void => on.violated(`${name}: ${what}`);
  const isDoubled = chance.happens(0.2);
  if (act.kind === 'clock') await passDueDate(db, act);
  const outcome = await attempt({ ...on, violated }, act, chance.happens(0.03));
  count(outcome === 'accepted' ? name : outcome);
  const after = await readState(db, auction);
  const wrong =
    outcome === 'accepted'
      ? judgeAccepted({ act, before, after, auction })
      : isDeepStrictEqual(before, after)
        ? []
        : [`it was ${outcome}, but changed something`];
  for (const one of [...wrong, ...judgeState(after, auction)]) violated(one);
  if (act.kind === 'clock') countClock(before, after, count);
  if (outcome === 'accepted' && isDoubled && (act.kind === 'step' || act.kind === 'answer')) {
    count('doubled');
    if ((await attempt({ ...on, violated }, act, false, ['settlement_changed'])) !== 'refused')
      violated('it was accepted twice');
    if (!isDeepStrictEqual(after, await readState(db, auction))) violated('its repetition changed something');
  }
  return after;
}

function countClock({ trades }: State, after: State, count: Played['count']): void {
  for (const [at, { payment }] of trades.entries()) {
    const now = after.trades[at]?.payment;
    if (now !== undefined && now !== payment) count(`clock ${now}`);
  }
}

async function attempt(on: Played, act: Act, crashes: boolean, also: readonly string[] = []): Promise<Outcome> {
  try {
    if (act.kind === 'clock') {
      if (act.runs) await runClock(on);
    } else
      await on.db.transaction().execute(async (transaction) => {
        await perform(transaction, on.auction, act);
        if (crashes) throw new Crash();
      });
    return 'accepted';
  } catch (error) {
    if (error instanceof Crash) return 'crashed';
    if (error instanceof Refused && (REFUSALS.has(error.code) || also.includes(error.code))) {
      on.count(`refused ${error.code}`);
      return 'refused';
    }
    on.violated(error instanceof Refused ? `an unexpected refusal: ${error.code}` : String(error));
    return 'failed';
  }
}

const runClock = ({ db, violated }: Played): Promise<void> =>
  settleDueDates({ db, publicUrl: '', failed: (error) => violated(`the clock failed: ${String(error)}`) });

/** Moves a due date into the past, because the database's clock cannot be moved. */
async function passDueDate(db: Db, { trade: { id }, due }: Extract<Act, { kind: 'clock' }>): Promise<void> {
  if (due === 'offer')
    await sql`update settlement_offer set answer_by = current_date - 3 where settlement_id = ${id}`.execute(db);
  else if (due === 'cure')
    await sql`update settlement set cure_until = current_date - 3 where id = ${id} and cure_until is not null`.execute(
      db,
    );
  else
    await sql`
      update settlement set payment_due_on = payment_due_on - (payment_due_on - current_date) - 3,
        delivery_due_on = delivery_due_on - (delivery_due_on - current_date) - 3
      where id = ${id}`.execute(db);
}

const playerOf = (person: TestPerson): Player => ({ ...person, isAdmin: false });

async function perform(db: Db, auction: StoredAuction, act: Exclude<Act, { kind: 'clock' }>): Promise<void> {
  const admin: Player = { ...auction.admin, isAdmin: true };
  const memberOf = (accountId: string): Player => {
    const person = [auction.owner, ...auction.bidders].find((one) => one.accountId === accountId);
    if (!person) throw new Error('a company without a member');
    return playerOf(person);
  };
  if (act.kind === 'name') return nameSome(db, memberOf(act.sellerId), act);
  if (act.kind === 'releaseRecs') {
    const { itemId, bidId } = act.trade;
    const body = { bids: [{ bidId, quantity: act.quantity }], remark: 'because' };
    return void (await callApi(db, admin, releaseRecs, { params: { id: itemId }, body }));
  }
  if (act.kind === 'answer') {
    const input = { params: { id: act.offer.id }, body: { accept: act.accept } };
    return void (await callApi(db, memberOf(act.offer.accountId), answerOffer, input));
  }
  const { trade, side } = act;
  const who = side === 'admin' ? admin : memberOf(side === 'buyer' ? trade.buyerId : trade.sellerId);
  const params = { id: trade.id };
  const body = { ...bodyOf(act), ...(act.step === 'offerNext' && { offer: await offerOf(db, admin, act) }) };
  await callApi(db, who, side === 'admin' ? takeSettlementStep : takeSettlementStepAsUser, { params, body });
}

const bodyOf = ({ trade, step, amount, quantity }: StepAct) => ({
  version: trade.version,
  step,
  amount: amount === null ? null : amountText(amount),
  quantity,
  reference: 'R-1',
  remark: 'because',
  evidenceIds: [],
});

/** Returns the wished offer: to the next bid as the platform shows it, or to a bid that does not exist. */
async function offerOf(db: Db, admin: Player, { trade, bidId }: StepAct) {
  const { nextBid } = await callApi(db, admin, listOffersOfSettlement, { params: { id: trade.id } });
  return { bidId: bidId ?? nextBid?.bidId ?? trade.id, answerDays: 3 };
}
