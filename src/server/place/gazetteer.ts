import { readFile } from 'node:fs/promises';
import { findPlaces, listMainPlaces, type Place } from '#contract/place.ts';
import type { Country, KnownCountry } from '#domain/basics/country.ts';
import type { Language } from '#domain/basics/language.ts';
import { PROVINCES } from '#domain/basics/province.ts';
import { keyOf } from '#server/place/name-key.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused } from '#server/platform/http/refused.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** A town or a province with the names to match. */
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
/** Minimum length of the beginning of a name. Shorter beginnings match too many names. */
const BEGINNING_MIN = 3;

/** The gazetteer, loaded once at the first search. */
let loaded: Promise<Gazetteer> | undefined;

function loadGazetteer(): Promise<Gazetteer> {
  loaded ??= readTowns().then(gazetteerOf);
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

/** A town with its names normalized for comparison. */
type Town = Place & { readonly key: string; readonly regionKey: string };

/** Reads the towns, which `scripts/towns.ts` took from a list of the whole world, with their normalized names. */
async function readTowns(): Promise<Town[]> {
  const text = await readFile(new URL('towns.gen.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as TownRow[]).map(([country, region, regionKey, name, key, latitude, longitude]) => ({
    name,
    country,
    region,
    latitude,
    longitude,
    key,
    regionKey,
  }));
}

type TownRow = readonly [
  country: Country,
  region: string,
  regionKey: string,
  name: string,
  key: string,
  latitude: number,
  longitude: number,
];

/** Builds a gazetteer from towns. `find` returns the best matches first, `main` the large towns. */
export function gazetteerOf(towns: readonly Town[]): Gazetteer {
  const ofTowns = townEntries(towns);
  const entries = [...regionEntries(towns), ...ofTowns];
  const large = new Map(ofTowns.filter(({ chinese }) => chinese !== '').map((entry) => [entry.chinese, entry]));
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
      MAIN_TOWNS.flatMap(({ chinese }) => {
        const found = large.get(chinese);
        return found ? [shown(found, language)] : [];
      }),
  };
}

type PlaceQuery = { readonly text: string; readonly parts: ReadonlySet<string>; readonly raw: string };

/**
 * Returns how well an entry matches. The highest score is for a name alone between commas. A name among other words
 * scores less, and the beginning of a name scores least.
 */
function scoreOf(
  { place, key, chinese, isRegion, regionKey }: Entry,
  said: PlaceQuery,
  country: Country | undefined,
): number {
  const isChinese = chinese !== '' && said.raw.includes(chinese);
  const score = isChinese ? 90 + chinese.length : scoreOfKey(key, said);
  if (score === 0) return 0;
  // Of towns with the same name, prefers one whose province is named too, and one in the selected country.
  const isInRegion = !isRegion && said.text.includes(` ${regionKey} `);
  return score + (isInRegion ? 30 : 0) + (place.country === country ? 20 : 0) - (isRegion ? 25 : 0);
}

function scoreOfKey(key: string, { text, parts }: PlaceQuery): number {
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
    // If several towns share a large town's name, only the first is the large town.
    const isFirst = chinese !== '' && !seen.has(chinese);
    seen.add(chinese);
    return { place, key, chinese: isFirst ? chinese : '', isRegion: false, regionKey };
  });
};

/** Places a province in the middle of its towns. */
function regionEntries(towns: readonly Town[]): Entry[] {
  const byRegion = Map.groupBy(towns, ({ country, regionKey }) => `${country} ${regionKey}`);
  const english = wordsIn('en');
  const chinese = wordsIn('zh');
  return (Object.entries(PROVINCES) as [KnownCountry, readonly (typeof PROVINCES)[KnownCountry][number][]][]).flatMap(
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

/** Large towns for orientation on a map, with their Chinese names. No other list here has Chinese names. */
const TOWNS: Record<KnownCountry, string> = {
  MY: `吉隆坡 Kuala Lumpur, 乔治市 George Town, 怡保 Ipoh, 新山 Johor Bahru, 马六甲 Malacca, 关丹 Kuantan, 亚罗士打 Alor Setar,
    哥打巴鲁 Kota Bharu, 瓜拉登嘉楼 Kuala Terengganu, 芙蓉 Seremban, 古晋 Kuching, 美里 Miri, 民都鲁 Bintulu, 诗巫 Sibu,
    亚庇 Kota Kinabalu, 山打根 Sandakan, 斗湖 Tawau`,
  VN: `河内 Hanoi, 胡志明市 Ho Chi Minh City, 岘港 Da Nang, 海防 Haiphong, 芹苴 Cần Thơ, 顺化 Huế, 芽庄 Nha Trang,
    归仁 Quy Nhon, 荣市 Vinh, 边和 Biên Hòa, 大叻 Da Lat, 头顿 Vũng Tàu, 茶荣 Trà Vinh, 藩朗 Phan Rang-Tháp Chàm, 老街 Lào Cai`,
  CN: `北京 Beijing, 上海 Shanghai, 天津 Tianjin, 重庆 Chongqing, 广州 Guangzhou, 深圳 Shenzhen, 成都 Chengdu, 武汉 Wuhan,
    西安 Xi'an, 南京 Nanjing, 杭州 Hangzhou, 苏州 Suzhou, 宁波 Ningbo, 合肥 Hefei, 福州 Fuzhou, 厦门 Xiamen, 南昌 Nanchang,
    长沙 Changsha, 郑州 Zhengzhou, 济南 Jinan, 青岛 Qingdao, 石家庄 Shijiazhuang, 太原 Taiyuan, 呼和浩特 Hohhot,
    沈阳 Shenyang, 大连 Dalian, 长春 Changchun, 哈尔滨 Harbin, 兰州 Lanzhou, 西宁 Xining, 银川 Yinchuan, 乌鲁木齐 Ürümqi,
    拉萨 Lhasa, 昆明 Kunming, 贵阳 Guiyang, 南宁 Nanning, 海口 Haikou, 东莞 Dongguan, 佛山 Foshan, 珠海 Zhuhai, 无锡 Wuxi,
    常州 Changzhou, 温州 Wenzhou, 泉州 Quanzhou, 徐州 Xuzhou, 烟台 Yantai, 唐山 Tangshan, 包头 Baotou, 宜昌 Yichang,
    酒泉 Jiuquan, 丽江 Lijiang, 桂林 Guilin, 洛阳 Luoyang, 大理 Dali`,
};

type MainTown = { readonly country: Country; readonly name: string; readonly chinese: string };

const MAIN_TOWNS: readonly MainTown[] = Object.entries(TOWNS).flatMap(([country, towns]) =>
  towns.split(',').map((town): MainTown => {
    const [chinese = '', ...words] = town.trim().split(/\s+/);
    return { country, chinese, name: words.join(' ') };
  }),
);

export const placeOperations: readonly Operation[] = [
  operation(findPlaces, async ({ query, language }) => {
    const found = (await loadGazetteer()).find(query.search, { country: query.country, language });
    if (found.length === 0) throw new Refused('location_undetermined');
    return found;
  }),
  operation(listMainPlaces, async ({ language }) => (await loadGazetteer()).main(language)),
];
