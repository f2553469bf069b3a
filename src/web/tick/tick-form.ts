import type { TickSize } from '#contract/tick.ts';
import { judgeTick, type ProposedTick } from '#domain/auction/judge-tick.ts';
import { decimalOfCents } from '#domain/basics/price.ts';

export const NEW_TICK: ProposedTick = { name: '', priceStep: null };

export const tickFormOf = ({ name, priceStep }: TickSize): ProposedTick => ({ name, priceStep });

export const tickRequest = ({ name, priceStep }: ProposedTick): ProposedTick => ({ name: name.trim(), priceStep });

const EXAMPLES = [1, 2, 3];

/**
 * Returns the first prices that a tick size allows, to show its effect before saving. For an invalid tick size, returns
 * none.
 */
export function tickExamples(priceStep: number | null): number[] {
  const judged = judgeTick({ name: 'any', priceStep });
  return judged.ok ? EXAMPLES.map((times) => decimalOfCents(judged.value.priceStep * times)) : [];
}
