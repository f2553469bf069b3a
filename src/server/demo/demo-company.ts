import type { Country } from '#domain/basics/country.ts';
import type { Company } from '#domain/company/company.ts';
import type { DemoCompany } from '#server/demo/cast.ts';

const ADDRESSES: Record<Country, { readonly registered: string; readonly business: string; readonly number: string }> =
  {
    CN: { registered: '高新技术产业园区 {no} 号', business: '科技大道 {no} 号 B 座', number: '91440300MA5F{no}X' },
    MY: {
      registered: 'Level {no}, Menara Cahaya, Jalan Sultan Ismail',
      business: 'Lot {no}, Jalan Perusahaan 3',
      number: '20190104{no}',
    },
    VN: { registered: '{no} Nguyễn Huệ', business: 'Khu công nghiệp Tân Bình, lô {no}', number: '03154{no}82' },
  };

/** All that a company of the demo says of itself; everything but its name is made up from its place in the cast. */
export function demoCompany(company: DemoCompany, place: number): Company {
  const fill = (text: string): string => text.replace('{no}', String(place + 10));
  const { registered, business, number } = ADDRESSES[company.country];
  const [person = ''] = company.people;
  const isMalaysian = company.country === 'MY';
  return {
    companyName: company.name,
    englishCompanyName: company.englishName,
    registrationNumber: fill(number),
    registeredAddress: fill(registered),
    businessAddress: fill(business),
    country: company.country,
    province: company.province,
    businessType: company.businessType,
    picName: person,
    picEmail: `${person}@demo.example`,
    picTelephone: fill('12 345 67{no}'),
    contactNumber: fill('3 2161 00{no}'),
    sstNumber: isMalaysian ? fill('W10-1808-320001{no}') : '',
    contractAccountNumber: isMalaysian ? fill('2200123456{no}') : '',
  };
}
