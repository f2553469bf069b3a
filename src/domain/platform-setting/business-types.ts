import { withoutEmpty, type FieldRefusals, type Refusal } from '#domain/basics/result.ts';
import { BUSINESS_TYPES, type BusinessType } from '#domain/company/business-type.ts';
import {
  areNamesValid,
  CHOICE_NAME_MAX,
  nameIn,
  repeatedOf,
  type NamedChoice,
} from '#domain/platform-setting/names.ts';

/** The roles in the market that a company can choose (docs/rules.md#platform-settings). */
export type BusinessTypes = {
  /** Types that Greenlot knows need no names: their names are phrases (`businessType.*`). */
  readonly types: readonly NamedChoice[];
};
export type BusinessTypesField = keyof BusinessTypes;

/** The business types of a platform that has not changed them. */
export const BUSINESS_TYPE_SETTINGS: BusinessTypes = { types: BUSINESS_TYPES.map((code) => ({ code, names: {} })) };

export const BUSINESS_TYPES_REFUSALS = [
  'field_required',
  'business_type_code_format',
  'business_type_repeated',
  'business_type_name_required',
  'business_type_name_invalid',
] as const;
export type BusinessTypesRefusal = (typeof BUSINESS_TYPES_REFUSALS)[number];
type Verdict = Refusal<BusinessTypesRefusal> | undefined;

/** Judges the business types of a platform. */
export const judgeBusinessTypes = ({ types }: BusinessTypes): FieldRefusals<BusinessTypesField, BusinessTypesRefusal> =>
  withoutEmpty<BusinessTypesField, BusinessTypesRefusal>({ types: judgeTypes(types) });

const CODE = /^[A-Za-z][A-Za-z0-9]{0,39}$/;

function judgeTypes(types: readonly NamedChoice[]): Verdict {
  if (types.length === 0) return { code: 'field_required' };
  const wrong = types.find(({ code }) => !CODE.test(code));
  if (wrong) return { code: 'business_type_code_format', params: { type: wrong.code } };
  const repeated = repeatedOf(types.map(({ code }) => code));
  if (repeated !== undefined) return { code: 'business_type_repeated', params: { type: repeated } };
  const unnamed = types.find(({ code, names }) => names['en'] === undefined && !isKnownBusinessType(code));
  if (unnamed) return { code: 'business_type_name_required', params: { type: unnamed.code } };
  const invalid = types.find(({ names }) => !areNamesValid(names));
  if (!invalid) return undefined;
  return { code: 'business_type_name_invalid', params: { type: invalid.code, maximum: CHOICE_NAME_MAX } };
}

/** Returns whether the name of a business type is a phrase. */
export const isKnownBusinessType = (code: string): code is BusinessType =>
  BUSINESS_TYPES.some((known) => known === code);

/**
 * Returns the name of a business type: its name in the settings, else the phrase, else its code. A stored type may be
 * missing in the settings.
 *
 * @param phraseOf returns the phrase of a known type
 */
export function businessTypeName(
  { types }: BusinessTypes,
  { code, language }: { readonly code: string; readonly language: string },
  phraseOf: (code: BusinessType) => string,
): string {
  const named = nameIn(types, code, language);
  if (named !== undefined) return named;
  return isKnownBusinessType(code) ? phraseOf(code) : code;
}
