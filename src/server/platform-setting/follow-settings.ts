import { setPlatformCurrency } from '#domain/basics/currency.ts';
import { usableLanguages } from '#domain/platform-setting/languages.ts';
import { brandOf, currentBrand } from '#server/platform/config/brand.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { knownLanguages } from '#server/platform/http/words.ts';
import { SETTING_DEFAULTS, SETTINGS_CHANNEL, settingsIn } from '#server/platform-setting/stored-settings.ts';

/** Time in ms until a failed read is repeated. */
const AGAIN_MS = 1_000;
const AGAIN_MOST = 60;

/** Returns what pages show of the settings as they are stored now. */
export async function shownSettings(db: Db, config: Config) {
  const groups = ['regions', 'businessTypes', 'feeNames', 'languages', 'brand', 'brandImages'] as const;
  const { brand, brandImages: images, languages, ...choices } = await settingsIn(db, groups);
  return {
    ...choices,
    brand: brandOf(config, { brand, images }),
    offered: usableLanguages(languages, knownLanguages()),
  };
}

/** Returns what pages show if the settings cannot be read. */
export const standardSettings = (config: Config): Awaited<ReturnType<typeof shownSettings>> => ({
  ...SETTING_DEFAULTS,
  brand: config.brand,
  offered: [...config.languagesOnOffer()],
});

/** Returns the settings that every process holds in memory. */
async function followedSettings(db: Db, config: Config) {
  const groups = ['brand', 'brandImages', 'currency', 'languages', 'timeZone'] as const;
  const { brand, brandImages: images, currency, languages, timeZone } = await settingsIn(db, groups);
  return {
    brand: brandOf(config, { brand, images }),
    currency: currency.code || config.currency,
    languages: usableLanguages(languages, knownLanguages()),
    timeZone: timeZone.zone,
  };
}

/**
 * Returns the configuration with the brand, the currency, the languages and the time zone that an owner has set, always
 * as they are now. Reading them costs nothing: this process reads the database at the start, after each change in any
 * process, and after a lost connection. All money of the process follows the currency.
 */
export async function followSettings(
  database: Database,
  config: Config,
  failed: (error: unknown) => void,
): Promise<Config> {
  let now: Awaited<ReturnType<typeof followedSettings>>;
  let reading = Promise.resolve();
  // Reads run one after the other, so that an older result never replaces a newer one.
  const readOnce = async (): Promise<void> => {
    now = await followedSettings(database.db, config);
    setPlatformCurrency(now.currency);
  };
  const read = (): Promise<void> => {
    reading = reading.catch(() => undefined).then(readOnce);
    return reading;
  };
  // A failed read is repeated. Otherwise the old settings would stay until the next change or reconnection.
  const readAgain = (left = AGAIN_MOST): void =>
    void read().catch((error: unknown) => {
      failed(error);
      if (left > 0) setTimeout(readAgain, AGAIN_MS, left - 1).unref();
    });
  await database.listen(SETTINGS_CHANNEL, () => readAgain());
  database.onMissed(() => readAgain());
  await read();
  return {
    ...config,
    brand: currentBrand(() => now.brand),
    languagesOnOffer: () => now.languages,
    timeZone: () => now.timeZone,
    get currency() {
      return now.currency;
    },
  };
}
