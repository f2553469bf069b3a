import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '#server/platform/config/config.ts';
import { readCsv } from '#testing/readers/read-spreadsheet.ts';
import { exportedWorld, type ExportedPeople } from '#testing/world/exported-world.ts';
import type { World } from '#testing/world/world.ts';

/** Files for programs (decision 119). Their columns are a promise to the programs of others: add, never rename. */

let w: World;
let people: ExportedPeople;
let auctionId: string;
beforeAll(async () => {
  ({ w, people, auctionId } = await exportedWorld());
});
afterAll(() => w.end());

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const DAYS = `from=${dayIn(-2)}&to=${dayIn(2)}`;
const YEAR = `year=${new Date().getUTCFullYear()}`;

const COMPANY =
  'companyName englishCompanyName registrationNumber businessType country province registeredAddress businessAddress ' +
  'picName picEmail picTelephone contactNumber sstNumber contractAccountNumber';
const PRODUCT = 'recCountry recFuelType vintageYear vintagePeriod';
const PURCHASE =
  'purchaseId auctionId buyOrderId buyerAccountId sellerAccountId date kind title reference goods buyer seller quantity price amount';
const WON =
  'auctionId auctionItemId bidId itemName ranking bidderUserName companyName bidValue bidRECQuantity actualWonRECQuantity amount buyerFee sellerFee updatedTime';
const HISTORY =
  'auctionId auctionItemId bidId seq at kind by apiKey itemName bidderUserName bidValue bidRECQuantity bidderPartialFulfillment minimumAcceptable until reason hash';
const BUY_ORDER =
  'buyOrderId sellOrderId sellerAccountId buyerAccountId reference status title seller buyer quantity unitPrice amount buyerFee total beneficiary placedAt decidedAt remark';
const HOLDING = `holdingId accountId companyName ${PRODUCT} balance quantity retired released listed sourceKind auctionId buyOrderId sourceTitle acquiredFrom acquiredAt price`;
const RETIREMENT = `retirementId holdingId accountId number retiredAt companyName ${PRODUCT} quantity beneficiaryType beneficiary nameOnCertificates buildingOwnerName address country location periodFrom periodTo purpose purposeText state retiredBy`;
const PRICED = `${PRODUCT} auctions sold latestPrice latestOn changePercent weightedPrice lowestPrice highestPrice`;
const STATED = `auctionId auctionItemId bidId number title endedAt owner itemName ${PRODUCT} winner ranking quantity price`;
const CLAIM =
  'retirementId holdingId auctionId buyOrderId number companyName nameOnCertificates beneficiaryType country location periodFrom periodTo ' +
  'purpose purposeText megawattHours state retiredOn registryRetiredOn registry reference verificationKey address firstSerial lastSerial ' +
  'vintageYear vintagePeriod productionFrom productionTo issuedOn expiresOn issuer includesOffsets deviceRegistryId device origin region ' +
  'recFuelType fuelCode technologyCode capacity commissionedOn repoweredOn isSupported labels tradeTitle seller awardedOn deliveredOn ' +
  'invoices age vintageDistance checkNamedBeneficiary checkPeriodOverlap checkPeriodNear checkSameMarket checkAgeWithin15Years ' +
  'checkNotExpired checkEvidenceAttached checkRetiredAtRegistry';
const CDP =
  'country method carrier technology megawattHours instrument origin canReport commissioningYear megawattHoursAtRegistry numbers';
const SOLD = 'auctions bids offered sold value averagePrice weightedPrice';

