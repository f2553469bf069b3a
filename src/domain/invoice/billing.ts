import { withoutEmpty, type FieldRefusals, type Refusal } from '#domain/basics/result.ts';
import { judgeCharacters, judgeLength, tidyTexts } from '#domain/basics/text.ts';
import { isWorldCountry } from '#domain/basics/world-country.ts';
import type { InvoiceDialect } from '#domain/invoice/tax.ts';

/** The details that an issuer adds to its invoices, as a form or a request holds them. An empty text is an empty field. */
export type BillingFields = {
  /** Malaysian tax identification number (TIN), or a VAT number. */
  readonly taxNumber: string;
  /** Malaysian industry code (MSIC), five digits, and its text. */
  readonly industryCode: string;
  readonly activity: string;
  readonly city: string;
  readonly postalCode: string;
  readonly bankName: string;
  readonly bankCountry: string;
  readonly accountHolder: string;
  readonly accountNumber: string;
  readonly iban: string;
  readonly bic: string;
  /** The text before the year and the number of each document. */
  readonly invoicePrefix: string;
};
export type BillingField = keyof BillingFields;

export const EMPTY_BILLING: BillingFields = {
  taxNumber: '',
  industryCode: '',
  activity: '',
  city: '',
  postalCode: '',
  bankName: '',
  bankCountry: '',
  accountHolder: '',
  accountNumber: '',
  iban: '',
  bic: '',
  invoicePrefix: '',
};

export const BILLING_REFUSALS = [
  'field_required',
  'choice_unknown',
  'less_than_maximum_character',
  'emoji_not_allowed',
  'not_allow_special_character',
  'tax_number_format',
  'industry_code_format',
  'invoice_prefix_format',
  'iban_invalid',
  'iban_of_other_country',
  'iban_not_used',
  'bic_invalid',
] as const;
export type BillingRefusal = (typeof BILLING_REFUSALS)[number];
type Verdict = Refusal<BillingRefusal> | undefined;

/** Checks of a library, which knows the format of each country's account numbers. */
export type BankChecks = {
  readonly hasIbans: (country: string) => boolean;
  readonly isIban: (text: string) => boolean;
  readonly isBic: (text: string) => boolean;
};

const TEXT_LENGTH_MAX = 150;

/** Returns the fields as they are stored: without extra spaces, and account numbers in capitals without spaces. */
export function tidyBilling(given: BillingFields): BillingFields {
  const tidy = tidyTexts(given);
  const joined = (text: string): string => text.replaceAll(' ', '').toUpperCase();
  return { ...tidy, iban: joined(tidy.iban), bic: joined(tidy.bic), taxNumber: joined(tidy.taxNumber) };
}

/**
 * Judges tidied billing details (docs/settlement.md#invoices). All fields may stay empty. A bank account is complete or
 * left out: an IBAN in countries that have IBANs, otherwise the account number with the bank's name.
 */
export function judgeBilling(
  given: BillingFields,
  dialect: InvoiceDialect,
  bank: BankChecks,
): FieldRefusals<BillingField, BillingRefusal> {
  const { taxNumber, industryCode, invoicePrefix, bankCountry } = given;
  const text = (field: BillingField): Verdict =>
    judgeLength(given[field], TEXT_LENGTH_MAX) ?? judgeCharacters(given[field]);
  const inFormat = (value: string, format: RegExp, code: BillingRefusal): Verdict =>
    value === '' || format.test(value) ? undefined : { code };
  return withoutEmpty<BillingField, BillingRefusal>({
    taxNumber: inFormat(taxNumber, dialect === 'myinvois' ? /^[A-Z\d]{2,14}$/ : /^[A-Z\d]{2,20}$/, 'tax_number_format'),
    industryCode: inFormat(industryCode, /^\d{5}$/, 'industry_code_format'),
    invoicePrefix: inFormat(invoicePrefix, /^[A-Z\d][A-Z\d-]{0,11}$/, 'invoice_prefix_format'),
    activity: text('activity'),
    city: text('city'),
    postalCode: text('postalCode'),
    accountNumber: inFormat(given.accountNumber, /^[A-Za-z\d -]{4,34}$/, 'not_allow_special_character'),
    bankCountry: inCountry(bankCountry),
    ...judgeAccount(given, bank, text),
  });
}

/** The company that runs the platform, as its invoices name it. */
export type PlatformCompany = {
  readonly companyName: string;
  readonly englishCompanyName: string;
  readonly registrationNumber: string;
  readonly sstNumber: string;
  readonly address: string;
  /** ISO 3166-2 code, as `MY-10`. */
  readonly province: string;
  readonly country: string;
  readonly phone: string;
  readonly email: string;
};
export type PlatformField = `company.${keyof PlatformCompany}`;

/** Judges the tidied company of the platform. All fields may stay empty, until the platform issues an invoice. */
export function judgePlatformCompany(company: PlatformCompany): FieldRefusals<PlatformField, BillingRefusal> {
  const verdicts = Object.entries(company).map(([name, text]) => [
    `company.${name}`,
    name === 'country' ? inCountry(text) : (judgeLength(text, TEXT_LENGTH_MAX) ?? judgeCharacters(text)),
  ]);
  return withoutEmpty<PlatformField, BillingRefusal>(
    Object.fromEntries(verdicts) as { [F in PlatformField]?: Verdict },
  );
}

const inCountry = (country: string): Verdict =>
  country === '' || isWorldCountry(country) ? undefined : { code: 'choice_unknown' };

type BankVerdicts = { [F in BillingField]?: Verdict };

function judgeAccount(
  { bankName, bankCountry, accountHolder, accountNumber, iban, bic }: BillingFields,
  bank: BankChecks,
  text: (field: BillingField) => Verdict,
): BankVerdicts {
  const isEmpty = [bankName, bankCountry, accountHolder, accountNumber, iban, bic].every((value) => value === '');
  const needed = (value: string, field: BillingField): Verdict =>
    value === '' && !isEmpty ? { code: 'field_required' } : text(field);
  const hasIbans = bankCountry !== '' && bank.hasIbans(bankCountry);
  return {
    bankName: needed(bankName, 'bankName'),
    accountHolder: needed(accountHolder, 'accountHolder'),
    ...(bankCountry === '' && !isEmpty && { bankCountry: { code: 'field_required' } }),
    ...(!hasIbans && accountNumber === '' && !isEmpty && { accountNumber: { code: 'field_required' } }),
    iban: judgeIban(iban, { bankCountry, hasIbans, isIban: bank.isIban }),
    bic: bic === '' || bank.isBic(bic) ? undefined : { code: 'bic_invalid' },
  };
}

function judgeIban(
  iban: string,
  { bankCountry, hasIbans, isIban }: { bankCountry: string; hasIbans: boolean; isIban: (text: string) => boolean },
): Verdict {
  if (iban === '') return hasIbans ? { code: 'field_required' } : undefined;
  if (bankCountry !== '' && !hasIbans) return { code: 'iban_not_used' };
  if (!isIban(iban)) return { code: 'iban_invalid' };
  return bankCountry === '' || iban.startsWith(bankCountry) ? undefined : { code: 'iban_of_other_country' };
}
