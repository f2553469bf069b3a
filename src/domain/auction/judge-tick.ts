import { centsOfDecimal, TICK_CENTS_MIN } from '#domain/basics/price.ts';
import { withoutEmpty, type FieldRefusals } from '#domain/basics/result.ts';
import { judgeText } from '#domain/basics/text.ts';

/** A tick size is a named price step (specification 3): bid prices are multiples of it. Largest step 1,000. */
export type ProposedTick = { readonly name: string; readonly priceStep: number | null };
export const TICK_NAME_LENGTH_MAX = 60;
const TICK_CENTS_MAX = 100_000;

export const TICK_REFUSALS = ['field_required', 'less_than_maximum_character', 'tick_size_invalid'] as const;
export type TickRefusal = (typeof TICK_REFUSALS)[number];

export function judgeTick(tick: ProposedTick): FieldRefusals<keyof ProposedTick, TickRefusal> {
  const cents = tick.priceStep === null ? undefined : centsOfDecimal(tick.priceStep);
  const isStep = cents !== undefined && cents >= TICK_CENTS_MIN && cents <= TICK_CENTS_MAX;
  const params = { minimum: TICK_CENTS_MIN / 100, maximum: TICK_CENTS_MAX / 100 };
  return withoutEmpty<keyof ProposedTick, TickRefusal>({
    name: judgeText(tick.name, TICK_NAME_LENGTH_MAX),
    priceStep:
      tick.priceStep === null ? { code: 'field_required' } : isStep ? undefined : { code: 'tick_size_invalid', params },
  });
}
