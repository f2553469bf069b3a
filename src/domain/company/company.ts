import { judgeAddress, judgeCharacters, judgeName, judgeLength, judgeText, tidyTexts } from '#domain/basics/text.ts';
import { withoutEmpty, type FieldRefusals, type Refusal } from '#domain/basics/result.ts';
import { judgeEmail } from '#domain/identity/email.ts';
import { judgePhoneNumber } from '#domain/identity/phone.ts';
import { BUSINESS_TYPE_SETTINGS, type BusinessTypes } from '#domain/platform-setting/business-types.ts';
import { countryCodes, provincesOf, REGIONS, type Regions } from '#domain/platform-setting/regions.ts';

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

/** A company whose fields passed all rules. Its country and its business type may have left the settings since. */
export type Company = CompanyFields;

/** The fields whose choices are settings of the platform. */
export type ChosenFields = Pick<CompanyFields, 'country' | 'province' | 'businessType'>;

/** The choices of a platform (docs/rules.md#platform-settings). */
export type CompanyChoices = {
  readonly regions: Regions;
  readonly businessTypes: BusinessTypes;
  /** The stored values of an existing company. They stay valid if they leave the settings. */
  readonly stored?: ChosenFields | undefined;
};

/** The choices of a platform that has not changed them. */
export const COMPANY_CHOICES: CompanyChoices = { regions: REGIONS, businessTypes: BUSINESS_TYPE_SETTINGS };

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
export function judgeCompany(
  given: CompanyFields,
  choices: CompanyChoices = COMPANY_CHOICES,
): FieldRefusals<CompanyField, CompanyRefusal> {
  const company = tidyTexts(given);
  return withoutEmpty<CompanyField, CompanyRefusal>({
    companyName: judgeName(company.companyName, COMPANY_TEXT_LENGTH_MAX),
    englishCompanyName: judgeEnglishName(company),
    registrationNumber:
      judgeText(company.registrationNumber, COMPANY_TEXT_LENGTH_MAX) ?? judgeNumber(company.registrationNumber),
    registeredAddress: judgeNeededAddress(company.registeredAddress),
    businessAddress: judgeNeededAddress(company.businessAddress),
    country: judgeCountry(company, choices),
    province: judgeProvince(company, choices),
    businessType: judgeBusinessType(company, choices),
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

function judgeChoice(chosen: string, choices: readonly string[], stored: string | undefined): Verdict {
  if (chosen === '') return { code: 'field_required' };
  return chosen === stored || choices.includes(chosen) ? undefined : { code: 'choice_unknown' };
}

const judgeCountry = ({ country }: CompanyFields, { regions, stored }: CompanyChoices): Verdict =>
  judgeChoice(country, countryCodes(regions), stored?.country);

const judgeBusinessType = ({ businessType }: CompanyFields, { businessTypes, stored }: CompanyChoices): Verdict =>
  judgeChoice(
    businessType,
    businessTypes.types.map(({ code }) => code),
    stored?.businessType,
  );

/** Judges the province. It is required if the country has provinces. */
function judgeProvince({ country, province }: CompanyFields, choices: CompanyChoices): Verdict {
  const { regions, stored } = choices;
  if (country === stored?.country && province === stored.province && province !== '') return undefined;
  const isKnown = country === stored?.country || countryCodes(regions).includes(country);
  const codes = provincesOf(regions, country).map(({ code }) => code);
  if (province === '') return isKnown && codes.length === 0 ? undefined : { code: 'field_required' };
  // If the country is unknown, the refusal is shown at the country field, not here.
  return !isKnown || codes.includes(province) ? undefined : { code: 'choice_unknown' };
}
