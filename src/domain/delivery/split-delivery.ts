import type { RegistryName } from '#domain/certificate/registry.ts';
import { doRangesOverlap, sizeOf, takeRanges, type SerialRange } from '#domain/certificate/serial-range.ts';
import { parseSerials, serialTexts, type Serials, type SerialStyle } from '#domain/certificate/serial-style.ts';

/** A range of certificates as a person reads it. */
export type NamedRange = {
  readonly registry: RegistryName;
  readonly device: string;
  readonly style: SerialStyle;
  readonly first: string;
  readonly last: string;
};

/** Certificates that an earlier order transfers or has transferred. */
export type TakenRange = Pick<NamedRange, 'first' | 'last'> & { readonly registry: RegistryName | null };

/** One transfer of a delivery, in millionths of a REC. Without certificates, registry and device are not known. */
export type DeliveryLine = {
  readonly registry: RegistryName | null;
  readonly device: string;
  readonly first: string;
  readonly last: string;
  readonly quantity: bigint;
};

/** Returns the parts of a range that lie outside other ranges of the same serials, in order. */
export function withoutRanges(range: SerialRange, others: readonly SerialRange[]): SerialRange[] {
  let rest: SerialRange[] = [range];
  for (const other of others)
    rest = rest.flatMap((part) =>
      doRangesOverlap(part, other)
        ? [
            { ...part, last: other.first - part.step },
            { ...part, first: other.last + part.step },
          ].filter(({ first, last }) => first <= last)
        : [part],
    );
  return rest;
}

type Candidate = Serials & { readonly of: NamedRange };

/**
 * Splits a delivery into transfers: one for each range of certificates, because registries move one range at a time, and
 * one for RECs without certificates. Certificates of earlier orders are not transferred again.
 *
 * @param wanted millionths of a REC
 */
export function splitDelivery(
  wanted: bigint,
  ranges: readonly NamedRange[],
  taken: readonly TakenRange[],
): DeliveryLine[] {
  const candidates = ranges.flatMap((of): Candidate[] => {
    const serials = parseSerials(of.style, of);
    if ('code' in serials) return [];
    return withoutRanges(serials, takenOf(serials, of, taken)).map((part) => ({ ...part, base: serials.base, of }));
  });
  const lines = takeRanges(candidates, wanted).map(({ range: { of, base }, taken: part }): DeliveryLine => ({
    registry: of.registry,
    device: of.device,
    ...serialTexts(of.style, { ...part, base }),
    quantity: sizeOf(part),
  }));
  const named = lines.reduce((sum, line) => sum + line.quantity, 0n);
  if (named === wanted) return lines;
  return [...lines, { registry: null, device: '', first: '', last: '', quantity: wanted - named }];
}

/** Returns the taken ranges that have the same registry, style and base. */
const takenOf = ({ base }: Serials, { registry, style }: NamedRange, taken: readonly TakenRange[]): SerialRange[] =>
  taken.flatMap((one) => {
    if (one.registry !== registry) return [];
    const serials = parseSerials(style, one);
    return 'code' in serials || serials.base !== base ? [] : [serials];
  });
