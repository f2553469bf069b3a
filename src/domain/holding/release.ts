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
 * A release as an administrator enters it: RECs of one award return from their holder to the seller. If the quantity is
 * null, all of the holder's remaining RECs return.
 */
export type ProposedRelease = { readonly quantity: number | null; readonly remark: string };

/**
 * Judges a release against the RECs that are still held (docs/rules.md#releases). RECs that were retired, resold or
 * already released are no longer held.
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
