import {
  ADDRESS_LENGTH_MAX,
  judgeAddress,
  judgeCharacters,
  judgeLength,
  judgeName,
  judgeText,
  tidyTexts,
} from '#domain/basics/text.ts';
import { withoutEmpty, type FieldRefusals, type Refusal } from '#domain/basics/result.ts';
import { isWorldCountry } from '#domain/basics/world-country.ts';

/** Types of beneficiaries (docs/rules.md#retirements): a company, a building with its owner, or a person. */
export const BENEFICIARY_TYPES = ['Corporate', 'Building', 'Personal'] as const;
export type BeneficiaryType = (typeof BENEFICIARY_TYPES)[number];

/** A beneficiary as a form or a request holds it. An empty text means an empty field. */
export type BeneficiaryFields = {
  readonly accountType: string;
  readonly name: string;
  readonly address: string;
  readonly nameOnCertificates: string;
  readonly buildingOwnerName: string;
  /** Where the electricity was consumed: ISO 3166-1 alpha-2, and a place. Empty means unknown. */
  readonly country: string;
  readonly location: string;
};
export type BeneficiaryField = keyof BeneficiaryFields;
type Place = Pick<BeneficiaryFields, 'country' | 'location'>;
type GivenPlace = { readonly [Field in keyof Place]?: string | undefined };
/** A beneficiary of a request or from an earlier release. A place that is left out is unknown. */
export type GivenBeneficiary = Omit<BeneficiaryFields, keyof Place> & GivenPlace;

/** A beneficiary whose fields passed all rules. Only a building has a `buildingOwnerName`. */
export type Beneficiary = BeneficiaryFields & { readonly accountType: BeneficiaryType };

export const BENEFICIARY_REFUSALS = [
  'field_required',
  'less_than_maximum_character',
  'emoji_not_allowed',
  'not_allow_special_character',
  'address_incorrect',
  'choice_unknown',
  // The saved beneficiary does not exist any more.
  'beneficiary_unknown',
] as const;
export type BeneficiaryRefusal = (typeof BENEFICIARY_REFUSALS)[number];

export const BENEFICIARY_NAME_LENGTH_MAX = 255;
export const LOCATION_LENGTH_MAX = 255;

/**
 * Returns the fields as they are judged and stored: without extra spaces, and with a building owner only for a
 * building.
 */
export function tidyBeneficiary(given: GivenBeneficiary): BeneficiaryFields {
  const { accountType, name, address, nameOnCertificates, buildingOwnerName, country = '', location = '' } = given;
  const fields = tidyTexts({ accountType, name, address, nameOnCertificates, buildingOwnerName, country, location });
  return accountType === 'Building' ? fields : { ...fields, buildingOwnerName: '' };
}

/** Judges a beneficiary. Returns the first refusal of each field; an empty object if all fields are accepted. */
export function judgeBeneficiary(given: GivenBeneficiary): FieldRefusals<BeneficiaryField, BeneficiaryRefusal> {
  const { accountType, name, address, nameOnCertificates, buildingOwnerName, ...place } = tidyBeneficiary(given);
  return withoutEmpty<BeneficiaryField, BeneficiaryRefusal>({
    accountType: judgeType(accountType),
    name: judgeName(name, BENEFICIARY_NAME_LENGTH_MAX),
    buildingOwnerName:
      accountType === 'Building' ? judgeName(buildingOwnerName, BENEFICIARY_NAME_LENGTH_MAX) : undefined,
    address: judgeText(address, ADDRESS_LENGTH_MAX) ?? judgeAddress(address),
    nameOnCertificates: judgeName(nameOnCertificates, BENEFICIARY_NAME_LENGTH_MAX),
    ...judgePlace(place),
  });
}

/** Judges where electricity was consumed. Both fields may be unknown. */
export const judgePlace = ({
  country = '',
  location = '',
}: GivenPlace): FieldRefusals<keyof Place, BeneficiaryRefusal> =>
  withoutEmpty<keyof Place, BeneficiaryRefusal>({
    country: country === '' || isWorldCountry(country) ? undefined : { code: 'choice_unknown' },
    location: judgeLength(location, LOCATION_LENGTH_MAX) ?? judgeCharacters(location),
  });

/** Judges where electricity was consumed, in a form, which asks for both fields. */
export const judgeCompletePlace = (place: Place): FieldRefusals<keyof Place, BeneficiaryRefusal> => ({
  ...judgePlace(place),
  ...withoutEmpty<keyof Place, BeneficiaryRefusal>({
    country: place.country.trim() === '' ? { code: 'field_required' } : undefined,
    location: place.location.trim() === '' ? { code: 'field_required' } : undefined,
  }),
});

function judgeType(accountType: string): Refusal<'field_required' | 'choice_unknown'> | undefined {
  if (accountType === '') return { code: 'field_required' };
  return BENEFICIARY_TYPES.some((known) => known === accountType) ? undefined : { code: 'choice_unknown' };
}

/**
 * Returns a beneficiary with the name and address of the company that holds the RECs. If no country is given, the
 * company's own country is the place of consumption.
 */
export const ownBeneficiary = (
  company: { readonly companyName: string; readonly registeredAddress: string; readonly country: string },
  { country, location = '' }: GivenPlace,
): Beneficiary => ({
  accountType: 'Corporate',
  name: company.companyName,
  address: company.registeredAddress,
  nameOnCertificates: company.companyName,
  buildingOwnerName: '',
  country: country || company.country,
  location,
});

/** Returns a beneficiary that was stored before beneficiaries had a place. The place is then unknown. */
export const withPlace = (stored: Omit<Beneficiary, keyof Place> & GivenPlace): Beneficiary => ({
  ...stored,
  country: stored.country ?? '',
  location: stored.location ?? '',
});
