import * as z from 'zod/mini';
import { route } from '#contract/basics/route.ts';
import { CURRENCY_REFUSALS } from '#domain/platform-setting/currency.ts';

const sentCurrency = z.strictObject({
  /** The ISO 4217 code, such as `JPY`. An empty text means the currency of the variant. */
  code: z.string().check(z.maxLength(10)),
  /** The version of the currency. A change names the version that its author saw. */
  version: z.number().check(z.int()),
});

export const storedCurrencySchema = z.extend(sentCurrency, {
  /** The currency of the variant, which an empty code means. */
  standard: z.string(),
  /** Whether there is money in this currency: an auction, a sell order or a tick size. Then it cannot change. */
  isInUse: z.boolean(),
});

export const updateCurrency = route('PUT /admin/platform-settings/currency', {
  summary: 'An owner changes the currency of the platform, as long as there is no auction, sell order or tick size',
  body: sentCurrency,
  reply: storedCurrencySchema,
  refuses: [...CURRENCY_REFUSALS, 'currency_in_use', 'settings_changed'],
});
