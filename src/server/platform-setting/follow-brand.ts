import { brandOf, currentBrand } from '#server/platform/config/brand.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { notify } from '#server/platform/database/notify.ts';
import { choicesIn, offeredIn, SETTING_DEFAULTS, settingIn } from '#server/platform-setting/stored-settings.ts';

const CHANNEL = 'brand_changed';

/** Time in ms until a failed read is repeated. */
const AGAIN_MS = 1_000;
const AGAIN_MOST = 60;

/**
 * Tells all processes, when this transaction commits, that the brand, the languages on offer or the time zone
 * have changed.
 */
export const announceBrand = (db: Db): Promise<void> => notify(db, CHANNEL, ['']);

/** Returns the brand with what an owner has set. */
export const brandIn = async (db: Db, config: Config) =>
  brandOf(config, { brand: await settingIn(db, 'brand'), images: await settingIn(db, 'brandImages') });

/** Returns what pages show of the settings: the choices of companies, the brand, and the languages on offer. */
export const shownIn = async (db: Db, config: Config) => ({
  ...(await choicesIn(db)),
  brand: await brandIn(db, config),
  offered: await offeredIn(db),
});

/** Returns what pages show if the settings cannot be read. */
export const standardShown = (config: Config): Awaited<ReturnType<typeof shownIn>> => ({
  ...SETTING_DEFAULTS,
  brand: config.brand,
  offered: [...config.languagesOnOffer()],
});

/**
 * Returns the configuration with a brand, languages and a time zone that always have the values that an owner has set. Reading them
 * costs nothing:
 * this process reads the database at the start, after each change in any process, and after a lost connection.
 */
export async function followBrand(
  database: Database,
  config: Config,
  failed: (error: unknown) => void,
): Promise<Config> {
  let { brand } = config;
  let languages = config.languagesOnOffer();
  let timeZone = config.timeZone();
  let reading = Promise.resolve();
  // Reads run one after the other, so that an older result never replaces a newer one.
  const readOnce = async (): Promise<void> => {
    brand = await brandIn(database.db, config);
    languages = await offeredIn(database.db);
    timeZone = (await settingIn(database.db, 'timeZone')).zone;
  };
  const read = (): Promise<void> => {
    reading = reading.catch(() => undefined).then(readOnce);
    return reading;
  };
  // A failed read is repeated. Otherwise the old brand would stay until the next change or reconnection.
  const readAgain = (left = AGAIN_MOST): void =>
    void read().catch((error: unknown) => {
      failed(error);
      if (left > 0) setTimeout(readAgain, AGAIN_MS, left - 1).unref();
    });
  await database.listen(CHANNEL, () => readAgain());
  database.onMissed(() => readAgain());
  await read();
  return { ...config, brand: currentBrand(() => brand), languagesOnOffer: () => languages, timeZone: () => timeZone };
}
