import { exportBidders, type Bidder } from '#contract/bidder/bidder.ts';
import { findBiddersNamed } from '#server/bidder/bidder-rows.ts';
import { requireAuction } from '#server/bidder/require-auction.ts';
import { aliasIn } from '#server/room/alias-in.ts';
import { exportFile, rowsSought, type ExportColumn } from '#server/platform/export/export.ts';
import { operation } from '#server/platform/http/operation.ts';
import type { Language } from '#domain/basics/language.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** The admin's list, all pages of it, as it is searched (specification 7). */
export const exportBiddersOperation = operation(exportBidders, async ({ db, params, query, language, timeZone }) => {
  const { format, Search: search } = query;
  const { title } = await requireAuction(db, params.id);
  const rows = await findBiddersNamed(db, language, params.id, { search, limit: rowsSought(format) });
  return exportFile({ name: `bidders-${title}`, columns: columnsFor(language, timeZone), rows }, { format, timeZone });
});

function columnsFor(language: Language, timeZone: string): ExportColumn<Bidder>[] {
  const words = wordsIn(language);
  return [
    { heading: words('bidder.username'), value: ({ username }) => username },
    { heading: words('bidder.businessAccount'), value: ({ businessAccount }) => businessAccount },
    { heading: words('bidder.alias'), value: ({ alias }) => aliasIn(language, alias) },
    { heading: words('bidder.maxQuantity'), value: ({ maxQuantity }) => maxQuantity ?? '' },
    { heading: words('bidder.effectiveMax'), value: (bidder) => bidder.effectiveMaxQuantity },
    { heading: words('bidder.bids'), value: ({ bidCount }) => bidCount },
    {
      heading: `${words('bidder.terms')} (${timeZone})`,
      value: ({ termsAcceptedAt }) => (termsAcceptedAt === null ? '' : new Date(termsAcceptedAt)),
    },
    { heading: words('bidder.termsVersion'), value: ({ termsVersion }) => termsVersion ?? '' },
  ];
}
