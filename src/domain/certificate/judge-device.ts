import { accept, acceptAll, acceptUnless, refuse } from '#domain/basics/accept.ts';
import type { Country } from '#domain/basics/country.ts';
import { FUEL_TYPES, type FuelType } from '#domain/basics/fuel.ts';
import type { FieldRefusals, Refusal, Result } from '#domain/basics/result.ts';
import { judgeAddress, judgeCharacters, judgeName, tidyTexts } from '#domain/basics/text.ts';
import { plantProvinces, type Regions } from '#domain/platform-setting/regions.ts';
import { judgeDate, knownDate } from '#domain/certificate/judge-date.ts';
import { meansFuel, REGISTRIES, REGISTRY_NAMES, type RegistryName } from '#domain/certificate/registry.ts';

/** Whether public money supported a device, as far as the seller knows. */
export const SUPPORT_ANSWERS = ['yes', 'no', 'unknown'] as const;
export type SupportAnswer = (typeof SUPPORT_ANSWERS)[number];

/** A generating device as a form or a request holds it. An empty text means an empty field, which is unknown. */
export type DeviceFields = {
  readonly registry: string;
  readonly registryId: string;
  readonly name: string;
  readonly country: string;
  readonly province: string;
  readonly fuelType: string;
  readonly fuelCode: string;
  readonly technologyCode: string;
  /** Megawatts, with at most three decimals. */
  readonly capacity: string;
  /** Dates as `YYYY-MM-DD`. */
  readonly commissionedOn: string;
  readonly repoweredOn: string;
  readonly supported: string;
  /** Quality labels, separated by commas. */
  readonly labels: string;
  readonly address: string;
};
export type DeviceField = keyof DeviceFields;

/** A device that passed all rules. Null means unknown. */
export type Device = {
  readonly registry: RegistryName;
  readonly registryId: string;
  readonly name: string;
  readonly country: Country;
  readonly province: string;
  readonly fuelType: FuelType;
  readonly fuelCode: string;
  readonly technologyCode: string;
  readonly capacityKilowatts: number | null;
  readonly commissionedOn: string | null;
  readonly repoweredOn: string | null;
  readonly supported: SupportAnswer;
  readonly labels: readonly string[];
  readonly address: string;
};

export const DEVICE_REFUSALS = [
  'field_required',
  'choice_unknown',
  'less_than_maximum_character',
  'emoji_not_allowed',
  'not_allow_special_character',
  'address_incorrect',
  'code_format',
  'fuel_code_differs',
  'capacity_invalid',
  'date_invalid',
  'date_in_future',
  'repowered_before_commissioned',
] as const;
export type DeviceRefusal = (typeof DEVICE_REFUSALS)[number];

const NAME_LENGTH_MAX = 255;
const REGISTRY_ID_LENGTH_MAX = 100;
export const CAPACITY_MAX_MEGAWATTS = 100_000;
const LABELS_LENGTH_MAX = 255;

/** The day and the settings by which a device is judged. */
export type DeviceContext = { readonly today: string; readonly regions: Regions; readonly present?: Country };

/**
 * Judges a device by every rule, per field (docs/rules.md#certificates). A commissioning date of 1900-01-01 means that
 * the date is unknown.
 *
 * @param today the present date as `YYYY-MM-DD`
 * @param regions the countries that the platform offers, with their provinces
 * @param present the country that the edited device has, which it can keep
 */
export function judgeDevice(
  given: DeviceFields,
  { today, regions, present = '' }: DeviceContext,
): Result<Device, FieldRefusals<DeviceField, DeviceRefusal>> {
  const fields = tidyTexts(given);
  const registry = judgeChoice(fields.registry, REGISTRY_NAMES);
  const country = judgeChoice(
    fields.country,
    present === '' ? regions.recCountries : [...regions.recCountries, present],
  );
  const commissionedOn = judgePastDate(fields.commissionedOn, today);
  const judged = acceptAll({
    registry,
    registryId: acceptUnless(judgeName(fields.registryId, REGISTRY_ID_LENGTH_MAX), fields.registryId),
    name: acceptUnless(judgeName(fields.name, NAME_LENGTH_MAX), fields.name),
    country,
    province: judgeProvince(fields.province, country, regions),
    fuelType: judgeFuel(fields, registry),
    fuelCode: judgeCode(fields.fuelCode, registry, 'fuelCode'),
    technologyCode: judgeCode(fields.technologyCode, registry, 'technologyCode'),
    capacityKilowatts: judgeCapacity(fields.capacity),
    commissionedOn,
    repoweredOn: judgeRepowered(judgePastDate(fields.repoweredOn, today), commissionedOn),
    supported: judgeChoice(fields.supported === '' ? 'unknown' : fields.supported, SUPPORT_ANSWERS),
    labels: judgeLabels(fields.labels),
    address: acceptUnless(judgeAddress(fields.address), fields.address),
  });
  if (judged.ok) return judged;
  const { capacityKilowatts, ...others } = judged.refused;
  return refuse({ ...others, ...(capacityKilowatts && { capacity: capacityKilowatts }) });
}

