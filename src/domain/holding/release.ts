import { judgeRemark } from '#domain/basics/text.ts';
import type { FieldRefusals, Refusal } from '#domain/basics/result.ts';
import { withoutEmpty } from '#domain/basics/result.ts';

export const RELEASE_REFUSALS = [
  'field_required',
  'less_than_maximum_character',
  'quantity_must_be_integer',
  'quantity_out_of_range',
  'nothing_to_release',
] as const;
export type ReleaseRefusal = (typeof RELEASE_REFUSALS)[number];

/**
 * A release as an admin enters it: the RECs of one award, still with their holder, that return to the seller. A null
 * quantity means all of them.
 */
export type ProposedRelease = { readonly quantity: number | null; readonly remark: string };

/**
 * Judges a release against the RECs still held: not retired, not resold, and not released before
 * (docs/rules.md#releases).
 */
export function judgeRelease(
  { quantity, remark }: ProposedRelease,
  held: number,
): FieldRefusals<keyof ProposedRelease, ReleaseRefusal> {
  return withoutEmpty({ quantity: judgeReleased(quantity, held), remark: judgeRemark(remark, true) });
}

function judgeReleased(quantity: number | null, held: number): Refusal<ReleaseRefusal> | undefined {
  if (held === 0) return { code: 'nothing_to_release' };
  if (quantity === null) return undefined;
  if (!Number.isInteger(quantity)) return { code: 'quantity_must_be_integer' };
  return quantity < 1 || quantity > held
    ? { code: 'quantity_out_of_range', params: { minimum: 1, maximum: held } }
    : undefined;
}
