import type { BillingField } from '#domain/invoice/billing.ts';
import { SearchSelectField } from '#web/design/fields/select-field.tsx';
import { TextField } from '#web/design/fields/text-field.tsx';
import { FormSection, Wide } from '#web/design/forms/form-section.tsx';
import type { FormPart } from '#web/design/forms/use-form.ts';
import type { BillingDraft, PlatformDraft } from '#web/invoice/billing-draft.ts';
import { TaxesField } from '#web/invoice/taxes-field.tsx';
import { countryChoices } from '#web/platform/format/country-choices.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';

type Props = { form: FormPart<BillingDraft>; isDisabled: boolean; isPlatform?: boolean };

/** All billing details of an issuer, in sections (docs/settlement.md#invoices). */
export function BillingSections({ form, isDisabled, isPlatform = false }: Props) {
  const countries = countryChoices(useLanguage());
  const field = (name: BillingField) => ({ ...form.field(name), label: `billing.field.${name}` as const, isDisabled });
  const { onChange, ...bankCountry } = field('bankCountry');
  return (
    <>
      <FormSection
        title="billing.tax"
        hint={env().variant === 'TNBX' ? 'billing.taxHint.myinvois' : 'billing.taxHint.en16931'}
      >
        <TextField {...field('taxNumber')} autoComplete="off" />
        <TextField {...field('industryCode')} help="billing.industryCodeHelp" inputMode="numeric" />
        <Wide>
          <TextField {...field('activity')} />
        </Wide>
        <TextField {...field('city')} autoComplete="address-level2" />
        <TextField {...field('postalCode')} autoComplete="postal-code" />
      </FormSection>
      <FormSection title="billing.bank" hint="billing.bankHint">
        <TextField {...field('bankName')} />
        <SearchSelectField
          {...bankCountry}
          value={bankCountry.value || null}
          onChange={(value) => onChange(value ?? '')}
          choices={countries}
          isClearable
        />
        <Wide>
          <TextField {...field('accountHolder')} />
        </Wide>
        <TextField {...field('iban')} help="billing.ibanHelp" autoComplete="off" />
        <TextField {...field('accountNumber')} help="billing.accountNumberHelp" autoComplete="off" />
        <TextField {...field('bic')} autoComplete="off" />
      </FormSection>
      <FormSection title="billing.numbers" hint="billing.numbersHint">
        <TextField {...field('invoicePrefix')} help="billing.numbersHelp" autoComplete="off" />
      </FormSection>
      <FormSection title="billing.taxes" hint="billing.taxesHint">
        <TaxesField {...form.field('taxes')} isDisabled={isDisabled} hasFees={isPlatform} />
      </FormSection>
    </>
  );
}

/** The company that runs the platform. */
export function PlatformSection({ form }: { form: FormPart<PlatformDraft> }) {
  const countries = countryChoices(useLanguage());
  const country = form.field('company.country');
  return (
    <FormSection title="billing.company" hint="billing.companyHint">
      <Wide>
        <TextField
          {...form.field('company.companyName')}
          label="billing.field.companyName"
          autoComplete="organization"
        />
      </Wide>
      <Wide>
        <TextField {...form.field('company.englishCompanyName')} label="billing.field.englishCompanyName" />
      </Wide>
      <TextField {...form.field('company.registrationNumber')} label="billing.field.registrationNumber" />
      <TextField {...form.field('company.sstNumber')} label="billing.field.sstNumber" />
      <SearchSelectField
        {...country}
        value={country.value || null}
        onChange={(value) => country.onChange(value ?? '')}
        label="billing.field.country"
        choices={countries}
        isClearable
      />
      <TextField {...form.field('company.province')} label="billing.field.province" help="billing.provinceHelp" />
      <Wide>
        <TextField {...form.field('company.address')} label="billing.field.address" autoComplete="street-address" />
      </Wide>
      <TextField {...form.field('company.phone')} label="billing.field.phone" type="tel" inputMode="tel" />
      <TextField {...form.field('company.email')} label="billing.field.email" type="email" inputMode="email" />
    </FormSection>
  );
}
