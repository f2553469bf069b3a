import * as z from 'zod/mini';
import { PAGE_SIZE_DEFAULT } from '#contract/basics/choices.ts';
import { AUCTION_TYPES } from '#domain/auction/direction.ts';
import { AUCTION_STATUSES } from '#domain/auction/status.ts';
import { FUEL_TYPES } from '#domain/basics/fuel.ts';
import { isAmountText } from '#domain/basics/price.ts';
import { VINTAGE_PERIODS } from '#domain/basics/vintage.ts';

/**
 * Schemas that several features share. Prices are JSON numbers, amounts are decimal strings, and times are ISO 8601 in
 * UTC (docs/rules.md#numbers).
 */
/** An id in lower case, as in the database. Otherwise the same id in capitals would be a different key. */
export const idSchema = z.uuid().check(z.toLowerCase());
/** The examples are those of the API document. */
export const timeSchema = z.iso
  .datetime({ precision: 3 })
  .register(z.globalRegistry, { examples: ['2026-11-27T06:12:00.000Z'] });
/** An existing day. The database has no year 0. */
export const dateSchema = z.iso.date().check(z.refine((day) => day >= '0001-01-01'));
/** An amount with all decimals of its currency: `1503.00` in USD, `1503` in JPY (docs/rules.md#numbers). */
export const amountSchema = z
  .string()
  .check(z.regex(/^-?\d+(\.\d{1,4})?$/))
  .register(z.globalRegistry, { examples: ['1503.00'] });
/** An amount of a request. It has exactly the decimals of the platform's currency. */
export const sentAmountSchema = amountSchema.check(z.refine((amount) => isAmountText(amount)));
export const priceSchema = z.number();
/** Unit of prices and price steps, such as `USD/REC`. */
export const priceUnitSchema = z.string();
/** The ISO 3166 code of a country. The settings of the platform say which countries it offers to companies and for RECs. */
export const countrySchema = z
  .string()
  .check(z.regex(/^[A-Z]{2}$/))
  .register(z.globalRegistry, { examples: ['MY'] });
/** The code of a business type. The settings of the platform say which types it offers. */
export const businessTypeSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(40))
  .register(z.globalRegistry, { examples: ['Generator'] });
export const fuelSchema = z.enum(FUEL_TYPES);
export const periodSchema = z.enum(VINTAGE_PERIODS);
/** The fields of a product: country, fuel type and vintage. */
export const productShape = {
  recCountry: countrySchema,
  recFuelType: fuelSchema,
  recVintage: z.strictObject({ year: z.number(), period: periodSchema }),
};
export const auctionTypeSchema = z.enum(AUCTION_TYPES);
export const statusSchema = z.enum(AUCTION_STATUSES);

export const BIDDER_PAGE_SIZE_DEFAULT = 5;

const pageNumber = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000));
const pageSize = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100));
const searchText = z.string().check(z.maxLength(200));

export const pageQuery = {
  currentPage: z._default(pageNumber, 1),
  limit: z._default(pageSize, PAGE_SIZE_DEFAULT),
  search: z._default(searchText, ''),
};

/** The paging parameters in the spelling of the bidder list (docs/rules.md#specified-calls). */
export const capitalPageQuery = {
  CurrentPage: z._default(pageNumber, 1),
  Limit: z._default(pageSize, BIDDER_PAGE_SIZE_DEFAULT),
  Search: z._default(searchText, ''),
};

/** Schema of `data` in every list (docs/rules.md#answers). */
export const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.strictObject({
    items: z.array(item),
    total: z.number(),
    currentPage: z.number(),
    limit: z.number(),
  });

/**
 * Schema of a list that may be long. Rows are counted only up to a limit. `isMore` means that there are more rows than
 * `total`.
 */
export const longListOf = <Item extends z.ZodMiniType>(item: Item) => z.extend(listOf(item), { isMore: z.boolean() });

/** A company as others see it. */
export const partySchema = z.strictObject({
  accountId: idSchema,
  companyName: z.string(),
  /** Empty if the name is in English. */
  englishCompanyName: z.string(),
});

/**
 * The version of settings that the caller saw. If somebody changed them since, the call is refused with
 * `settings_changed`. Clients that know only the specification leave it out.
 */
export const seenVersionSchema = z.optional(z.nullable(z.number().check(z.int())));