type Who = keyof ExportedPeople;
/** Each export: its address, who reads it, and its columns. */
const FILES: readonly (readonly [string, Who, string])[] = [
  ['/admin/accounts/export', 'admin', `accountId status createdAt maxBidQuantity ${COMPANY}`],
  [
    '/admin/accounts/account-registrations/export',
    'admin',
    `registrationId userId accountId status submittedAt registrant registrantEmail takenUpBy ${COMPANY}`,
  ],
  [
    '/admin/audit-trail/export',
    'admin',
    'lineId userId at username address session apiKey approvedBy act action subject about outcome sent changes',
  ],
  ['/admin/auctions/bid-history-logs/{auction}/export', 'admin', HISTORY],
  ['/user/auctions/bid-history-logs/{auction}/export', 'buyer', HISTORY],
  [
    '/admin/auctions/{auction}/award-statement',
    'admin',
    `${STATED} amount buyerFee toPay sellerFee toReceive currency headHash`,
  ],
  ['/user/auctions/{auction}/award-statement', 'seller', `${STATED} amount sellerFee toReceive currency headHash`],
  [
    '/admin/auctions/{auction}/bidders/export',
    'admin',
    'auctionId bidderId userId accountId username businessAccount alias maxQuantity effectiveMaxQuantity bidCount termsAcceptedAt termsVersion',
  ],
  ['/admin/auctions/{auction}/won-bids/export', 'admin', WON],
  ['/user/auctions/{auction}/won-bids/export', 'seller', WON],
  ['/admin/buy-order-history/export', 'admin', `${PURCHASE} buyerFee held retired released resold sellerFee`],
  ['/user/buy-order-history/export', 'buyer', `${PURCHASE} buyerFee held retired released resold`],
  ['/user/buy-order-history/export?side=sold', 'seller', `${PURCHASE} sellerFee`],
  ['/admin/buy-orders/export', 'admin', BUY_ORDER],
  ['/user/buy-orders/export', 'buyer', BUY_ORDER],
  ['/admin/holdings/export', 'admin', HOLDING],
  ['/user/holdings/export', 'buyer', HOLDING],
  ['/admin/retirements/export', 'admin', RETIREMENT],
  ['/user/retirements/export', 'buyer', RETIREMENT],
  [
    '/admin/sell-orders/export',
    'admin',
    'sellOrderId sellerAccountId title status seller items unitPrice totalQuantity remainingQuantity reservedQuantity soldQuantity publishTime endTime',
  ],
  [
    '/admin/registry-orders/instruction-list',
    'admin',
    'settlement_id correlation_id registry device first last quantity sending_account receiving_account kind beneficiary country location period purpose purpose_text transfer_id status verification_key retired_on',
  ],
  [`/admin/accounts/{account}/claims-report/export?${YEAR}`, 'admin', CLAIM],
  [`/user/accounts/{account}/claims-report/export?${YEAR}`, 'buyer', CLAIM],
  [`/admin/accounts/{account}/claims-report/export?${YEAR}&table=cdp`, 'admin', CDP],
  [`/admin/price-history/export?${DAYS}&table=course`, 'admin', 'from sold averagePrice weightedPrice'],
  [`/admin/price-history/export?${DAYS}&table=goods`, 'admin', PRICED],
  [`/user/price-history/export?${DAYS}&table=goods`, 'buyer', PRICED],
  [`/admin/statistics/export?${DAYS}&table=totals`, 'admin', `participants ${SOLD}`],
  [`/admin/statistics/export?${DAYS}&table=course`, 'admin', `from ${SOLD}`],
  [`/admin/statistics/export?${DAYS}&table=topItems`, 'admin', `${PRODUCT} ${SOLD}`],
  [`/admin/statistics/export?${DAYS}&table=marketplace`, 'admin', 'from buyOrders sold value weightedPrice'],
];

async function read(address: string, who: Who, format: string, language = 'en') {
  const path = address.replace('{auction}', auctionId).replace('{account}', people.buyer.accountId);
  const url = `${API_BASE}${path}${path.includes('?') ? '&' : '?'}format=${format}`;
  const headers = {
    authorization: `Bearer ${people[who].token}`,
    'accept-language': language,
    'accept-timezone': 'Asia/Kuala_Lumpur',
  };
  const reply = await w.app.inject({ url, headers });
  expect([url, reply.statusCode]).toEqual([url, 200]);
  return reply;
}

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** The rows of the file for people. The statement of an award has no CSV for people. */
async function rowsForPeople(address: string, who: Who): Promise<number> {
  if (address.includes('award-statement')) {
    const { body } = await read(address.replace('award-statement', 'won-bids/export'), who, 'csv');
    return readCsv(body.slice(1)).length - 1;
  }
  return readCsv((await read(address, who, 'csv')).body.slice(1)).length - 1;
}

test.each(FILES)(
  '%s has stable columns, and a row for each row of the file for people',
  async (address, who, columns) => {
    const keys = columns.split(' ');
    const { body, headers } = await read(address, who, 'jsonl');
    expect(headers['content-type']).toBe('application/jsonl; charset=utf-8');
    const lines = linesOf(body);
    const [head, ...rows] = readCsv((await read(address, who, 'data-csv')).body);
    expect(head).toEqual(keys);
    expect(lines.filter((line) => Object.keys(line).join() !== keys.join())).toEqual([]);
    expect(rows.map((row) => row.length)).toEqual(rows.map(() => keys.length));
    const expected = await rowsForPeople(address, who);
    // The trail gets no line when it is read, and nothing else changes meanwhile.
    expect([lines.length, rows.length]).toEqual([expected, expected]);
  },
);

test('every file has rows in this test', async () => {
  const empty: string[] = [];
  for (const [address, who] of FILES) {
    const lines = linesOf((await read(address, who, 'jsonl')).body);
    if (lines.length === 0) empty.push(address);
  }
  expect(empty).toEqual([]);
});

test('a file for programs is the same in every language, with codes, UTC times and decimals as text', async () => {
  for (const [address, who] of FILES)
    expect([address, (await read(address, who, 'jsonl', 'zh')).body]).toEqual([
      address,
      (await read(address, who, 'jsonl')).body,
    ]);
  const [holding] = linesOf((await read('/user/holdings/export', 'buyer', 'jsonl')).body);
  expect(holding).toMatchObject({ recCountry: 'MY', accountId: people.buyer.accountId });
  expect(holding?.['acquiredAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(holding?.['price']).toMatch(/^\d+\.\d\d$/);
});

test('an unknown format is refused at its field', async () => {
  const url = `${API_BASE}/user/holdings/export?format=parquet`;
  const reply = await w.app.inject({ url, headers: { authorization: `Bearer ${people.buyer.token}` } });
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'invalid_request', fields: { format: {} } }]);
});
