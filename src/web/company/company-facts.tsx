import type { ReactNode } from 'react';
import type { Company, CompanyField } from '#domain/company/company.ts';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { useCompanyWords } from '#web/platform/format/company-words.ts';

/** The fields with long values. Each takes a whole row. */
const WIDE: ReadonlySet<CompanyField> = new Set([
  'companyName',
  'englishCompanyName',
  'registeredAddress',
  'businessAddress',
]);

/** Shows all data that a company has entered about itself. */
export function CompanyFacts({ company }: { company: Company }) {
  const words = useCompanyWords();
  const { country, province, businessType } = company;
  const fact = (name: CompanyField, value: ReactNode = company[name]) => (
    <Fact label={`company.${name}`} isWide={WIDE.has(name)}>
      {value}
    </Fact>
  );
  return (
    <>
      <Card title="companyForm.company">
        <Facts>
          {fact('companyName')}
          {fact('englishCompanyName')}
          {fact('registrationNumber')}
          {fact('businessType', words.businessType(businessType))}
          {fact('country', words.country(country))}
          {fact('province', words.province(province))}
          {fact('registeredAddress')}
          {fact('businessAddress')}
          {country === 'MY' && fact('sstNumber')}
          {country === 'MY' && fact('contractAccountNumber')}
        </Facts>
      </Card>
      <Card title="companyForm.contact">
        <Facts>
          {fact('picName')}
          {fact('picEmail')}
          {fact('picTelephone')}
          {fact('contactNumber')}
        </Facts>
      </Card>
    </>
  );
}
