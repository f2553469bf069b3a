import * as z from 'zod/mini';
import { auctionTypeSchema, countrySchema, fuelSchema, idSchema, timeSchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';

/** The maximum number of auctions in the public list. */
export const PUBLIC_LISTED = 100;

const publicAuctionSchema = z.strictObject({
  id: idSchema,
  title: z.string(),
  auctionType: auctionTypeSchema,
  status: z.enum(['upcoming', 'live']),
  startTime: timeSchema,
  /** The present end; for a paused auction, the end at the time of the pause. */
  auctionEndTime: timeSchema,
  /** Countries and fuels of the items, each once. */
  countries: z.array(countrySchema),
  fuelTypes: z.array(fuelSchema),
  /** RECs of all items together. */
  totalQuantity: z.number(),
});
export type PublicAuction = z.output<typeof publicAuctionSchema>;

export const listPublicAuctions = route('GET /public-auctions', {
  access: 'open',
  summary: 'Public auctions that are live or upcoming, for anyone, if the deployment publishes them',
  reply: z.strictObject({
    /** Live auctions first, by their end; then upcoming ones, by their start. */
    items: z.array(publicAuctionSchema),
    /** Whether there are more than the list can have. */
    isMore: z.boolean(),
  }),
  refuses: ['feature_disabled'],
});
