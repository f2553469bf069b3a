import { withoutEmpty, type FieldRefusals, type Refusal } from '#domain/basics/result.ts';
import { judgeCharacters, judgeLength, judgeText, tidyTexts, type CharacterRefusal } from '#domain/basics/text.ts';
import { isDay } from '#domain/claim/month.ts';

/**
 * States of a retirement (docs/rules.md#claims). `requested`: a buy order that retires its RECs waits for approval.
 * `platform`: retired here; the RECs cannot be sold or retired again here, but a registry knows nothing of it.
 * `registry`: the retirement at the registry was recorded for all RECs.
 */
export const REGISTRY_STATES = ['requested', 'platform', 'registry'] as const;
export type RegistryState = (typeof REGISTRY_STATES)[number];

/** The retirement at a registry, as its form holds it. An empty text is an empty field. */
export type RegistryFields = {
  readonly registry: string;
  readonly reference: string;
  readonly verificationKey: string;
  /** The public page of the registry that confirms the retirement. */
  readonly address: string;
  readonly retiredOn: string;
};
export type RegistryField = keyof RegistryFields;

export const REGISTRY_REFUSALS = [
  'field_required',
  'invalid_date',
  'date_in_future',
  'less_than_maximum_character',
  'emoji_not_allowed',
  'not_allow_special_character',
  'link_invalid',
] as const;
export type RegistryRefusal = (typeof REGISTRY_REFUSALS)[number];

export const REGISTRY_TEXT_MAX = 100;
/** The maximum number of evidence files of one retirement at a registry. */
export const REGISTRY_EVIDENCE_MAX = 10;
export const REGISTRY_ADDRESS_MAX = 500;

/** Returns the fields as they are judged and stored: without extra spaces. */
export const tidyRegistry = ({
  registry,
  reference,
  verificationKey,
  address,
  retiredOn,
}: RegistryFields): RegistryFields => tidyTexts({ registry, reference, verificationKey, address, retiredOn });

/**
 * Judges the retirement at a registry. Registries without public pages give no verification key and no address.
 * @param today the present day, such as `2026-11-27`; a retirement that lies in the future has not happened
 */
export function judgeRegistry(given: RegistryFields, today: string): FieldRefusals<RegistryField, RegistryRefusal> {
  const { registry, reference, verificationKey, address, retiredOn } = tidyRegistry(given);
  return withoutEmpty<RegistryField, RegistryRefusal>({
    registry: judgeText(registry, REGISTRY_TEXT_MAX) ?? judgeCharacters(registry),
    reference: judgeText(reference, REGISTRY_TEXT_MAX) ?? judgeCharacters(reference),
    verificationKey: judgeLength(verificationKey, REGISTRY_TEXT_MAX) ?? judgeCharacters(verificationKey),
    address: judgeLink(address),
    retiredOn: judgeRetiredOn(retiredOn, today),
  });
}

function judgeLink(
  address: string,
): Refusal<'less_than_maximum_character' | 'link_invalid' | CharacterRefusal> | undefined {
  if (address === '') return undefined;
  const refusal = judgeLength(address, REGISTRY_ADDRESS_MAX);
  if (refusal) return refusal;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isRight = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isRight ? undefined : { code: 'link_invalid' };
}

function judgeRetiredOn(
  day: string,
  today: string,
): Refusal<'field_required' | 'invalid_date' | 'date_in_future'> | undefined {
  if (day === '') return { code: 'field_required' };
  if (!isDay(day)) return { code: 'invalid_date' };
  return day > today ? { code: 'date_in_future' } : undefined;
}
