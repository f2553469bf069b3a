import { sql } from 'kysely';
import type { ReplyOf } from '#contract/basics/route.ts';
import { updateCurrency } from '#contract/platform-setting/currency.ts';
import { currencySetting, judgeCurrency } from '#domain/platform-setting/currency.ts';
import type { Config } from '#server/platform/config/config.ts';
import { CURRENCIES_OF_VARIANTS } from '#server/platform/config/config-choices.ts';
import type { Db } from '#server/platform/database/database.ts';
import { operation, type Operation } from '#server/platform/http/operation.ts';
import { Refused, refuseFields } from '#server/platform/http/refused.ts';
import { storedSetting, storeSetting } from '#server/platform-setting/stored-settings.ts';

/** Returns the currency as the page shows it, with whether it can still change. */
export async function presentCurrency(db: Db, { VARIANT }: Config): Promise<ReplyOf<typeof updateCurrency>> {
  const { code, version } = await storedSetting(db, 'currency');
  return { code, version, standard: CURRENCIES_OF_VARIANTS[VARIANT], isInUse: await hasMoney(db) };
}

async function hasMoney(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select has_money() as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** The operation by which owners change the currency of the platform (decision 135). */
export const currencyOperations = ({ config }: { readonly config: Config }): Operation[] => [
  operation(updateCurrency, async ({ db, body: { code, version } }) => {
    refuseFields(judgeCurrency({ code }));
    const before = await storedSetting(db, 'currency', { isLocked: true });
    const after = currencySetting(code);
    // Nobody can create the first auction, sell order or tick size meanwhile.
    await sql`select lock_money()`.execute(db);
    const standard = CURRENCIES_OF_VARIANTS[config.VARIANT];
    if ((after.code || standard) !== (before.code || standard) && (await hasMoney(db)))
      throw new Refused('currency_in_use');
    await storeSetting(db, 'currency', { ...after, version });
    return presentCurrency(db, config);
  }),
];
