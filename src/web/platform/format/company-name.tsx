import { companyNameIn, type NamedCompany } from '#domain/company/company-name.ts';
import { useLanguage } from '#web/platform/phrases/phrase.ts';

/** A company's name in the reader's language. */
export const CompanyName = ({ of }: { of: NamedCompany }) => companyNameIn(useLanguage(), of);
