import { Button } from '@mantine/core';
import { useState, lazy, Suspense, type ComponentProps } from 'react';
import type { AuctionResultView, ResultRow } from '#contract/award/award.ts';
import type { AuctionType } from '#domain/auction/direction.ts';
import { env } from '#web/platform/page/env.ts';
import { formatMoney, formatQuantity, formatAmount } from '#web/platform/format/format.ts';
import { useItemWords } from '#web/platform/format/item-words.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { Role } from '#web/platform/session/session.ts';
import { outcomeReasons, type OutcomeReason } from '#domain/award/outcome-reason.ts';
import { Figure } from '#web/award/result-figures.tsx';
import css from './result.module.css';
import { IconCircleCheck, IconCircleHalf2, IconCircleMinus, IconCircleX, IconHandStop } from '@tabler/icons-react';
import { TermHelp } from '#web/design/feedback/term.tsx';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import type { HoldingState } from '#contract/award/release.ts';
import { ReasonButton } from '#web/design/forms/reason-button.tsx';

type ResultItem = AuctionResultView['items'][number];

/** Returns the reason for the outcome of each bid. Expects rows in rank order, with deleted bids last. */
const reasonsIn = ({ item, rows }: ResultItem): ReadonlyMap<string, OutcomeReason> =>
  outcomeReasons(
    { quantity: item.recQuantity, partialFulfillment: item.partialFulfillment },
    rows.map((row) => ({ ...row, quantity: row.bidRECQuantity, allowsPartial: row.bidderPartialFulfillment })),
  );

/**
 * The number of best bids that a long ranking shows at first. Winning bids and the user's own bids are always shown.
 */
const SHORT_ROWS = 12;

/** Shows the result of every item. Admins, the owner and bidders see different columns. */
export function ResultItems({ role, result }: { role: Role; result: AuctionResultView }) {
  const { auctionType } = result.auction;
  const view: ResultView = role === 'admin' ? 'admin' : result.auction.relation === 'owner' ? 'owner' : 'bidder';
  const isAnnulled = result.annulledBecause !== null;
  const hasMoney = result.items.some(({ rows }) => rows.some(({ amount }) => amount !== null));
  return result.items.map((one) => (
    <ItemResult key={one.item.auctionItemId} result={one} {...{ auctionType, view, hasMoney, isAnnulled }} />
  ));
}

/** The parts of a result's display that are the same for all of its items. */
type ResultDisplay = {
  view: ResultView;
  /** True if amounts are shown; the same for all items of a result. */
  hasMoney: boolean;
  /** True if the auction is annulled, so that no bid won or lost. */
  isAnnulled: boolean;
};
type ItemProps = ResultDisplay & { result: ResultItem; auctionType: AuctionType };

/** Shows one item's totals and its ranking. A long ranking is shortened until the user asks for all of it. */
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
          reasons={isAnnulled ? undefined : reasonsIn(result)}
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

/**
 * The kind of user that sees the result. Administrators see names, the auction owner sees the winners' companies,
 * bidders see aliases. The server does not send hidden values.
 */
type ResultView = 'admin' | 'owner' | 'bidder';

type Props = ResultDisplay & {
  rows: readonly ResultRow[];
  reasons: ReadonlyMap<string, OutcomeReason> | undefined;
  item: ResultItem['item'];
};

