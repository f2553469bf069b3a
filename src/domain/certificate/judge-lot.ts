import { accept, acceptAll, acceptUnless, refuse } from '#domain/basics/accept.ts';
import type { FieldRefusals, Refusal, Result } from '#domain/basics/result.ts';
import { QUANTITY_MAX } from '#domain/basics/quantity.ts';
import { judgeCharacters, judgeLength, tidyTexts } from '#domain/basics/text.ts';
import { isWithinVintage, type Vintage } from '#domain/basics/vintage.ts';
import { judgeDate, knownDate } from '#domain/certificate/judge-date.ts';
import { judgeChoice, judgeLabels } from '#domain/certificate/judge-device.ts';
import { REGISTRIES, type RegistryName } from '#domain/certificate/registry.ts';
import { MILLIONTHS, sizeOf } from '#domain/certificate/serial-range.ts';
import { parseSerials, SERIAL_REFUSALS, type Serials, type SerialStyle } from '#domain/certificate/serial-style.ts';

/** Whether carbon offsets of the same energy are part of the certificates, as far as the seller knows. */
export const OFFSET_ANSWERS = ['included', 'excluded', 'unknown'] as const;
export type OffsetAnswer = (typeof OFFSET_ANSWERS)[number];

/** An issuance of certificates as a form, a file or a request holds it. An empty text means an empty field. */
export type LotFields = {
  /** The first and the last serial number, as the registry writes them. Both belong to the lot. */
  readonly first: string;
  readonly last: string;
  /** The period of production. Both dates belong to it. */
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly issuedOn: string;
  readonly expiresOn: string;
  readonly issuer: string;
  readonly offsetAttributes: string;
  /** Quality labels, separated by commas. */
  readonly labels: string;
};
export type LotField = keyof LotFields;

/** A lot that passed all rules. Null means unknown, or that the certificates do not expire. */
export type Lot = {
  readonly style: SerialStyle;
  readonly serials: Serials;
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly issuedOn: string | null;
  readonly expiresOn: string | null;
  readonly issuer: string;
  readonly offsetAttributes: OffsetAnswer;
  readonly labels: readonly string[];
};

export const LOT_REFUSALS = [
  ...SERIAL_REFUSALS,
  'lot_too_large',
  'field_required',
  'choice_unknown',
  'less_than_maximum_character',
  'emoji_not_allowed',
  'not_allow_special_character',
  'date_invalid',
  'date_in_future',
  'period_reversed',
  'period_in_two_years',
  'issued_before_production',
  'expires_before_issue',
] as const;
export type LotRefusal = (typeof LOT_REFUSALS)[number];

const ISSUER_LENGTH_MAX = 100;

/**
 * Judges a lot by every rule, per field (docs/rules.md#certificates).
 *
 * @param registry the registry of the lot's device
 * @param today the present date as `YYYY-MM-DD`
 */
export function judgeLot(
  given: LotFields,
  registry: RegistryName,
  today: string,
): Result<Lot, FieldRefusals<LotField, LotRefusal>> {
  const fields = tidyTexts(given);
  const serials = judgeSerials(fields, registry);
  const [from, to] = [judgeRequiredDate(fields.periodFrom), judgeRequiredDate(fields.periodTo)];
  const [issuedOn, expiresOn] = [judgeOptionalDate(fields.issuedOn), judgeOptionalDate(fields.expiresOn)];
  const judged = acceptAll({
    first: serials,
    last: judgeSize(serials),
    periodFrom: from,
    periodTo: judgePeriod(from, to),
    issuedOn: judgeIssued(issuedOn, to, today),
    expiresOn: judgeExpiry(expiresOn, issuedOn),
    issuer: acceptUnless(
      judgeLength(fields.issuer, ISSUER_LENGTH_MAX) ?? judgeCharacters(fields.issuer),
      fields.issuer,
    ),
    offsetAttributes: judgeChoice(fields.offsetAttributes === '' ? 'unknown' : fields.offsetAttributes, OFFSET_ANSWERS),
    labels: judgeLabels(fields.labels),
  });
  if (!judged.ok) return judged;
  const { first, last: _, ...others } = judged.value;
  return accept({ ...first, ...others });
}

type JudgedSerials = Result<{ readonly style: SerialStyle; readonly serials: Serials }, Refusal<LotRefusal>>;

/** Reads the serial numbers in the first style of the registry that fits. */
function judgeSerials({ first, last }: LotFields, registry: RegistryName): JudgedSerials {
  if (first === '') return refuse({ code: 'field_required' });
  const { styles } = REGISTRIES[registry];
  const read = styles.map((style) => ({ style, serials: parseSerials(style, { first, last }) }));
  for (const { style, serials } of read) if (!('code' in serials)) return accept({ style, serials });
  const refusals = read.flatMap(({ serials }) => ('code' in serials ? [serials] : []));
  return refuse(refusals.find(({ code }) => code !== 'serial_format') ?? refusals[0] ?? { code: 'serial_format' });
}

function judgeSize(judged: JudgedSerials): Result<true, Refusal<'lot_too_large'>> {
  const isTooLarge = judged.ok && sizeOf(judged.value.serials) > BigInt(QUANTITY_MAX) * MILLIONTHS;
  return isTooLarge ? refuse({ code: 'lot_too_large', params: { maximum: QUANTITY_MAX } }) : accept(true);
}

type JudgedDate = Result<string | null, Refusal<LotRefusal>>;

const judgeRequiredDate = (date: string): JudgedDate & Result<string, Refusal<LotRefusal>> =>
  date === '' ? refuse({ code: 'field_required' }) : judgeDate(date);
function judgeOptionalDate(date: string): JudgedDate {
  const known = knownDate(date);
  return known === null ? accept(null) : judgeDate(known);
}

type Required = Result<string, Refusal<LotRefusal>>;

/** A period lies in one calendar year, because a vintage has one year. */
function judgePeriod(from: Required, to: Required): Required {
  if (!from.ok || !to.ok) return to;
  if (to.value < from.value) return refuse({ code: 'period_reversed' });
  return to.value.slice(0, 4) === from.value.slice(0, 4) ? to : refuse({ code: 'period_in_two_years' });
}

function judgeIssued(issued: JudgedDate, to: Required, today: string): JudgedDate {
  if (!issued.ok || issued.value === null) return issued;
  if (issued.value > today) return refuse({ code: 'date_in_future' });
  return to.ok && issued.value < to.value ? refuse({ code: 'issued_before_production' }) : issued;
}

function judgeExpiry(expires: JudgedDate, issued: JudgedDate): JudgedDate {
  if (!expires.ok || expires.value === null || !issued.ok || issued.value === null) return expires;
  return expires.value < issued.value ? refuse({ code: 'expires_before_issue' }) : expires;
}

/** Returns whether certificates of this period of production can stand for RECs of this vintage. */
export const isOfVintage = (
  { periodFrom, periodTo }: Pick<Lot, 'periodFrom' | 'periodTo'>,
  vintage: Vintage,
): boolean => isWithinVintage(monthOf(periodFrom), vintage) && isWithinVintage(monthOf(periodTo), vintage);

const monthOf = (date: string) => ({ year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) });
