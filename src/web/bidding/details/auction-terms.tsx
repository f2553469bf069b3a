import type { Auction } from '#contract/auction/auction.ts';
import { AUCTION_TERMS_VERSION } from '#domain/auction/terms.ts';
import { limitsOf } from '#domain/auction/soft-close.ts';
import { formatPercent } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './detail.module.css';

const CLAUSES = ['price', 'fees', 'time', 'rank', 'award', 'admin', 'conduct', 'record', 'names'] as const;

/** What binds whoever takes part in this auction. */
export function AuctionTerms({ auction }: { auction: Auction }) {
  const say = useSay();
  const fees = {
    buyer: formatPercent(auction.buyerProcessingFee),
    seller: formatPercent(auction.sellerProcessingFee),
  };
  return (
    <>
      <ol className={css.terms}>
        <li>{say(`direction.${auction.auctionType}.offer`)}</li>
        {auction.softClose && <li>{say('auction.softCloseFact', limitsOf(auction.softClose))}</li>}
        {CLAUSES.map((clause) => (
          <li key={clause}>{say(`terms.${clause}`, fees)}</li>
        ))}
      </ol>
      <p className={css.quiet}>{say('terms.version', { version: AUCTION_TERMS_VERSION })}</p>
    </>
  );
}
