import type { ErrorParams } from '#contract/errors/errors.ts';
import type { Language } from '#domain/basics/language.ts';
import type { Invoice, InvoiceParty, NeededField } from '#domain/invoice/invoice.ts';
import { FOREIGN_BUYER_TIN } from '#domain/invoice/myinvois.ts';
import type { InvoiceDialect } from '#domain/invoice/tax.ts';
import { readCompany } from '#server/company/own-account.ts';
import { NO_COMPANY, type Billing } from '#server/invoice/billing.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** Returns a party as it is now: its account, or the platform's company, with its billing details. */
export async function partyOf(db: Db, accountId: string | null, { fields, company }: Billing): Promise<InvoiceParty> {
  const { taxNumber, city, postalCode, industryCode, activity } = fields;
  const added = { taxNumber, city, postalCode, industryCode, activity };
  if (accountId === null) return { ...(company ?? NO_COMPANY), ...added };
  const found = await readCompany(db, accountId);
  return {
    companyName: found.companyName,
    englishCompanyName: found.englishCompanyName,
    registrationNumber: found.registrationNumber,
    sstNumber: found.sstNumber,
    address: found.registeredAddress,
    province: found.province,
    country: found.country,
    phone: found.contactNumber,
    // The account has only the address of a person, which does not belong on a document that is kept for years.
    email: '',
    ...added,
  };
}

/** Returns a party as a receiver. MyInvois has a general tax number for receivers abroad, who have no Malaysian one. */
export const asReceiver = (party: InvoiceParty, dialect: InvoiceDialect): InvoiceParty =>
  dialect === 'myinvois' && party.country !== 'MY' && party.taxNumber === ''
    ? { ...party, taxNumber: FOREIGN_BUYER_TIN }
    : party;

/** A party of a document with the fields that it lacks. A party without an account is the platform. */
type Lacking = {
  readonly party: InvoiceParty;
  readonly accountId: string | null;
  readonly fields: readonly NeededField[];
};

/** The refusal of a document whose party lacks fields. It names them in the caller's language. */
class BillingIncomplete extends Refused {
  readonly #fields: readonly NeededField[];

  constructor({ party, accountId, fields }: Lacking) {
    super('billing_incomplete', {
      company: party.companyName,
      /** Empty: the platform. */
      accountId: accountId ?? '',
      codes: fields.join(' '),
    });
    this.#fields = fields;
  }

  override paramsIn(language: Language): ErrorParams {
    const words = wordsIn(language);
    const names = this.#fields.map((field) => words(`billing.field.${field}`));
    return {
      ...this.params,
      company: this.params?.['company'] || words('billing.platform'),
      fields: names.join(words('billing.fieldSeparator')),
    };
  }
}

/**
 * Refuses to issue a document if a party lacks a field that it needs.
 * @throws Refused billing_incomplete, which names the fields in the caller's language
 */
export function refuseIncomplete(parties: readonly Lacking[]): void {
  const lacking = parties.find(({ fields }) => fields.length > 0);
  if (lacking) throw new BillingIncomplete(lacking);
}

/** Returns the account to pay to; null if the issuer has stated none. */
export const bankOf = ({ fields }: Billing): Invoice['bank'] => {
  const { bankName, bankCountry, accountHolder, accountNumber, iban, bic } = fields;
  if (bankName === '') return null;
  return { bankName, bankCountry, accountHolder, account: iban === '' ? accountNumber : iban, bic };
};
