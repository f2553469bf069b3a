import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPlaces, listMainPlaces } from '#contract/place.ts';
import { world, type SignedIn, type World } from '#testing/world/world.ts';

let w: World;
let person: SignedIn;

beforeAll(async () => {
  w = await world();
  person = await w.signedIn();
});
afterAll(() => w.end());

const find = (search: string, { country = '', language = 'en' } = {}) =>
  w.call(person, findPlaces, {
    query: `?search=${encodeURIComponent(search)}${country && `&country=${country}`}`,
    headers: { 'accept-language': language },
  });
const firstOf = async (...asked: Parameters<typeof find>) => {
  const [first] = (await find(...asked)).data;
  return first && [first.name, first.region, first.country, Math.round(first.latitude), Math.round(first.longitude)];
};

test.each([
  ['Gerik, Perak', ['Gerik', 'Perak', 'MY', 5, 101]],
  ['Temengor reservoir, Gerik, Perak, Malaysia', ['Gerik', 'Perak', 'MY', 5, 101]],
  ['  tra vinh ', ['Trà Vinh', 'Vinh Long', 'VN', 10, 106]],
  ['Bintu', ['Bintulu', 'Sarawak', 'MY', 3, 113]],
  ['Baram basin, Sarawak', ['Sarawak', '', 'MY', 2, 112]],
  ['广东省深圳市', ['Shenzhen', 'Guangdong', 'CN', 23, 114]],
  ['云南', ['Yunnan', '', 'CN', 25, 101]],
])('finds %s', async (search, place) => expect(await firstOf(search)).toEqual(place));

test('among towns with the same name, finds the one in the selected country', async () => {
  const in3 = async (country: string) => (await firstOf('Tan An', { country }))?.[2];
  expect(await in3('VN')).toBe('VN');
});

test('Chinese readers see the names of large towns in Chinese', async () => {
  expect(await firstOf('Ipoh', { language: 'zh' })).toEqual(['怡保', 'Perak', 'MY', 5, 101]);
  const main = await w.call(person, listMainPlaces, { headers: { 'accept-language': 'zh' } });
  expect(main.data.length).toBeGreaterThan(80);
  expect(main.data.map(({ name }) => name)).toContain('乌鲁木齐');
});

test.each(['', 'x', 'Nowhere in particular', '。，'])('finds nothing for %j', async (search) => {
  expect((await find(search)).code).toBe('location_undetermined');
});
