import type { FieldRefusals } from '#domain/basics/result.ts';
import { monthsBefore, type Range } from '#domain/statistic/range.ts';

export const RANGE_REFUSALS = ['field_required', 'range_backwards', 'range_too_long'] as const;
export type RangeRefusal = (typeof RANGE_REFUSALS)[number];

/** A range is at most a year long (specification 5). */
export function judgeRange({
  from,
  to,
}: { readonly [End in keyof Range]: string | null }): FieldRefusals<keyof Range, RangeRefusal> {
  if (!from) return { from: { code: 'field_required' } };
  if (!to) return { to: { code: 'field_required' } };
  if (to < from) return { to: { code: 'range_backwards' } };
  return from <= monthsBefore(to, 12) ? { from: { code: 'range_too_long' } } : {};
}
