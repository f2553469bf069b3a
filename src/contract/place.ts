import * as z from 'zod/mini';
import { countrySchema } from '#contract/basics/basics.ts';
import { route } from '#contract/basics/route.ts';

/** A town or a province by its name, in the reader's language if that name is known. */
export const placeSchema = z.strictObject({
  name: z.string(),
  region: z.string(),
  country: countrySchema,
  latitude: z.number(),
  longitude: z.number(),
});
export type Place = z.output<typeof placeSchema>;

export const findPlaces = route('GET /places', {
  access: 'signedIn',
  summary: 'Places that match an address, most likely first. No external service is used',
  query: z.strictObject({
    /** If left out or empty, nothing is found. */
    search: z._default(z.string().check(z.maxLength(300)), ''),
    country: z.optional(countrySchema),
  }),
  reply: z.array(placeSchema),
  refuses: ['location_undetermined'],
});

export const listMainPlaces = route('GET /places/main', {
  access: 'signedIn',
  summary: 'Large towns, for orientation on a map',
  reply: z.array(placeSchema),
});