/** Shows the final ranking of an item, with the quantity that each bid won. */
function ResultTable({ rows, view, hasMoney, reasons, item, isAnnulled }: Props) {
  const say = useSay();
  const heads: readonly (readonly [PhraseKey, boolean])[] = [
    ['room.rank', true],
    ['room.bidder', false],
    ['room.price', true],
    ['room.quantity', true],
    ['result.won', true],
    ...(hasMoney ? [['bidding.amount', true] as const] : []),
    ['result.outcome', false],
  ];
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <caption className="visually-hidden">{item.name}</caption>
        <thead>
          <tr>
            {heads.map(([title, isFigure]) => (
              <th key={title} scope="col" data-align={isFigure ? 'end' : undefined}>
                {say(title)}
                {title === 'result.won' && <TermHelp of="wonQuantity" />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.bidId} row={row} {...{ view, hasMoney, isAnnulled, item }} reason={reasons?.get(row.bidId)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = ResultDisplay & Pick<Props, 'item'> & { row: ResultRow; reason: OutcomeReason | undefined };

/**
 * Shows one bid of the ranking. Columns that this user may not see are absent. Admins can return RECs to the seller.
 */
function Row({ row, view, hasMoney, isAnnulled, item, reason }: RowProps) {
  const say = useSay();
  const inWords = useAliasText();
  const figure = (column: string, title: PhraseKey, text: string | number) => (
    <td data-align="end" data-column={column} data-title={say(title)}>
      {text}
    </td>
  );
  return (
    <tr data-own={row.isOwnBid || undefined} data-gone={row.isDeleted || undefined}>
      {figure('rank', 'room.rank', row.ranking ?? '–')}
      <td data-column="bidder">
        {row.isOwnBid ? <strong>{say('room.you')}</strong> : inWords(row.bidderUserName)}
        {view === 'owner' && row.companyName !== null && <span className={css.quiet}> · {row.companyName}</span>}
      </td>
      {figure('price', 'room.price', formatAmount(row.bidValue))}
      {figure('quantity', 'room.quantity', formatQuantity(row.bidRECQuantity))}
      {figure('won', 'result.won', row.actualWonRECQuantity > 0 ? formatQuantity(row.actualWonRECQuantity) : '–')}
      {hasMoney && figure('amount', 'bidding.amount', row.amount === null ? '–' : formatAmount(row.amount))}
      <td data-column="outcome">
        <span className={css.outcome}>
          <OutcomeMark {...{ row, isAnnulled }} />
          {reason && <ReasonText reason={reason} />}
        </span>
        {row.holding && (
          <span className={css.where}>
            <Whereabouts holding={row.holding} />
            {view === 'admin' && row.holding.held > 0 && (
              <ReleaseButton about={{ row, item, name: row.companyName ?? row.bidderUserName }} />
            )}
          </span>
        )}
      </td>
    </tr>
  );
}

/** Shows whether a bid won fully, won in part or lost. Deleted and annulled bids are marked as such. */
function OutcomeMark({ row, isAnnulled }: Pick<RowProps, 'row' | 'isAnnulled'>) {
  if (row.isDeleted) return <StatusBadge tone="quiet" label="result.gone" icon={IconCircleMinus} />;
  if (isAnnulled) return <StatusBadge tone="quiet" label="status.annulled" icon={IconHandStop} />;
  if (!row.isWonBid) return <StatusBadge tone="warn" label="result.lost" icon={IconCircleX} />;
  return row.actualWonRECQuantity === row.bidRECQuantity ? (
    <StatusBadge tone="good" label="result.wonMark" icon={IconCircleCheck} />
  ) : (
    <StatusBadge tone="info" label="result.wonPart" icon={IconCircleHalf2} />
  );
}

/** Says why a bid did not win its whole quantity. */
function ReasonText({ reason }: { reason: OutcomeReason }) {
  const say = useSay();
  const left = 'left' in reason ? formatQuantity(reason.left) : '';
  return <span className={css.quiet}>{say(`outcomeReason.${reason.kind}`, { left })}</span>;
}

/** The states of awarded RECs, in the order of the screen. */
const PARTS = ['held', 'retired', 'released', 'resold'] as const;

/** Shows where the RECs of a winning bid are now: the quantity in each state. */
function Whereabouts({ holding }: { holding: HoldingState }) {
  const say = useSay();
  const there = PARTS.filter((part) => holding[part] > 0);
  return (
    <span className={css.quiet}>
      {there.map((part) => say(`whereabouts.${part}`, { quantity: formatQuantity(holding[part]) })).join(' · ')}
    </span>
  );
}

const ReleaseDialog = lazy(() => import('#web/award/release-dialog.tsx'));

/** A button with which an administrator can return the remaining RECs to the seller. */
function ReleaseButton({ about }: Pick<ComponentProps<typeof ReleaseDialog>, 'about'>) {
  const say = useSay();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ReasonButton
        variant="default"
        size="compact-xs"
        name={say('release.of', { name: `${about.name}, ${about.item.name}` })}
        onClick={() => setIsOpen(true)}
      >
        {say('release.action')}
      </ReasonButton>
      {isOpen && (
        <Suspense>
          <ReleaseDialog about={about} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
