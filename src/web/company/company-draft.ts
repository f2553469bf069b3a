import type { Country } from '#domain/basics/country.ts';
import { judgeCompany, type CompanyFields } from '#domain/company/company.ts';
import type { BusinessType } from '#domain/company/business-type.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';

/**
 * The values of a company form. Unanswered choices are null. If `isSameAddress` is true, the registered address is also
 * the business address.
 */
export type CompanyDraft = Omit<CompanyFields, 'country' | 'province' | 'businessType'> & {
  readonly country: Country | null;
  readonly province: string | null;
  readonly businessType: BusinessType | null;
  readonly isSameAddress: boolean;
};

/** The values of an empty company form. */
export const NEW_COMPANY: CompanyDraft = {
  companyName: '',
  englishCompanyName: '',
  registrationNumber: '',
  registeredAddress: '',
  businessAddress: '',
  country: null,
  province: null,
  businessType: null,
  picName: '',
  picEmail: '',
  picTelephone: '',
  contactNumber: '',
  sstNumber: '',
  contractAccountNumber: '',
  isSameAddress: false,
};

/** A stored company, which may have more members than the form. */
type Stored = Omit<CompanyFields, 'country' | 'businessType'> & {
  readonly country: Country;
  readonly businessType: BusinessType | '';
};

/** Returns the form values of a stored company. */
export function draftOf(stored: Stored): CompanyDraft {
  const { country, province, businessType, businessAddress, registeredAddress } = stored;
  const names = Object.keys(NEW_COMPANY) as (keyof CompanyFields)[];
  return {
    ...(Object.fromEntries(names.map((name) => [name, stored[name]])) as CompanyFields),
    country,
    province: province || null,
    businessType: businessType || null,
    isSameAddress: businessAddress === registeredAddress && registeredAddress !== '',
  };
}

/**
 * Returns the request body. For a company outside Malaysia, leaves out the numbers that only Malaysian companies have.
 */
export function companyOf({ isSameAddress, ...draft }: CompanyDraft): CompanyFields {
  const isMalaysian = draft.country === 'MY';
  return {
    ...draft,
    country: draft.country ?? '',
    province: draft.province ?? '',
    businessType: draft.businessType ?? '',
    businessAddress: isSameAddress ? draft.registeredAddress : draft.businessAddress,
    sstNumber: isMalaysian ? draft.sstNumber : '',
    contractAccountNumber: isMalaysian ? draft.contractAccountNumber : '',
  };
}

/** Returns the fields that an owner may change. An administrator has approved the other fields. */
export function ownChangeOf(draft: CompanyDraft) {
  const { companyName: _name, registrationNumber: _number, country: _country, ...own } = companyOf(draft);
  return own;
}

/** Returns the refusals of a company form, by field. */
export const judgeDraft = (draft: CompanyDraft): Refusals<CompanyDraft> => judgeCompany(companyOf(draft));
