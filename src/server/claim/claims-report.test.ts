import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordRegistryAsUser } from '#contract/claim/claim.ts';
import { getClaimsReportAsAdmin, getClaimsReportAsUser } from '#contract/claim/claims-report.ts';
import { retireHolding } from '#contract/holding/retirement.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { aHolding } from '#testing/builders/holding-builders.ts';
import { readPdf } from '#testing/readers/read-pdf.ts';
import { readCsv } from '#testing/readers/read-spreadsheet.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let seller: SignedIn;
let holder: SignedIn;
let numbers: readonly string[];

/** The holder claims 10 RECs of 2020 for the year 2020, retired at the registry, and 5 for Vietnam in the year 2021. */
beforeAll(async () => {
  w = await world();
  [admin, seller, holder] = [await w.signedIn({ role: 'Admin' }), await w.signedIn(), await w.signedIn()];
  const { id } = await aHolding(w.database.db, { holder, seller, quantity: 100 });
  const claimFor = (year: number) => ({
    periodFrom: `${year}-01-01`,
    periodTo: `${year}-12-31`,
    purpose: 'scope2',
    purposeText: '',
  });
  const retire = async (quantity: number, country: string, year: number) => {
    const beneficiary = { choice: 'own', country, location: 'Plant 2' } as const;
    const body = { quantity, beneficiary, claim: claimFor(year) };
    return (await w.call(holder, retireHolding, { params: { id }, body })).data;
  };
  const [first, second] = [await retire(10, 'MY', 2020), await retire(5, 'VN', 2021)];
  await w.call(seller, recordRegistryAsUser, {
    params: { id: first.id },
    body: {
      registry: 'I-REC(E)',
      reference: 'RX-1',
      verificationKey: '12345678',
      address: '',
      retiredOn: '2021-02-01',
      evidenceIds: [],
    },
  });
  numbers = [first.number, second.number];
});
afterAll(() => w.end());

const read = (year: number, who = holder) =>
  w.call(who, getClaimsReportAsUser, { params: { id: holder.accountId }, query: `?year=${year}` });

test('a claim is in the year of its reporting period only, with its trade, its registry and every check', async () => {
  const { data } = await read(2020);
  expect(data).toMatchObject({
    companyName: `Company of ${holder.username}`,
    year: 2020,
    years: [2021, 2020],
    megawattHours: '10.000000',
    megawattHoursAtRegistry: '10.000000',
    lines: [
      {
        number: numbers[0],
        state: 'registry',
        megawattHours: '10.000000',
        registry: { reference: 'RX-1', hasEvidence: false },
        trade: { kind: 'auction', seller: `Company of ${seller.username}` },
        lot: null,
        device: null,
        vintageDistance: 0,
        checks: {
          namedBeneficiary: 'yes',
          periodOverlap: 'yes',
          periodNear: 'yes',
          sameMarket: 'yes',
          ageWithin15Years: 'unknown',
          notExpired: 'unknown',
          evidenceAttached: 'no',
          retiredAtRegistry: 'yes',
        },
      },
    ],
    cdp: [{ country: 'MY', technology: 'hydropower', instrument: 'I-REC(E)', commissioningYear: null }],
  });
  const later = (await read(2021)).data;
  expect(later.lines).toMatchObject([
    {
      number: numbers[1],
      state: 'platform',
      vintageDistance: 1,
      checks: { periodOverlap: 'no', periodNear: 'yes', sameMarket: 'no', retiredAtRegistry: 'no' },
    },
  ]);
  expect(later.megawattHoursAtRegistry).toBe('0.000000');
  expect((await read(2022)).data.lines).toEqual([]);
});

test('administrators read every report, other companies none', async () => {
  const params = { id: holder.accountId };
  const seen = await w.call(admin, getClaimsReportAsAdmin, { params, query: '?year=2020' });
  expect(seen.data.lines).toHaveLength(1);
  expect((await read(2020, seller)).code).toBe('not_found');
});

const file = async (query: string, language = 'en') => {
  const headers = { authorization: `Bearer ${holder.token}`, 'accept-language': language };
  const url = `${API_BASE}/user/accounts/${holder.accountId}/claims-report/export?year=2020&${query}`;
  return w.app.inject({ url, headers });
};

test('the files have the columns of claim, certificate, device, trade and checks, and “Unknown” stays visible', async () => {
  const [headings = [], line = []] = readCsv((await file('format=csv')).body.slice(1));
  const value = (heading: string) => line[headings.indexOf(heading)];
  expect(headings).toHaveLength(54);
  expect(new Set(headings).size).toBe(54);
  expect([value('Statement number'), value('MWh'), value('Registry reference')]).toEqual([
    numbers[0],
    '10.000000',
    'RX-1',
  ]);
  expect([value('From certificate'), value('Commissioned on'), value('At most 15 years old')]).toEqual([
    'Unknown',
    'Unknown',
    'Unknown',
  ]);
  const [cdp = [], row = []] = readCsv((await file('format=csv&table=cdp', 'zh')).body.slice(1));
  expect(cdp[0]).toBe('国家/地区');
  expect(row.slice(0, 5)).toEqual(['马来西亚', '非捆绑能源属性证书', '电力', '水电', '10.000000']);
  expect((await file('format=xlsx')).rawPayload.subarray(0, 2).toString()).toBe('PK');
});

test('the PDF has claims, checks and the CDP table in both languages', async () => {
  const pages = async (language: string) =>
    (await readPdf((await file('format=pdf', language)).rawPayload)).pages.join(' ');
  const english = await pages('en');
  for (const text of ['Claims report 2020', 'RX-1', 'Plant 2', 'CDP table 7.30.14', 'Same market', 'Unknown'])
    expect(english).toContain(text);
  expect(await pages('zh')).toContain('2020 年度声明报告');
});
