import type { BidId } from '#domain/basics/ids.ts';
import type { RoomState } from '#server/room/room-state.ts';
import type { Chance } from '#testing/world/chance.ts';
import { ask, ATTACKERS, itemOf, openRoom, PRICE_MAX, priceOf, STARTS_AT_MS, type Market } from './market.ts';
import { answerUntilQuiet } from './rivals.ts';

const MINUTE_MS = 60_000;

/**
 * The rounds of an attack: with sealed bids before the start, three times in the first half of the auction, and in the
 * last second before the current end.
 */
const ROUNDS = ['sealed', 'live 1', 'live 2', 'live 3', 'last second'] as const;
type Round = (typeof ROUNDS)[number];

/** The time in ms that a rival needs to see a change and to answer it. */
const REACTION_MS = 2 * MINUTE_MS;

/** One act of a plan. `revises` is the index of the attacker's own bid that changes, or -1 for a new bid. */
export type Move = {
  readonly round: Round;
  readonly who: (typeof ATTACKERS)[number];
  readonly revises: number;
  readonly price: number;
  readonly quantity: number;
  readonly fewest: number;
};

export type Outcome = {
  /** The worth of the RECs that the attackers win, minus the price that they pay. */
  readonly payoff: number;
  /** The owner's proceeds. */
  readonly revenue: number;
  readonly log: readonly string[];
};

/** Plays one auction: the attackers follow their plan, and rivals answer if they have the time. */
export function play(market: Market, plan: readonly Move[]): Outcome {
  const state = openRoom(market);
  const own = new Map<string, BidId[]>();
  const log: string[] = [];
  const act = (move: Move, atMs: number): void => {
    const bids = own.get(move.who) ?? [];
    const bidId = move.revises >= 0 ? bids[move.revises] : undefined;
    const asked = ask(state, { ...move, bidId }, atMs);
    const offer = `${move.who} ${bidId ? 'revises to ' : ''}${move.price}x${move.quantity}/${move.fewest}`;
    if ('refused' in asked) return void log.push(`${move.round}: ${offer} is refused: ${asked.refused}`);
    log.push(`${move.round}: ${offer}`);
    if (!bidId) own.set(move.who, [...bids, asked.bidId]);
  };
  const answer = (atMs: number): void => {
    if (answerUntilQuiet(state, market, atMs)) log.push(`rivals answer: ${standingOf(state)}`);
  };
  const movesOf = (round: Round): readonly Move[] => plan.filter((move) => move.round === round);

  for (const [index, round] of ROUNDS.slice(0, -1).entries()) {
    const atMs = index === 0 ? STARTS_AT_MS - MINUTE_MS : STARTS_AT_MS + 8 * index * MINUTE_MS;
    for (const move of movesOf(round)) act(move, atMs);
    if (market.manner !== 'late') answer(Math.max(atMs, STARTS_AT_MS) + REACTION_MS);
  }
  if (market.manner === 'late') answer(state.times.auctionEndsAtMs - REACTION_MS);
  // Soft close may give rivals the time to answer such a bid. The attacker then waits for the new last second.
  for (const move of movesOf('last second')) {
    const atMs = state.times.auctionEndsAtMs - 1_000;
    act(move, atMs);
    if (state.times.auctionEndsAtMs - atMs >= REACTION_MS) answer(state.times.auctionEndsAtMs - REACTION_MS + 1_000);
  }
  return { ...outcomeOf(state, market), log };
}

function outcomeOf(state: RoomState, market: Market): Omit<Outcome, 'log'> {
  let [won, paid, revenue] = [0, 0, 0];
  for (const row of itemOf(state).standing.rows()) {
    const price = priceOf(state, row.bid);
    revenue += row.won * price;
    if (!ATTACKERS.some((name) => name === row.bid.bidderId)) continue;
    won += row.won;
    paid += row.won * price;
  }
  return { payoff: market.worth * won - paid, revenue };
}

const standingOf = (state: RoomState): string =>
  itemOf(state)
    .standing.rows()
    .map(
      ({ bid, won }) => `${bid.bidderId} ${priceOf(state, bid)}x${bid.quantity}${bid.allowsPartial ? '' : '!'}=${won}`,
    )
    .join(', ');

/** The number of attackers, and the number of plans to try. */
export type Search = { readonly attackers: 1 | 2; readonly tries: number };

export type Found = {
  /** The attackers' best result with firm bids only. */
  readonly honest: Outcome;
  /** The attackers' best result with every kind of bid. */
  readonly best: Outcome;
  readonly plan: readonly Move[];
};

/**
 * Searches a market for a plan that pays better than honest bids. It starts with known templates and improves them by
 * hill climbing.
 */
