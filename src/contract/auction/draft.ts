import { auctionSchema, settingsRefuses } from '#contract/auction/auction.ts';
import { route } from '#contract/basics/route.ts';

export const confirmDraft = route('POST /admin/auctions/{id}/confirmation', {
  summary: 'Confirms the draft that a recurring auction brought about: it becomes an upcoming auction',
  reply: auctionSchema,
  refuses: [...settingsRefuses, 'auction_is_no_draft', 'auction_has_no_items', 'draft_items_to_correct'],
});