/** Accepts one of the choices. An empty field is refused. */
export function judgeChoice<const Choice extends string>(
  given: string,
  choices: readonly Choice[],
): Result<Choice, Refusal<'field_required' | 'choice_unknown'>> {
  const found = choices.find((choice) => choice === given);
  if (found !== undefined) return accept(found);
  return refuse({ code: given === '' ? 'field_required' : 'choice_unknown' });
}

function judgeProvince(
  province: string,
  country: Result<Country, unknown>,
  regions: Regions,
): Result<string, Refusal<'choice_unknown'>> {
  const isKnown = province === '' || !country.ok || plantProvinces(regions, country.value).includes(province);
  return isKnown ? accept(province) : refuse({ code: 'choice_unknown' });
}

function judgeFuel({ fuelType, fuelCode }: DeviceFields, registry: Result<RegistryName, unknown>) {
  const judged = judgeChoice(fuelType, FUEL_TYPES);
  if (!judged.ok || !registry.ok || meansFuel(registry.value, fuelCode, judged.value)) return judged;
  return refuse({ code: 'fuel_code_differs', params: { fuelCode } });
}

function judgeCode(
  code: string,
  registry: Result<RegistryName, unknown>,
  kind: 'fuelCode' | 'technologyCode',
): Result<string, Refusal<'code_format'>> {
  if (code === '' || !registry.ok) return accept(code);
  return REGISTRIES[registry.value][kind].test(code) ? accept(code) : refuse({ code: 'code_format' });
}

/** Accepts megawatts as whole kilowatts; null if the field is empty. */
function judgeCapacity(capacity: string): Result<number | null, Refusal<'capacity_invalid'>> {
  if (capacity === '') return accept(null);
  const kilowatts = /^\d{1,6}(?:\.\d{1,3})?$/.test(capacity) ? Math.round(Number(capacity) * 1_000) : 0;
  return kilowatts >= 1 && kilowatts <= CAPACITY_MAX_MEGAWATTS * 1_000
    ? accept(kilowatts)
    : refuse({ code: 'capacity_invalid', params: { maximum: CAPACITY_MAX_MEGAWATTS } });
}

function judgePastDate(date: string, today: string): Result<string | null, Refusal<'date_invalid' | 'date_in_future'>> {
  const known = knownDate(date);
  if (known === null) return accept(null);
  const judged = judgeDate(known);
  return judged.ok && judged.value > today ? refuse({ code: 'date_in_future' }) : judged;
}

function judgeRepowered(
  repowered: ReturnType<typeof judgePastDate>,
  commissioned: ReturnType<typeof judgePastDate>,
): Result<string | null, Refusal<'date_invalid' | 'date_in_future' | 'repowered_before_commissioned'>> {
  if (!repowered.ok || repowered.value === null || !commissioned.ok || commissioned.value === null) return repowered;
  return repowered.value < commissioned.value ? refuse({ code: 'repowered_before_commissioned' }) : repowered;
}

/** Accepts labels in the order given, without repetitions. */
export function judgeLabels(
  labels: string,
): Result<string[], Refusal<'less_than_maximum_character' | 'emoji_not_allowed' | 'not_allow_special_character'>> {
  if (labels.length > LABELS_LENGTH_MAX)
    return refuse({ code: 'less_than_maximum_character', params: { maximum: LABELS_LENGTH_MAX } });
  const found = labels.split(/[,，、]/).map((label) => label.trim());
  return acceptUnless(judgeCharacters(labels), [...new Set(found.filter((label) => label !== ''))]);
}
