import { Link } from '@tanstack/react-router';
import type { Outage } from '#contract/health.ts';
import { Moment } from '#web/design/dates/moment.tsx';
import type { Column } from '#web/design/lists/data-table.tsx';
import { paths } from '#web/paths.ts';
import { formatWait } from '#web/platform/format/format.ts';
import { useSay } from '#web/platform/phrases/phrase.ts';
import css from './health.module.css';

type Props = { row: Outage };

const From = ({ row }: Props) => <Moment at={row.from} />;
const To = ({ row }: Props) => <Moment at={row.to} />;

const Length = ({ row: { from, to } }: Props) => (
  <span className="figure">{formatWait(Math.round((Date.parse(to) - Date.parse(from)) / 1_000))}</span>
);

/** Those from before their names were kept are counted only. */
function Auctions({ row: { extended, auctions } }: Props) {
  const say = useSay();
  const unnamed = extended - auctions.length;
  if (extended === 0) return say('serviceStatus.noAuctions');
  return (
    <ul className={css.auctions}>
      {auctions.map(({ id, title }) => (
        <li key={id}>
          <Link to={paths.auctionDetail('admin', id)}>{title}</Link>
        </li>
      ))}
      {unnamed > 0 && <li>{say('serviceStatus.moreAuctions', { count: unnamed })}</li>}
    </ul>
  );
}

export const OUTAGE_COLUMNS: readonly Column<Outage>[] = [
  { id: 'from', title: 'serviceStatus.from', width: '210px', Cell: From },
  { id: 'to', title: 'serviceStatus.to', width: '210px', Cell: To },
  { id: 'length', title: 'serviceStatus.length', align: 'end', width: '120px', Cell: Length },
  { id: 'auctions', title: 'serviceStatus.auctions', Cell: Auctions },
];
