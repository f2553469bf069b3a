import type { AuctionType } from '#domain/auction/direction.ts';
import type { Country } from '#domain/basics/country.ts';

/** Who plays in the demo. All names are invented; one password for all, made for trying things out. */
export const DEMO_PASSWORD = 'Greenlot-Demo-1';

export type DemoCompany = {
  readonly name: string;
  readonly englishName: string;
  readonly country: Country;
  readonly province: string;
  /** Usernames of its people; the first one bids. */
  readonly people: readonly string[];
};

/** Generators that sell what they produced: they own forward auctions, and bid in reverse ones. The seller's comes first. */
export const SELLERS: readonly DemoCompany[] = [
  company('Sungai Perak Hydro Berhad', 'MY', 'Perak', ['seller', 'aminah']),
  company('Kedah Suria Power Sdn Bhd', 'MY', 'Kedah', ['farid']),
  company('Baram Valley Energy Berhad', 'MY', 'Sarawak', ['lucas_jau']),
  company('Tra Vinh Offshore Wind JSC', 'VN', 'Tra Vinh', ['thanh_vo']),
  company('Pahang Ridge Wind Sdn Bhd', 'MY', 'Pahang', ['rekha']),
  company('云南澜江水电有限公司', 'CN', 'Yunnan', ['he_ping'], 'Yunnan Lanjiang Hydropower Co., Ltd.'),
  company('Gia Lai Sun Energy JSC', 'VN', 'Gia Lai', ['linh_dang']),
];

/** Companies that buy: they bid in forward auctions, and own reverse ones. The newcomer's comes first. */
export const BUYERS: readonly DemoCompany[] = [
  company('Meranti Semiconductor Sdn Bhd', 'MY', 'Penang', ['newcomer', 'mei_colleague']),
  company('Straits Data Centres Berhad', 'MY', 'Johor', ['hafiz']),
  company('Klang Foods Manufacturing Sdn Bhd', 'MY', 'Selangor', ['priya']),
  company('深圳市华辰电子有限公司', 'CN', 'Guangdong', ['chen_wei'], 'Shenzhen Huachen Electronics Co., Ltd.'),
  company('苏州金澜精密制造有限公司', 'CN', 'Jiangsu', ['liu_yang'], 'Suzhou Jinlan Precision Manufacturing Co., Ltd.'),
  company('上海启明数据科技有限公司', 'CN', 'Shanghai', ['zhou_min'], 'Shanghai Qiming Data Technology Co., Ltd.'),
  company('Saigon Textile Group JSC', 'VN', 'Ho Chi Minh City', ['nguyen_anh']),
  company('Hai Phong Steelworks JSC', 'VN', 'Hai Phong', ['pham_duc']),
  company('Nusantara Rubber Products Berhad', 'MY', 'Melaka', ['siti_r']),
  company('Borneo Pulp & Paper Berhad', 'MY', 'Sabah', ['jackson_l']),
];

export const ADMINS: readonly { readonly username: string; readonly roleName: string }[] = [
  { username: 'admin', roleName: 'TNBxOps' },
  { username: 'operations', roleName: 'Admin' },
];

/** Whose auction it is and who is admitted to it, by direction: indexes of owners count in these lists. */
export const PARTIES = {
  Forward: { owners: SELLERS, bidders: BUYERS },
  Reverse: { owners: BUYERS, bidders: SELLERS },
} as const satisfies Record<AuctionType, { owners: readonly DemoCompany[]; bidders: readonly DemoCompany[] }>;

/** Usernames that no bot plays: they are for people. */
export const FOR_PEOPLE: readonly string[] = ['newcomer', 'mei_colleague', 'seller', 'aminah'];

function company(
  name: string,
  country: Country,
  province: string,
  people: readonly string[],
  englishName = name,
): DemoCompany {
  return { name, englishName, country, province, people };
}

/** What the sign-in page of a demo offers. */
export const DEMO_PEOPLE = [
  { username: 'newcomer', password: DEMO_PASSWORD, does: 'bids for Meranti Semiconductor' },
  {
    username: 'seller',
    password: DEMO_PASSWORD,
    does: 'sells for Sungai Perak Hydro: owns auctions, bids down in reverse ones',
  },
  { username: 'admin', password: DEMO_PASSWORD, does: 'runs the auctions' },
];
