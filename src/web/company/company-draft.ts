import { judgeCompany, type ChosenFields, type CompanyFields } from '#domain/company/company.ts';
import { env } from '#web/platform/page/env.ts';
import type { Refusals } from '#web/design/forms/use-form.ts';

/**
 * The values of a company form. Unanswered choices are null. If `isSameAddress` is true, the registered address is also
 * the business address.
 */
export type CompanyDraft = Omit<CompanyFields, 'country' | 'province' | 'businessType'> & {
  readonly country: string | null;
  readonly province: string | null;
  readonly businessType: string | null;
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

/** Returns the form values of a stored company, which may have more members than the form. */
export function draftOf(stored: CompanyFields): CompanyDraft {
  const { country, province, businessType, businessAddress, registeredAddress } = stored;
  const names = Object.keys(NEW_COMPANY) as (keyof CompanyFields)[];
  return {
    ...(Object.fromEntries(names.map((name) => [name, stored[name]])) as CompanyFields),
    country: country || null,
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

/** Returns the judge of a company form. An existing company keeps its `stored` choices. */
export const judgeDraft =
  (stored?: ChosenFields) =>
  (draft: CompanyDraft): Refusals<CompanyDraft> => {
    const { regions, businessTypes } = env();
    return judgeCompany(companyOf(draft), { regions, businessTypes, stored });
  };
