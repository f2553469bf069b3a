import { isProvinceOf } from '#domain/basics/province.ts';
import type { Company } from '#domain/company/company.ts';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';

/** All that a company says of itself. */
export function CompanyFacts({ company }: { company: Company }) {
  const say = useSay();
  return (
    <>
      <Card title="companyForm.company">
        <Facts>
          <Fact label="company.companyName" isWide>
            {company.companyName}
          </Fact>
          <Fact label="company.englishCompanyName" isWide>
            {company.englishCompanyName}
          </Fact>
          <Fact label="company.registrationNumber">{company.registrationNumber}</Fact>
          <Fact label="company.businessType">{say(`businessType.${company.businessType}`)}</Fact>
          <Fact label="company.country">{say(`country.${company.country}`)}</Fact>
          <Fact label="company.province">
            {isProvinceOf(company.country, company.province) && say(`province.${company.province}`)}
          </Fact>
          <Fact label="company.registeredAddress" isWide>
            {company.registeredAddress}
          </Fact>
          <Fact label="company.businessAddress" isWide>
            {company.businessAddress}
          </Fact>
          {company.country === 'MY' && (
            <>
              <Fact label="company.sstNumber">{company.sstNumber}</Fact>
              <Fact label="company.contractAccountNumber">{company.contractAccountNumber}</Fact>
            </>
          )}
        </Facts>
      </Card>
      <Card title="companyForm.contact">
        <Facts>
          <Fact label="company.picName">{company.picName}</Fact>
          <Fact label="company.picEmail">{company.picEmail}</Fact>
          <Fact label="company.picTelephone">{company.picTelephone}</Fact>
          <Fact label="company.contactNumber">{company.contactNumber}</Fact>
        </Facts>
      </Card>
    </>
  );
}
