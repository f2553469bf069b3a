import { sql } from 'kysely';
import type { CertificateRange } from '#contract/certificate/backing.ts';
import { decimalOfMillionths, knownMillionths } from '#domain/certificate/serial-range.ts';
import type { RetiredRange } from '#domain/claim/retired-range.ts';
import { findRanges } from '#server/certificate/certificate-rows.ts';
import type { Db } from '#server/platform/database/database.ts';

type Place = { readonly rangeId: string; readonly retirementId: string; readonly holdingId: string };

/**
 * Returns the ranges of certificates that back these retirements, in the order in which statements list them. A range
 * came from the holding in which its parent was, because a movement closes a range and opens its parts. RECs that were
 * bought and retired in one step were never held with a range of their own: the ledger names their holding.
 */
export async function findRetiredRanges(db: Db, retirementIds: readonly string[]): Promise<readonly RetiredRange[]> {
  const placed = await findPlacedRanges(db, retirementIds);
  return placed.map(({ range, place }) => retiredRangeOf(range, place));
}

/** Like `findRetiredRanges`, with the ranges as certificates are named everywhere else. */
export async function findPlacedRanges(
  db: Db,
  retirementIds: readonly string[],
): Promise<readonly { readonly range: CertificateRange; readonly place: Place }[]> {
  if (retirementIds.length === 0) return [];
  const { rows } = await sql<Place>`
    select r.id as "rangeId", gone.source_id as "retirementId", coalesce(held.id, (
      select entry.from_id from ledger_entry entry where entry.to_id = gone.id and entry.kind = 'retired'
      order by entry.id limit 1)) as "holdingId"
    from ledger_account gone
    join certificate_range r on r.ledger_account_id = gone.id and r.closed_at is null
    left join certificate_range parent on parent.id = r.parent_id
    left join ledger_account held on held.id = parent.ledger_account_id and held.kind = 'held'
    where gone.kind = 'retired' and gone.source_id = any(${[...retirementIds]}::uuid[])`.execute(db);
  if (rows.length === 0) return [];
  const ranges = await findRanges(db, sql`r.id = any(${rows.map(({ rangeId }) => rangeId)}::uuid[])`);
  const places = new Map(rows.map((row) => [row.rangeId, row]));
  return ranges.flatMap((range) => {
    const place = places.get(range.id);
    return place ? [{ range, place }] : [];
  });
}

/** The names of registries on statements, which are the same in both languages. */
export const REGISTRY_TEXTS: Readonly<Record<CertificateRange['device']['registry'], string>> = {
  irec: 'I-REC(E)',
  aib: 'AIB',
  tigr: 'TIGR',
  nar: 'NAR',
  mrets: 'M-RETS',
  other: '',
};

const labelsOf = (labels: string | null): readonly string[] => (labels === null ? [] : labels.split(', '));
const ANSWERS = { yes: true, included: true, no: false, excluded: false, unknown: null } as const;

const retiredRangeOf = (
  { device, lot, first, last, quantity }: CertificateRange,
  { retirementId, holdingId }: Place,
): RetiredRange => ({
  retirementId,
  holdingId,
  device: {
    registry: REGISTRY_TEXTS[device.registry],
    registryId: device.registryId,
    name: device.name,
    country: device.country,
    region: device.province ?? '',
    fuelCode: device.fuelCode ?? '',
    fuelText: '',
    technologyCode: device.technologyCode ?? '',
    technologyText: '',
    capacity: device.capacity,
    commissionedOn: device.commissionedOn,
    repoweredOn: device.repoweredOn,
    isSupported: ANSWERS[device.supported],
    labels: [...labelsOf(device.labels), ...labelsOf(lot.labels)],
  },
  lot: {
    first,
    last,
    quantity: decimalOfMillionths(knownMillionths(quantity)),
    production: { from: lot.periodFrom, to: lot.periodTo },
    issuedOn: lot.issuedOn,
    expiresOn: lot.expiresOn,
    issuer: lot.issuer ?? '',
    includesOffsets: ANSWERS[lot.offsetAttributes],
  },
});
