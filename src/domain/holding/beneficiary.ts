import { ADDRESS_LENGTH_MAX, judgeAddress, judgeName, judgeText, tidyTexts } from '#domain/basics/text.ts';
import { withoutEmpty, type FieldRefusals, type Refusal } from '#domain/basics/result.ts';

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
};
export type BeneficiaryField = keyof BeneficiaryFields;

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

/**
 * Returns the fields as they are judged and stored: without extra spaces, and with a building owner only for a
 * building.
 */
export function tidyBeneficiary(given: BeneficiaryFields): BeneficiaryFields {
  const { accountType, name, address, nameOnCertificates, buildingOwnerName } = given;
  const fields = tidyTexts({ accountType, name, address, nameOnCertificates, buildingOwnerName });
  return accountType === 'Building' ? fields : { ...fields, buildingOwnerName: '' };
}

/** Judges a beneficiary. Returns the first refusal of each field; an empty object if all fields are accepted. */
export function judgeBeneficiary(given: BeneficiaryFields): FieldRefusals<BeneficiaryField, BeneficiaryRefusal> {
  const { accountType, name, address, nameOnCertificates, buildingOwnerName } = tidyBeneficiary(given);
  return withoutEmpty<BeneficiaryField, BeneficiaryRefusal>({
    accountType: judgeType(accountType),
    name: judgeName(name, BENEFICIARY_NAME_LENGTH_MAX),
    buildingOwnerName:
      accountType === 'Building' ? judgeName(buildingOwnerName, BENEFICIARY_NAME_LENGTH_MAX) : undefined,
    address: judgeText(address, ADDRESS_LENGTH_MAX) ?? judgeAddress(address),
    nameOnCertificates: judgeName(nameOnCertificates, BENEFICIARY_NAME_LENGTH_MAX),
  });
}

function judgeType(accountType: string): Refusal<'field_required' | 'choice_unknown'> | undefined {
  if (accountType === '') return { code: 'field_required' };
  return BENEFICIARY_TYPES.some((known) => known === accountType) ? undefined : { code: 'choice_unknown' };
}

/** Returns a beneficiary with the name and address of the company that holds the RECs. */
export const ownBeneficiary = (company: {
  readonly companyName: string;
  readonly registeredAddress: string;
}): Beneficiary => ({
  accountType: 'Corporate',
  name: company.companyName,
  address: company.registeredAddress,
  nameOnCertificates: company.companyName,
  buildingOwnerName: '',
});
