import { MILLIONTHS, sizeOf, takeRanges, type SerialRange } from '#domain/certificate/serial-range.ts';

/** A range in a ledger account. `place` is the id of the ledger account; null if the range is with its seller. */
export type PlacedRange = SerialRange & { readonly id: string; readonly place: string | null; readonly holder: string };

/** A movement of the ledger, with the ids of its ledger accounts. */
export type PlacedMovement = {
  readonly from: string;
  /** Null if the RECs go back to their seller's supply. */
  readonly to: string | null;
  /** The company of the account that the RECs go to. */
  readonly holder: string;
  /** Whole RECs. */
  readonly quantity: number;
  /** True if RECs without certificates move first, as when unsold RECs return. */
  readonly leavesRanges: boolean;
};

/** A part of a range after the movements. The parts of a range have its serial numbers together. */
export type MovedPart<Range extends PlacedRange = PlacedRange> = {
  readonly parent: Range;
  readonly part: SerialRange;
  readonly place: string | null;
  readonly holder: string;
};

type Piece<Range extends PlacedRange> = SerialRange & MovedPart<Range>;

/**
 * Returns the parts of all ranges that the movements move or split (docs/rules.md#certificates). RECs leave an account
 * with their certificates, as far as it has any: the ranges in the given order, low numbers first.
 *
 * @param ranges the ranges in all accounts from which RECs move
 * @param balances the RECs that each account has after the movements
 */
export function followMovements<Range extends PlacedRange>(
  ranges: readonly Range[],
  movements: readonly PlacedMovement[],
  balances: ReadonlyMap<string, number>,
): MovedPart<Range>[] {
  let pieces = ranges.map((range) => pieceOf(range, range, range));
  for (const { from, to, holder, quantity, leavesRanges } of movements) {
    const here = pieces.filter(({ place }) => place === from);
    const kept = BigInt(balances.get(from) ?? 0) * MILLIONTHS;
    const wanted = leavesRanges ? totalOf(here) - kept : BigInt(quantity) * MILLIONTHS;
    const taken = new Map(takeRanges(here, wanted).map((one) => [one.range, one]));
    pieces = pieces.flatMap((piece) => {
      const found = taken.get(piece);
      if (!found) return [piece];
      const moved = pieceOf(piece.parent, found.taken, { place: to, holder });
      return found.rest ? [moved, pieceOf(piece.parent, found.rest, piece)] : [moved];
    });
  }
  const isChanged = ({ parent, part, place }: Piece<Range>): boolean =>
    place !== parent.place || sizeOf(part) < sizeOf(parent);
  return pieces.filter(isChanged).map(({ parent, part, place, holder }) => ({ parent, part, place, holder }));
}

const pieceOf = <Range extends PlacedRange>(
  parent: Range,
  { first, last, step }: SerialRange,
  { place, holder }: Pick<MovedPart, 'place' | 'holder'>,
): Piece<Range> => ({ first, last, step, parent, part: { first, last, step }, place, holder });

/** Returns the size of all ranges together, in millionths. */
export const totalOf = (ranges: readonly SerialRange[]): bigint =>
  ranges.reduce((sum, range) => sum + sizeOf(range), 0n);
