import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  actOnRegistration,
  exportRegistrations,
  listRegistrations,
  registerCompany,
  type OwnRegistration,
} from '#contract/company/registration.ts';
import type { RegistrationAction } from '#domain/company/registration.ts';
import { API_BASE } from '#server/platform/config/config.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { readZip } from '#testing/readers/read-zip.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let admin: SignedIn;
let registrants: SignedIn[];

/** One registration in each status, submitted in this order. */
const STORIES: readonly (readonly [string, ...RegistrationAction[]])[] = [
  ['Alpha Hydro', 'take-up', 'approve'],
  ['Beta_Solar', 'take-up', 'reject'],
  ['Gamma 100%', 'take-up', 'return'],
  ['Delta', 'take-up'],
  ['=Epsilon, "E"'],
];

beforeAll(async () => {
  w = await world();
  admin = await w.signedIn({ role: 'Admin' });
  registrants = [];
  for (const [companyName, ...actions] of STORIES) {
    const who = await w.signedIn();
    registrants.push(who);
    let { data }: { data: Pick<OwnRegistration, 'id' | 'version'> } = await w.call(who, registerCompany, {
      body: aCompany({ companyName, registrationNumber: `NO ${companyName.slice(1, 5).replaceAll(/[^a-z]/gi, '')}` }),
    });
    for (const action of actions) {
      const params = { id: data.id, action };
      const body = { version: data.version, remarkContent: 'Because' };
      ({ data } = await w.call(admin, actOnRegistration, { params, body }));
    }
  }
});
afterAll(() => w.end());

const namesOf = async (query: string) => {
  const { data } = await w.call(admin, listRegistrations, { query });
  return data.items.map(({ companyName }) => companyName);
};

test('each tab has its statuses, and New has all open ones', async () => {
  const names = STORIES.map(([name]) => name).toReversed();
  expect(await namesOf('')).toEqual(names);
  expect(await namesOf('?status=All')).toEqual(names);
  expect(await namesOf('?status=New')).toEqual(names.slice(0, 3));
  expect(await namesOf('?status=Approved')).toEqual(['Alpha Hydro']);
  expect(await namesOf('?status=Rejected')).toEqual(['Beta_Solar']);
  expect((await w.call(admin, listRegistrations, { query: '?status=Lost' })).code).toBe('invalid_request');
});

test('pages follow each other, and the total counts all of them', async () => {
  const { data } = await w.call(admin, listRegistrations, { query: '?limit=2&currentPage=2' });
  expect(data).toMatchObject({ total: 5, currentPage: 2, limit: 2 });
  expect(data.items.map(({ companyName }) => companyName)).toEqual(['Gamma 100%', 'Beta_Solar']);
});

test('takes search text literally, and finds it in names, numbers and usernames', async () => {
  expect(await namesOf('?companyName=a_s')).toEqual(['Beta_Solar']);
  expect(await namesOf('?search=%25')).toEqual(['Gamma 100%']);
  expect(await namesOf('?search=no%20elta')).toEqual(['Delta']);
  expect(await namesOf(`?search=${registrants[0]?.username}`)).toEqual(['Alpha Hydro']);
  expect(await namesOf(`?companyName=${registrants[0]?.username}`)).toEqual([]);
  expect(await namesOf('?status=New&search=alpha')).toEqual([]);
});

const exported = async (query: string, headers: Record<string, string> = {}) =>
  w.app.inject({
    url: `${API_BASE}${exportRegistrations.path}${query}`,
    headers: { authorization: `Bearer ${admin.token}`, ...headers },
  });

test('exports all pages of the filtered list, in the caller’s language and time zone', async () => {
  const reply = await exported('?status=New&companyName=psilon', {
    'accept-language': 'zh-CN',
    'accept-timezone': 'Asia/Shanghai',
  });
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="account-registrations.csv"',
  });
  const [headings, line, ...rest] = reply.body.split('\r\n');
  expect(headings).toContain('\uFEFF状态,提交时间 (Asia/Shanghai),申请人,申请人邮箱,受理人,企业名称');
  const { data } = await w.call(admin, listRegistrations, { query: '?search=psilon' });
  const submitted = new Date(Date.parse(data.items[0]?.submittedAt ?? '') + 8 * 3_600_000).toISOString();
  expect(line).toContain(`待受理,${submitted.slice(0, 19).replace('T', ' ')},${registrants[4]?.username},`);
  expect(line).toContain(`"'=Epsilon, ""E""",`);
  expect(line).toContain('发电企业,马来西亚,吉隆坡,');
  expect(rest).toEqual(['']);
});

test('the workbook has the same rows', async () => {
  const reply = await exported('?format=xlsx');
  expect(reply.headers['content-disposition']).toBe('attachment; filename="account-registrations.xlsx"');
  const texts = readZip(reply.rawPayload).get('xl/sharedStrings.xml');
  for (const text of ['Submitted (UTC)', 'Alpha Hydro', 'Gamma 100%', 'In progress', 'Kuala Lumpur'])
    expect(texts).toContain(text);
});

test('rejects an unknown format in the usual error format', async () => {
  expect((await exported('?format=pdf')).json()).toMatchObject({ code: 'invalid_request' });
});
