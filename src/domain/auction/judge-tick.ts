import { platformDecimals } from '#domain/basics/currency.ts';
import { centsOfDecimal, decimalOfCents, TICK_CENTS_MIN } from '#domain/basics/price.ts';
import { accept, acceptAll, acceptFilled, acceptUnless, refuse } from '#domain/basics/accept.ts';
import type { Refusal, Result } from '#domain/basics/result.ts';
import { judgeText } from '#domain/basics/text.ts';

/**
 * A tick size as a form or a request holds it: a named price step (docs/rules.md#tick-sizes). Bid prices are multiples
 * of the step. Null means an empty field.
 */
export type ProposedTick = { readonly name: string; readonly priceStep: number | null };
export const TICK_NAME_LENGTH_MAX = 60;
/** Maximum price step, in minor units: 1,000.00 in a currency with two decimals. */
const TICK_CENTS_MAX = 100_000;

export const TICK_REFUSALS = ['field_required', 'less_than_maximum_character', 'tick_size_invalid'] as const;
export type TickRefusal = (typeof TICK_REFUSALS)[number];

/** Judges the name and the price step of a tick size. An accepted step is in minor units of the currency. */
export const judgeTick = ({ name, priceStep }: ProposedTick) =>
  acceptAll({
    name: acceptUnless(judgeText(name, TICK_NAME_LENGTH_MAX), name.trim()),
    priceStep: acceptFilled(priceStep, judgeStep),
  });

function judgeStep(priceStep: number): Result<number, Refusal<'tick_size_invalid'>> {
  const cents = centsOfDecimal(priceStep);
  if (cents !== undefined && cents >= TICK_CENTS_MIN && cents <= TICK_CENTS_MAX) return accept(cents);
  const [minimum, maximum] = [decimalOfCents(TICK_CENTS_MIN), decimalOfCents(TICK_CENTS_MAX)];
  return refuse({ code: 'tick_size_invalid', params: { minimum, maximum, decimals: platformDecimals() } });
}
