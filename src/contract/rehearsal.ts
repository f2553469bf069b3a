import * as z from 'zod/mini';
import { auctionSchema } from '#contract/auction/auction.ts';
import { route } from '#contract/basics/route.ts';
import { REHEARSAL_BIDDERS, REHEARSAL_MINUTES } from '#domain/auction/rehearsal.ts';

export const startRehearsal = route('POST /admin/auctions/{id}/rehearsal', {
  summary:
    'Rehearse an upcoming auction: a copy that starts shortly, with simulated bidders. Replaces the previous rehearsal',
  body: z.strictObject({
    minutes: z.int().check(z.minimum(REHEARSAL_MINUTES.min), z.maximum(REHEARSAL_MINUTES.max)),
    bidders: z.int().check(z.minimum(REHEARSAL_BIDDERS.min), z.maximum(REHEARSAL_BIDDERS.max)),
  }),
  reply: auctionSchema,
  refuses: ['not_found', 'auction_has_started', 'auction_is_draft', 'auction_has_no_items'],
});

export const deleteRehearsal = route('DELETE /admin/auctions/{id}/rehearsal', {
  summary: 'Delete the rehearsal of an auction with everything in it, at any time',
});
