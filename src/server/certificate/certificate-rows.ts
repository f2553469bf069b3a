import { sql, type RawBuilder } from 'kysely';
import type { CertificateRange } from '#contract/certificate/backing.ts';
import type { Device, DeviceFacts } from '#contract/certificate/device.ts';
import type { Lot } from '#contract/certificate/lot.ts';
import { knownMillionths, quantityText } from '#domain/certificate/serial-range.ts';
import { serialTexts, type SerialStyle } from '#domain/certificate/serial-style.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isoTime } from '#server/platform/database/iso-time.ts';
import { evidencePresenter, type EvidenceParts } from '#server/evidence/evidence.ts';

type DeviceRow = Omit<Device, 'evidence'> & { readonly evidenceIds: readonly string[] };

/** SQL: the facts about a device with the alias `d`, as JSON. Null means unknown. */
const DEVICE_FACTS = sql`jsonb_build_object(
  'registry', d.registry, 'registryId', d.registry_id, 'name', d.name, 'country', d.country,
  'province', nullif(d.province, ''), 'fuelType', d.fuel_type, 'fuelCode', nullif(d.fuel_code, ''),
  'technologyCode', nullif(d.technology_code, ''),
  'capacity', trim_scale(d.capacity_kilowatts / 1000.0)::text,
  'commissionedOn', d.commissioned_on, 'repoweredOn', d.repowered_on, 'supported', d.supported,
  'labels', nullif(array_to_string(d.labels, ', '), ''), 'address', nullif(d.address, ''))`;

const party = (alias: string): RawBuilder<unknown> => sql`jsonb_build_object(
  'accountId', ${sql.ref(`${alias}.id`)}, 'companyName', ${sql.ref(`${alias}.company_name`)},
  'englishCompanyName', ${sql.ref(`${alias}.english_company_name`)})`;

/** Returns devices with their company, as the condition selects and orders them. */
export async function findDevices(
  db: Db,
  parts: EvidenceParts,
  { nowMs, which }: { readonly nowMs: number; readonly which: RawBuilder<unknown> },
): Promise<Device[]> {
  const { rows } = await sql<{ facts: DeviceFacts } & Omit<DeviceRow, keyof DeviceFacts>>`
    select d.id, ${DEVICE_FACTS} as facts, ${party('owner')} as account, d.status, d.remark,
      ${isoTime('d.created_at')} as "createdAt", d.evidence_ids as "evidenceIds"
    from device d join account owner on owner.id = d.account_id ${which}`.execute(db);
  const present = await evidencePresenter(
    db,
    parts,
    nowMs,
    rows.flatMap(({ evidenceIds }) => evidenceIds),
  );
  return rows.map(({ facts, evidenceIds, ...row }) => ({ ...facts, ...row, evidence: present(evidenceIds) }));
}

type Serials = { readonly style: SerialStyle; readonly base: string; readonly first: string; readonly last: string };
type LotFactsRow = Serials &
  Pick<
    Lot,
    'periodFrom' | 'periodTo' | 'issuedOn' | 'expiresOn' | 'issuer' | 'offsetAttributes' | 'labels' | 'quantity'
  >;

/** SQL: the facts about a lot with the alias `l`, as JSON. Serial numbers are decimals. */
const LOT_FACTS = sql`jsonb_build_object(
  'style', l.serial_style, 'base', l.serial_base, 'first', l.first::text, 'last', l.last::text,
  'quantity', (l.last - l.first + l.step)::text, 'periodFrom', l.period_from, 'periodTo', l.period_to,
  'issuedOn', l.issued_on, 'expiresOn', l.expires_on, 'issuer', nullif(l.issuer, ''),
  'offsetAttributes', l.offset_attributes, 'labels', nullif(array_to_string(l.labels, ', '), ''))`;

/** Writes serial numbers as the registry does. */
const written = ({ style, base, first, last }: Serials) =>
  serialTexts(style, { base, first: knownMillionths(first), last: knownMillionths(last) });

const presentLotFacts = ({ base, ...facts }: LotFactsRow) => ({
  ...facts,
  ...written({ base, ...facts }),
  quantity: quantityText(knownMillionths(facts.quantity)),
});

type LotRow = Omit<Lot, 'evidence' | 'available' | keyof LotFactsRow> & {
  readonly facts: LotFactsRow;
  readonly available: string;
  readonly evidenceIds: readonly string[];
};

/** Returns lots with their device and company, as the condition selects and orders them. */
export async function findLots(
  db: Db,
  parts: EvidenceParts,
  { nowMs, which }: { readonly nowMs: number; readonly which: RawBuilder<unknown> },
): Promise<Lot[]> {
  const { rows } = await sql<LotRow>`
    select l.id, ${LOT_FACTS} as facts, ${party('owner')} as account, d.id as "deviceId", ${DEVICE_FACTS} as device,
      l.status, l.remark, ${isoTime('l.created_at')} as "createdAt", l.evidence_ids as "evidenceIds",
      (select coalesce(sum(r.last - r.first + r.step), 0)::text from certificate_range r
       where r.lot_id = l.id and r.closed_at is null and r.ledger_account_id is null
         and r.account_id = l.account_id) as available
    from certificate_lot l join device d on d.id = l.device_id join account owner on owner.id = l.account_id
    ${which}`.execute(db);
  const present = await evidencePresenter(
    db,
    parts,
    nowMs,
    rows.flatMap(({ evidenceIds }) => evidenceIds),
  );
  return rows.map(({ facts, available, evidenceIds, ...row }) => ({
    ...row,
    ...presentLotFacts(facts),
    available: quantityText(knownMillionths(available)),
    evidence: present(evidenceIds),
  }));
}

type RangeRow = {
  readonly id: string;
  readonly place: string | null;
  readonly first: string;
  readonly last: string;
  readonly size: string;
  readonly lot: LotFactsRow;
  readonly device: DeviceFacts;
};

/** Returns the open ranges that the condition selects, with the ledger account that each is in. */
export async function findRanges(
  db: Db,
  which: RawBuilder<unknown>,
): Promise<(CertificateRange & { readonly place: string | null })[]> {
  const { rows } = await sql<RangeRow>`
    select r.id, r.ledger_account_id as place, r.first::text, r.last::text, (r.last - r.first + r.step)::text as size,
      ${LOT_FACTS} as lot, ${DEVICE_FACTS} as device
    from certificate_range r join certificate_lot l on l.id = r.lot_id join device d on d.id = l.device_id
    where r.closed_at is null and ${which}
    order by l.expires_on, l.period_from, r.first, r.id`.execute(db);
  return rows.map(({ id, place, first, last, size, lot, device }) => ({
    id,
    place,
    ...written({ style: lot.style, base: lot.base, first, last }),
    quantity: quantityText(knownMillionths(size)),
    lot: presentLotFacts(lot),
    device,
  }));
}
