import { brandOf, currentBrand } from '#server/platform/config/brand.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { notify } from '#server/platform/database/notify.ts';
import { settingsIn } from '#server/platform-setting/stored-settings.ts';

const CHANNEL = 'brand_changed';

/** Tells all processes, when this transaction commits, that the brand has changed. */
export const announceBrand = (db: Db): Promise<void> => notify(db, CHANNEL, ['']);

/** Returns the brand with what an owner has set. */
async function brandIn(db: Db, config: Config) {
  const { brand, brandImages: images } = await settingsIn(db, ['brand', 'brandImages']);
  return brandOf(config, { brand, images });
}

/** Returns the settings that browsers get, as they are stored now. */
export async function publicSettings(db: Db, config: Config) {
  const groups = ['regions', 'businessTypes', 'feeNames', 'brand', 'brandImages'] as const;
  const { brand, brandImages: images, ...choices } = await settingsIn(db, groups);
  return { ...choices, brand: brandOf(config, { brand, images }) };
}

/**
 * Returns the configuration with a brand that always has the values that an owner has set. Reading it costs nothing:
 * this process reads the database at the start, after each change in any process, and after a lost connection.
 */
export async function followBrand(
  database: Database,
  config: Config,
  failed: (error: unknown) => void,
): Promise<Config> {
  let brand = config.brand;
  let reading = Promise.resolve();
  // Reads run one after the other, so that an older result never replaces a newer one.
  const readOnce = async (): Promise<void> => {
    brand = await brandIn(database.db, config);
  };
  const read = (): Promise<void> => {
    reading = reading.catch(() => undefined).then(readOnce);
    return reading;
  };
  const readAgain = (): void => void read().catch(failed);
  await database.listen(CHANNEL, readAgain);
  database.onMissed(readAgain);
  await read();
  return { ...config, brand: currentBrand(() => brand) };
}
