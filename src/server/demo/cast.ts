import type { AuctionType } from '#domain/auction/direction.ts';
import type { KnownCountry } from '#domain/basics/country.ts';
import type { Province } from '#domain/basics/province.ts';
import type { BusinessType } from '#domain/company/business-type.ts';
import type { RegistrationStatus } from '#domain/company/registration.ts';

/** The password of all demo users, only for trying things out. All companies and people in this file are invented. */
export const DEMO_PASSWORD = 'Greenlot-Demo-1';

export type DemoCompany = {
  readonly name: string;
  /** Empty if `name` is in English. */
  readonly englishName: string;
  readonly country: KnownCountry;
  readonly province: Province;
  readonly businessType: BusinessType;
  /** Usernames of the company's people. The first one bids. */
  readonly people: readonly string[];
};

/**
 * Companies that sell RECs of their own plants. They own forward auctions and bid in reverse ones. The first one is the
 * company of the user `seller`.
 */
export const SELLERS: readonly DemoCompany[] = [
  company('Sungai Perak Hydro Berhad', 'MY-08', 'Generator', ['seller', 'aminah']),
  company('Kedah Suria Power Sdn Bhd', 'MY-02', 'Generator', ['farid']),
  company('Baram Valley Energy Berhad', 'MY-13', 'Developer', ['lucas_jau']),
  company('Tra Vinh Offshore Wind JSC', 'VN-49', 'Developer', ['thanh_vo']),
  company('Pahang Ridge Wind Sdn Bhd', 'MY-06', 'Generator', ['rekha']),
  company('云南澜江水电有限公司', 'CN-YN', 'Generator', ['he_ping'], 'Yunnan Lanjiang Hydropower Co., Ltd.'),
  company('Gia Lai Sun Energy JSC', 'VN-30', 'Developer', ['linh_dang']),
];

/**
 * Companies that buy. They bid in forward auctions and own reverse ones. The first one is the company of the user
 * `newcomer`.
 */
export const BUYERS: readonly DemoCompany[] = [
  company('Meranti Semiconductor Sdn Bhd', 'MY-07', 'CorporateBuyer', ['newcomer', 'mei_colleague']),
  company('Straits Data Centres Berhad', 'MY-01', 'CorporateBuyer', ['hafiz']),
  company('Klang Foods Manufacturing Sdn Bhd', 'MY-10', 'CorporateBuyer', ['priya']),
  company('深圳市华辰电子有限公司', 'CN-GD', 'CorporateBuyer', ['chen_wei'], 'Shenzhen Huachen Electronics Co., Ltd.'),
  company(
    '苏州金澜精密制造有限公司',
    'CN-JS',
    'CorporateBuyer',
    ['liu_yang'],
    'Suzhou Jinlan Precision Manufacturing Co., Ltd.',
  ),
  company('上海启明数据科技有限公司', 'CN-SH', 'Trader', ['zhou_min'], 'Shanghai Qiming Data Technology Co., Ltd.'),
  company('Saigon Textile Group JSC', 'VN-SG', 'CorporateBuyer', ['nguyen_anh']),
  company('Hai Phong Steelworks JSC', 'VN-HP', 'CorporateBuyer', ['pham_duc']),
  company('Nusantara Rubber Products Berhad', 'MY-04', 'CorporateBuyer', ['siti_r']),
  company('Borneo Pulp & Paper Berhad', 'MY-12', 'CorporateBuyer', ['jackson_l']),
];

/** Companies whose registration is open or was rejected, with the status of the registration. */
export const APPLICANTS: readonly (DemoCompany & { readonly status: Exclude<RegistrationStatus, 'Approved'> })[] = [
  { ...company('Tenggara Bayu Wind Sdn Bhd', 'MY-11', 'Developer', ['azlan']), status: 'New' },
  {
    ...company('杭州青岚新能源有限公司', 'CN-ZJ', 'Trader', ['xu_jing'], 'Hangzhou Qinglan New Energy Co., Ltd.'),
    status: 'New',
  },
  { ...company('Da Nang Port Logistics JSC', 'VN-DN', 'CorporateBuyer', ['tran_hoa']), status: 'In-Progress' },
  { ...company('Putra Green Trading Sdn Bhd', 'MY-16', 'Trader', ['kumar']), status: 'Returned' },
  { ...company('Can Tho Rice Mills JSC', 'VN-CT', 'CorporateBuyer', ['do_linh']), status: 'Rejected' },
];

/** A user without a company, for trying out a registration. */
export const FOUNDER = 'founder';

export const ADMINS: readonly string[] = ['admin', 'operations'];

/** Owners and bidders of auctions, by direction. The `owner` of a deal is an index into these owners. */
export const PARTIES = {
  Forward: { owners: SELLERS, bidders: BUYERS },
  Reverse: { owners: BUYERS, bidders: SELLERS },
} as const satisfies Record<AuctionType, { owners: readonly DemoCompany[]; bidders: readonly DemoCompany[] }>;

/** Usernames for people who try the demo. No bot plays them. */
export const FOR_PEOPLE: readonly string[] = ['newcomer', 'mei_colleague', 'seller', 'aminah'];

function company(
  name: string,
  province: Province,
  businessType: BusinessType,
  people: readonly string[],
  englishName = '',
): DemoCompany {
  return { name, englishName, country: province.slice(0, 2) as KnownCountry, province, businessType, people };
}

/** The people that the sign-in page of a demo offers. */
export const DEMO_PEOPLE = [
  { username: 'newcomer', password: DEMO_PASSWORD, does: 'bids for Meranti Semiconductor' },
  {
    username: 'seller',
    password: DEMO_PASSWORD,
    does: 'sells for Sungai Perak Hydro: owns auctions, bids down in reverse ones',
  },
  { username: FOUNDER, password: DEMO_PASSWORD, does: 'has no company yet and registers one' },
  { username: 'admin', password: DEMO_PASSWORD, does: 'runs the auctions' },
];
