import type { Country } from '#domain/basics/country.ts';
import type { Company } from '#domain/company/company.ts';
import { APPLICANTS, BUYERS, SELLERS, type DemoCompany } from '#server/demo/cast.ts';

type Sample = {
  readonly registered: string;
  readonly business: string;
  readonly number: string;
  readonly callingCode: string;
};

const ADDRESSES: Record<Country, Sample> = {
  CN: {
    registered: '高新技术产业园区 {no} 号',
    business: '科技大道 {no} 号 B 座',
    number: '91440300MA5F{no}X',
    callingCode: '86',
  },
  MY: {
    registered: 'Level {no}, Menara Cahaya, Jalan Sultan Ismail',
    business: 'Lot {no}, Jalan Perusahaan 3',
    number: '20190104{no}',
    callingCode: '60',
  },
  VN: {
    registered: '{no} Nguyễn Huệ',
    business: 'Khu công nghiệp Tân Bình, lô {no}',
    number: '03154{no}82',
    callingCode: '84',
  },
};

/** All that a company of the demo says of itself; everything but its name is made up from its place in the cast. */
export function demoCompany(company: DemoCompany, place: number): Company {
  const fill = (text: string): string => text.replace('{no}', String(place + 10));
  const { registered, business, number, callingCode } = ADDRESSES[company.country];
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
    picEmail: demoEmail(person),
    picTelephone: fill(`${callingCode} 12 345 67{no}`),
    contactNumber: fill(`${callingCode} 3 2161 00{no}`),
    sstNumber: isMalaysian ? fill('W10-1808-320001{no}') : '',
    contractAccountNumber: isMalaysian ? fill('2200123456{no}') : '',
  };
}

/** The address of somebody in the demo. Each company has a domain of its own: one domain for all would relate all of them. */
export function demoEmail(username: string): string {
  const company = [...SELLERS, ...BUYERS, ...APPLICANTS].find(({ people }) => people.includes(username));
  const name = company && (company.englishName || company.name);
  const domain = name?.split(' ').slice(0, 2).join('-').toLowerCase() ?? 'demo';
  return `${username}@${domain}.example`;
}
