import { BUSINESS_TYPES, type BusinessType } from '#domain/company/business-type.ts';
import { judgeAddress, judgeCharacters, judgeName, judgeLength, judgeText, tidyTexts } from '#domain/basics/text.ts';
import { COUNTRIES, type Country } from '#domain/basics/country.ts';
import { isProvinceOf } from '#domain/basics/province.ts';
import { withoutEmpty, type FieldRefusals, type Refusal } from '#domain/basics/result.ts';
import { judgeEmail } from '#domain/identity/email.ts';
import { judgePhoneNumber } from '#domain/identity/phone.ts';

/** A company's information as a form or a request holds it. An empty text means an empty field. */
export type CompanyFields = {
  readonly companyName: string;
  readonly englishCompanyName: string;
  readonly registrationNumber: string;
  readonly registeredAddress: string;
  readonly businessAddress: string;
  readonly country: string;
  readonly province: string;
  readonly businessType: string;
  readonly picName: string;
  readonly picEmail: string;
  readonly picTelephone: string;
  readonly contactNumber: string;
  readonly sstNumber: string;
  readonly contractAccountNumber: string;
};
export type CompanyField = keyof CompanyFields;

/** A company whose fields passed all rules. */
export type Company = CompanyFields & { readonly country: Country; readonly businessType: BusinessType };

export const COMPANY_REFUSALS = [
  'field_required',
  'less_than_maximum_character',
  'emoji_not_allowed',
  'not_allow_special_character',
  'english_company_name_incorrect',
  'address_incorrect',
  'choice_unknown',
  'invalid_email_format',
  'phone_number_incorrect',
  'phone_number_length',
] as const;
export type CompanyRefusal = (typeof COMPANY_REFUSALS)[number];
type Verdict = Refusal<CompanyRefusal> | undefined;

export const COMPANY_TEXT_LENGTH_MAX = 255;
export const PIC_NAME_LENGTH_MAX = 100;

/**
 * Judges a company by every rule of docs/rules.md#fields. Registrations, edits by administrators and edits by owners
 * all use this function. Returns the first refusal of each field; an empty object if all fields are accepted.
 */
export function judgeCompany(given: CompanyFields): FieldRefusals<CompanyField, CompanyRefusal> {
  const company = tidyTexts(given);
  return withoutEmpty<CompanyField, CompanyRefusal>({
    companyName: judgeName(company.companyName, COMPANY_TEXT_LENGTH_MAX),
    englishCompanyName: judgeEnglishName(company),
    registrationNumber:
      judgeText(company.registrationNumber, COMPANY_TEXT_LENGTH_MAX) ?? judgeNumber(company.registrationNumber),
    registeredAddress: judgeNeededAddress(company.registeredAddress),
    businessAddress: judgeNeededAddress(company.businessAddress),
    country: judgeChoice(company.country, COUNTRIES),
    province: judgeProvince(company),
    businessType: judgeChoice(company.businessType, BUSINESS_TYPES),
    picName: judgeName(company.picName, PIC_NAME_LENGTH_MAX),
    picEmail: judgeEmail(company.picEmail) ?? judgeCharacters(company.picEmail),
    picTelephone: judgePhoneNumber(company.picTelephone),
    contactNumber: judgePhoneNumber(company.contactNumber),
    sstNumber: judgeLength(company.sstNumber, COMPANY_TEXT_LENGTH_MAX) ?? judgeNumber(company.sstNumber),
    contractAccountNumber:
      judgeLength(company.contractAccountNumber, COMPANY_TEXT_LENGTH_MAX) ??
      (/^[a-z\d ]*$/i.test(company.contractAccountNumber) ? undefined : SPECIAL),
  });
}

const SPECIAL = { code: 'not_allow_special_character' } as const;

/**
 * Returns whether a name is English: it has only ASCII letters, digits, spaces and punctuation, and at least one letter
 * or digit.
 */
export const isEnglishName = (name: string): boolean => /[a-z\d]/i.test(name) && /^[ -~]*$/.test(name.trim());

/** Judges the English name. The English name is not required if the company's own name is English. */
function judgeEnglishName({ companyName, englishCompanyName }: CompanyFields): Verdict {
  if (englishCompanyName === '') return isEnglishName(companyName) ? undefined : { code: 'field_required' };
  const tooLong = judgeLength(englishCompanyName, COMPANY_TEXT_LENGTH_MAX);
  return tooLong ?? (isEnglishName(englishCompanyName) ? undefined : { code: 'english_company_name_incorrect' });
}

/** Judges a registration number: letters, digits, spaces and hyphens. */
const judgeNumber = (number: string): Verdict => (/^[a-z\d -]*$/i.test(number) ? undefined : SPECIAL);

const judgeNeededAddress = (address: string): Verdict =>
  judgeText(address, COMPANY_TEXT_LENGTH_MAX) ?? judgeAddress(address);

function judgeChoice(chosen: string, choices: readonly string[]): Verdict {
  if (chosen === '') return { code: 'field_required' };
  return choices.includes(chosen) ? undefined : { code: 'choice_unknown' };
}

function judgeProvince({ country, province }: CompanyFields): Verdict {
  if (province === '') return { code: 'field_required' };
  const found = COUNTRIES.find((known) => known === country);
  // If the country is unknown, the refusal is shown at the country field, not here.
  return !found || isProvinceOf(found, province) ? undefined : { code: 'choice_unknown' };
}
