import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { BillingView, PlatformBillingView } from '#contract/invoice/billing.ts';
import { hundredthsOfPercent } from '#domain/basics/amount.ts';
import { tidyTexts } from '#domain/basics/text.ts';
import {
  EMPTY_BILLING,
  judgeBilling,
  judgePlatformCompany,
  tidyBilling,
  type BillingFields,
  type PlatformCompany,
} from '#domain/invoice/billing.ts';
import { judgeTaxes, type InvoiceDialect, type TaxCode, type TaxPeriod } from '#domain/invoice/tax.ts';
import { bankChecks } from '#server/invoice/bank-checks.ts';
import type { Db } from '#server/platform/database/database.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';

/** The platform's company before an administrator names it. */
export const NO_COMPANY: PlatformCompany = {
  companyName: '',
  englishCompanyName: '',
  registrationNumber: '',
  sstNumber: '',
  address: '',
  province: '',
  country: '',
  phone: '',
  email: '',
};

/** The details that an issuer adds to its invoices. `company` is the platform's, and null for other issuers. */
export type Billing = {
  readonly fields: BillingFields;
  readonly taxes: readonly TaxPeriod[];
  readonly company: PlatformCompany | null;
  readonly version: number;
};

/** Returns the billing details of an issuer; empty details if it has none. Null stands for the platform. */
export async function readBilling(db: Db, accountId: string | null): Promise<Billing> {
  const { rows } = await sql<Billing>`
    select fields, taxes, company, version from billing
    where account_id is not distinct from ${accountId}::uuid`.execute(db);
  return rows[0] ?? { fields: EMPTY_BILLING, taxes: [], company: null, version: 0 };
}

export const presentBilling = ({ fields, taxes, version }: Billing): BillingView => ({
  ...fields,
  taxes: taxes.map(({ fees: _fees, ...tax }) => presentTax(tax)),
  version,
});

export const presentPlatformBilling = (billing: Billing): PlatformBillingView => ({
  ...presentBilling(billing),
  taxes: billing.taxes.map(({ fees = 'both', ...tax }) => ({ ...presentTax(tax), fees })),
  company: billing.company ?? NO_COMPANY,
});

/** A tax that was stored by an earlier release has no names. */
const presentTax = ({ rateHundredths, nameEn = '', nameZh = '', ...tax }: Omit<TaxPeriod, 'fees'>) => ({
  ...tax,
  nameEn,
  nameZh,
  ratePercent: rateHundredths / 100,
});

type Wanted = {
  readonly accountId: string | null;
  readonly body: BillingView | Omit<PlatformBillingView, 'company'>;
  readonly company?: PlatformCompany;
};

/**
 * Stores the billing details of an issuer.
 * @throws Refused if a field breaks a rule, or `billing_changed` if another change came first
 */
export async function writeBilling(
  db: Db,
  { accountId, body, company: typedCompany }: Wanted,
  dialect: InvoiceDialect,
): Promise<Billing> {
  const { taxes: given, version, ...typed } = body;
  const fields = tidyBilling(typed);
  const company = typedCompany && tidyTexts(typedCompany);
  refuseFields({ ...judgeBilling(fields, dialect, bankChecks), ...(company && judgePlatformCompany(company)) });
  const taxes = given.map(({ ratePercent, code, nameEn, nameZh, ...tax }): TaxPeriod => ({
    ...tax,
    ...tidyTexts({ nameEn, nameZh }),
    code: code as TaxCode,
    rateHundredths: hundredthsOfPercent(ratePercent) ?? Number.NaN,
  }));
  const refused = judgeTaxes(taxes, dialect);
  if (refused) refuseFields({ taxes: refused });
  const { rows } = await sql<Billing>`
    insert into billing (id, account_id, fields, taxes, company)
    values (${randomUUID()}, ${accountId}, ${JSON.stringify(fields)}, ${JSON.stringify(taxes)},
            ${company ? JSON.stringify(company) : null})
    on conflict (account_id) do update
    set fields = excluded.fields, taxes = excluded.taxes, company = excluded.company, version = billing.version + 1,
        changed_at = clock_timestamp()
    where billing.version = ${version}
    returning fields, taxes, company, version`.execute(db);
  if (!rows[0] || (rows[0].version === 1 && version !== 0)) throw new Refused('billing_changed');
  return rows[0];
}
