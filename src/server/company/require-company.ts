import { tidyTexts } from '#domain/basics/text.ts';
import { judgeCompany, type Company, type CompanyFields } from '#domain/company/company.ts';
import { refuseFields } from '#server/platform/http/refused.ts';

/** The company that a request tells of, as it is stored; throws where any field of it is wrong. */
export function requireCompany(given: CompanyFields): Company {
  const company = tidyTexts(given);
  refuseFields(judgeCompany(company));
  return company as Company;
}
