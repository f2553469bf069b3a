import * as z from 'zod/mini';
import { idSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';

/** The kinds of results, in the order of the screen. Invoices include credit notes. */
export const SEARCH_KINDS = [
  'auction',
  'pastAuction',
  'account',
  'registration',
  'sellOrder',
  'buyOrder',
  'settlement',
  'invoice',
  'retirement',
  'person',
  'document',
  'guide',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Number of results of each kind. */
export const RESULTS_OF_A_KIND = 5;
/** Shorter texts find nothing, because they are in almost every name. */
export const SEARCH_TEXT_MIN = 2;

const resultSchema = z.strictObject({
  id: idSchema,
  /** Title, name or number. */
  name: z.string(),
  /** A second line, such as the companies of a settlement. May be empty. */
  detail: z.string(),
  /** A business account of the found person. Null for all other results, and for people without a company. */
  accountId: z.nullable(idSchema),
});
export type SearchResult = z.output<typeof resultSchema>;

const groupSchema = z.strictObject({ kind: z.enum(SEARCH_KINDS), results: z.array(resultSchema) });
export type SearchGroup = z.output<typeof groupSchema>;

export const searchEverything = route('GET /search', {
  access: 'signedIn',
  summary:
    'Auctions, companies, orders, settlements, invoices, retirements, people and documents that the caller may see, at most five of each kind',
  query: z.strictObject({
    /** Texts of fewer than two characters find nothing. */
    text: z._default(z.string().check(z.maxLength(200)), ''),
  }),
  /** Kinds without results are left out. */
  reply: z.array(groupSchema),
});
