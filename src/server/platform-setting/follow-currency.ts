import { setPlatformCurrency } from '#domain/basics/currency.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database, Db } from '#server/platform/database/database.ts';
import { notify } from '#server/platform/database/notify.ts';
import { settingIn } from '#server/platform-setting/stored-settings.ts';

const CHANNEL = 'currency_changed';

/** Tells all processes, when this transaction commits, that the currency has changed. */
export const announceCurrency = (db: Db): Promise<void> => notify(db, CHANNEL, ['']);

/**
 * Returns the configuration with the currency that an owner has set, else with that of the variant. This process reads
 * it at the start, after a change in any process, and after a lost connection. All money of the process follows it.
 */
export async function followCurrency(
  database: Database,
  config: Config,
  failed: (error: unknown) => void,
): Promise<Config> {
  let currency = config.currency;
  let reading = Promise.resolve();
  // Reads run one after the other, so that an older result never replaces a newer one.
  const readOnce = async (): Promise<void> => {
    currency = (await settingIn(database.db, 'currency')).code || config.currency;
    setPlatformCurrency(currency);
  };
  const read = (): Promise<void> => {
    reading = reading.catch(() => undefined).then(readOnce);
    return reading;
  };
  const readAgain = (): void => void read().catch(failed);
  await database.listen(CHANNEL, readAgain);
  database.onMissed(readAgain);
  await read();
  return {
    ...config,
    get currency() {
      return currency;
    },
  };
}
