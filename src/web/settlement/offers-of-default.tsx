import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listOffersOfSettlement, type OffersOfDefault } from '#contract/settlement/offer.ts';
import { Loaded } from '#web/design/feedback/loaded.tsx';
import { Card, Fact, Facts } from '#web/design/layout/facts.tsx';
import { readQuery } from '#web/platform/calls/read-query.ts';
import { CompanyName } from '#web/platform/format/company-name.tsx';
import { formatDay, formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { env } from '#web/platform/page/env.ts';
import { useLanguage, useSay } from '#web/platform/phrases/phrase.ts';
import css from './settlement.module.css';

/** Reads the next bid and the offers of a settlement. Its key begins as that of the settlement. */
export const offersQuery = (id: string) =>
  readQuery(['settlement', 'admin', id, 'offers'], listOffersOfSettlement, { params: { id } });

/** For administrators: the next bid for the RECs of a default, and the offers so far. */
export function OffersOfDefaultCard({ id }: { id: string }) {
  const query = useQuery(offersQuery(id));
  return (
    <Card title="offer.title">
      <Loaded query={query} skeleton={<Skeleton height={80} radius="md" />}>
        {(offers) => <Shown {...offers} />}
      </Loaded>
    </Card>
  );
}

function Shown({ toOffer, nextBid, offers }: OffersOfDefault) {
  const say = useSay();
  const language = useLanguage();
  const isOpen = offers.some(({ state }) => state === 'open');
  return (
    <>
      <p className={css.under}>{say('offer.toOffer', { quantity: toOffer })}</p>
      {nextBid && <NextBidFacts nextBid={nextBid} />}
      {!nextBid && !isOpen && toOffer > 0 && <p className={css.under}>{say('offer.none')}</p>}
      {offers.map((offer) => (
        <Facts key={offer.id}>
          <Fact label="offer.rank">{offer.ranking}</Fact>
          <Fact label="settlement.trade">
            <CompanyName of={offer.company} />
          </Fact>
          <Fact label="settlement.quantity">{formatQuantity(offer.quantity)}</Fact>
          <Fact label="offer.amount">{formatMoney(offer.amount, env().currency)}</Fact>
          <Fact label="offer.answerBy">{formatDay(offer.answerBy, language)}</Fact>
          <Fact label="settlement.state">{say(`offer.state.${offer.state}`)}</Fact>
        </Facts>
      ))}
    </>
  );
}

/** The bid that would get the offer now. */
export function NextBidFacts({ nextBid }: { nextBid: NonNullable<OffersOfDefault['nextBid']> }) {
  const { currency } = env();
  return (
    <Facts>
      <Fact label="offer.candidate">
        <CompanyName of={nextBid.company} />
      </Fact>
      <Fact label="offer.rank">{nextBid.ranking}</Fact>
      <Fact label="settlement.quantity">{formatQuantity(nextBid.quantity)}</Fact>
      <Fact label="offer.price">{formatMoney(nextBid.price, currency)}</Fact>
      <Fact label="offer.amount">{formatMoney(nextBid.amount, currency)}</Fact>
    </Facts>
  );
}
