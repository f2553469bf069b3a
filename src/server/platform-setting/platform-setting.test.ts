import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { envSchema } from '#contract/basics/env.ts';
import { exportAccounts, updateAccount } from '#contract/company/company.ts';
import { actOnRegistration, registerCompany } from '#contract/company/registration.ts';
import {
  getPlatformSettings,
  updateBusinessTypes,
  updateRegions,
  type PlatformSettings,
} from '#contract/platform-setting/platform-setting.ts';
import { BUSINESS_TYPE_SETTINGS } from '#domain/platform-setting/business-types.ts';
import { REGIONS } from '#domain/platform-setting/regions.ts';
import { aCompany } from '#testing/builders/company-builders.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let owner: SignedIn;
let registrar: SignedIn;
beforeAll(async () => {
  w = await world();
  owner = await w.signedIn({ role: 'Admin' });
  registrar = await w.signedIn({ role: 'Admin', adminRoles: ['registrar'] });
});
afterAll(() => w.end());

const STANDARD = structuredClone({ ...REGIONS }) as Omit<PlatformSettings['regions'], 'version'>;
const TYPES = structuredClone({ ...BUSINESS_TYPE_SETTINGS }) as Omit<PlatformSettings['businessTypes'], 'version'>;
const THAILAND = { code: 'TH', provinces: [{ code: 'TH-10', names: { en: 'Bangkok', zh: '曼谷' } }] };
const COOPERATIVE = { code: 'Cooperative', names: { en: 'Cooperative', zh: '合作社' } };

const settings = async () => (await w.call(owner, getPlatformSettings)).data;
const setRegions = async (regions: Partial<typeof STANDARD>, who = owner, headers = {}) => {
  const { version } = (await settings()).regions;
  return w.call(who, updateRegions, { body: { ...STANDARD, ...regions, version }, headers });
};
const setTypes = async (types: (typeof TYPES)['types']) => {
  const { version } = (await settings()).businessTypes;
  return w.call(owner, updateBusinessTypes, { body: { types, version } });
};
const register = async (company: Parameters<typeof aCompany>[0]) =>
  w.call(await w.signedIn(), registerCompany, { body: aCompany(company) });

test('an added country with its provinces is offered to browsers and accepted from companies', async () => {
  expect((await register({ country: 'TH', province: 'TH-10' })).fields?.country?.code).toBe('choice_unknown');
  await setRegions({ countries: [...STANDARD.countries, THAILAND], phoneCountries: ['TH', 'MY'] });
  const env = envSchema.parse((await w.app.inject('/env')).json());
  expect(env.regions.countries.at(-1)).toEqual(THAILAND);
  expect(env.phoneCountries).toEqual([
    { country: 'TH', code: '+66' },
    { country: 'MY', code: '+60' },
  ]);
  expect((await register({ country: 'TH', province: 'TH-10' })).data.country).toBe('TH');
  expect((await register({ country: 'TH', province: 'MY-14' })).fields?.province?.code).toBe('choice_unknown');
});

test('a company keeps a country that was removed, and new companies are refused', async () => {
  await setRegions({ countries: [...STANDARD.countries, THAILAND] });
  const { data } = await register({ country: 'TH', province: 'TH-10' });
  const { data: waiting } = await register({ country: 'TH', province: 'TH-10' });
  const act = (id: string, action: 'take-up' | 'approve', version: number) =>
    w.call(registrar, actOnRegistration, { params: { id, action }, body: { version, remarkContent: '' } });
  await act(data.id, 'take-up', 1);
  await act(waiting.id, 'take-up', 1);
  const { accountId } = (await act(data.id, 'approve', 2)).data;
  await setRegions({});
  const late = await act(waiting.id, 'approve', 2);
  expect([late.status, late.code]).toEqual([422, 'registration_choice_removed']);
  const edit = (company: Parameters<typeof aCompany>[0]) => {
    const { version: _version, ...body } = aCompany({ country: 'TH', province: 'TH-10', ...company });
    return w.call(registrar, updateAccount, { params: { id: accountId ?? '' }, body: { ...body, version: 1 } });
  };
  expect((await edit({ picName: 'Somchai' })).data).toMatchObject({ country: 'TH', picName: 'Somchai' });
  expect((await register({ country: 'TH', province: 'TH-10' })).fields?.country?.code).toBe('choice_unknown');
});

