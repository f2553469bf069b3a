import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AuctionResultView } from '#contract/award/award.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import { env } from '#web/platform/page/env.ts';
import { formatMoney, formatQuantity } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { outcomeReasons, type OutcomeReason } from '#domain/award/outcome-reason.ts';
import { Figure } from '#web/award/own-outcome.tsx';
import { ResultTable, type ResultView } from '#web/award/result-table.tsx';
import css from './result.module.css';

type ResultItem = AuctionResultView['items'][number];

/** The rows come in rank order, those of deleted bids last. */
const reasonsIn = ({ item, rows }: ResultItem): ReadonlyMap<string, OutcomeReason> =>
  outcomeReasons(
    { quantity: item.recQuantity, partialFulfillment: item.partialFulfillment },
    rows.map((row) => ({ ...row, quantity: row.bidRECQuantity, allowsPartial: row.bidderPartialFulfillment })),
  );
const NO_REASONS: ReadonlyMap<string, OutcomeReason> = new Map();

/** A long ranking opens with its winners and the own bids. */
const SHORT_ROWS = 12;

export function ResultItems({ role, result }: { role: Role; result: AuctionResultView }) {
  const { auctionType } = result.auction;
  const view: ResultView = role === 'admin' ? 'admin' : result.auction.relation === 'owner' ? 'owner' : 'bidder';
  const isAnnulled = result.annulledBecause !== null;
  const hasMoney = result.items.some(({ rows }) => rows.some(({ amount }) => amount !== null));
  return result.items.map((one) => (
    <ItemResult key={one.item.auctionItemId} result={one} {...{ auctionType, view, hasMoney, isAnnulled }} />
  ));
}

type ItemProps = {
  result: ResultItem;
  auctionType: AuctionType;
  view: ResultView;
  hasMoney: boolean;
  isAnnulled: boolean;
};

function ItemResult({ result, auctionType, view, hasMoney, isAnnulled }: ItemProps) {
  const say = useSay();
  const wordsOf = useItemWords();
  const [isWhole, setIsWhole] = useState(false);
  const { item, rows, soldQuantity, unsoldQuantity, value, averagePrice } = result;
  const { currency } = env();
  const isLong = rows.length > SHORT_ROWS;
  const shown =
    isLong && !isWhole ? rows.filter((row, index) => index < SHORT_ROWS || row.isWonBid || row.isOwnBid) : rows;
  const id = `result-${item.auctionItemId}`;
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.itemHead} data-tour="ranking">
        <div>
          <h2 className={css.title} id={id}>
            {item.name}
          </h2>
          <p className={css.quiet}>{wordsOf(item)}</p>
        </div>
        <dl className={css.figures} data-small>
          <Figure label={say(`direction.${auctionType}.traded`)}>
            {say('room.ofTotal', { part: formatQuantity(soldQuantity), total: formatQuantity(item.recQuantity) })}
          </Figure>
          <Figure label={say(`direction.${auctionType}.untraded`)}>{formatQuantity(unsoldQuantity)}</Figure>
          <Figure label={say('result.averagePrice')}>
            {averagePrice === null ? '–' : formatMoney(averagePrice, currency)}
          </Figure>
          <Figure label={say('result.value')}>{formatMoney(value, currency)}</Figure>
        </dl>
      </header>
      {rows.length === 0 ? (
        <p className={css.none}>{say(`direction.${auctionType}.noBidsOnItem`)}</p>
      ) : (
        <ResultTable
          rows={shown}
          reasons={isAnnulled ? NO_REASONS : reasonsIn(result)}
          {...{ view, hasMoney, isAnnulled, item }}
        />
      )}
      {isLong && (
        <Button variant="subtle" size="compact-sm" className={css.whole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? say('result.showShort') : say('result.showAll', { count: rows.length })}
        </Button>
      )}
    </section>
  );
}
