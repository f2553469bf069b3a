import { IconCircleCheck, IconCircleHalf2, IconCircleMinus, IconCircleX, IconHandStop } from '@tabler/icons-react';
import type { ResultRow } from '#contract/award/award.ts';
import { StatusBadge } from '#web/design/feedback/status-badge.tsx';
import { useAliasText } from '#web/platform/format/alias-text.ts';
import { formatAmount, formatQuantity } from '#web/platform/format/format.ts';
import { useSay, type PhraseKey } from '#web/platform/phrases/phrase.ts';
import type { OutcomeReason } from '#domain/award/outcome-reason.ts';
import type { Releasable } from '#web/award/release-dialog.tsx';
import { ReleaseButton, Whereabouts } from '#web/award/whereabouts.tsx';
import css from './result.module.css';

/** Administrators see names, the owner the winners' companies, bidders aliases: what isn't sent can't be shown. */
export type ResultView = 'admin' | 'owner' | 'bidder';

type Props = {
  rows: readonly ResultRow[];
  view: ResultView;
  /** Whether amounts are shown; the same for all items of a result. */
  hasMoney: boolean;
  reasons: ReadonlyMap<string, OutcomeReason>;
  item: Releasable['item'];
  /** Then no bid won or lost. */
  isAnnulled: boolean;
};

export function ResultTable({ rows, view, hasMoney, reasons, item, isAnnulled }: Props) {
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
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.bidId} row={row} {...{ view, hasMoney, isAnnulled, item }} reason={reasons.get(row.bidId)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Pick<Props, 'view' | 'hasMoney' | 'isAnnulled' | 'item'> & {
  row: ResultRow;
  reason: OutcomeReason | undefined;
};

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

function ReasonText({ reason }: { reason: OutcomeReason }) {
  const say = useSay();
  const left = 'left' in reason ? formatQuantity(reason.left) : '';
  return <span className={css.quiet}>{say(`outcomeReason.${reason.kind}`, { left })}</span>;
}
