import type { Auction } from '#contract/auction/auction.ts';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './detail.module.css';

/** As whom, for which company, and up to how much one takes part. */
export function OwnPart({ auction }: { auction: Auction }) {
  const say = useSay();
  const inWords = useAliasText();
  const { own, relation } = auction;
  return (
    <section className={css.card} aria-labelledby="own-part">
      <h2 className={css.title} id="own-part">
        {say('auction.yourPart')}
      </h2>
      {relation === 'owner' && <p className={css.text}>{say(`direction.${auction.auctionType}.ownerPart`)}</p>}
      {own && relation === 'bidder' && (
        <dl className={css.facts} data-stacked>
          <div>
            <dt>{say('auction.yourAlias')}</dt>
            <dd>{inWords(own.alias)}</dd>
          </div>
          <div>
            <dt>{say('auction.yourCompany')}</dt>
            <dd>
              <CompanyName of={own} />
            </dd>
          </div>
          <div>
            <dt>{say('auction.yourMaximum')}</dt>
            <dd>{say('unit.recCount', { quantity: own.maxQuantity })}</dd>
          </div>
        </dl>
      )}
    </section>
  );
}
