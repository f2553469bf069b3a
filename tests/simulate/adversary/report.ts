import { createChance } from '#testing/world/chance.ts';
import { play, searchAttack, type Search } from './attack.ts';
import { MANNERS, someMarket, type Market } from './market.ts';

/** The adversary's result in the market of one seed. */
export type Case = {
  readonly seed: number;
  readonly market: Market;
  /** The payoff of the best plan minus the payoff of honest bids; 0 if no plan pays more. */
  readonly gain: number;
  /** The owner's proceeds if everybody bids honestly. */
  readonly honestRevenue: number;
  /** The owner's proceeds if the plan is carried out; the honest proceeds if no plan pays more. */
  readonly revenue: number;
  /** The plan as it was played; empty if no plan pays more. */
  readonly log: readonly string[];
};

/** Searches the market of a seed for a plan that pays more than honest bids. */
export function searchSeed(seed: number, rules: Market['rules'], search: Search): Case {
  const chance = createChance(seed);
  const market = someMarket(chance, rules);
  const { honest, best, plan } = searchAttack(market, search, chance);
  const gain = Math.max(0, best.payoff - honest.payoff);
  const { revenue } = gain > 0 ? best : honest;
  return { seed, market, gain, honestRevenue: honest.revenue, revenue, log: gain > 0 ? play(market, plan).log : [] };
}

/** Returns what `npm run simulate -- --adversary` prints: one line per kind of market, and the most profitable plan. */
export function reportOn(cases: readonly Case[]): string[] {
  const lines = [...Map.groupBy(cases, ({ market }) => kindOf(market))]
    .toSorted(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([kind, those]) => {
      const lost =
        100 - (100 * sum(those, ({ revenue }) => revenue)) / sum(those, ({ honestRevenue }) => honestRevenue);
      return `  ${kind}: pays in ${payingIn(those).length} of ${those.length}, the owner loses ${lost.toFixed(1)} % in all`;
    });
  const [worst] = payingIn(cases).toSorted((one, other) => other.gain - one.gain);
  if (!worst) return lines;
  const { seed, gain, market, log } = worst;
  return [
    ...lines,
    `  most profitable: seed ${seed}, gain ${gain}, ${JSON.stringify(market)}`,
    ...log.map((line) => `    ${line}`),
  ];
}

export const payingIn = (cases: readonly Case[]): readonly Case[] => cases.filter(({ gain }) => gain > 0);

const sum = (cases: readonly Case[], read: (one: Case) => number): number =>
  cases.reduce((total, one) => total + read(one), 0);

const ENDS = ['soft close', 'fixed end'] as const;
const BIDS = ['firm rivals', 'all-or-nothing rivals'] as const;
const ORDER = MANNERS.flatMap((manner) => ENDS.flatMap((end) => BIDS.map((bids) => `${manner}, ${end}, ${bids}`)));

const kindOf = ({ manner, softClose, rivals }: Market): string =>
  [manner, ENDS[softClose ? 0 : 1], BIDS[rivals.some(({ allOrNothing }) => allOrNothing) ? 1 : 0]].join(', ');
