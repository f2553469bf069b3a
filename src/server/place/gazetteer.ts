import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Place } from '#contract/place.ts';
import type { Country } from '#domain/basics/country.ts';
import { PROVINCES } from '#domain/basics/province.ts';
import { MAIN_TOWNS } from '#server/place/main-towns.ts';
import { keyOf } from '#server/place/name-key.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** With its names as they are compared. */
export type Town = Place & { readonly key: string; readonly regionKey: string };

/** A town or a province with the names that it is found by. */
type Entry = {
  readonly place: Place;
  readonly key: string;
  readonly chinese: string;
  readonly isRegion: boolean;
  readonly regionKey: string;
};

export type Gazetteer = {
  find(text: string, wish: { readonly country?: Country | undefined; readonly language: Language }): Place[];
  main(language: Language): Place[];
};

const FOUND_MOST = 6;
/** Beginnings of names shorter than this say too little. */
const BEGINNING_MIN = 3;

/** Read once, when somebody asks first. */
let loaded: Promise<Gazetteer> | undefined;

export function loadGazetteer(): Promise<Gazetteer> {
  loaded ??= readTowns().then(gazetteerOf);
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

async function readTowns(): Promise<Town[]> {
  const worker = new Worker(new URL('gazetteer-worker.ts', import.meta.url));
  const [towns] = (await once(worker, 'message')) as [Town[]];
  return towns;
}

export function gazetteerOf(towns: readonly Town[]): Gazetteer {
  const entries = [...regionEntries(towns), ...townEntries(towns)];
  const shown = ({ place, chinese }: Entry, language: Language): Place =>
    language === 'zh' && chinese ? { ...place, name: chinese } : place;
  return {
    find(text, { country, language }) {
      const said = { text: ` ${keyOf(text)} `, parts: new Set(text.split(/[,，、;\n]/).map(keyOf)), raw: text };
      return entries
        .map((entry) => ({ entry, score: scoreOf(entry, said, country) }))
        .filter(({ score }) => score > 0)
        .toSorted((one, other) => other.score - one.score)
        .slice(0, FOUND_MOST)
        .map(({ entry }) => shown(entry, language));
    },
    main: (language) =>
      MAIN_TOWNS.flatMap(({ country, name }) => {
        const found = entries.find(
          ({ place, key, isRegion }) => !isRegion && place.country === country && key === keyOf(name),
        );
        return found ? [shown(found, language)] : [];
      }),
  };
}

type Said = { readonly text: string; readonly parts: ReadonlySet<string>; readonly raw: string };

/** A name that stands by itself between commas says more than one among others, that more than a beginning. */
function scoreOf(
  { place, key, chinese, isRegion, regionKey }: Entry,
  said: Said,
  country: Country | undefined,
): number {
  const isChinese = chinese !== '' && said.raw.includes(chinese);
  const score = isChinese ? 90 + chinese.length : scoreOfKey(key, said);
  if (score === 0) return 0;
  // Of towns that share a name, the one whose province is named as well, in the country that was chosen.
  const isInRegion = !isRegion && said.text.includes(` ${regionKey} `);
  return score + (isInRegion ? 30 : 0) + (place.country === country ? 20 : 0) - (isRegion ? 25 : 0);
}

function scoreOfKey(key: string, { text, parts }: Said): number {
  if (key === '') return 0;
  if (parts.has(key)) return 100;
  if (text.includes(` ${key} `)) return 60 + key.length / 10;
  const typed = text.trim();
  return typed.length >= BEGINNING_MIN && key.startsWith(typed) ? 40 : 0;
}

const townEntries = (towns: readonly Town[]): Entry[] => {
  const chineseOf = new Map(MAIN_TOWNS.map(({ country, name, chinese }) => [`${country} ${keyOf(name)}`, chinese]));
  const seen = new Set<string>();
  return towns.map(({ key, regionKey, ...place }) => {
    const chinese = chineseOf.get(`${place.country} ${key}`) ?? '';
    // Only the first of those that share a large town's name is that town.
    const isFirst = chinese !== '' && !seen.has(chinese);
    seen.add(chinese);
    return { place, key, chinese: isFirst ? chinese : '', isRegion: false, regionKey };
  });
};

/** A province lies in the middle of its towns. */
function regionEntries(towns: readonly Town[]): Entry[] {
  const byRegion = Map.groupBy(towns, ({ country, regionKey }) => `${country} ${regionKey}`);
  const english = wordsIn('en');
  const chinese = wordsIn('zh');
  return (Object.entries(PROVINCES) as [Country, readonly (typeof PROVINCES)[Country][number][]][]).flatMap(
    ([country, codes]) =>
      codes.flatMap((code): Entry[] => {
        const name = english(`province.${code}`);
        const inside = byRegion.get(`${country} ${keyOf(name)}`);
        if (!inside) return [];
        const middle = (pick: (town: Town) => number) =>
          Math.round((inside.reduce((sum, town) => sum + pick(town), 0) / inside.length) * 100) / 100;
        const place = {
          name,
          region: '',
          country,
          latitude: middle((t) => t.latitude),
          longitude: middle((t) => t.longitude),
        };
        const short = chinese(`province.${code}`).replace(/(省|市|特别行政区|(壮族|回族|维吾尔)?自治区)$/, '');
        return [{ place, key: keyOf(name), chinese: short, isRegion: true, regionKey: '' }];
      }),
  );
}