test('the database refuses a country and a type that the settings do not offer', async () => {
  await setRegions({});
  const add = (country: string, type: string) =>
    sql`insert into account (id, company_name, country, business_type)
        values (gen_random_uuid(), 'Direct', ${country}, ${type})`.execute(w.database.db);
  await expect(add('TH', 'Other')).rejects.toThrow('does not offer the country TH');
  await expect(add('MY', 'Broker')).rejects.toThrow('or the business type Broker');
  for (const { code } of STANDARD.countries) await add(code, 'Other');
  for (const { code } of TYPES.types) await add('MY', code);
});

test('the database offers the same standard choices as the code', async () => {
  const { db } = w.database;
  const { rows } = await sql<{ body: string }>`
    select string_agg(prosrc, '' order by proname desc) as body from pg_proc
    where proname in ('offered_countries', 'offered_business_types')`.execute(db);
  const lists = [...(rows[0]?.body ?? '').matchAll(/array\[([^\]]*)\]/g)].map(([, list = '']) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, code]) => code),
  );
  expect(lists).toEqual([STANDARD.countries.map(({ code }) => code), TYPES.types.map(({ code }) => code)]);
});

test('an added business type has its names in files, and a removed one is refused', async () => {
  await setTypes([COOPERATIVE, ...TYPES.types.filter(({ code }) => code !== 'Utility')]);
  expect((await register({ businessType: 'Cooperative' })).data.businessType).toBe('Cooperative');
  expect((await register({ businessType: 'Utility' })).fields?.businessType?.code).toBe('choice_unknown');
  await sql`insert into account (id, company_name, country, business_type)
            values (gen_random_uuid(), 'Traded', 'MY', 'Cooperative')`.execute(w.database.db);
  const file = await w.call(owner, exportAccounts, {
    query: '?search=Traded&format=csv',
    headers: { 'accept-language': 'zh' },
  });
  expect(file.text).toContain('合作社');
  await setTypes(TYPES.types);
});

test('only owners change settings, and every administrator reads them', async () => {
  expect((await setRegions({}, registrar)).code).toBe('admin_role_missing');
  expect((await w.call(registrar, getPlatformSettings)).data.regions.countries).toHaveLength(3);
});

test('refuses bad settings with the field, in the language of the caller', async () => {
  const refused = async (regions: Partial<typeof STANDARD>, headers = {}) =>
    (await setRegions(regions, owner, headers)).fields;
  expect(await refused({ countries: [] })).toMatchObject({ countries: { code: 'field_required' } });
  expect(await refused({ countries: [{ code: 'XX', provinces: [] }] })).toMatchObject({
    countries: { code: 'country_code_unknown' },
  });
  const twice = { ...THAILAND, provinces: [...THAILAND.provinces, ...THAILAND.provinces] };
  expect(await refused({ countries: [twice] }, { 'accept-language': 'zh' })).toMatchObject({
    countries: { code: 'province_repeated', message: '省份 TH-10 重复' },
  });
  const province = (code: string, names: Record<string, string>) => ({
    countries: [{ code: 'TH', provinces: [{ code, names }] }],
  });
  const wrong = [
    [{ countries: [THAILAND, THAILAND] }, 'country_repeated'],
    [province('Bangkok', { en: 'Bangkok' }), 'province_code_format'],
    [province('TH-11', {}), 'province_name_required'],
    [province('TH-11', { en: 'Emoji 😀' }), 'province_name_invalid'],
  ] as const;
  for (const [regions, code] of wrong)
    expect(await refused(structuredClone(regions) as Partial<typeof STANDARD>)).toMatchObject({ countries: { code } });
  const types = [
    [{ code: '1 x', names: { en: 'One' } }, 'business_type_code_format'],
    [{ code: 'Cooperative', names: {} }, 'business_type_name_required'],
    [{ code: 'Cooperative', names: { en: 'Emoji 😀' } }, 'business_type_name_invalid'],
  ] as const;
  for (const [type, code] of types) expect((await setTypes([{ ...type }])).fields).toMatchObject({ types: { code } });
  expect(await refused({ phoneCountries: ['AQ'] })).toMatchObject({ phoneCountries: { code: 'country_code_unknown' } });
  expect((await setTypes([])).fields).toMatchObject({ types: { code: 'field_required' } });
  expect((await setTypes([COOPERATIVE, COOPERATIVE])).fields).toMatchObject({
    types: { code: 'business_type_repeated' },
  });
});

test('refuses a change that somebody overtook', async () => {
  const { version } = (await settings()).regions;
  const body = { ...STANDARD, version };
  expect((await w.call(owner, updateRegions, { body })).data.version).toBe(version + 1);
  expect((await w.call(owner, updateRegions, { body })).code).toBe('settings_changed');
});
