import { IconGavel, IconLock, IconTrendingDown, IconTrendingUp, IconUserStar, IconWorld } from '@tabler/icons-react';
import type { AuctionSummary } from '#contract/auction/auction.ts';
import { companyNameIn } from '#domain/company/company-name.ts';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './auction-facts.module.css';

const PICTURES = { Forward: IconTrendingUp, Reverse: IconTrendingDown } as const;

/** Shows the kind of an auction: forward or reverse, public or private, and whether its RECs are spot RECs. */
export function AuctionKind({ auction }: { auction: AuctionSummary }) {
  const say = useSay();
  const { auctionType } = auction;
  const Direction = PICTURES[auctionType];
  const Door = auction.isPrivate ? IconLock : IconWorld;
  return (
    <p className={css.kind}>
      <span title={say(`direction.${auctionType}.meaning`)}>
        <Direction size={14} aria-hidden />
        {say(`direction.${auctionType}.name`)}
      </span>
      <span>
        <Door size={14} aria-hidden />
        {say(auction.isPrivate ? 'status.private' : 'status.public')}
      </span>
      {auction.spotRecs && <span>{say('auction.spotRecs')}</span>}
    </p>
  );
}

/**
 * Shows the user's part in the auction and the company that the user acts for. Renders nothing for administrators and
 * visitors.
 */
export function OwnPart({ auction }: { auction: AuctionSummary }) {
  const say = useSay();
  const language = useLanguage();
  const inWords = useAliasText();
  const { relation, own } = auction;
  if (relation === 'owner') {
    return (
      <p className={css.own}>
        <IconUserStar size={15} aria-hidden />
        {say(`direction.${auction.auctionType}.youAreOwner`)}
      </p>
    );
  }
  if (relation !== 'bidder' || !own) return null;
  return (
    <p className={css.own}>
      <IconGavel size={15} aria-hidden />
      {say('auction.youAreBidder', { alias: inWords(own.alias), company: companyNameIn(language, own) })}
    </p>
  );
}
