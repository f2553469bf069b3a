import * as z from 'zod/mini';
import { syncQuery, withSync } from '#contract/basics/sync.ts';
import { HOLDING_SORTS, HOLDINGS_SHOWN } from '#contract/basics/choices.ts';
import {
  countrySchema,
  fuelSchema,
  idSchema,
  listOf,
  longListOf,
  pageQuery,
  priceSchema,
  productShape,
  timeSchema,
} from '#contract/basics/basics.ts';
import { exportQuery, fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { MOVEMENTS, type MovementKind } from '#domain/holding/ledger.ts';

/**
 * Filters by product, for holdings and for retirements. A holding shows the RECs that a company holds, where they came
 * from and what happened to them (docs/rules.md#ledger).
 */
export const productFilters = {
  /** Id of a business account. Users can name only one of their own. */
  account: z.optional(idSchema),
  country: z.optional(countrySchema),
  fuelType: z.optional(fuelSchema),
  vintageYear: z.optional(z.coerce.number().check(z.int(), z.minimum(1_900), z.maximum(2_200))),
  search: pageQuery.search,
};

const holdingFilters = {
  ...productFilters,
  show: z._default(z.enum(HOLDINGS_SHOWN), 'held'),
  sort: z._default(z.enum(HOLDING_SORTS), 'newest'),
};
const totalsQuery = z.strictObject({ ...productFilters, show: holdingFilters.show });

const sourceSchema = z.strictObject({
  kind: z.enum(['auction', 'buyOrder']),
  /** Id of the auction or the buy order. */
  id: idSchema,
  /** Title of the auction, or of the buy order's sell order. */
  title: z.string(),
});

const holdingSchema = z.strictObject({
  id: idSchema,
  accountId: idSchema,
  companyName: z.string(),
  ...productShape,
  /** RECs that are still in the holding. */
  balance: z.number(),
  /** RECs that were acquired. The next fields show what happened to them. */
  quantity: z.number(),
  retired: z.number(),
  released: z.number(),
  /** RECs that are listed for resale or sold on. */
  listed: z.number(),
  acquiredAt: timeSchema,
  /** Name of the company that the RECs came from. */
  acquiredFrom: z.string(),
  source: sourceSchema,
  price: priceSchema,
});
export type Holding = z.output<typeof holdingSchema>;

const totalSchema = z.strictObject({
  ...productShape,
  holdings: z.number(),
  balance: z.number(),
  quantity: z.number(),
  retired: z.number(),
  released: z.number(),
});
export type HoldingTotal = z.output<typeof totalSchema>;

export const MOVEMENT_KINDS = Object.keys(MOVEMENTS) as readonly MovementKind[];

const movementSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  at: timeSchema,
  /** Negative if RECs left the holding. */
  quantity: z.number(),
  balanceAfter: z.number(),
  /** Username. Null if no person made the movement. In replies to users, also null if an administrator made it. */
  by: z.nullable(z.string()),
  remark: z.string(),
  /** Only for a retirement. */
  retirement: z.nullable(z.strictObject({ id: idSchema, number: z.string() })),
});
export type HoldingMovement = z.output<typeof movementSchema>;

export const listHoldingsAsUser = route('GET /user/holdings', {
  summary: "Holdings of the caller's companies. `search` looks in titles of auctions and names of sellers",
  query: z.strictObject({ ...pageQuery, ...syncQuery, ...holdingFilters }),
  reply: withSync(longListOf(holdingSchema)),
});

export const listHoldingsAsAdmin = route('GET /admin/holdings', {
  ...listHoldingsAsUser,
  summary: 'Holdings of all companies. `search` also looks in names of holders',
});

export const totalHoldingsAsUser = route('GET /user/holdings/totals', {
  summary: 'Totals of the filtered holdings, by country, fuel type and vintage',
  query: totalsQuery,
  reply: z.array(totalSchema),
});

export const totalHoldingsAsAdmin = route('GET /admin/holdings/totals', totalHoldingsAsUser);

export const exportHoldingsAsUser = route('GET /user/holdings/export', {
  summary: 'All pages of the list as a file',
  query: z.strictObject({ ...holdingFilters, ...exportQuery }),
  reply: fileSchema,
  refuses: ['export_too_large'],
});

export const exportHoldingsAsAdmin = route('GET /admin/holdings/export', exportHoldingsAsUser);

export const getHoldingAsUser = route('GET /user/holdings/{id}', {
  summary: "A holding of one of the caller's companies. Those of others answer like missing ones",
  reply: holdingSchema,
});

export const getHoldingAsAdmin = route('GET /admin/holdings/{id}', getHoldingAsUser);

export const listMovementsAsUser = route('GET /user/holdings/{id}/movements', {
  summary: 'All ledger entries that moved RECs into or out of the holding, newest first',
  query: z.strictObject({ currentPage: pageQuery.currentPage, limit: pageQuery.limit }),
  reply: listOf(movementSchema),
});

export const listMovementsAsAdmin = route('GET /admin/holdings/{id}/movements', listMovementsAsUser);