export function searchAttack(market: Market, search: Search, chance: Chance): Found {
  const firm = climb(market, { ...search, isFirm: true }, chance, [[]]);
  const attack = climb(market, { ...search, isFirm: false }, chance, [firm.plan, ...templates(market, search)]);
  const plan = shortened(market, attack.plan);
  // A plan that pays with firm bids is no attack. So the search for honest bids is repeated from that plan.
  const asFirm = plan.map((move) => ({ ...move, fewest: 1 }));
  const honest = climb(market, { ...search, tries: search.tries / 2, isFirm: true }, chance, [firm.plan, asFirm]);
  return { honest: honest.outcome, best: play(market, plan), plan };
}

/**
 * Returns known attack plans. A high all-or-nothing bid keeps rivals away from a cheap bid that ranks behind it. At the
 * end, a small bid makes the high bid drop out, so that the cheap bid wins.
 */
export function templates({ quantity }: Market, { attackers }: Pick<Search, 'attackers'>): Move[][] {
  const [who] = ATTACKERS;
  const plans: Move[][] = [];
  for (let price = 2; price < PRICE_MAX; price += 1) {
    for (const last of ATTACKERS.slice(0, attackers)) {
      const round = 'sealed';
      const shield: Move = { round, who, revises: -1, price, quantity, fewest: quantity };
      const cheap: Move = { ...shield, price: 1, fewest: 1 };
      const knock = { round: 'last second', who: last, revises: -1, price: price + 1, quantity: 1, fewest: 1 } as const;
      plans.push([shield, cheap, knock]);
      plans.push([{ ...shield, fewest: Math.max(2, quantity - 1) }, cheap, { ...knock, quantity: 2 }]);
      // After rivals have given up, the high bid grows to a size at which it can drop out.
      const grown = { round: 'live 2', revises: 0, who, price, quantity, fewest: quantity } as const;
      plans.push([{ ...shield, quantity: quantity - 2, fewest: quantity - 2 }, cheap, grown, knock]);
      // Raising the minimum acceptable quantity has the effect of a withdrawal.
      const back = { ...shield, round: 'last second', revises: 0, fewest: quantity } as const;
      plans.push([{ ...shield, fewest: 1 }, cheap, back]);
      plans.push([shield, { ...shield, round: 'last second', revises: 0, fewest: 1 }]);
    }
  }
  return plans;
}

type Climb = Search & { readonly isFirm: boolean };
type Climbed = { readonly plan: readonly Move[]; readonly outcome: Outcome };

function climb(market: Market, how: Climb, chance: Chance, from: readonly (readonly Move[])[]): Climbed {
  let best: Climbed = { plan: [], outcome: play(market, []) };
  const tried = (plan: readonly Move[]): Climbed => ({ plan, outcome: play(market, plan) });
  const keep = (one: Climbed): void => {
    if (one.outcome.payoff > best.outcome.payoff) best = one;
  };
  for (const plan of from) keep(tried(plan));
  const restarts = 4;
  for (let restart = 0; restart < restarts; restart += 1) {
    let at =
      restart === 0 ? best : tried(Array.from({ length: chance.between(1, 4) }, () => someMove(market, how, chance)));
    for (let left = how.tries / restarts; left > 0; left -= 1) {
      const next = tried(changed(at.plan, market, how, chance));
      if (next.outcome.payoff >= at.outcome.payoff || chance.happens(0.01)) at = next;
      keep(at);
    }
  }
  return best;
}

function someMove({ quantity: most }: Market, { attackers, isFirm }: Climb, chance: Chance): Move {
  const quantity = chance.one([most, 1, chance.between(1, most)]);
  const fewest = isFirm ? 1 : chance.one([1, quantity, quantity, chance.between(1, quantity)]);
  const [round, who] = [chance.one(ROUNDS), chance.one(ATTACKERS.slice(0, attackers))];
  return { round, who, revises: chance.between(-2, 2), price: chance.between(1, PRICE_MAX), quantity, fewest };
}

function changed(plan: readonly Move[], market: Market, how: Climb, chance: Chance): Move[] {
  const next = [...plan];
  const at = chance.below(Math.max(1, next.length));
  const move = next[at];
  if (!move || (chance.happens(0.3) && next.length < 8)) next.splice(at, 0, someMove(market, how, chance));
  else if (chance.happens(0.2)) next.splice(at, 1);
  else next[at] = { ...move, ...someChange(move, market, how, chance) };
  return next;
}

function someChange(move: Move, market: Market, how: Climb, chance: Chance): Partial<Move> {
  const other = someMove(market, how, chance);
  const near = move.price + chance.one([-1, 1]);
  return chance.one<Partial<Move>>([
    { price: Math.min(PRICE_MAX, Math.max(1, near)) },
    { price: other.price },
    { quantity: other.quantity, fewest: other.fewest },
    { fewest: how.isFirm ? 1 : chance.one([1, move.quantity]) },
    { round: other.round },
    { revises: other.revises },
    { who: other.who },
  ]);
}

/** Returns the plan without the moves that do not increase its payoff. */
function shortened(market: Market, plan: readonly Move[]): readonly Move[] {
  const { payoff } = play(market, plan);
  for (const move of plan) {
    const less = plan.filter((other) => other !== move);
    if (play(market, less).payoff >= payoff) return shortened(market, less);
  }
  return plan;
}
